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

  /** The current contents; valid until the next `push`. */
  view(): Uint32Array {
    return this.#values.subarray(0, this.length)
  }
}

/** A writer of bytes that doubles its memory when it is full; at most 4 GiB, the limit of one column. */
export class GrowableBytes {
  length = 0
  #bytes: Buffer

  constructor(capacity = 256) {
    // Small buffers come from Node's pool, which costs a tenth of a separate allocation.
    this.#bytes = Buffer.allocUnsafe(capacity)
  }

  writeByte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.length++] = value
  }

  /** Unsigned LEB128: seven bits per byte, the lowest first. `value` is below 2^32. */
  writeVarint(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 127) {
      this.#bytes[this.length++] = (rest & 127) | 128
      rest >>>= 7
    }
    this.#bytes[this.length++] = rest
  }

  /** Writes UTF-8; returns the number of bytes written. */
  writeText(text: string): number {
    this.#reserve(text.length * 3)
    const written = this.#bytes.write(text, this.length, 'utf8')
    this.length += written
    return written
  }

  /** Uses `Buffer.copy`, since `TypedArray.set` takes four times as long to read shared memory. */
  writeBytes(source: Buffer, start: number, end: number): void {
    this.#reserve(end - start)
    source.copy(this.#bytes, this.length, start, end)
    this.length += end - start
  }

  /** The text in these bytes. */
  textAt(start: number, end: number): string {
    return this.#bytes.toString('utf8', start, end)
  }

  /** Removes the last byte. */
  dropByte(): void {
    this.length--
  }

  /** The written bytes, without a copy; valid until the next write. */
  view(): Buffer {
    return this.#bytes.subarray(0, this.length)
  }

  /** The written bytes, in shared memory of exactly that size. */
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

/** The byte between the elements of a JSON list, and the ends of a list and an object. */
export const comma = 44
