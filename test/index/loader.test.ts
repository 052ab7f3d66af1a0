import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Loader, type LoadLimits } from '../../src/index/compaction/loader.ts'
import { Documents } from '../../src/index/documents/documents.ts'
import { GrowableBytes } from '../../src/index/memory/growable.ts'
import { createBuildContext } from '../../src/index/segment/segment-builder.ts'
import type { SegmentData } from '../../src/index/segment/segment-data.ts'
import { noNames } from '../../src/place/directory-entry.ts'
import { baseForm } from '../../src/read-model/document.ts'
import { manyKindsModel, placeIdOf, plainPlace } from '../support/pools.ts'

const context = createBuildContext(manyKindsModel())

/** The segments of so many places, every third a child of the one before. */
function loaded(count: number, limits: LoadLimits): SegmentData[] {
  const loader = new Loader(context, noNames, limits)
  const rows = Array.from({ length: count }, (_, number) => {
    const parent = number % 3 === 2 && { parent: { id: placeIdOf(number - 1) } }
    return {
      document: JSON.stringify({ ...plainPlace(number, { name: `Plats ${number}` }), ...parent }),
      revision: number + 1,
    }
  })
  loader.add(rows)
  return loader.finish()
}

function documentsOf({ documents, count }: SegmentData): string[] {
  return Array.from({ length: count }, (_, ordinal) => {
    const out = new GrowableBytes(1024)
    new Documents(documents).write(out, ordinal, baseForm, () => Buffer.alloc(0))
    return out.view().toString('utf8')
  })
}

const bytesOf = ({ documents }: SegmentData) => documents.starts.at(-1)!

test('what is too large for one segment is loaded into several, and nothing is lost', () => {
  const limits = { chunkPlacesMax: 7, chunkBytesMax: 4_000, chunkTextsMax: 1e9 }
  const [whole] = loaded(200, { ...limits, segmentBytesMax: Number.POSITIVE_INFINITY })
  const segmentBytesMax = Math.ceil(bytesOf(whole!) / 3.5)
  const several = loaded(200, { ...limits, segmentBytesMax })
  assert.ok(several.length >= 4 && several.length < 8, `${several.length} segments`)
  for (const one of several) assert.ok(bytesOf(one) <= segmentBytesMax, `${bytesOf(one)} of ${segmentBytesMax} bytes`)
  assert.deepEqual(several.flatMap(documentsOf).sort(), documentsOf(whole!).sort())
})

test('more chunks than a byte counts are one segment with each place as it was', () => {
  const limits = { chunkPlacesMax: 1, chunkBytesMax: 1, chunkTextsMax: 1, segmentBytesMax: Number.POSITIVE_INFINITY }
  const [many, none] = loaded(600, limits)
  const [one] = loaded(600, { ...limits, chunkPlacesMax: 600, chunkBytesMax: 1e9, chunkTextsMax: 1e9 })
  assert.equal(none, undefined)
  assert.deepEqual(documentsOf(many!), documentsOf(one!))
})

test('nothing is loaded into no segment', () => {
  assert.deepEqual(new Loader(context, noNames).finish(), [])
})
