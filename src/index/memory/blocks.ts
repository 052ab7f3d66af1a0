import type { GrowableBytes } from './growable.ts'
import { asBuffer, sharedBytes } from './shared.ts'

/**
 * A long run of bytes in blocks: byte i is in block floor(i / blockBytes). During a copy the source is released block
 * by block while the target grows, and its memory serves the next block. Together both take little more than one of
 * them.
 */
export type Blocks = Uint8Array[]

const blockBytes = 2 ** 22
/** The size on x86-64 and most of ARM. */
const cacheLineBytes = 64

/** Stands for a block that is no longer needed; reading it is a defect. */
const released = new Uint8Array(0)

/** A contiguous run of bytes as blocks over the same memory. */
export function blocksOver(bytes: Uint8Array): Blocks {
  const count = Math.ceil(bytes.length / blockBytes)
  return Array.from({ length: count }, (_, block) => bytes.subarray(block * blockBytes, (block + 1) * blockBytes))
}

/** Fills blocks of shared memory from the first byte to the last. */
export class BlockWriter {
  readonly blocks: Blocks = []
  readonly #length: number
  #at = 0

  /** @param length Total number of bytes that will be written. */
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

  constructor(blocks: Blocks) {
    this.#blocks = blocks
    this.#buffers = blocks.map(asBuffer)
  }

  /** Writes the bytes, which usually lie in one block. */
  copyTo(out: GrowableBytes, start: number, end: number): void {
    const block = Math.floor(start / blockBytes)
    const offset = block * blockBytes
    if (end <= offset + blockBytes) out.writeBytes(this.#buffers[block]!, start - offset, end - offset)
    else this.#eachPiece(start, end, (buffer, from, to) => out.writeBytes(buffer, from, to))
  }

  /** Reads one byte per cache line of a range, up to the end of its first block, and returns their XOR. */
  readLines(start: number, end: number): number {
    const block = Math.floor(start / blockBytes)
    const buffer = this.#buffers[block]!
    const last = Math.min(end - block * blockBytes, blockBytes)
    let sum = 0
    for (let at = start - block * blockBytes; at < last; at += cacheLineBytes) sum ^= buffer[at]!
    return sum
  }

  copyToBlocks(out: BlockWriter, start: number, end: number): void {
    this.#eachPiece(start, end, (buffer, from, to) => out.write(buffer, from, to))
  }

  /** Releases the blocks that end at or before byte `end`, here and in the underlying list. */
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
