/** From this many bytes on, a piece is handed on where it lies: below it, copying is faster than one more piece. */
const copiedBytesMax = 4096
const textBytesMax = 3
/** A page of neighbours copies little; one of scattered places fills memory that is lent to it. */
const firstBytes = 1024
const lentBytes = 128 * 1024
/** What is given back beyond this is left to the garbage collector. */
const lendableMax = 64

/** Lends memory to pages: getting a page's worth anew takes longer than filling it. */
export class PageMemory {
  readonly #free: Buffer[] = []

  lend(): Buffer {
    return this.#free.pop() ?? Buffer.allocUnsafeSlow(lentBytes)
  }

  takeBack(buffers: readonly Buffer[]): void {
    for (const buffer of buffers) if (this.#free.length < lendableMax) this.#free.push(buffer)
  }
}

/** Bytes in pieces, in their order. */
export interface PageBytes {
  readonly pieces: readonly Buffer[]
  /** Says that nobody reads the pieces any more, so that their memory can be used again; need not be called. */
  release(): void
}

/** Where bytes are written one after the other. */
export interface ByteSink {
  writeByte(value: number): void
  /** UTF-8. */
  writeText(text: string): void
  writeBytes(source: Buffer, start: number, end: number): void
}

/** The byte between the elements of a list of JSON. */
export const comma = 44

/** Has each of these written, a comma between them; `at` is which of them it is. */
export function writeEach(out: ByteSink, ordinals: Uint32Array, write: (ordinal: number, at: number) => void): void {
  for (let at = 0; at < ordinals.length; at++) {
    if (at > 0) out.writeByte(comma)
    write(ordinals[at]!, at)
  }
}

/** Collects an answer as pieces in their order: what is short is copied together, what is long stays where it lies. */
export class Pieces implements ByteSink {
  readonly #pieces: Buffer[] = []
  #buffer: Buffer
  #start = 0
  #at = 0
  readonly #memory: PageMemory
  readonly #lent: Buffer[] = []

  constructor(memory: PageMemory) {
    this.#memory = memory
    this.#buffer = Buffer.allocUnsafe(firstBytes)
  }

  writeByte(value: number): void {
    this.#reserve(1)
    this.#buffer[this.#at++] = value
  }

  writeText(text: string): void {
    this.#reserve(text.length * textBytesMax)
    this.#at += this.#buffer.write(text, this.#at, 'utf8')
  }

  writeBytes(source: Buffer, start: number, end: number): void {
    if (end - start > copiedBytesMax) {
      this.#close()
      this.#pieces.push(source.subarray(start, end))
      return
    }
    this.#reserve(end - start)
    source.copy(this.#buffer, this.#at, start, end)
    this.#at += end - start
  }

  /** Takes back the last byte. */
  dropByte(): void {
    if (this.#at > this.#start) this.#at--
    else this.#pieces.push(this.#pieces.pop()!.subarray(0, -1))
  }

  /** All that was written; nothing may be written any more. */
  finish(): PageBytes {
    this.#close()
    return { pieces: this.#pieces, release: () => this.#memory.takeBack(this.#lent.splice(0)) }
  }

  #close(): void {
    if (this.#at > this.#start) this.#pieces.push(this.#buffer.subarray(this.#start, this.#at))
    this.#start = this.#at
  }

  #reserve(more: number): void {
    if (this.#at + more <= this.#buffer.length) return
    this.#close()
    if (more > lentBytes) this.#buffer = Buffer.allocUnsafeSlow(more)
    else {
      this.#buffer = this.#memory.lend()
      this.#lent.push(this.#buffer)
    }
    this.#start = 0
    this.#at = 0
  }
}
