import assert from 'node:assert/strict'
import fs, { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import fc from 'fast-check'
import { runToCompletion } from '../../../src/index/in-turns.ts'
import type { PlaceIndex } from '../../../src/index/place-index.ts'
import { createModel } from '../../../src/place/model.ts'
import { arbitraryQuery } from '../../support/generate.ts'
import { instants, manyKindsModel, placeIdOf } from '../../support/pools.ts'
import { runs } from '../../support/runs.ts'
import { until } from '../../support/until.ts'
import { otherModel, type SnapshotService, SnapshotWorld, samplePlaces, seed } from './snapshot-world.ts'

const model = manyKindsModel()
const queries = fc.sample(arbitraryQuery(model), { numRuns: runs(120), seed })
const form = { sees: 'restricted', owner: true, categories: true, tags: true, distance: false } as const

/** Both answer every query with the same bytes. */
function assertSame(one: PlaceIndex, other: PlaceIndex): void {
  assert.equal(one.stats().places, other.stats().places)
  for (const query of queries) {
    const [a, b] = [one, other].map((index) => {
      const hits = runToCompletion(index.searching(query, instants[2]!))
      const { total, facets } = hits
      return { total, facets, places: Array.from(runToCompletion(index.paging(hits, form)), String) }
    })
    assert.deepEqual(a, b, `seed ${seed}, ${JSON.stringify(query)}`)
  }
}

/** A folder with a snapshot of some segments, tombstones, and places in a memtable. */
async function worldWithSnapshot(context: TestContext): Promise<SnapshotWorld> {
  const world = new SnapshotWorld(context)
  for (const place of samplePlaces(50)) world.put(place)
  const service = await world.start()
  service.put(...samplePlaces(70, 1).slice(20))
  await service.stop()
  assert.ok(world.files().includes('manifest'))
  return world
}

async function assertRebuilt(world: SnapshotWorld, service: SnapshotService, reason: RegExp): Promise<void> {
  assert.equal(service.restored, false)
  assert.match(service.reasons[0] ?? '', reason)
  assertSame(service.index, await world.built())
}

async function assertRestored(world: SnapshotWorld): Promise<void> {
  const service = await world.start()
  assert.deepEqual([service.restored, service.reasons], [true, []])
  assertSame(service.index, await world.built())
  await service.stop()
}

/** Has this done in place of every flush of a folder, in this thread. */
function atFlush(context: TestContext, flush: () => void) {
  const { fsyncSync } = fs
  const flushing = context.mock.method(fs, 'fsyncSync', (file: number) =>
    fs.fstatSync(file).isDirectory() ? flush() : fsyncSync(file),
  )
  syncBuiltinESMExports()
  return {
    restore() {
      flushing.mock.restore()
      syncBuiltinESMExports()
    },
  }
}

test('an index that is read from its snapshot, in a thread, answers as the one that is built from the record', async (context) => {
  const world = await worldWithSnapshot(context)
  const service = await world.start({ worker: 'thread' })
  assert.ok(service.restored)
  assert.deepEqual(service.reasons, [])
  assertSame(service.index, await world.built())
  await service.stop()
})

test('what came after the snapshot is read from the journal', async (context) => {
  const world = await worldWithSnapshot(context)
  for (const place of samplePlaces(90, 2).slice(40)) world.put(place)
  world.purge(placeIdOf(3))
  const service = await world.start({ limits: { changesMin: 1_000 } })
  assert.ok(service.restored)
  assert.equal(service.index.revision, world.revision)
  assertSame(service.index, await world.built())
  await service.stop()
})

test('a snapshot of the present is written again, in a thread, only where segments are new', async (context) => {
  const world = await worldWithSnapshot(context)
  const before = world.files()
  const service = await world.start({ worker: 'thread' })
  service.put(samplePlaces(1, 9)[0]!)
  await service.stop()
  const kept = world.files().filter((name) => before.includes(name))
  assert.equal(kept.length, before.length)
  const again = await world.start()
  assert.ok(again.restored)
  assertSame(again.index, await world.built())
  await again.stop()
})

test('files of a snapshot are for their user only', async (context) => {
  const world = await worldWithSnapshot(context)
  for (const name of world.files()) assert.equal(statSync(join(world.folder, name)).mode & 0o777, 0o600)
  assert.equal(statSync(world.folder).mode & 0o777, 0o700)
})

test('a damaged byte anywhere makes the index be built from the record', async (context) => {
  const world = await worldWithSnapshot(context)
  const places = fc.sample(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 255 })), { numRuns: 12, seed })
  for (const [fileNumber, byteNumber, flipped] of places) {
    const names = world.files().toSorted()
    const file = join(world.folder, names[fileNumber % names.length]!)
    const bytes = readFileSync(file)
    bytes[byteNumber % bytes.length]! ^= flipped
    writeFileSync(file, bytes)
    const service = await world.start()
    await assertRebuilt(world, service, /damaged|checksum/)
    await service.stop()
    assert.ok(world.files().includes('manifest'), 'a new one is written')
  }
})

test('a file that is cut, lengthened or gone makes the index be built from the record', async (context) => {
  const world = await worldWithSnapshot(context)
  for (const change of [-1, 1, -Number.MAX_SAFE_INTEGER]) {
    const file = join(world.folder, world.files().find((name) => name !== 'manifest')!)
    truncateSync(file, Math.max(0, statSync(file).size + change))
    const service = await world.start()
    await assertRebuilt(world, service, /must have \d+ bytes/)
    await service.stop()
  }
})

