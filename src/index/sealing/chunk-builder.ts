import type { Row } from '../documents/place-reader.ts'
import { type SealContext, SegmentBuilder } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { MergePart } from '../segment/segment-merge.ts'
import { createBitset } from '../sets/bitset.ts'

/** How much is sealed together: the place with which one of these is reached is the last of its chunk. */
export interface ChunkLimits {
  readonly chunkPlacesMax: number
  /** Bytes of documents. */
  readonly chunkBytesMax: number
  /** Different texts, as `SegmentBuilder` counts them. */
  readonly chunkTextsMax: number
}

/**
 * Texts get their numbers by a `Map`, which holds 2^24 at most, and each takes about a hundred bytes of the heap of the
 * thread. A place, of a mebibyte at most, adds less than a million.
 */
export const defaultChunkLimits: ChunkLimits = {
  chunkPlacesMax: 65_536,
  chunkBytesMax: 256 * 2 ** 20,
  chunkTextsMax: 2 ** 22,
}

/** Collects places, and seals them whenever they are enough. */
export class ChunkBuilder {
  readonly #context: SealContext
  readonly #limits: ChunkLimits
  readonly #sealed: SegmentData[] = []
  #builder: SegmentBuilder

  constructor(context: SealContext, limits: ChunkLimits) {
    this.#context = context
    this.#limits = limits
    this.#builder = new SegmentBuilder(context)
  }

  add(row: Row): void {
    this.#builder.add(row)
    const { count, documentBytes, texts } = this.#builder
    const { chunkPlacesMax, chunkBytesMax, chunkTextsMax } = this.#limits
    if (count >= chunkPlacesMax || documentBytes >= chunkBytesMax || texts >= chunkTextsMax) this.#seal()
  }

  /** The chunks of all that was added since the last time. */
  finish(): SegmentData[] {
    if (this.#builder.count > 0) this.#seal()
    return this.#sealed.splice(0)
  }

  #seal(): void {
    this.#sealed.push(this.#builder.seal())
    this.#builder = new SegmentBuilder(this.#context)
  }
}

/** A chunk that is merged with others, and then nobody's. */
export function partOf(chunk: SegmentData): MergePart {
  return { data: chunk, dead: createBitset(chunk.count), consume: true }
}
