import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { compact, defaultLoadLimits, Loader, type LoadLimits } from '../../src/index/compaction/loader.ts'
import { createBuildContext } from '../../src/index/segment/segment-builder.ts'
import type { SegmentData } from '../../src/index/segment/segment-data.ts'
import { noNames } from '../../src/place/directory-entry.ts'
import type { Place } from '../../src/place/place.ts'
import { rowOf, type StoredRow, storedRow } from '../../src/read-model/row.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'

const context = createBuildContext(manyKindsModel())
const placeCount = 60
const textsEach = 50
/** More than one place adds, fewer than all do. */
const textsMax = 1_000
const entriesMax = 1_500

/** Places of which each has texts that no other has. */
const kinds: Readonly<Record<string, (numbers: readonly number[]) => Partial<Place>>> = {
  words: (numbers) => ({ longDescription: numbers.map((number) => `word${number}`).join(' ') }),
  'words without their diacritics': (numbers) => ({
    longDescription: numbers.map((number) => `å${number}`).join(' '),
  }),
  'values of the same words': (numbers) => ({
    placeTypes: {
      cemetery: { quarters: numbers.map((number) => ({ name: `${number % 60} ${Math.floor(number / 60)}` })) },
    },
  }),
}

function rowsOf(given: (numbers: readonly number[]) => Partial<Place>): StoredRow[] {
  return Array.from({ length: placeCount }, (_, at) => {
    const numbers = Array.from({ length: textsEach }, (_, text) => at * textsEach + text)
    return storedRow(rowOf({ place: plainPlace(at, given(numbers)), revision: at + 1 }, undefined, noNames))
  })
}

/** The segments that come of rows by each of the two ways. */
const work: Readonly<Record<string, (rows: readonly StoredRow[], limits: LoadLimits) => (SegmentData | undefined)[]>> =
  {
    written: (rows, limits) => [compact(rows, [], context, limits)],
    loaded(rows, limits) {
      const loader = new Loader(context, noNames, limits)
      loader.add(rows.slice(0, placeCount / 2))
      loader.add(rows.slice(placeCount / 2))
      return loader.finish()
    },
  }

/** Lets every `Map` hold so few entries that a test can fill it; V8's hold 2^24. */
function withSmallMaps(t: TestContext): void {
  const { set } = Map.prototype
  t.mock.method(Map.prototype, 'set', function (this: Map<unknown, unknown>, key: unknown, value: unknown) {
    if (this.size >= entriesMax && !this.has(key)) throw new RangeError('Map maximum size exceeded')
    return set.call(this, key, value)
  })
}

for (const [kind, given] of Object.entries(kinds)) {
  const rows = rowsOf(given)
  for (const [verb, segmentsOf] of Object.entries(work)) {
    test(`more different ${kind} than a table holds become one segment when they are ${verb}`, (t) => {
      const wanted = segmentsOf(rows, defaultLoadLimits)
      withSmallMaps(t)
      assert.throws(() => segmentsOf(rows, defaultLoadLimits), RangeError)
      const found = segmentsOf(rows, { ...defaultLoadLimits, chunkTextsMax: textsMax })
      assert.equal(found.length, 1)
      assert.deepEqual(found, wanted)
    })
  }
}
