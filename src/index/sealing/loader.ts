import type { Place, PlaceId } from '../../place/place.ts'
import { findId } from '../columns/id-column.ts'
import { baseForm, Documents, documentBytesMax } from '../documents/documents.ts'
import { GrowableBytes } from '../memory/growable.ts'
import { type SealContext, SegmentBuilder } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { mergeSegments } from '../segment/segment-merge.ts'
import { createBitset } from '../sets/bitset.ts'
import type { SealRow } from './seal-row.ts'

/** How much is sealed at once, and how much a segment may hold. */
export interface LoadLimits {
  /** So many places, or bytes of documents, are sealed together; then those segments are merged. */
  readonly chunkPlacesMax: number
  readonly chunkBytesMax: number
  /** The most bytes of documents of a merged segment; at least those of a chunk. */
  readonly segmentBytesMax: number
}

const defaultLimits: LoadLimits = {
  chunkPlacesMax: 65_536,
  chunkBytesMax: 256 * 2 ** 20,
  segmentBytesMax: documentBytesMax,
}

/**
 * Builds segments, mostly one, from all places of a store, each given once, in any order. Children wait as JSON until every
 * place without a parent is there, since a document holds the name of its parent. Apart from those, memory grows
 * with the sealed segments only, not with parsed places.
 */
export class Loader {
  readonly #context: SealContext
  readonly #chunks: SegmentData[] = []
  readonly #children: SealRow[] = []
  readonly #limits: LoadLimits
  #builder: SegmentBuilder

  constructor(context: SealContext, limits: LoadLimits = defaultLimits) {
    this.#context = context
    this.#limits = limits
    this.#builder = new SegmentBuilder(context)
  }

  add(rows: readonly SealRow[]): void {
    for (const row of rows) {
      const place = JSON.parse(row.document) as Place
      if (place.parent === undefined) this.#take(place, row.revision, undefined)
      else this.#children.push(row)
    }
  }

  /** The segments, none when there was no place; the loader is used up. */
  finish(): SegmentData[] {
    this.#sealChunk()
    const roots = [...this.#chunks]
    for (const row of this.#children.splice(0)) {
      const place = JSON.parse(row.document) as Place
      this.#take(place, row.revision, place.parent && nameIn(roots, place.parent.id, this.#context))
    }
    this.#sealChunk()
    return this.#groups().map((chunks) => this.#merged(chunks))
  }

  /** Neighbours whose documents have room in one segment. */
  #groups(): SegmentData[][] {
    const groups: SegmentData[][] = []
    let bytes = 0
    for (const chunk of this.#chunks.splice(0)) {
      const more = chunk.documents.starts.at(-1)!
      const last = groups.at(-1)
      if (last && bytes + more <= this.#limits.segmentBytesMax) {
        last.push(chunk)
        bytes += more
      } else {
        groups.push([chunk])
        bytes = more
      }
    }
    return groups
  }

  #merged(chunks: readonly SegmentData[]): SegmentData {
    if (chunks.length === 1) return chunks[0]!
    return mergeSegments(
      chunks.map((data) => ({ data, dead: createBitset(data.count), consume: true })),
      this.#context,
    )
  }

  #take(place: Place, revision: number, parentName: string | undefined): void {
    this.#builder.add({ place, revision, parentName })
    const { count, documentBytes } = this.#builder
    const { chunkPlacesMax, chunkBytesMax } = this.#limits
    if (count >= chunkPlacesMax || documentBytes >= chunkBytesMax) this.#sealChunk()
  }

  #sealChunk(): void {
    if (this.#builder.count > 0) this.#chunks.push(this.#builder.seal())
    this.#builder = new SegmentBuilder(this.#context)
  }
}

/** The name of a place in one of the segments, or undefined when it is in none. */
function nameIn(segments: readonly SegmentData[], id: PlaceId, { record }: SealContext): string | undefined {
  for (const data of segments) {
    const ordinal = findId(data.ids, id)
    if (ordinal < 0) continue
    const document = record ? record.read(data.revisions[ordinal]!) : documentIn(data, ordinal)
    return document === undefined ? undefined : (JSON.parse(document) as Place).name
  }
  return undefined
}

function documentIn({ documents }: SegmentData, ordinal: number): string {
  const out = new GrowableBytes(2048)
  new Documents(documents).write(out, ordinal, baseForm, () => undefined)
  return out.view().toString('utf8')
}
