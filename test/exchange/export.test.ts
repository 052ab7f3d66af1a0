import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { test } from 'node:test'
import { demoRecords } from '../../src/demo/demo.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { everything } from '../support/runs.ts'
import { now, openService, place } from './service.ts'

const common = { now, ownerEntries: {} }

test('export, import into an empty service and export again give the same lines', async (context) => {
  const [first, second] = [await openService(context), await openService(context)]
  const records = [...demoRecords()].slice(0, everything ? undefined : 1_500)
  await first.import(records)
  const lines = await first.export()
  const results = await second.import(lines)
  assert.ok(results.every(({ status }) => status === 'created'))
  assert.deepEqual(await second.export(), lines)
  const places = lines.filter((line) => !('kind' in line))
  assert.ok(places.length > 500)
  assert.deepEqual(
    new Set(places.map(({ key }) => key)),
    new Set(records.filter((line) => !('kind' in line)).map(({ key }) => key)),
  )
})

test('an export holds nothing that the service makes itself, and no deleted place', async (context) => {
  const service = await openService(context)
  const published = '2025-01-01T00:00:00.00000Z'
  const [kept] = await service.import([place({ key: 'a', published }), place({ key: 'b', name: 'Gone' })])
  const gone = (await service.imported('b'))!.place.id
  await service.write({ ...common, action: 'remove', id: gone, deletedBy: 'bo', childActions: [] })
  assert.ok(kept?.id)
  assert.deepEqual(await service.export(), [{ ...place({ key: 'a', published }) }])
})

test('D49: a place that was never imported is exported under its id, and an import of that updates it', async (context) => {
  const service = await openService(context)
  const create = (body: JsonObject) =>
    service.write({ ...common, action: 'create', newId: randomUUIDv7(), body, allowOverposting: false })
  const parent = await create(place())
  const child = await create(place({ name: 'Sakristian', parent: { id: parent } }))
  const lines = await service.export()
  assert.deepEqual(
    lines.map(({ key, parentKey }) => [key, parentKey]),
    [
      [parent, undefined],
      [child, parent],
    ],
  )
  const again = await service.import(lines.map((line) => ({ ...line, longDescription: 'Ny text' })))
  assert.deepEqual(
    again.map(({ status, id }) => [status, id]),
    [
      ['changed', parent],
      ['changed', child],
    ],
  )
  const empty = await openService(context)
  await empty.import(lines)
  assert.deepEqual(await empty.export(), lines)
})

test('D49: an export names sources, also of a parent in another one, and an import of it finds all again', async (context) => {
  const [service, empty] = [await openService(context), await openService(context)]
  const [house] = await service.import([place({ key: 'k', source: ' Kommunen ' })])
  await service.import([place({ key: 'k', name: 'Annan' })])
  await service.import([place({ key: 'r', name: 'Rum', parentKey: house!.id! })], { source: 'rum' })
  const lines = await service.export()
  assert.deepEqual(
    lines.map(({ key, source, parentKey, parentSource }) => [key, source, parentKey, parentSource]),
    [
      ['k', 'kommunen', undefined, undefined],
      ['k', undefined, undefined, undefined],
      ['r', 'rum', 'k', 'kommunen'],
    ],
  )
  const again = await service.import(lines)
  assert.deepEqual(
    again.map(({ status }) => status),
    ['unchanged', 'unchanged', 'unchanged'],
  )
  await empty.import(lines)
  assert.deepEqual(await empty.export(), lines)
})

test('D49: a source is a short text', async (context) => {
  const service = await openService(context)
  const sent = [{ source: 5 }, { source: 'x'.repeat(61) }, { parentSource: 'a\nb', parentKey: 'k' }]
  const results = await service.import(sent.map((members) => place({ key: 'a', ...members })))
  assert.deepEqual(
    results.map(({ errors }) => errors?.map(({ pointer, code }) => [pointer, code])),
    [[['/source', 'not-text']], [['/source', 'max-characters']], [['/parentSource', 'line-break']]],
  )
})

test('parents stand before their children, even when they were changed after them', async (context) => {
  const service = await openService(context)
  await service.import([place({ key: 'p' }), place({ key: 'c', parentKey: 'p' })])
  await service.import([place({ key: 'p', name: 'Changed' })])
  assert.deepEqual(
    (await service.export()).map(({ key }) => key),
    ['p', 'c'],
  )
})
