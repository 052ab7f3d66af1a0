import { compareKeys } from '../../query/results/facets.ts'
import { GrowableBytes } from '../memory/growable.ts'
import { toSharedUint32 } from '../memory/shared.ts'
import { ascendingNumbers } from '../memory/sorting.ts'

/**
 * Distinct texts in the order of their UTF-8 bytes, front-coded in blocks (Witten, Moffat and Bell, "Managing
 * Gigabytes", section 4.1). Each text is stored as the length of the prefix shared with the previous text in its block,
 * and the rest. One byte holds both lengths, four bits each; a length of 15 or more continues as LEB128 behind it.
 */
export interface Dictionary {
  readonly count: number
  readonly bytes: Uint8Array
  /** The start of each block of texts. */
  readonly blocks: Uint32Array
}

/** Number of texts in a block: larger blocks take less memory, but more time per look-up. */
const blockTexts = 16
/** Marks a length that continues behind the byte of the lengths. */
const longLength = 15

/** Writes texts one after the other; they must come in the order of their bytes. */
export class DictionaryWriter {
  readonly #out = new GrowableBytes(1024)
  readonly #blocks: Uint32Array
  /**
   * The last added text, in its first bytes, and a buffer for the next one; otherwise each key would need its own
   * memory.
   */
  #before: Buffer = Buffer.allocUnsafe(64)
  #beforeLength = 0
  #next: Buffer = Buffer.allocUnsafe(64)
  #count = 0

  /** @param countMax Maximum number of texts that will be added. */
  constructor(countMax: number) {
    this.#blocks = new Uint32Array(Math.ceil(countMax / blockTexts))
  }

  addText(text: string): void {
    this.#makeRoom(3 * text.length)
    this.#add(this.#next.write(text))
  }

