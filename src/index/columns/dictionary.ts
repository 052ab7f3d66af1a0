import { GrowableBytes } from '../memory/growable.ts'
import { toSharedUint32 } from '../memory/shared.ts'

/**
 * Distinct texts in the order of their UTF-8 bytes, front-coded in blocks (Witten, Moffat and Bell, "Managing
 * Gigabytes", section 4.1): of each text is kept how many bytes it shares with the one before in its block, and the
 * rest. One byte has both lengths, four bits each; what is 15 or more goes on as LEB128 behind it.
 */
export interface Dictionary {
  readonly count: number
  readonly bytes: Uint8Array
  /** Where each block of texts begins. */
  readonly blocks: Uint32Array
}

/** So many texts make a block: more take less memory, and longer to find. */
const blockTexts = 16
/** In the byte of the lengths: the rest of the length follows. */
const longLength = 15

/** Writes texts one after the other; they must come in the order of their bytes. */
export class DictionaryWriter {
  readonly #out = new GrowableBytes(1024)
  readonly #blocks: Uint32Array
  /** The text that was added last, in its first bytes, and where the next one is put: each key would else have memory of its own. */
  #before: Buffer = Buffer.allocUnsafe(64)
  #beforeLength = 0
  #next: Buffer = Buffer.allocUnsafe(64)
  #count = 0

  /** @param countMax The most texts that will be added. */
  constructor(countMax: number) {
    this.#blocks = new Uint32Array(Math.ceil(countMax / blockTexts))
  }

  addText(text: string): void {
    this.#makeRoom(3 * text.length)
    this.#add(this.#next.write(text))
  }

