import { createGunzip, type Gunzip } from 'node:zlib'

/** Most of the packed bytes that are unpacked at once; they become at most about a thousand times as many. */
const sliceBytes = 16 * 1024

/**
 * Unpacks gzip (RFC 1952). Where it breaks off or is damaged, everything before that is given, and then it throws; a
 * stream of Node drops what was not read yet, so it would depend on chance what is given.
 */
export async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const unpacked: Uint8Array[] = []
  gunzip.on('data', (chunk: Uint8Array) => unpacked.push(chunk))
  // Looked for after each step.
  gunzip.on('error', () => {})
  const closed = new Promise((resolve) => gunzip.once('close', resolve))
  try {
    for await (const slice of sliced(bytes)) {
      await Promise.race([closed, written(gunzip, slice)])
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
