import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import { reason } from '../../src/common/reason.ts'
import { ImportRun } from '../../src/exchange/importing/import.ts'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import { readRecords } from '../../src/exchange/importing/read-records.ts'
import { now, openService, place } from './service.ts'
import { model, pieces } from './support.ts'

const statuses = (results: readonly ImportResult[]) => results.map(({ status }) => status)
const owner = { kind: 'owner', id: 'f1', name: 'Åsens församling', type: 'Församling' }

test('D49: importing again updates by key and writes nothing for what is unchanged', async (context) => {
  const service = await openService(context)
  const records = [owner, place({ key: 'a' }), place({ key: 'b', name: 'B' })]
  assert.deepEqual(statuses(await service.import(records)), ['created', 'created', 'created'])
  const revision = await service.store.lastRevision()
  const again = [owner, place({ key: ' a ', name: ' Åsens kyrka ', updatedBy: 'bo' }), place({ key: 'b', name: 'B' })]
  assert.deepEqual(statuses(await service.import(again)), ['unchanged', 'unchanged', 'unchanged'])
  assert.equal(await service.store.lastRevision(), revision)
  const changed = await service.import([{ ...owner, name: 'Åsen' }, place({ key: 'a', name: 'A' })])
  assert.deepEqual(statuses(changed), ['changed', 'changed'])
  const kept = (await service.imported('a'))!.place
  assert.deepEqual([kept.name, 'key' in kept], ['A', false])
  assert.deepEqual(statuses(await service.import([place({ key: 'c', parentKey: 'a' })])), ['created'])
  assert.deepEqual((await service.imported('c'))?.place.parent, { id: kept.id })
})

test('D56: hours that cannot be read leave those of the place, and the result names the words', async (context) => {
  const service = await openService(context)
  const hours = (opening_hours: string, name: string) => [place({ key: 'a', name, opening_hours })]
  await service.import(hours('mån 10-16', 'A'))
  const present = (await service.imported('a'))?.place.openHours
  assert.ok(present)
  const [result] = await service.import(hours('mån 10-16, lunchstängt', 'B'))
  assert.equal(result?.status, 'changed')
  assert.match(result.notes?.[0]?.detail ?? '', /'lunchstängt'/)
  const kept = (await service.imported('a'))?.place
  assert.deepEqual([kept?.name, kept?.openHours], ['B', present])
  const [same] = await service.import(hours('enligt överenskommelse', 'B'))
  assert.equal(same?.status, 'unchanged')
})

test('D20: keys have at most 500 characters, however many units each takes', async (context) => {
  const service = await openService(context)
  const [fits, long] = await service.import([
    place({ key: `${'😀'.repeat(500)} ` }),
    place({ key: '😀'.repeat(501), parentKey: 'x'.repeat(501) }),
  ])
  assert.equal(fits?.status, 'created')
  const tooLong = reason('max-characters', { max: 500, count: 501 })
  assert.equal(tooLong.detail, 'must have at most 500 characters, got 501')
  assert.deepEqual(long?.errors, [
    { pointer: '/key', ...tooLong },
    { pointer: '/parentKey', ...tooLong },
  ])
})

test('reading ends where more than ten thousand records are refused, and these are most of all', async (context) => {
  const service = await openService(context)
  const bytes = pieces(Buffer.from(`${JSON.stringify(place())}\n${'1\n'.repeat(100_000)}`))
  const results = await service.import(readRecords({ bytes, format: 'ndjson' }, model))
  assert.equal(results[0]?.status, 'created')
  assert.ok(results.length > 10_000 && results.length < 50_000, `${results.length}`)
  assert.match(results.at(-1)?.errors?.[0]?.detail ?? '', /reading stopped: \d+ records were refused/)
})

test('D49: a key that no database can keep as it is would be that of another place, and is refused', async (context) => {
  const service = await openService(context)
  const [kept, nul, half] = await service.import([
    place({ key: 'a\uFFFD' }),
    place({ key: 'a\0b', name: 'Other' }),
    place({ key: 'a\uD800', name: 'Other' }),
  ])
  assert.equal(kept?.status, 'created')
  assert.deepEqual(nul?.errors, [{ pointer: '/key', ...reason('bad-character', { character: 'U+0000' }) }])
  assert.deepEqual(
    half?.errors?.map(({ pointer }) => pointer),
    ['/key'],
  )
  assert.equal((await service.imported('a\uFFFD'))?.place.name, 'Åsens kyrka')
})

test('a source that ends without more behind too many refused records was read whole', async (context) => {
  const { target } = await openService(context)
  const told = Promise.withResolvers<void>()
  const source = (async function* () {
    yield Array.from({ length: 10_001 }, (_, at) => ({ line: at + 1, faults: [reason('osm-empty')] }))
    await told.promise
    yield []
  })()
  let count = 0
  for await (const results of new ImportRun(target, { who: 'test', clock: () => now }).import(source)) {
    count += results.length
    if (count === 10_001) told.resolve()
  }
  assert.equal(count, 10_001)
})

test('a place without a key is created each time', async (context) => {
  const service = await openService(context)
  assert.deepEqual(statuses(await service.import([place(), place()])), ['created', 'created'])
})

test('D21: an owner of the same import gives the slug its name', async (context) => {
  const service = await openService(context)
  await service.import([owner, place({ key: 'a' })])
  assert.equal((await service.imported('a'))?.place.slug, 'asens-forsamling-asens-kyrka')
})

