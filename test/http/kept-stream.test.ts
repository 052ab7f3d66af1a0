import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { test } from 'node:test'
import {
  brotliDecompressSync,
  constants,
  createGzip,
  createZstdCompress,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib'
import { openCodecs } from '../../src/http/compression/codecs.ts'
import { keptStream } from '../../src/http/compression/kept-stream.ts'

const bytesMax = 64 * 1024
const text = (seed: string, length: number) => Buffer.from(`${seed} was here. `.repeat(length).slice(0, length))
const long = text('Eve', 300_000)
/** One after the other, so that what one leaves behind would be seen in the next. */
const texts = [text('Ada', 50_000), Buffer.alloc(0), text('Bob', 1), randomBytes(bytesMax), text('Ada', 50_000)]

test('the streams of this Node can be kept: each text is whole, holds nothing of the former, and is as long as ever', () => {
  const zstd = keptStream(() => createZstdCompress(), constants.ZSTD_e_end, bytesMax)
  const gzip = keptStream(() => createGzip(), constants.Z_FINISH, bytesMax)
  for (const [compress, decompress] of [
    [zstd, zstdDecompressSync],
    [gzip, gunzipSync],
  ] as const) {
    const lengths = texts.map((bytes) => {
      const made = compress(bytes)
      assert.ok(made, 'it must not do without the stream')
      assert.deepEqual(decompress(made), bytes)
      return made.length
    })
    assert.equal(lengths.at(-1), lengths[0])
  }
})

test('settings outlast every text: a level that is kept makes the same as one that is told each time', () => {
  const levels = [1, 9].map((level) => {
    const compress = keptStream(() => createGzip({ level }), constants.Z_FINISH, bytesMax)
    return texts.map((bytes) => compress(bytes)!.length)
  })
  assert.ok(levels[0]![0]! > levels[1]![0]!)
  assert.equal(levels[0]![4], levels[0]![0])
})

test('there is no stream for what is too long, nor one that is none of zlib', () => {
  assert.equal(keptStream(() => createGzip(), constants.Z_FINISH, 100)(text('Cid', 101)), undefined)
  assert.equal(keptStream(() => new Transform(), constants.Z_FINISH, 100)(text('Cid', 10)), undefined)
})

test('every coding compresses at once, through a kept stream or beyond what that takes', () => {
  const codecs = openCodecs(bytesMax)
  const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  for (const coding of ['zstd', 'br', 'gzip'] as const)
    for (const bytes of [...texts, long, ...texts])
      assert.deepEqual(decoders[coding](codecs[coding].now(bytes)), bytes, `${coding}, ${bytes.length} bytes`)
})
