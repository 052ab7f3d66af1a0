import type { Transform } from 'node:stream'

/**
 * What a stream of zlib has inside, which no documentation promises; npm's own `minizlib` is built on the same handle.
 * Documented calls make a stream, with memory of its own to be filled with zeros and collected, for each text.
 */
interface Innards {
  readonly _handle: Handle
  /** After a write: how many bytes of the output are free, and how many of the input are unread. */
  readonly _writeState: Uint32Array
}

interface Handle {
  reset(): void
  writeSync(flush: number, input: Buffer, at: number, bytes: number, output: Buffer, to: number, free: number): void
}

/** More than zstd and gzip add to what cannot be compressed: 5 bytes for each 16 kB, a head and a foot. */
const addedBytesMax = 4096

/** Compresses at once. What it gives lies in memory that the next call takes again; undefined where it cannot. */
export type LentCompress = (bytes: Buffer) => Buffer | undefined

/**
 * Compresses up to `bytesMax` bytes at once with one stream that is kept: where Node's streams are not as they are known
 * here, and where there are more bytes, it gives undefined.
 *
 * @param make A stream that takes up its settings again when it is reset.
 * @param finish The flag with which it ends.
 */
export function keptStream(make: () => Transform, finish: number, bytesMax: number): LentCompress {
  let kept: Kept | undefined
  return (bytes) => {
    if (bytes.length > bytesMax) return undefined
    kept ??= { stream: make(), output: Buffer.allocUnsafeSlow(bytesMax + addedBytesMax) }
    const made = write(kept, bytes, finish)
    if (made === undefined) kept = undefined
    return made
  }
}

interface Kept {
  readonly stream: Transform
  readonly output: Buffer
}

function write({ stream, output }: Kept, bytes: Buffer, finish: number): Buffer | undefined {
  if (!hasInnards(stream)) return undefined
  const { _handle: handle, _writeState: state } = stream
  handle.reset()
  handle.writeSync(finish, bytes, 0, bytes.length, output, 0, output.length)
  const [free = 0, unread] = state
  return free > 0 && unread === 0 && !stream.destroyed ? output.subarray(0, output.length - free) : undefined
}

function hasInnards(stream: Transform): stream is Transform & Innards {
  const { _handle, _writeState } = stream as Transform & Partial<{ _handle: Partial<Handle>; _writeState: unknown }>
  const isKnown = typeof _handle?.reset === 'function' && typeof _handle.writeSync === 'function'
  return isKnown && _writeState instanceof Uint32Array && _writeState.length === 2
}
