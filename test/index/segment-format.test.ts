import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { takeApart } from '../../src/index/segment/segment-bytes.ts'
import { segmentFormat } from '../../src/index/segment/segment-data.ts'
import { createModel } from '../../src/place/model.ts'
import { arbitraryPlace } from '../support/generate.ts'
import { placeIdOf } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

/** What the places below are sealed to; it changes together with the number of the format, and never alone. */
const known = { format: 13, checksum: 'd6b81ce1' }

test('the same places are sealed to the same bytes, until the number of the format says otherwise', async () => {
  const model = createModel()
  const places = Array.from({ length: 60 }, (_, number) => {
    const [place] = fc.sample(arbitraryPlace(placeIdOf(number)), { numRuns: 1, seed: number })
    return place!
  })
  const world = new IndexWorld({ model, sealing: 'inline', limits: { sealPlaces: places.length, smallPlaces: 0 } })
  world.put(...places)
  await world.index.settle()
  const [segment] = world.index.state()?.segments ?? []
  assert.ok(segment)
  const { shape, arrays } = takeApart(segment.data)
  let sum = crc32(JSON.stringify(shape))
  for (const { buffer, byteOffset, byteLength } of arrays)
    sum = crc32(new Uint8Array(buffer, byteOffset, byteLength), sum)
  const advice = 'where sealed segments look otherwise now, segmentFormat goes up by one, and both are noted here'
  assert.deepEqual({ format: segmentFormat, checksum: sum.toString(16) }, known, advice)
})
