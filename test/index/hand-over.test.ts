import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findId } from '../../src/index/columns/id-column.ts'
import { NameReader } from '../../src/index/columns/name-words.ts'
import { Memtable } from '../../src/index/memtable/memtable.ts'
import { Housekeeping } from '../../src/index/sealing/housekeeping.ts'
import type { SealJob } from '../../src/index/sealing/seal-job.ts'
import { createInlineSealer, type SealEnd, type Sealer } from '../../src/index/sealing/sealer.ts'
import { Segment } from '../../src/index/segment/segment.ts'
import { createMeaning } from '../../src/query/matches.ts'
import { manyKindsModel, placeIdOf, plainPlace } from '../support/pools.ts'
import { ChangingNames } from './index-world.ts'

const model = manyKindsModel()
const sealPlaces = 300

/** The parts of an index whose work goes on by a step at a time, when it is told to; jobs of its sealer can fail. */
function createHouse() {
  const [names, meaning] = [new ChangingNames(), createMeaning(model)]
  const steps: (() => boolean)[] = []
  const [jobs, errors]: [SealJob['kind'][], Error[]] = [[], []]
  const inline = createInlineSealer(model)
  let broken: Error | undefined
  const sealer: Sealer = {
    start(job: SealJob, end: SealEnd) {
      jobs.push(job.kind)
      if (broken) end.failed(broken)
      else inline.start(job, end)
    },
    close: async () => {},
  }
  const context = { model, names, reader: new NameReader(), sortKey: meaning.sortKey }
  const house = new Housekeeping({
    limits: { sealPlaces, smallPlaces: 0, memtablePlacesMax: 10_000 },
    sealer,
    merger: sealer,
    openMemtable: (number) => new Memtable(number, { names, meaning }),
    openSegment: (number, data) => new Segment(number, data, context),
    carryOut: (work, next) =>
      steps.push(() => {
        if (!work.next().done) return true
        next()
        return false
      }),
    onError: (error) => errors.push(error),
    onSealed: () => {},
    onPurged: () => {},
  })
  const step = () => {
    const [first] = steps
    if (first && !first()) steps.splice(steps.indexOf(first), 1)
    return steps.length > 0
  }
  const put = (number: number, name?: string) => {
    const part = house.parts.find((one) => one.find(placeIdOf(number)) >= 0)
    if (part) house.remove(part, part.find(placeIdOf(number)))
    const place = plainPlace(number, name === undefined ? {} : { name })
    house.memtable.put({ place, document: JSON.stringify(place), revision: number + 1, parentName: undefined })
    house.tidy()
  }
  const purge = (number: number) => {
    const part = house.parts.find((one) => one.find(placeIdOf(number)) >= 0)!
    house.remove(part, part.find(placeIdOf(number)))
    house.purged(placeIdOf(number))
  }
  const namesOf = (number: number) =>
    house.parts.flatMap((part) => {
      const ordinal = part.find(placeIdOf(number))
      return ordinal < 0 ? [] : [part.rowOf(ordinal)?.place.name]
    })
  return { house, jobs, errors, step, put, purge, namesOf, breakSealer: (error?: Error) => (broken = error) }
}

test('D44: places that are written again while they are handed over and made ready are found once, as they are now', () => {
  const { house, jobs, step, put, namesOf } = createHouse()
  for (let number = 0; number < sealPlaces; number++) put(number)
  let changed = 0
  const check = () => {
    for (let number = 0; number < sealPlaces; number++) {
      assert.deepEqual(namesOf(number), [number < changed ? 'Changed' : `Place ${number}`])
    }
  }
  do {
    for (let more = 0; more < 20; more++) put(changed++, 'Changed')
    check()
  } while (step())
  check()
  assert.ok(jobs.filter((kind) => kind === 'take').length > 2, 'rows were handed over some at a time')
  assert.equal(house.segments.length, 1)
})

test('what a segment has to merge are the documents of its living places', () => {
  const { house, step, put } = createHouse()
  for (let number = 0; number < sealPlaces; number++) put(number)
  while (step());
  const [segment] = house.segments
  const all = segment!.documentBytes
  for (let number = 1; number < sealPlaces; number++) house.remove(segment!, segment!.find(placeIdOf(number)))
  const { starts } = segment!.data.documents
  const last = segment!.find(placeIdOf(0))
  assert.deepEqual([all, segment!.documentBytes], [starts[sealPlaces], starts[last + 1]! - starts[last]!])
})

test('a text that was purged while it was being sealed is sealed away, also when that was asked for before it was found', () => {
  const { house, step, put, purge } = createHouse()
  for (let number = 0; number < sealPlaces; number++) put(number)
  step()
  purge(5)
  house.scrub()
  assert.equal(house.unclean, false, 'no segment has it yet')
  while (step());
  assert.deepEqual([house.unclean, house.segments.length], [false, 1])
  assert.equal(findId(house.segments[0]!.data.ids, placeIdOf(5)), -1)
})

test('what failed to be sealed without a purged text is tried again, but not at once', () => {
  const { house, jobs, errors, step, put, purge, breakSealer } = createHouse()
  for (let number = 0; number < sealPlaces; number++) put(number)
  while (step());
  purge(5)
  const error = new Error('the thread ended')
  breakSealer(error)
  const before = jobs.length
  house.scrub()
  while (step());
  assert.deepEqual([house.unclean, errors, jobs.length], [true, [error], before + 1])
  breakSealer()
  house.tidy()
  while (step());
  assert.deepEqual([house.unclean, house.segments[0]?.places], [false, sealPlaces - 1])
})

test('places are lost neither when the sealer breaks while it takes them, nor by forgetting all and beginning anew', () => {
  const { house, errors, step, put, namesOf, breakSealer } = createHouse()
  for (let number = 0; number < sealPlaces; number++) put(number)
  step()
  const error = new Error('the thread ended')
  breakSealer(error)
  while (step());
  assert.deepEqual(errors, [error])
  assert.deepEqual([house.segments.length, house.memtable.places], [0, sealPlaces])
  breakSealer()
  house.tidy()
  step()
  house.clear()
  for (let number = 0; number < sealPlaces; number++) put(number, 'Anew')
  while (step());
  assert.deepEqual([house.segments.length, house.segments[0]?.places], [1, sealPlaces])
  for (let number = 0; number < sealPlaces; number++) assert.deepEqual(namesOf(number), ['Anew'])
})
