import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import type { Coding } from './accept-encoding.ts'
import { keptStream } from './kept-stream.ts'

/** A way to compress: at once on this thread, or on another, which takes one and a half to three times the processor time. */
export interface Codec {
  /** What it gives may lie in memory that the next call takes again. */
  now(bytes: Buffer): Buffer
  later(bytes: Buffer): Promise<Buffer>
}

const gzipLater = promisify(gzip)
const brotliLater = promisify(brotliCompress)
const zstdLater = promisify(zstdCompress)

const zstd = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }
const deflate = { level: 1, memLevel: 9 }

/**
 * Fast levels: 100 documents of 70 kB take zstd 0.15 ms, brotli 0.19 and gzip 0.43, to 14, 16 and 15 per cent. Other levels
 * of gzip and zstd gain little; brotli's next makes a tenth less in half as much time again. A stream of brotli forgets its
 * quality when it is reset, so none is kept.
 *
 * @param bytesMax What is mostly the most that is compressed at once.
 */
export function openCodecs(bytesMax: number): Readonly<Record<Coding, Codec>> {
  const zstdKept = keptStream(() => createZstdCompress(zstd), constants.ZSTD_e_end, bytesMax)
  const gzipKept = keptStream(() => createGzip(deflate), constants.Z_FINISH, bytesMax)
  return {
    zstd: {
      now: (bytes) => zstdKept(bytes) ?? zstdCompressSync(bytes, { ...zstd, chunkSize: chunkSizeFor(bytes) }),
      later: (bytes) => zstdLater(bytes, zstd),
    },
    br: {
      now: (bytes) => brotliCompressSync(bytes, { ...brotli, chunkSize: chunkSizeFor(bytes) }),
      later: (bytes) => brotliLater(bytes, brotli),
    },
    gzip: {
      now: (bytes) => gzipKept(bytes) ?? gzipSync(bytes, { ...deflate, chunkSize: chunkSizeFor(bytes) }),
      later: (bytes) => gzipLater(bytes, deflate),
    },
  }
}

const chunkBytesMin = 1024

/** Memory for what comes out, mostly in one piece. */
function chunkSizeFor(bytes: Buffer): number {
  return Math.max(chunkBytesMin, Math.ceil(bytes.length / 4))
}
