import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { contentTag } from '../../src/service/search-engine.ts'

/** Two texts of the same length with the same CRC-32, which is then the same whatever stands around them. */
function sameChecksum(): [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; ; number++) {
    // A square, since short sequences of digits all have different checksums.
    const text = String(number ** 2).padStart(16, 'x')
    const before = seen.get(crc32(text))
    if (before !== undefined) return [before, text]
    seen.set(crc32(text), text)
  }
}

test('D43: an answer has another tag than one that was made to have its checksum', () => {
  const [one, other] = sameChecksum().map((name) => Buffer.from(`{"Results":[{"text":"${name}"}]}`)) as [Buffer, Buffer]
  assert.equal(crc32(one), crc32(other))
  assert.notEqual(contentTag(one), contentTag(other))
})

test('D43: a tag without a revision is weak', () => {
  assert.match(contentTag(Buffer.from('ab')), /^W\/"[\w-]{22}"$/)
})
