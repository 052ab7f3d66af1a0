import type { GrowableBytes } from './growable.ts'
import { asBuffer, sharedBytes } from './shared.ts'

/**
 * A long run of bytes in blocks: byte i is in block floor(i / blockBytes). What is copied from is let go block by block
 * while what is copied to grows, and its memory is taken for the next block, so both together stay little more than one.
 */
export type Blocks = Uint8Array[]

const blockBytes = 2 ** 22
/** Of x86-64 and most of ARM. */
const cacheLineBytes = 64

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

  constructor(blocks: Blocks) {
    this.#blocks = blocks
    this.#buffers = blocks.map(asBuffer)
  }

  /** Writes the bytes, which mostly lie in one block. */
  copyTo(out: GrowableBytes, start: number, end: number): void {
    const block = Math.floor(start / blockBytes)
    const offset = block * blockBytes
    if (end <= offset + blockBytes) out.writeBytes(this.#buffers[block]!, start - offset, end - offset)
    else this.#eachPiece(start, end, (buffer, from, to) => out.writeBytes(buffer, from, to))
  }

  /** Reads a byte of each cache line of what lies in the block of the first, and gives what they are together (`^`). */
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
