import { createGunzip, type Gunzip } from 'node:zlib'
import { Problem } from '../common/problem.ts'

/** Most of the packed bytes that are unpacked at once; they become at most about a thousand times as many. */
const sliceBytes = 16 * 1024
/** So many bytes may come of however few. */
const unpackedBytesFree = 16 * 2 ** 20
/** Beyond those, so many times the packed bytes; places as text are 10 to 30 times as long as packed. */
const ratioMax = 200

/**
 * Unpacks gzip (RFC 1952). Where it breaks off or is damaged, everything before that is given, and then it throws; a
 * stream of Node drops what was not read yet, so it would depend on chance what is given. Throws a Problem for what is
 * packed to cost whoever unpacks it.
 */
export async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const unpacked: Uint8Array[] = []
  gunzip.on('data', (chunk: Uint8Array) => unpacked.push(chunk))
  // Looked for after each step.
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

/** Resolves when all that the slice unpacks to was given; not where that fails. */
function written(gunzip: Gunzip, slice: Uint8Array): Promise<unknown> {
  return new Promise((resolve) => gunzip.write(slice, resolve))
}

function checkRatio(packed: number, unpacked: number): void {
  if (unpacked <= unpackedBytesFree || unpacked <= packed * ratioMax) return
  const detail = `${packed} bytes of gzip become ${unpacked}, and more than ${ratioMax} times as many are not unpacked: send it uncompressed`
  throw new Problem('unreadable-body', detail)
}
