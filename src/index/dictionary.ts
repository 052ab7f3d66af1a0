import { GrowableBytes } from './growable.ts'
import { asBuffer, toSharedUint32 } from './shared.ts'

/** Distinct texts in the order of their UTF-8 bytes. Text i lies in bytes[starts[i]] to bytes[starts[i + 1]]. */
export interface Dictionary {
  readonly bytes: Uint8Array
  readonly starts: Uint32Array
}

/** Writes texts one after the other; they must come in the order of their bytes. */
export class DictionaryWriter {
  readonly #bytes = new GrowableBytes(1024)
  readonly #starts: Uint32Array
  #count = 0

  /** @param countMax The most texts that will be added. */
  constructor(countMax: number) {
    this.#starts = new Uint32Array(countMax + 1)
  }

  addText(text: string): void {
    this.#bytes.writeText(text)
    this.#starts[++this.#count] = this.#bytes.length
  }

  addFrom(dictionary: Dictionary, index: number): void {
    this.#bytes.writeBytes(asBuffer(dictionary.bytes), dictionary.starts[index]!, dictionary.starts[index + 1]!)
    this.#starts[++this.#count] = this.#bytes.length
  }

  finish(): Dictionary {
    return { bytes: this.#bytes.toShared(), starts: toSharedUint32(this.#starts.subarray(0, this.#count + 1)) }
  }
}

export function dictionarySize({ starts }: Dictionary): number {
  return starts.length - 1
}

/** The text with this index. */
export function textAt({ bytes, starts }: Dictionary, index: number): string {
  const start = starts[index]!
  const view = Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset + start, starts[index + 1]! - start)
  return view.toString('utf8')
}

/** The index of the text, or -1 when it is not there. */
export function indexOfText(dictionary: Dictionary, text: string): number {
  const key = Buffer.from(text)
  const index = lowerBoundOf(dictionary, key)
  if (index === dictionarySize(dictionary)) return -1
  const length = dictionary.starts[index + 1]! - dictionary.starts[index]!
  return length === key.length && compareAt(dictionary, index, key) === 0 ? index : -1
}

/** The texts that begin with `prefix`, as a range of indices. */
export function rangeOfPrefix(dictionary: Dictionary, prefix: string): { first: number; end: number } {
  const key = Buffer.from(prefix)
  const first = lowerBoundOf(dictionary, key)
  let low = first
  let high = dictionarySize(dictionary)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (beginsWith(dictionary, middle, key)) low = middle + 1
    else high = middle
  }
  return { first, end: low }
}

/** Below 0, 0 or above 0 as text `a` of one dictionary comes before, is or comes behind text `b` of another. */
export function compareTexts(a: Dictionary, indexA: number, b: Dictionary, indexB: number): number {
  const startA = a.starts[indexA]!
  const startB = b.starts[indexB]!
  const lengthA = a.starts[indexA + 1]! - startA
  const lengthB = b.starts[indexB + 1]! - startB
  const shared = Math.min(lengthA, lengthB)
  for (let at = 0; at < shared; at++) {
    const difference = a.bytes[startA + at]! - b.bytes[startB + at]!
    if (difference !== 0) return difference
  }
  return lengthA - lengthB
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

function compareCodePoints(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

function lowerBoundOf(dictionary: Dictionary, key: Buffer): number {
  let low = 0
  let high = dictionarySize(dictionary)
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareAt(dictionary, middle, key) < 0) low = middle + 1
    else high = middle
  }
  return low
}

function compareAt({ bytes, starts }: Dictionary, index: number, key: Buffer): number {
  const start = starts[index]!
  const length = starts[index + 1]! - start
  const shared = Math.min(length, key.length)
  for (let at = 0; at < shared; at++) {
    const difference = bytes[start + at]! - key[at]!
    if (difference !== 0) return difference
  }
  return length - key.length
}

function beginsWith({ bytes, starts }: Dictionary, index: number, key: Buffer): boolean {
  const start = starts[index]!
  if (starts[index + 1]! - start < key.length) return false
  for (let at = 0; at < key.length; at++) if (bytes[start + at] !== key[at]) return false
  return true
}
