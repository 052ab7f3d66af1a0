/** Bytes reserved before and after the documents for the rest of a page. */
export const pageRoom = 64

/** Documents of places as JSON in one run of bytes, with a comma between neighbours. */
export class DocumentList {
  readonly #bytes: Buffer
  readonly #start: number
  readonly #ends: readonly number[]
  /** True while the reserved bytes around the documents are unused. */
  #hasRoom: boolean

  /**
   * @param bytes The documents, with `room` reserved bytes before and after them.
   * @param ends The end of each document, counted from the first byte of the first one.
   */
  constructor(bytes: Buffer, ends: readonly number[], room = 0) {
    this.#bytes = bytes
    this.#ends = ends
    this.#start = room
    this.#hasRoom = room > 0
  }

  static of(texts: readonly string[]): DocumentList {
    let end = -1
    const ends = texts.map((text) => {
      end += Buffer.byteLength(text) + 1
      return end
    })
    return new DocumentList(Buffer.from(texts.join(',')), ends)
  }

  get length(): number {
    return this.#ends.length
  }

  *[Symbol.iterator](): Generator<Buffer> {
    let start = this.#start
    for (const end of this.#ends) {
      yield this.#bytes.subarray(start, this.#start + end)
      start = this.#start + end + 1
    }
  }

  /** Returns all documents between two texts; without a copy if the texts fit into the room, which is used once. */
  between(head: string, tail: string): Buffer {
    const [bytes, start] = [this.#bytes, this.#start]
    const end = start + (this.#ends.at(-1) ?? 0)
    const [before, after] = [Buffer.byteLength(head), Buffer.byteLength(tail)]
    if (!this.#hasRoom || before > start || end + after > bytes.length) {
      return Buffer.concat([Buffer.from(head), bytes.subarray(start, end), Buffer.from(tail)])
    }
    this.#hasRoom = false
    bytes.write(head, start - before)
    bytes.write(tail, end)
    return bytes.subarray(start - before, end + after)
  }
}
