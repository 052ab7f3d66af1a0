import type { Place, PlaceId } from '../../place/place.ts'
import { findId } from '../columns/id-column.ts'
import { baseForm, Documents } from '../documents/documents.ts'
import { GrowableBytes } from '../memory/growable.ts'
import { type SealContext, SegmentBuilder } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { mergeSegments } from '../segment/segment-merge.ts'
import { createBitset } from '../sets/bitset.ts'
import type { SealRow } from './seal-row.ts'

/** So many places, or bytes of documents, are sealed together; then those segments are merged into one. */
const chunk = { placesMax: 65_536, documentBytesMax: 256 * 2 ** 20 } as const

/**
 * Builds one segment from all places of a store, each given once, in any order. Children wait as JSON until every
 * place without a parent is there, since a document holds the name of its parent. Apart from those, memory grows
 * with the sealed segments only, not with parsed places.
 */
export class Loader {
  readonly #context: SealContext
  readonly #chunks: SegmentData[] = []
  readonly #children: SealRow[] = []
  #builder: SegmentBuilder

  constructor(context: SealContext) {
    this.#context = context
    this.#builder = new SegmentBuilder(context)
  }

  add(rows: readonly SealRow[]): void {
    for (const row of rows) {
      const place = JSON.parse(row.document) as Place
      if (place.parent === undefined) this.#take(place, row.revision, undefined)
      else this.#children.push(row)
    }
  }

  /** The one segment, or undefined when there was no place; the loader is used up. */
  finish(): SegmentData | undefined {
    this.#sealChunk()
    const roots = [...this.#chunks]
    for (const row of this.#children.splice(0)) {
      const place = JSON.parse(row.document) as Place
      this.#take(place, row.revision, place.parent && nameIn(roots, place.parent.id, this.#context))
    }
    this.#sealChunk()
    const chunks = this.#chunks.splice(0)
    if (chunks.length <= 1) return chunks[0]
    return mergeSegments(
      chunks.map((data) => ({ data, dead: createBitset(data.count), consume: true })),
      this.#context,
    )
  }

  #take(place: Place, revision: number, parentName: string | undefined): void {
    this.#builder.add({ place, revision, parentName })
    const { count, documentBytes } = this.#builder
    if (count >= chunk.placesMax || documentBytes >= chunk.documentBytesMax) this.#sealChunk()
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
