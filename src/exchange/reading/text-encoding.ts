import { isAscii, isUtf8 } from 'node:buffer'
import { type Reason, reason } from '../../common/reason.ts'
import { peek } from './source-bytes.ts'

/** The encodings of texts that are read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const marks: readonly (readonly [Encoding, Buffer])[] = [
  ['utf-8', Buffer.from([0xef, 0xbb, 0xbf])],
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
]

/**
 * The bytes of a text as UTF-8. Its encoding is that of its byte order mark, else UTF-16 if its first two letters are
 * written so. Otherwise the first letter beyond ASCII decides between UTF-8 and Windows-1252: as UTF-8, letters of
 * Windows-1252 are hardly ever valid.
 */
export class EncodedText {
  encoding: Encoding = 'utf-8'
  readonly notes: Reason[] = []
  readonly #bytes: AsyncIterable<Uint8Array>
  readonly #isUnicode: boolean

  /** With `isUnicode`, bytes that are no UTF-8 are passed on. */
  constructor(bytes: AsyncIterable<Uint8Array>, isUnicode: boolean) {
    this.#bytes = bytes
    this.#isUnicode = isUnicode
  }

  async *utf8(): AsyncGenerator<Buffer> {
    const { head, whole } = await peek(this.#bytes, 4)
    const mark = marks.find(([, bytes]) => head.subarray(0, bytes.length).equals(bytes))
    this.encoding = mark?.[0] ?? unmarkedEncoding(head)
    const decoder = this.encoding === 'utf-8' ? undefined : new TextDecoder(this.encoding)
    yield* decoder ? decoded(whole, decoder) : this.#asUtf8(whole, mark?.[1].length ?? 0)
  }

  /** Yields UTF-8, which is passed on, or Windows-1252 from its first letter beyond ASCII on, which is decoded. */
  async *#asUtf8(bytes: AsyncIterable<Uint8Array>, markBytes: number): AsyncGenerator<Buffer> {
    let isDecided = this.#isUnicode || markBytes > 0
    let skipped = markBytes
    let held: Buffer = Buffer.alloc(0)
    let decoder: TextDecoder | undefined
    for await (const given of bytes) {
      const chunk = Buffer.from(given.buffer, given.byteOffset, given.byteLength).subarray(skipped)
      skipped = 0
      if (decoder) {
        yield Buffer.from(decoder.decode(chunk, { stream: true }))
        continue
      }
      const text = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      const at = isDecided || isAscii(text) ? -1 : text.findIndex((byte) => byte > 0x7f)
      const letter = text.subarray(at, at + lengthOfLetter(text[at]))
      held = at >= 0 && letter.length < lengthOfLetter(text[at]) ? letter : Buffer.alloc(0)
      if (at < 0) yield text
      else if (held.length > 0) yield text.subarray(0, at)
      else if (isUtf8(letter)) {
        isDecided = true
        yield text
      } else {
        decoder = this.#asWindows1252()
        yield Buffer.from(decoder.decode(text, { stream: true }))
      }
    }
    if (held.length > 0) yield Buffer.from(this.#asWindows1252().decode(held))
  }

  #asWindows1252(): TextDecoder {
    this.encoding = 'windows-1252'
    this.notes.push(reason('read-as-windows-1252'))
    return new TextDecoder(this.encoding)
  }
}

/** UTF-16 if one byte of each of the first two letters is zero. */
function unmarkedEncoding([a, b, c, d]: Buffer): Encoding {
  if (a && b === 0 && c && d === 0) return 'utf-16le'
  return a === 0 && b && c === 0 && d ? 'utf-16be' : 'utf-8'
}

/** The length in bytes of a letter of UTF-8 by its first byte; 1 for a byte that begins none. */
function lengthOfLetter(first = 0): number {
  if (first >= 0xf0) return first <= 0xf4 ? 4 : 1
  return first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 1
}

async function* decoded(bytes: AsyncIterable<Uint8Array>, decoder: TextDecoder): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}
