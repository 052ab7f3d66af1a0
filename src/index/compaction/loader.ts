import type { Names } from '../../place/directory-entry.ts'
import type { Place, PlaceId } from '../../place/place.ts'
import { addressText, type NamedAddress, renamed } from '../../read-model/reference.ts'
import { parseRow, type Row, rowOf, type StoredRow } from '../../read-model/row.ts'
import { findId } from '../columns/id-column.ts'
import { documentBytesMax } from '../documents/documents.ts'
import { type BuildContext, SegmentBuilder } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { SegmentDocuments } from '../segment/segment-documents.ts'
import { mergeSegments, type SegmentWithTombstones } from '../segment/segment-merge.ts'
import { createBitset } from '../sets/bitset.ts'

/**
 * Limits of a chunk that is built at once, and of a segment into which chunks are merged. The place that reaches a
 * limit is the last of its chunk.
 */
export const defaultLoadLimits = {
  chunkPlacesMax: 65_536,
  /** Bytes of documents. */
  chunkBytesMax: 256 * 2 ** 20,
  /**
   * Distinct texts, as `SegmentBuilder` counts them. A `Map` numbers them, which holds at most 2^24, and each takes
   * about a hundred bytes of the thread's heap. A place of at most one mebibyte adds less than a million.
   */
  chunkTextsMax: 2 ** 20,
  /** Maximum bytes of documents of a merged segment; at least those of a chunk. */
  segmentBytesMax: documentBytesMax,
}

export type LoadLimits = Readonly<typeof defaultLoadLimits>

/** Builds one segment from rows of a memtable and the live places of segments; undefined if there are none. */
export function compact(
  rows: readonly StoredRow[],
  segments: readonly SegmentWithTombstones[],
  context: BuildContext,
  limits: LoadLimits = defaultLoadLimits,
): SegmentData | undefined {
  const chunks = new ChunkBuilder(context, limits)
  for (const row of rows) chunks.add(parseRow(row))
  const built = chunks.finish()
  if (segments.length === 0 && built.length < 2) return built[0]
  const merged = mergeSegments([...built.map(consumed), ...segments], context)
  return merged.count > 0 ? merged : undefined
}

/** Builds a segment of some places of another one, for which some references have new names. */
export function rename(
  data: SegmentData,
  ordinals: Uint32Array,
  names: readonly NamedAddress[],
  context: BuildContext,
): SegmentData {
  const builder = new SegmentBuilder(context)
  const documents = new SegmentDocuments(data)
  const changed = new Map(names.map((named) => [addressText(named), named]))
  for (const ordinal of ordinals) builder.add(renamed(documents.rowOf(ordinal), changed))
  return builder.build()
}

/** A place as the store yields it. */
export type PresentPlace = Pick<StoredRow, 'document' | 'revision'>

/**
 * Builds segments, usually one, from all places of a store, each added once, in any order. Children wait as JSON until
 * every place without a parent is built, since a document holds the name of its parent. Apart from these, memory grows
 * only with the built segments, not with parsed places.
 */
export class Loader {
  readonly #context: BuildContext
  readonly #chunks: ChunkBuilder
  readonly #children: PresentPlace[] = []
  readonly #names: Names
  readonly #limits: LoadLimits

  constructor(context: BuildContext, names: Names, limits = defaultLoadLimits) {
    this.#context = context
    this.#names = names
    this.#limits = limits
    this.#chunks = new ChunkBuilder(context, limits)
  }

  add(places: readonly PresentPlace[]): void {
    for (const present of places) {
      const place = JSON.parse(present.document) as Place
      if (place.parent === undefined) this.#chunks.add(rowOf({ ...present, place }, undefined, this.#names))
      else this.#children.push(present)
    }
  }

  /** The segments; none if there was no place. The loader cannot be used afterwards. */
  finish(): SegmentData[] {
    const roots = this.#chunks.finish()
    for (const present of this.#children.splice(0)) {
      const place = JSON.parse(present.document) as Place
      this.#chunks.add(rowOf({ ...present, place }, placeIn(roots, place.parent!.id), this.#names))
    }
    return this.#groups([...roots, ...this.#chunks.finish()]).map((chunks) =>
      chunks.length === 1 ? chunks[0]! : mergeSegments(chunks.map(consumed), this.#context),
    )
  }

  /** Groups neighbouring chunks whose documents fit into one segment. */
  #groups(chunks: readonly SegmentData[]): SegmentData[][] {
    const groups: SegmentData[][] = []
    let bytes = 0
    for (const chunk of chunks) {
      const more = chunk.documents.starts.at(-1)!
      const last = groups.at(-1)
      bytes += more
      if (last && bytes <= this.#limits.segmentBytesMax) last.push(chunk)
      else {
        groups.push([chunk])
        bytes = more
      }
    }
    return groups
  }
}

/** Collects places, and builds a segment whenever a limit is reached. */
class ChunkBuilder {
  readonly #context: BuildContext
  readonly #limits: LoadLimits
  readonly #built: SegmentData[] = []
  #builder: SegmentBuilder

  constructor(context: BuildContext, limits: LoadLimits) {
    this.#context = context
    this.#limits = limits
    this.#builder = new SegmentBuilder(context)
  }

  add(row: Row): void {
    this.#builder.add(row)
    const { count, documentBytes, texts } = this.#builder
    const { chunkPlacesMax, chunkBytesMax, chunkTextsMax } = this.#limits
    if (count >= chunkPlacesMax || documentBytes >= chunkBytesMax || texts >= chunkTextsMax) this.#build()
  }

  /** The chunks of all places added since the last call. */
  finish(): SegmentData[] {
    if (this.#builder.count > 0) this.#build()
    return this.#built.splice(0)
  }

  #build(): void {
    this.#built.push(this.#builder.build())
    this.#builder = new SegmentBuilder(this.#context)
  }
}

/** A chunk that is merged with others and not read afterwards. */
function consumed(chunk: SegmentData): SegmentWithTombstones {
  return { data: chunk, tombstones: createBitset(chunk.count), consume: true }
}

/** The place in one of the segments, or undefined if it is in none. */
function placeIn(segments: readonly SegmentData[], id: PlaceId): Place | undefined {
  for (const data of segments) {
    const ordinal = findId(data.ids, id)
    if (ordinal >= 0) return new SegmentDocuments(data).rowOf(ordinal).place
  }
  return undefined
}
