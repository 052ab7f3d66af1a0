import { sharedBytes } from './shared.ts'

/** A list of 32-bit integers that doubles its memory when it is full. */
export class GrowableUint32 {
  length = 0
  #values = new Uint32Array(64)

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Uint32Array(this.#values.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index]!
  }

  /** What it holds now; good until the next `push`. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length)
  }
}

/** Texts one behind the other in one run of bytes: a million strings would keep the garbage collector busy. */
export class TextList {
  readonly #bytes = new GrowableBytes(1024)
  readonly #starts = new GrowableUint32()

  constructor() {
    this.#starts.push(0)
  }

  get length(): number {
    return this.#starts.length - 1
  }

  push(text: string): void {
    this.#bytes.writeText(text)
    this.#starts.push(this.#bytes.length)
  }

  at(index: number): string {
    return this.#bytes.textAt(this.#starts.at(index), this.#starts.at(index + 1))
  }

  /** Text i lies in bytes[starts[i]] to bytes[starts[i + 1]]; good until the next `push`. */
  view(): { readonly bytes: Buffer; readonly starts: Uint32Array } {
    return { bytes: this.#bytes.view(), starts: this.#starts.view() }
  }
}

/** A writer of bytes that doubles its memory when it is full; the largest is what one column may have, 4 GiB. */
export class GrowableBytes {
  length = 0
  #bytes: Buffer

  constructor(capacity = 256) {
    // Small ones come from Node's pool, which costs a tenth of memory of their own.
    this.#bytes = Buffer.allocUnsafe(capacity)
  }

  writeByte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  /** Unsigned LEB128: seven bits a byte, the lowest first. `value` is below 2^32. */
  writeVarint(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  /** UTF-8. Gives the number of bytes written. */
  writeText(text: string): number {
    this.#reserve(text.length * 3)
    const written = this.#bytes.write(text, this.length, 'utf8')
    this.length += written
    return written
  }

  /** `Buffer.copy` and not `TypedArray.set`, which takes four times as long to read shared memory. */
  writeBytes(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    source.copy(this.#bytes, this.length, start, end)
    this.length += end - start
  }

  /** The text in these bytes. */
  textAt(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end)
  }

  /** Takes back the last byte. */
  dropByte(): void {
    this.length--
  }

  /** What has been written, without a copy; good until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  /** What has been written, in shared memory of just that size. */
  toShared(): Uint8Array {
    const shared = sharedBytes(this.length)
    this.#bytes.copy(shared, 0, 0, this.length)
    return shared
  }

  #reserve(more: number): void {
    if (this.length + more <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.length + more))
    this.#bytes.copy(larger, 0, 0, this.length)
    this.#bytes = larger
  }
}

/** The byte between the elements of a list of JSON; those behind a list and an object. */
export const comma = 44
export const closingBracket = 93
export const closingBrace = 125