  /** Adds the text that the cursor stands on. */
  addFrom({ text, length }: DictionaryCursor): void {
    this.#makeRoom(length)
    text.copy(this.#next, 0, 0, length)
    this.#add(length)
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

/** Stands on one of several texts in the order of their bytes, or behind the last; it begins in front of the first. */
export interface TextCursor {
  /** The text that it stands on is text[0] to text[length - 1]. */
  readonly text: Buffer
  readonly length: number
  readonly index: number
  readonly isOnText: boolean
  /** Moves to the next text, or behind the last. */
  next(): void
  /** Moves to the text with this index, or behind the last. */
  seek(index: number): void
  /** Moves on to the first text that is not before that of another cursor. */
  skipTo(other: Pick<TextCursor, 'text' | 'length'>): void
}

/** Reads the texts of a dictionary one after the other. */
export class DictionaryCursor implements TextCursor {
  text = Buffer.allocUnsafe(64)
  length = 0
  index = -1
  /** So many bytes of it are for certain those of the text that it stood on before. */
  shared = 0
  readonly #dictionary: Dictionary
  #at = 0

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
  }

  /** Whether it stands on a text: it was moved, and not behind the last. */
  get isOnText(): boolean {
    return this.index >= 0 && this.index < this.#dictionary.count
  }

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
  skipBeginning(length: number): void {
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

  /** Whether the bytes that follow are the first ones of the text. */
  #startsHere(length: number): boolean {
    const { bytes } = this.#dictionary
    for (let at = 0; at < length; at++) if (bytes[this.#at + at] !== this.text[at]) return false
    return true
  }

  seek(index: number): void {
    if (index >= this.#dictionary.count) {
      this.index = this.#dictionary.count
      return
    }
    const block = Math.floor(index / blockTexts)
    this.#at = this.#dictionary.blocks[block]!
    this.index = block * blockTexts - 1
    while (this.index < index) this.next()
  }

  skipTo(other: Pick<TextCursor, 'text' | 'length'>): void {
    const { blocks } = this.#dictionary
    let low = Math.floor(Math.max(0, this.index) / blockTexts)
    for (let high = blocks.length; high - low > 1; ) {
      const middle = (low + high) >>> 1
      if (this.#compareHead(middle, other) <= 0) low = middle
      else high = middle
    }
    if (this.index < low * blockTexts) this.seek(low * blockTexts)
    while (this.isOnText && compareTexts(this, other) < 0) this.next()
  }

  /** As `compareTexts` of the first text of a block, which stands there whole. */
  #compareHead(block: number, { text, length }: Pick<TextCursor, 'text' | 'length'>): number {
    const at = this.#at
    this.#at = this.#dictionary.blocks[block]!
    const rest = this.#lengthFrom(this.#dictionary.bytes[this.#at++]! & 15)
    const start = this.#at
    this.#at = at
    const { bytes } = this.#dictionary
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

/** Goes through texts that are in the order of their bytes. */
export class ListedTexts implements TextCursor {
  text = Buffer.allocUnsafe(64)
  length = 0
  index = -1
  readonly #texts: readonly string[]

  constructor(texts: readonly string[]) {
    this.#texts = texts
  }

  get isOnText(): boolean {
    return this.index >= 0 && this.index < this.#texts.length
  }

  next(): void {
    this.seek(this.index + 1)
  }

  seek(index: number): void {
    this.index = Math.min(index, this.#texts.length)
    const text = this.#texts[this.index]
    if (text === undefined) return
    if (3 * text.length > this.text.length) this.text = Buffer.allocUnsafe(6 * text.length)
    this.length = this.text.write(text)
  }

  skipTo(other: Pick<TextCursor, 'text' | 'length'>): void {
    let low = Math.max(0, this.index) - 1
    for (let high = this.#texts.length; high - low > 1; ) {
      const middle = (low + high) >>> 1
      if (this.#isBefore(middle, other)) low = middle
      else high = middle
    }
    this.seek(low + 1)
  }

  #isBefore(index: number, other: Pick<TextCursor, 'text' | 'length'>): boolean {
    this.seek(index)
    return compareTexts(this, other) < 0
  }
}

/** The text with this index. */
export function textAt(dictionary: Dictionary, index: number): string {
  const cursor = new DictionaryCursor(dictionary)
  cursor.seek(index)
  return cursor.toString()
}

/** The index of the text, or -1 when it is not there. */
export function indexOfText(dictionary: Dictionary, text: string): number {
  const key = Buffer.from(text)
  const cursor = lowerBoundOf(dictionary, key)
  return cursor.isOnText && compareBytes(cursor, key) === 0 ? cursor.index : -1
}

/** The texts that begin with `prefix`, as a range of indices. */
export function rangeOfPrefix(dictionary: Dictionary, prefix: string): { first: number; end: number } {
  const key = Buffer.from(prefix)
  const first = lowerBoundOf(dictionary, key).index
  const behind = Buffer.from(key)
  // No byte of UTF-8 is 255, so that the last one can be raised.
  if (behind.length === 0) return { first: 0, end: dictionary.count }
  behind[behind.length - 1]!++
  return { first, end: lowerBoundOf(dictionary, behind).index }
}

/** Below 0, 0 or above 0 as the text of one cursor comes before, is or comes behind that of another. */
export function compareTexts(a: Pick<TextCursor, 'text' | 'length'>, b: Pick<TextCursor, 'text' | 'length'>): number {
  return compareRanges(a.text, a.length, b.text, b.length)
}

/** Puts texts into the order of their UTF-8 bytes, which is that of code points; JavaScript's is that of UTF-16. */
export function sortTexts(texts: readonly string[]): Uint32Array {
  const order = Uint32Array.from(texts, (_, index) => index)
  const surrogates = texts.some((text) => surrogate.test(text))
  const compare = surrogates ? compareCodePoints : compareUnits
  return order.sort((a, b) => compare(texts[a]!, texts[b]!))
}

const surrogate = /[\ud800-\udfff]/

function compareUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Below 0, 0 or above 0, by code points: in UTF-16 those from U+E000 on stand behind the surrogates of larger ones. */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length)
  for (let at = 0; at < shared; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)]
    if (one !== other) return one >= 0xd800 && other >= 0xd800 ? surrogateLast(one) - surrogateLast(other) : one - other
  }
  return a.length - b.length
}

function surrogateLast(unit: number): number {
  return unit < 0xe000 ? unit + 0x10000 : unit
}

/** A cursor on the first text that is not before the key, or behind the last. */
function lowerBoundOf(dictionary: Dictionary, key: Buffer): DictionaryCursor {
  const cursor = new DictionaryCursor(dictionary)
  if (dictionary.count === 0) cursor.index = 0
  else cursor.skipTo({ text: key, length: key.length })
  return cursor
}

function compareBytes({ text, length }: DictionaryCursor, key: Buffer): number {
  return compareRanges(text, length, key, key.length)
}

function compareRanges(a: Buffer, lengthA: number, b: Buffer, lengthB: number): number {
  const shared = Math.min(lengthA, lengthB)
  for (let at = 0; at < shared; at++) {
    const difference = a[at]! - b[at]!
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
}

function sharedLength(a: Buffer, lengthA: number, b: Buffer, lengthB: number): number {
  const most = Math.min(lengthA, lengthB)
  let length = 0
  while (length < most && a[length] === b[length]) length++
  return length
}
