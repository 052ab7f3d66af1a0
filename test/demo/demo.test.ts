import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoPlaces, demoRecords } from '../../src/demo/demo.ts'
import { readDirectoryLine } from '../../src/exchange/importing/directory-line.ts'
import type { JsonObject } from '../../src/place/json.ts'

const records = [...demoRecords()]
const places = records.filter((record) => !('kind' in record))
const typeOf = ({ placeTypes }: JsonObject) => Object.keys(placeTypes as object)[0]

test('the demo is the same on every run', () => {
  assert.deepEqual([...demoRecords()], records)
})

test('the demo has 5,000 places with keys of their own, every type among them, parents before children', () => {
  assert.equal(places.length, demoPlaces)
  const seen = new Map<unknown, JsonObject>()
  for (const place of places) {
    assert.ok(!seen.has(place.key), `key ${place.key}`)
    seen.set(place.key, place)
    if (!('parentKey' in place)) continue
    assert.ok(seen.has(place.parentKey), `parent ${place.parentKey}`)
    assert.ok(!('parentKey' in seen.get(place.parentKey)!), 'two levels only')
  }
  const types = new Set(places.map(typeOf))
  assert.equal(types.size, 8)
})

test('the demo shows drafts, scheduled and unpublished places, special days and nights', () => {
  const count = (holds: (place: JsonObject) => boolean) => places.filter(holds).length
  assert.ok(count((place) => place.published === undefined) > 100)
  assert.ok(count((place) => String(place.published ?? '') > '2040') > 50)
  assert.ok(count((place) => place.depublished !== undefined && String(place.depublished) < '2026') > 100)
  assert.ok(count((place) => JSON.stringify(place.openHours ?? '').includes('"to":"00:30"')) > 100)
  assert.ok(count((place) => JSON.stringify(place.openHours ?? '').includes('"validTo":"9999-12-31"')) > 100)
  assert.ok(count((place) => JSON.stringify(place).includes('"fetchAutomatically":true')) > 1000)
})

test('every owner, category and tag of the demo is in its directory, which breaks no rule', () => {
  const entries = records.filter((record) => 'kind' in record)
  const known = new Set(entries.map(({ kind, id }) => `${kind}/${id}`))
  assert.equal(known.size, entries.length)
  for (const entry of entries) {
    const read = readDirectoryLine(entry, { entry: () => undefined })
    assert.ok('entry' in read, JSON.stringify(read))
  }
  for (const place of places) {
    assert.ok(known.has(`owner/${(place.owner as JsonObject).id}`))
    for (const { id } of (place.categories ?? []) as { id: string }[]) assert.ok(known.has(`category/${id}`))
    for (const { id } of (place.tags ?? []) as { id: string }[]) assert.ok(known.has(`tag/${id}`))
  }
})

test('no medium of the demo would be loaded from a host that does not exist', () => {
  const media = places.flatMap(({ media }) => (media === undefined ? [] : [media as JsonObject]))
  assert.ok(media.length > 500)
  for (const { images, audio, video } of media) {
    assert.equal(images, undefined)
    for (const { url } of [audio, video].flatMap((kind) => (kind ?? []) as JsonObject[])) assert.equal(url, undefined)
  }
})

test('telephone numbers of the demo belong to nobody', () => {
  const free = [
    [8, 46500400],
    [31, 3900600],
    [40, 6280400],
    [980, 319200],
  ] as const
  const numbers = [...JSON.stringify(records).matchAll(/"AreaCode":(\d+),"Number":(\d+)/g)]
  assert.ok(numbers.length > 1000)
  for (const [, area, number] of numbers) {
    const range = free.find(([code]) => code === Number(area))
    assert.ok(range && Number(number) >= range[1] && Number(number) < range[1] + 100, `${area}-${number}`)
  }
})
