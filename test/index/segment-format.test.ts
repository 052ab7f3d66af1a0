import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { segmentFormat } from '../../src/index/segment/segment-data.ts'
import { createModel } from '../../src/place/model.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { placeIdOf } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

/** The segment of the places below; it changes together with the number of the format, and never alone. */
const known = { format: 21, checksum: '48ff7d04' }

test('the same places become the same bytes, until the number of the format says otherwise', async () => {
  const model = createModel()
  const places = Array.from({ length: 60 }, (_, number) => {
    const [place] = fc.sample(arbitraryPlace(placeIdOf(number)), { numRuns: 1, seed: number })
    return place!
  })
  const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces: places.length, smallPlaces: 0 } })
  world.put(...places)
  await world.index.settle()
  const [segment] = world.index.state()?.segments ?? []
  assert.ok(segment)
  let sum = 0
  const shape = JSON.stringify(segment.data, (_, value: unknown) => {
    if (!ArrayBuffer.isView(value)) return value
    sum = crc32(new Uint8Array(value.buffer, value.byteOffset, value.byteLength), sum)
    return value.constructor.name
  })
  sum = crc32(shape, sum)
  const advice = 'where segments look otherwise now, segmentFormat goes up by one, and both are noted here'
  assert.deepEqual({ format: segmentFormat, checksum: sum.toString(16) }, known, advice)
})
