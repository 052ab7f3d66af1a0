import type { ByteSink } from './pieces.ts'
import { asBuffer, sharedBytes } from './shared.ts'
import type { Spans } from './spans.ts'

/**
 * A long run of bytes in blocks: byte i is in block floor(i / blockBytes). What is copied from is let go block by block
 * while what is copied to grows, and its memory is taken for the next block, so both together stay little more than one.
 */
export type Blocks = Uint8Array[]

const blockBytes = 2 ** 22

/** What the processor takes from memory at once. */
const lineBytes = 64
/** Of longer runs the processor itself fetches ahead what follows. */
const fetchedBytesMax = 4096

/** Where a block is no longer needed; reading it is a defect. */
const released = new Uint8Array(0)

/** Bytes that lie in one piece, as blocks over the same memory. */
export function blocksOver(bytes: Uint8Array): Blocks {
  const count = Math.ceil(bytes.length / blockBytes)
  return Array.from({ length: count }, (_, block) => bytes.subarray(block * blockBytes, (block + 1) * blockBytes))
}

/** Fills blocks of shared memory from the first byte to the last. */
export class BlockWriter {
  readonly blocks: Blocks = []
  readonly #length: number
  #at = 0

  /** @param length How many bytes will be written in all. */
  constructor(length: number) {
    this.#length = length
  }

  write(source: Buffer, start: number, end: number): void {
    for (let from = start; from < end; ) {
      const offset = this.#at % blockBytes
      if (offset === 0) this.blocks.push(sharedBytes(Math.min(blockBytes, this.#length - this.#at)))
      const block = this.blocks.at(-1)!
      const copied = source.copy(block, offset, from, Math.min(end, from + block.length - offset))
      from += copied
      this.#at += copied
    }
  }
}

/** Reads bytes that lie in blocks. */
export class BlockReader {
  readonly #blocks: Blocks
  readonly #buffers: (Buffer | undefined)[]
  /** What `fetch` has read, kept so that the reads are not optimized away. */
  read = 0

  constructor(blocks: Blocks) {
    this.#blocks = blocks
    this.#buffers = blocks.map(asBuffer)
  }

  /** Writes the bytes, which mostly lie in one block. */
  copyTo(out: Pick<ByteSink, 'writeBytes'>, start: number, end: number): void {
    const block = Math.floor(start / blockBytes)
    const offset = block * blockBytes
    if (end <= offset + blockBytes) out.writeBytes(this.#buffers[block]!, start - offset, end - offset)
    else this.#eachPiece(start, end, (buffer, from, to) => out.writeBytes(buffer, from, to))
  }

  /**
   * Makes the processor fetch scattered bytes into its caches before they are copied. A copy waits for each of its lines
   * in turn, since it is long enough to fill the processor's window; reads of one byte a line wait for many together.
   */
  fetch({ starts, ends, count }: Spans): void {
    let read = 0
    for (let at = 0; at < count; at++) read += this.#readLines(starts[at]!, starts[at]! + 1)
    for (let at = 0; at < count; at++) {
      const [start, end] = [starts[at]!, ends[at]!]
      if (end - start <= fetchedBytesMax) read += this.#readLines(start + lineBytes, end)
    }
    this.read = read
  }

  /** Reads one byte of each line, as far as they lie in one block. */
  #readLines(start: number, end: number): number {
    const block = Math.floor(start / blockBytes)
    const offset = block * blockBytes
    const buffer = this.#buffers[block]!
    const to = Math.min(end - offset, buffer.length)
    let read = 0
    for (let at = start - offset; at < to; at += lineBytes) read += buffer[at]!
    return read
  }

  copyToBlocks(out: BlockWriter, start: number, end: number): void {
    this.#eachPiece(start, end, (buffer, from, to) => out.write(buffer, from, to))
  }

  /** Lets go of the blocks that end at or before byte `end`, here and in the list that this reads. */
  release(end: number): void {
    for (let block = Math.floor(end / blockBytes) - 1; block >= 0 && this.#buffers[block] !== undefined; block--) {
      this.#buffers[block] = undefined
      this.#blocks[block] = released
    }
  }

  #eachPiece(start: number, end: number, take: (buffer: Buffer, from: number, to: number) => void): void {
    for (let from = start; from < end; ) {
      const block = Math.floor(from / blockBytes)
      const offset = block * blockBytes
      const to = Math.min(end, offset + blockBytes)
      take(this.#buffers[block]!, from - offset, to - offset)
      from = to
    }
  }
}