test('a bad record is refused with every reason and the others are taken in', async (context) => {
  const service = await openService(context)
  const results = await service.import([
    place({ key: 'a' }),
    { key: 'b', name: '', slug: 'x', geolocation: 1 },
    { key: 5, parentKey: 'x'.repeat(501) },
    { kind: 'ownr', id: 'f1' },
    { kind: 'tag', id: 'no uuid', name: '' },
    place({ key: 'c', parentKey: 'nobody' }),
    place({ key: 'd', parentKey: 'a' }),
  ])
  assert.deepEqual(statuses(results), ['created', 'refused', 'refused', 'refused', 'refused', 'refused', 'created'])
  const pointers = results.map(({ errors }) => errors?.map(({ pointer }) => pointer))
  for (const pointer of ['/name', '/slug', '/geolocation', '/updatedBy', '/owner']) {
    assert.ok(
      pointers[1]?.some((each) => each.startsWith(pointer)),
      `${pointer} in ${JSON.stringify(results[1])}`,
    )
  }
  assert.deepEqual(pointers[2], ['/key', '/parentKey'])
  assert.deepEqual(pointers[3], ['/kind'])
  assert.deepEqual(pointers[4]?.toSorted(), ['/id', '/name'])
  assert.deepEqual(pointers[5], ['/parentKey'])
  assert.deepEqual(
    results.map(({ line }) => line),
    [1, 2, 3, 4, 5, 6, 7],
  )
})

test('a fault of the reader is a result of its line', async (context) => {
  const service = await openService(context)
  const bytes = pieces(Buffer.from(`{"name"\n${JSON.stringify(place({ key: 'a' }))}\n`))
  const results = await service.import(readRecords({ bytes, format: 'ndjson' }, model))
  assert.deepEqual(statuses(results), ['refused', 'created'])
  assert.match(results[0]?.errors?.[0]?.detail ?? '', /broken JSON/)
})

test('updatedBy stands in only where a place names none', async (context) => {
  const service = await openService(context)
  const { updatedBy: _, ...anonymous } = place({ key: 'b' })
  await service.import([place({ key: 'a' }), anonymous], { updatedBy: 'import' })
  assert.equal((await service.imported('a'))?.place.updatedBy, 'anna')
  assert.equal((await service.imported('b'))?.place.updatedBy, 'import')
})

test('a dry run judges everything, children of what it would create included, and writes nothing', async (context) => {
  const service = await openService(context)
  await service.import([place({ key: 'old' }), place({ key: 'same' })])
  const revision = await service.store.lastRevision()
  const many = Array.from({ length: 1200 }, (_, index) => place({ key: `p${index}` }))
  const results = await service.import(
    [
      owner,
      place({ key: 'parent' }),
      ...many,
      place({ key: 'child', parentKey: 'parent' }),
      place({ key: 'grandchild', parentKey: 'child' }),
      ...many.slice(0, 500).map((each) => ({ ...each, key: `${each.key}x` })),
      place({ key: 'late', parentKey: 'child' }),
      place({ key: 'bad', parentKey: 'parent', name: null }),
      place({ key: 'old', name: 'New' }),
      place({ key: 'same' }),
    ],
    { dryRun: true },
  )
  const of = (key: string) => results.find((result) => result.key === key)
  assert.equal(of('child')?.status, 'created')
  assert.equal(of('child')?.id, undefined)
  assert.equal(of('grandchild')?.status, 'refused')
  assert.equal(of('late')?.status, 'refused')
  assert.deepEqual(
    of('bad')?.errors?.map(({ pointer }) => pointer),
    ['/name'],
  )
  assert.equal(of('old')?.status, 'changed')
  assert.equal(of('same')?.status, 'unchanged')
  assert.equal(await service.store.lastRevision(), revision)
})

test('entries of a remote directory are refused, and places go on', async (context) => {
  const service = await openService(context)
  const run = new ImportRun({ ...service.target, directoryWritable: false }, { who: 'test', clock: Date.now })
  async function* records() {
    yield [{ line: 1, body: owner }]
    yield [{ line: 2, body: place({ key: 'a' }) }]
  }
  const results = (await Array.fromAsync(run.import(records()))).flat()
  assert.deepEqual(statuses(results), ['refused', 'created'])
})

test('when nothing can be written the import rejects, and what it gave before stays', async (context) => {
  const service = await openService(context)
  const written: number[] = []
  const target = {
    ...service.target,
    write: (commands: Parameters<typeof service.target.write>[0]) => {
      written.push(commands.length)
      return written.length > 1
        ? Promise.reject(new Problem('unavailable', 'the disk is full'))
        : service.target.write(commands)
    },
  }
  async function* records() {
    // Several groups, of which one that comes too slowly is written before it is full.
    for (let group = 0; group < 3; group++) {
      yield Array.from({ length: 1000 }, (_, at) => 1000 * group + at + 1).map((line) => ({
        line,
        body: place({ key: `k${line}` }),
      }))
    }
  }
  const given: ImportResult[] = []
  const run = new ImportRun(target, { who: 'test', clock: Date.now }).import(records())
  await assert.rejects(async () => {
    for await (const results of run) given.push(...results)
  }, /the disk is full/)
  assert.equal(given.length, written[0])
  assert.ok(await service.imported(`k${written[0]}`))
})
