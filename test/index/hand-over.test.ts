import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findId } from '../../src/index/columns/id-column.ts'
import { SegmentManager } from '../../src/index/compaction/segment-manager.ts'
import { createInlineWorker, type Worker } from '../../src/index/compaction/start-worker.ts'
import { noNames } from '../../src/place/directory-entry.ts'
import { createMeaning } from '../../src/query/matches.ts'
import { rowOf } from '../../src/read-model/row.ts'
import { manyKindsModel, placeIdOf, plainPlace } from '../support/pools.ts'

const model = manyKindsModel()
const flushPlaces = 300

/** The leaves of an index whose work goes on by a step at a time, when it is told to; its worker can fail. */
function createManager() {
  const meaning = createMeaning(model)
  const steps: (() => boolean)[] = []
  const errors: Error[] = []
  const inline = createInlineWorker(model)
  let jobs = 0
  let broken: Error | undefined
  const worker: Worker = {
    run(...task) {
      jobs++
      return broken ? Promise.reject(broken) : inline.run(...task)
    },
    stop: async () => {},
  }
  const manager = new SegmentManager({
    limits: { flushPlaces, smallPlaces: 0, memtablePlacesMax: 10_000 },
    flusher: worker,
    merger: worker,
    context: { model, sortKey: meaning.sortKey, meaning },
    runSteps: (work, next) =>
      steps.push(() => {
        if (!work.next().done) return true
        next()
        return false
      }),
    onError: (error) => errors.push(error),
  })
  const step = () => {
    const [first] = steps
    if (first && !first()) steps.splice(steps.indexOf(first), 1)
    return steps.length > 0
  }
  const put = (number: number, name?: string) => {
    const leaf = manager.leaves.find((one) => one.find(placeIdOf(number)) >= 0)
    if (leaf) manager.remove(leaf, leaf.find(placeIdOf(number)))
    const place = plainPlace(number, name === undefined ? {} : { name })
    manager.memtable.put(rowOf({ place, revision: number + 1 }, undefined, noNames))
    manager.flushAndCompact()
  }
  const purge = (number: number) => {
    const leaf = manager.leaves.find((one) => one.find(placeIdOf(number)) >= 0)!
    manager.remove(leaf, leaf.find(placeIdOf(number)))
    manager.purged(placeIdOf(number))
  }
  const namesOf = (number: number) =>
    manager.leaves.flatMap((leaf) => {
      const ordinal = leaf.find(placeIdOf(number))
      return ordinal < 0 ? [] : [leaf.rowOf(ordinal)?.place.name]
    })
  const breakWorker = (error?: Error) => {
    broken = error
  }
  return { manager, jobs: () => jobs, errors, step, put, purge, namesOf, breakWorker }
}

test('D44: places that are written again while they are handed over and made ready are found once, as they are now', () => {
  const { manager, step, put, namesOf } = createManager()
  for (let number = 0; number < flushPlaces; number++) put(number)
  let changed = 0
  const check = () => {
    for (let number = 0; number < flushPlaces; number++) {
      assert.deepEqual(namesOf(number), [number < changed ? 'Changed' : `Place ${number}`])
    }
  }
  do {
    for (let more = 0; more < 20; more++) put(changed++, 'Changed')
    check()
  } while (step())
  check()
  assert.equal(manager.segments.length, 1)
})

test('what a segment has to merge are the documents of its live places', () => {
  const { manager, step, put } = createManager()
  for (let number = 0; number < flushPlaces; number++) put(number)
  while (step());
  const [segment] = manager.segments
  const all = segment!.documentBytes
  for (let number = 1; number < flushPlaces; number++) manager.remove(segment!, segment!.find(placeIdOf(number)))
  const { starts } = segment!.data.documents
  const last = segment!.find(placeIdOf(0))
  assert.deepEqual([all, segment!.documentBytes], [starts[flushPlaces], starts[last + 1]! - starts[last]!])
})

test('a text that was purged while it was being written into a segment is compacted away', () => {
  const { manager, step, put, purge } = createManager()
  for (let number = 0; number < flushPlaces; number++) put(number)
  purge(5)
  assert.equal(manager.unclean, false, 'no segment has it yet')
  while (step());
  assert.equal(manager.unclean, true)
  manager.scrub()
  while (step());
  assert.deepEqual([manager.unclean, manager.segments.length], [false, 1])
  assert.equal(findId(manager.segments[0]!.data.ids, placeIdOf(5)), -1)
})

test('what failed to be compacted without a purged text is tried again, but not by itself', async () => {
  const { manager, jobs, errors, step, put, purge, breakWorker } = createManager()
  for (let number = 0; number < flushPlaces; number++) put(number)
  while (step());
  purge(5)
  const error = new Error('the thread ended')
  breakWorker(error)
  const before = jobs()
  manager.scrub()
  await manager.settle()
  assert.deepEqual([manager.unclean, errors, jobs()], [true, [error], before + 1])
  breakWorker()
  manager.scrub()
  while (step());
  assert.deepEqual([manager.unclean, manager.segments[0]?.places], [false, flushPlaces - 1])
})

test('places are lost neither when the thread breaks that has them, nor by forgetting all and beginning anew', async () => {
  const { manager, errors, step, put, namesOf, breakWorker } = createManager()
  const error = new Error('the thread ended')
  breakWorker(error)
  for (let number = 0; number < flushPlaces; number++) put(number)
  await manager.settle()
  assert.deepEqual(errors, [error])
  assert.deepEqual([manager.segments.length, manager.memtable.places], [0, flushPlaces])
  breakWorker()
  manager.flushAndCompact()
  step()
  manager.clear()
  for (let number = 0; number < flushPlaces; number++) put(number, 'Anew')
  while (step());
  assert.deepEqual([manager.segments.length, manager.segments[0]?.places], [1, flushPlaces])
  for (let number = 0; number < flushPlaces; number++) assert.deepEqual(namesOf(number), ['Anew'])
})
