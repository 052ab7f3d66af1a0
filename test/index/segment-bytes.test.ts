import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arraysOf, byteLengthOf, putTogether, takeApart } from '../../src/index/segment/segment-bytes.ts'
import type { SegmentData } from '../../src/index/segment/segment-data.ts'

const likeSegment = (value: unknown) => value as SegmentData

test('a segment that is taken apart and put together is the same, over the same memory', () => {
  const words = Uint32Array.of(1, 2, 3)
  const data = likeSegment({
    count: 3,
    words,
    list: [Float64Array.of(0.5), new Uint8Array(0)],
    columns: { __proto__x: { bits: Int32Array.of(-1) }, 'a b': true, text: 'x' },
  })
  const { shape, arrays } = takeApart(data)
  const again = putTogether({ shape: JSON.parse(JSON.stringify(shape)), arrays })
  assert.deepEqual(again, data)
  assert.equal((again as unknown as { words: Uint32Array }).words, words)
  const bytes = arraysOf(shape).map(byteLengthOf)
  assert.deepEqual(bytes, [12, 8, 0, 4])
})

test('what is no plain data cannot be taken apart', () => {
  for (const wrong of [new Map(), { deep: new Date(0) }, [null], new Uint16Array(1)]) {
    assert.throws(() => takeApart(likeSegment({ wrong })), TypeError)
  }
})

test('arrays that are not those of the shape are refused', () => {
  const { shape } = takeApart(likeSegment({ a: Uint32Array.of(1), b: Uint8Array.of(1) }))
  for (const arrays of [
    [],
    [Uint32Array.of(1)],
    [Uint8Array.of(1), Uint32Array.of(1)],
    [Uint32Array.of(1), Uint8Array.of(1, 2)],
  ]) {
    assert.throws(() => putTogether({ shape, arrays }), TypeError)
  }
})