  /** Adds the text in these bytes of a buffer. */
  addBytes(source: Buffer, start: number, end: number): void {
    this.#makeRoom(end - start)
    source.copy(this.#next, 0, start, end)
    this.#add(end - start)
  }

  #makeRoom(bytes: number): void {
    if (this.#next.length < bytes) this.#next = Buffer.allocUnsafe(2 * bytes)
  }

  #add(length: number): void {
    const text = this.#next
    const first = this.#count % blockTexts === 0
    if (first) this.#blocks[this.#count / blockTexts] = this.#out.length
    const shared = first ? 0 : sharedLength(this.#before, this.#beforeLength, text, length)
    const rest = length - shared
    this.#out.writeByte((Math.min(shared, longLength) << 4) | Math.min(rest, longLength))
    if (shared >= longLength) this.#out.writeVarint(shared - longLength)
    if (rest >= longLength) this.#out.writeVarint(rest - longLength)
    this.#out.writeBytes(text, shared, length)
    this.#next = this.#before
    this.#before = text
    this.#beforeLength = length
    this.#count++
  }

  finish(): Dictionary {
    const blocks = this.#blocks.subarray(0, Math.ceil(this.#count / blockTexts))
    return { count: this.#count, bytes: this.#out.toShared(), blocks: toSharedUint32(blocks) }
  }
}

/** Builds a dictionary of texts that are already in its order. */
export function dictionaryOf(texts: readonly string[]): Dictionary {
  const writer = new DictionaryWriter(texts.length)
  for (const text of texts) writer.addText(text)
  return writer.finish()
}

/** Some bytes: text[0] to text[length - 1]. */
interface Text {
  readonly text: Buffer
  readonly length: number
}

/** A cursor on a text of a dictionary, or behind the last; it starts in front of the first. */
export class DictionaryCursor {
  text = Buffer.allocUnsafe(64)
  length = 0
  index = -1
  /** Number of first bytes that certainly equal those of the previous text. */
  shared = 0
  readonly #dictionary: Dictionary
  #at = 0

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
  }

  /** True if the cursor is on a text: it was moved, and is not behind the last. */
  get isOnText(): boolean {
    return this.index >= 0 && this.index < this.#dictionary.count
  }

  /** Moves to the next text, or behind the last. */
  next(): void {
    this.index = Math.min(this.index + 1, this.#dictionary.count)
    if (!this.isOnText) return
    const { bytes } = this.#dictionary
    const lengths = bytes[this.#at++]!
    const shared = this.#lengthFrom(lengths >>> 4)
    const end = shared + this.#lengthFrom(lengths & 15)
    this.shared = shared
    this.length = end
    if (end > this.text.length) this.#grow(shared)
    const { text } = this
    let from = this.#at
    for (let at = shared; at < end; at++) text[at] = bytes[from++]!
    this.#at = from
  }

  /** Moves to the next text that does not begin with the first `length` bytes of this one, or behind the last. */
  skipPrefix(length: number): void {
    const { bytes } = this.#dictionary
    for (;;) {
      const start = this.#at
      const isLast = this.index + 1 >= this.#dictionary.count
      const isFirstOfBlock = (this.index + 1) % blockTexts === 0
      const lengths = isLast ? 0 : bytes[this.#at++]!
      const shared = this.#lengthFrom(lengths >>> 4)
      const rest = this.#lengthFrom(lengths & 15)
      const begins = isFirstOfBlock ? rest >= length && this.#startsHere(length) : shared >= length
      if (isLast || !begins) {
        this.#at = start
        this.next()
        return
      }
      this.#at += rest
      this.index++
    }
  }

  /** True if the following bytes equal the first bytes of the text. */
  #startsHere(length: number): boolean {
    const { bytes } = this.#dictionary
    for (let at = 0; at < length; at++) if (bytes[this.#at + at] !== this.text[at]) return false
    return true
  }

  /** Moves to the text with this index, or behind the last. */
  seek(index: number): void {
    if (index >= this.#dictionary.count) {
      this.index = this.#dictionary.count
      return
    }
    const block = Math.floor(index / blockTexts)
    if (index < this.index || this.index < block * blockTexts) {
      this.#at = this.#dictionary.blocks[block]!
      this.index = block * blockTexts - 1
    }
    while (this.index < index) this.next()
  }

  /** Moves forward to the first text that is not before `other`. */
  skipTo(other: Text): void {
    const { blocks } = this.#dictionary
    let low = Math.floor(Math.max(0, this.index) / blockTexts)
    let high = low + 1
    for (let step = 1; high < blocks.length && this.#compareHead(high, other) <= 0; step *= 2) {
      low = high
      high = low + step
    }
    for (high = Math.min(high, blocks.length); high - low > 1; ) {
      const middle = (low + high) >>> 1
      if (this.#compareHead(middle, other) <= 0) low = middle
      else high = middle
    }
    if (this.index < low * blockTexts || this.index < 0) this.seek(low * blockTexts)
    while (this.isOnText && compareTexts(this, other) < 0) this.next()
  }

  /** Compares like `compareTexts`, with the first text of a block, which is stored whole. */
  #compareHead(block: number, { text, length }: Text): number {
    const { bytes, blocks } = this.#dictionary
    const at = this.#at
    this.#at = blocks[block]! + 1
    const rest = this.#lengthFrom(bytes[this.#at - 1]! & 15)
    const start = this.#at
    this.#at = at
    const shared = Math.min(rest, length)
    for (let byte = 0; byte < shared; byte++) {
      const difference = bytes[start + byte]! - text[byte]!
      if (difference !== 0) return difference
    }
    return rest - length
  }

  toString(): string {
    return this.text.toString('utf8', 0, this.length)
  }

  #lengthFrom(nibble: number): number {
    if (nibble < longLength) return nibble
    const { bytes } = this.#dictionary
    let byte = bytes[this.#at++]!
    let length = byte & 127
    for (let shift = 7; byte > 127; shift += 7) {
      byte = bytes[this.#at++]!
      length |= (byte & 127) << shift
    }
    return length + longLength
  }

  #grow(kept: number): void {
    const larger = Buffer.allocUnsafe(2 * this.length)
    this.text.copy(larger, 0, 0, kept)
    this.text = larger
  }
}

/** The text with this index. */
export function textAt(dictionary: Dictionary, index: number): string {
  const cursor = new DictionaryCursor(dictionary)
  cursor.seek(index)
  return cursor.toString()
}

/** The index of the text, or -1 if it is absent. */
export function indexOfText(dictionary: Dictionary, text: string): number {
  const bytes = Buffer.from(text)
  const cursor = lowerBoundOf(dictionary, bytes)
  return cursor.isOnText && compareTexts(cursor, { text: bytes, length: bytes.length }) === 0 ? cursor.index : -1
}

/** The text as a range of indices; empty if it is absent. */
export function rangeOfText(dictionary: Dictionary, text: string): { first: number; end: number } {
  const first = indexOfText(dictionary, text)
  return { first, end: first < 0 ? first : first + 1 }
}

/** The texts that begin with `prefix`, as a range of indices. */
export function rangeOfPrefix(dictionary: Dictionary, prefix: string): { first: number; end: number } {
  const key = Buffer.from(prefix)
  const first = lowerBoundOf(dictionary, key).index
  const behind = Buffer.from(key)
  // No byte of UTF-8 is 255, so the last one can be incremented.
  if (behind.length === 0) return { first: 0, end: dictionary.count }
  behind[behind.length - 1]!++
  return { first, end: lowerBoundOf(dictionary, behind).index }
}

/** Negative, 0 or positive as one text is before, equal to or behind the other. */
export function compareTexts(a: Text, b: Text): number {
  const shared = Math.min(a.length, b.length)
  for (let at = 0; at < shared; at++) {
    const difference = a.text[at]! - b.text[at]!
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** Fills `least` with the numbers of the cursors on the least text; leaves it empty if all are behind the last. */
export function leastTexts(cursors: readonly DictionaryCursor[], least: number[]): void {
  least.length = 0
  for (let number = 0; number < cursors.length; number++) {
    const cursor = cursors[number]!
    if (!cursor.isOnText) continue
    const order = least.length === 0 ? -1 : compareTexts(cursor, cursors[least[0]!]!)
    if (order < 0) least.length = 0
    if (order <= 0) least.push(number)
  }
}

/** The order of texts by their UTF-8 bytes. */
export function sortTexts(texts: readonly string[]): Uint32Array {
  return ascendingNumbers(texts.length).sort((a, b) => compareKeys(texts[a]!, texts[b]!))
}

/** A cursor on the first text that is not before the key, or behind the last. */
function lowerBoundOf(dictionary: Dictionary, text: Buffer): DictionaryCursor {
  const cursor = new DictionaryCursor(dictionary)
  cursor.skipTo({ text, length: text.length })
  return cursor
}

function sharedLength(a: Buffer, lengthA: number, b: Buffer, lengthB: number): number {
  const most = Math.min(lengthA, lengthB)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
