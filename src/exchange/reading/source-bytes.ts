import { createGunzip, type Gunzip } from 'node:zlib'
import { Problem } from '../../common/problem.ts'

/** The first bytes of a source, at least `enough` if it has them, and the complete source. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  enough: number,
): Promise<{ head: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const iterator = bytes[Symbol.asyncIterator]()
  const parts: Uint8Array[] = []
  let size = 0
  while (size < enough) {
    const next = await iterator.next()
    if (next.done) break
    parts.push(next.value)
    size += next.value.length
  }
  const head = Buffer.concat(parts)
  return { head, whole: resume(head, iterator) }
}

async function* resume(head: Buffer, iterator: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head
    for (let next = await iterator.next(); !next.done; next = await iterator.next()) yield next.value
  } finally {
    await iterator.return?.()
  }
}

/** The bytes, unpacked if they begin as gzip (RFC 1952). */
export async function unzipped(bytes: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const { head, whole } = await peek(bytes, 2)
  return head[0] === 0x1f && head[1] === 0x8b ? gunzipped(whole) : whole
}

/** Maximum number of packed bytes that are unpacked at once; they expand to about a thousand times as many at most. */
const sliceBytes = 16 * 1024
/** Bytes that may be unpacked at any ratio. */
const unpackedBytesFree = 16 * 2 ** 20
/** Beyond those, the maximum ratio to the packed bytes; places as text are 10 to 30 times as long as packed. */
const ratioMax = 200

/**
 * Unpacks gzip (RFC 1952). If it breaks off or is damaged, everything before is yielded, and then it throws. A stream
 * of Node drops unread data, so the yielded bytes would depend on timing. Throws a Problem for a decompression bomb.
 */
async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const unpacked: Uint8Array[] = []
  gunzip.on('data', (chunk: Uint8Array) => unpacked.push(chunk))
  // Errors are checked after each step.
  gunzip.on('error', () => {})
  const closed = new Promise((resolve) => gunzip.once('close', resolve))
  let packedBytes = 0
  let unpackedBytes = 0
  try {
    for await (const slice of sliced(bytes)) {
      packedBytes += slice.length
      await Promise.race([closed, written(gunzip, slice)])
      for (const { length } of unpacked) unpackedBytes += length
      checkRatio(packedBytes, unpackedBytes)
      yield* unpacked.splice(0)
      if (gunzip.errored) throw gunzip.errored
    }
    gunzip.end()
    await closed
    yield* unpacked.splice(0)
    if (gunzip.errored) throw gunzip.errored
  } finally {
    gunzip.destroy()
  }
}

async function* sliced(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    for (let start = 0; start < chunk.length; start += sliceBytes) yield chunk.subarray(start, start + sliceBytes)
  }
}

/** Resolves when everything from the slice was unpacked; never if that fails. */
function written(gunzip: Gunzip, slice: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => gunzip.write(slice, resolve))
}

function checkRatio(packed: number, unpacked: number): void {
  if (unpacked <= unpackedBytesFree || unpacked <= packed * ratioMax) return
  const detail = `${packed} bytes of gzip become ${unpacked}, and more than ${ratioMax} times as many are not unpacked: send it uncompressed`
  throw new Problem('unreadable-body', detail)
}
