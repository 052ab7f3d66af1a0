import type { Place, PlaceId } from '../../place/place.ts'
import { findId } from '../columns/id-column.ts'
import { baseForm, Documents, documentBytesMax } from '../documents/documents.ts'
import { type Row, rowsOf } from '../documents/place-reader.ts'
import { GrowableBytes } from '../memory/growable.ts'
import type { SealContext } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { mergeSegments } from '../segment/segment-merge.ts'
import { ChunkBuilder, type ChunkLimits, defaultChunkLimits, partOf } from './chunk-builder.ts'
import type { SealRow } from './seal-row.ts'

/** How much is sealed at once, and how much a segment may hold into which those chunks are merged. */
export interface LoadLimits extends ChunkLimits {
  /** The most bytes of documents of a merged segment; at least those of a chunk. */
  readonly segmentBytesMax: number
}

/** What a thread that loads has room for. */
export const defaultLoadLimits: LoadLimits = { ...defaultChunkLimits, segmentBytesMax: documentBytesMax }

/**
 * Builds segments, mostly one, from all places of a store, each given once, in any order. Children wait as JSON until every
 * place without a parent is there, since a document holds the name of its parent. Apart from those, memory grows
 * with the sealed segments only, not with parsed places.
 */
export class Loader {
  readonly #context: SealContext
  readonly #chunks: ChunkBuilder
  readonly #children: SealRow[] = []
  readonly #limits: LoadLimits

  constructor(context: SealContext, limits: LoadLimits = defaultLoadLimits) {
    this.#context = context
    this.#limits = limits
    this.#chunks = new ChunkBuilder(context, limits)
  }

  add(rows: readonly SealRow[]): void {
    for (const row of rows) {
      const place = JSON.parse(row.document) as Place
      if (place.parent === undefined) this.#add({ place, revision: row.revision }, undefined)
      else this.#children.push(row)
    }
  }

  /** The segments, none when there was no place; the loader is used up. */
  finish(): SegmentData[] {
    const roots = this.#chunks.finish()
    for (const { document, revision } of this.#children.splice(0)) {
      const place = JSON.parse(document) as Place
      this.#add({ place, revision }, place.parent && placeIn(roots, place.parent.id))
    }
    return this.#groups([...roots, ...this.#chunks.finish()]).map((chunks) => this.#merged(chunks))
  }

  #add(row: Pick<Row, 'place' | 'revision'>, parent: Place | undefined): void {
    for (const one of rowsOf(row, parent)) this.#chunks.add(one)
  }

  /** Neighbours whose documents have room in one segment. */
  #groups(chunks: readonly SegmentData[]): SegmentData[][] {
    const groups: SegmentData[][] = []
    let bytes = 0
    for (const chunk of chunks) {
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
    return mergeSegments(chunks.map(partOf), this.#context)
  }
}

/** What everybody sees of a place in one of the segments, or undefined when it is in none. */
function placeIn(segments: readonly SegmentData[], id: PlaceId): Place | undefined {
  for (const data of segments) {
    const ordinal = findId(data.ids, id)
    if (ordinal >= 0) return JSON.parse(documentIn(data, ordinal)) as Place
  }
  return undefined
}

function documentIn({ documents }: SegmentData, ordinal: number): string {
  const out = new GrowableBytes(2048)
  new Documents(documents).write(out, ordinal, baseForm, () => undefined)
  return out.view().toString('utf8')
}