test('another history id, journal, locale or place type makes the index be built from the record', async (context) => {
  const refused = async (reason: RegExp, change: (world: SnapshotWorld) => Parameters<SnapshotWorld['start']>[0]) => {
    const world = await worldWithSnapshot(context)
    const service = await world.start(change(world))
    assert.equal(service.restored, false)
    assert.match(service.reasons[0] ?? '', reason)
    await service.kill()
  }
  await refused(/locale|place types/, () => ({ model: otherModel() }))
  const schemas = { ...model.placeTypeSchemas, chapel: { type: 'object', properties: { seats: { type: 'number' } } } }
  const otherTypes = createModel({ ...model, placeTypeSchemas: schemas as never })
  await refused(/locale|place types/, () => ({ model: otherTypes }))
  await refused(/history/, (world) => {
    world.historyId = 'another'
    return {}
  })
  await refused(/journal ends/, (world) => {
    world.journal.length -= 1
    return {}
  })
  await refused(/another way/, (world) => {
    world.journal.length -= 1
    world.put(samplePlaces(3, 77)[2]!)
    world.put(samplePlaces(2, 78)[1]!)
    return {}
  })
})

test('no snapshot is written of what the journal has no longer', async (context) => {
  const world = await worldWithSnapshot(context)
  const service = await world.start()
  service.put(...samplePlaces(10, 2))
  world.journal.pop()
  const entry = world.put({ ...samplePlaces(1, 3)[0]!, name: 'Den som blev' })
  world.journal.splice(-1, 1, { ...entry, transactionId: 7 })
  await service.stop()
  assert.match(service.reasons.join(), /the journal has gone on in another way/)
  await assertRestored(world)
})

test('what was left of a snapshot that was not finished is removed, and does no harm', async (context) => {
  const world = await worldWithSnapshot(context)
  writeFileSync(join(world.folder, 'half.segment'), 'half')
  writeFileSync(join(world.folder, 'manifest.part'), 'half')
  const service = await world.start()
  assert.ok(service.restored)
  assert.ok(!world.files().some((name) => name.includes('half') || name.includes('part')))
  await service.stop()
})

test('a purged text is in no file once the purge is done, nor in any later one', async (context) => {
  const world = new SnapshotWorld(context)
  const secret = 'Zanzibarsecret'
  const places = samplePlaces(40)
  for (const place of places) world.put(place)
  world.put({ ...places[5]!, name: secret })
  const service = await world.start()
  await service.written()
  assert.ok(world.holdsText(secret))
  service.purge(placeIdOf(5))
  await service.keeper.settle()
  assert.ok(!world.holdsText(secret))
  await service.written()
  assert.ok(!world.holdsText(secret.toLowerCase()) && !world.holdsText(secret))
  await service.stop()
  const again = await world.start()
  assert.ok(again.restored)
  assertSame(again.index, await world.built())
  await again.stop()
})

test('a purge that the snapshot has not seen takes its text out of the folder at the next start', async (context) => {
  const world = new SnapshotWorld(context)
  const secret = 'Zanzibarsecret'
  const places = samplePlaces(40)
  for (const place of places) world.put(place)
  world.put({ ...places[5]!, name: secret })
  const first = await world.start()
  await first.written()
  await first.stop()
  assert.ok(world.holdsText(secret))
  world.put({ ...places[5]!, name: 'renamed since' })
  world.purge(placeIdOf(5))
  const service = await world.start({ limits: { pauseMillis: 3_600_000 } })
  await service.keeper.settle()
  assert.ok(!world.holdsText(secret))
  assert.ok(!world.holdsText(secret.toLowerCase()))
  await service.stop()
  assert.ok(!world.holdsText(secret) && !world.holdsText(secret.toLowerCase()), 'nor is it written again')
})

test('a folder that cannot be written is told and does no harm', async (context) => {
  const world = new SnapshotWorld(context)
  for (const place of samplePlaces(40)) world.put(place)
  mkdirSync(world.folder)
  mkdirSync(join(world.folder, 'manifest.part'))
  const service = await world.start()
  await service.stop()
  assert.equal(service.restored, false)
  assert.ok(service.events.some(({ kind }) => kind === 'failed'))
  assertSame(service.index, await world.built())
})

test('a snapshot is none when a place is purged while it is installed, and the next one is whole', async (context) => {
  const world = await worldWithSnapshot(context)
  const service = await world.start()
  const installing = atFlush(context, () => {
    installing.restore()
    service.purge(placeIdOf(5))
  })
  service.put(...samplePlaces(70, 3))
  await service.written()
  await service.stop()
  await assertRestored(world)
})

test('a snapshot that stands although installing it failed stays whole when the next cannot be written', async (context) => {
  const world = await worldWithSnapshot(context)
  const service = await world.start()
  const installing = atFlush(context, () => {
    throw new Error('the disk is broken')
  })
  service.put(...samplePlaces(70, 3))
  await until('installing fails', () => service.reasons.length > 0)
  await service.keeper.settle()
  installing.restore()
  mkdirSync(join(world.folder, 'manifest.part'))
  const failures = service.reasons.length
  service.put(...samplePlaces(70, 4))
  await until('writing fails', () => service.reasons.length > failures)
  await service.keeper.settle()
  await service.kill()
  rmSync(join(world.folder, 'manifest.part'), { recursive: true })
  await assertRestored(world)
})
