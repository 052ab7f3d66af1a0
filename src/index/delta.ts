import { distanceMetres } from '../geo/sphere.ts'
import { formatInstant, parseInstant } from '../place/dates.ts'
import type { DirectoryKind, Names } from '../place/directory-entry.ts'
import type { Instant, LonLat, PlaceId, PlaceView } from '../place/place.ts'
import { ownerName, viewPlace } from '../place/view.ts'
import { type Meaning, matches } from '../query/matches.ts'
import { compareValues } from '../query/naive-search.ts'
import type { Facet, OrderKey, PlaceQuery } from '../query/query.ts'
import { relevanceTier } from '../query/relevance.ts'
import type { TileGrid } from '../query/tile.ts'
import { fieldValues } from '../query/values.ts'
import type { SortValue } from './columns/ranking.ts'
import { type DocumentForm, Documents, DocumentsBuilder } from './documents/documents.ts'
import type { Row } from './documents/place-reader.ts'
import { parseOwnerKey, renderPlace } from './documents/render.ts'
import { countViews, type ViewedHit } from './facets/delta-facets.ts'
import type { ByteSink } from './memory/pieces.ts'
import type { Part, PartHits } from './part.ts'
import { listed } from './segment/ordered-hits.ts'
import type { TilePoints } from './tiles/tile-points.ts'

/** One place that has been written since the last sealing. A place that is written again gets a new slot. */
interface Slot {
  readonly row: Row
  living: boolean
  /** What follows from the row and the names, made when it is first wanted. */
  view: PlaceView | undefined
  viewVersion: number
  document: { readonly documents: Documents; readonly references: readonly Reference[] } | undefined
}

interface Reference {
  readonly kind: DirectoryKind
  readonly key: string
}

/** The places that were written last, searched one by one by the meaning itself. Kept small by sealing. */
export class Delta implements Part {
  readonly number: number
  readonly #names: Names
  readonly #meaning: Meaning
  readonly #slots: Slot[] = []
  readonly #slotOf = new Map<PlaceId, number>()
  readonly #children = new Map<PlaceId, Set<number>>()

  constructor(number: number, names: Names, meaning: Meaning) {
    this.number = number
    this.#names = names
    this.#meaning = meaning
  }

  get places(): number {
    return this.#slotOf.size
  }

  /** How many places have been put here, those written again or purged since included. */
  get slots(): number {
    return this.#slots.length
  }

  /** Every living place. */
  rows(): Row[] {
    return this.#slots.filter(({ living }) => living).map(({ row }) => row)
  }

  /** Takes a place in; one with the same id must have been removed. */
  put(row: Row): void {
    const slot = this.#slots.length
    this.#slots.push({ row, living: true, view: undefined, viewVersion: 0, document: undefined })
    this.#slotOf.set(row.place.id, slot)
    const parent = row.place.parent?.id
    if (parent === undefined) return
    const siblings = this.#children.get(parent)
    if (siblings) siblings.add(slot)
    else this.#children.set(parent, new Set([slot]))
  }

  remove(ordinal: number): void {
    const slot = this.#slot(ordinal)
    slot.living = false
    this.#slotOf.delete(slot.row.place.id)
    const parent = slot.row.place.parent?.id
    if (parent !== undefined) this.#children.get(parent)?.delete(ordinal)
  }

  find(id: PlaceId): number {
    return this.#slotOf.get(id) ?? -1
  }

  findBySlug(slug: string): number {
    for (const ordinal of this.#slotOf.values()) if (this.#slot(ordinal).row.place.slug === slug) return ordinal
    return -1
  }

  childrenOf(id: PlaceId): number[] {
    return [...(this.#children.get(id) ?? [])]
  }

  idOf(ordinal: number): PlaceId {
    return this.#slot(ordinal).row.place.id
  }

  revisionOf(ordinal: number): number {
    return this.#slot(ordinal).row.revision
  }

  positionOf(ordinal: number): LonLat {
    return this.#slot(ordinal).row.place.geolocation.geometry.coordinates
  }

  rowOf(ordinal: number): Row {
    return this.#slot(ordinal).row
  }

  contactOwnerOf(ordinal: number): string | undefined {
    const { place } = this.#slot(ordinal).row
    return place.contactInfo?.fetchAutomatically === true ? place.owner.id : undefined
  }

  search(query: PlaceQuery, now: Instant): PartHits {
    const hits = [...this.#slotOf.values()].filter((ordinal) => matches(this.#view(ordinal), query, this.#meaning, now))
    const sortValues = (ordinal: number) => this.#sortValues(ordinal, query)
    const ordered = () => {
      const rows = hits.map((ordinal) => ({ ordinal, id: this.idOf(ordinal), values: sortValues(ordinal) }))
      rows.sort((a, b) => compareHits(a, b, query.order))
      return listed(Uint32Array.from(rows, ({ ordinal }) => ordinal))
    }
    const values = (facet: Facet) => [countViews(this.#byName(hits), facet, now)]
    const inTile = (grid: TileGrid) => this.#inTile(hits, grid)
    return { count: hits.length, ordered, sortValues, values, inTile }
  }

  changedAt(now: Instant): Instant {
    const until = formatInstant(now)
    const passed = this.rows()
      .flatMap(({ place }) => [place.published ?? '', place.depublished ?? ''])
      .filter((instant) => instant !== '' && instant <= until)
    const latest = passed.reduce((last, instant) => (instant > last ? instant : last), '')
    return parseInstant(latest) ?? -Infinity
  }

  write(out: ByteSink, ordinal: number, form: DocumentForm): void {
    const { documents, references } = this.#document(ordinal)
    documents.write(out, 0, form, (_, reference) => this.#nameText(references[reference]!))
  }

  /** The slots of a delta are in no order that an answer could want, so that runs are single places. */
  writeBase(out: ByteSink, first: number, end: number): void {
    for (let ordinal = first; ordinal < end; ordinal++) {
      if (ordinal > first) out.writeByte(comma)
      this.#document(ordinal).documents.writeBase(out, 0, 1)
    }
  }

  #slot(ordinal: number): Slot {
    const slot = this.#slots[ordinal]
    if (slot === undefined) throw new RangeError(`a slot must be below ${this.#slots.length}, got ${ordinal}`)
    return slot
  }

  #view(ordinal: number): PlaceView {
    const slot = this.#slot(ordinal)
    if (slot.view === undefined || slot.viewVersion !== this.#names.version) {
      slot.view = viewPlace(slot.row.place, this.#names, slot.row.parentName)
      slot.viewVersion = this.#names.version
    }
    return slot.view
  }

  #inTile(hits: readonly number[], grid: TileGrid): TilePoints {
    const located = hits
      .map((ordinal) => ({ ordinal, patch: grid.patchOf(...this.positionOf(ordinal)) }))
      .filter(({ patch }) => patch >= 0)
    return {
      count: (counts) => {
        for (const { patch } of located) counts[patch]!++
      },
      list: (isWanted) => located.filter(({ patch }) => isWanted(patch)).map(({ ordinal }) => ordinal),
    }
  }

  /** In the default order. */
  #byName(hits: readonly number[]): ViewedHit[] {
    const rows = hits.map((ordinal) => {
      const view = this.#view(ordinal)
      return { ordinal, view, id: view.id, values: [this.#meaning.sortKey(view.name)] }
    })
    return rows.sort((a, b) => compareHits(a, b, ascending))
  }

  #document(ordinal: number): NonNullable<Slot['document']> {
    const slot = this.#slot(ordinal)
    slot.document ??= sealOne(slot.row)
    return slot.document
  }

  #nameText({ kind, key }: Reference): Buffer | undefined {
    const name =
      kind === 'owners'
        ? ownerName({ ...parseOwnerKey(key), type: '' }, this.#names)
        : this.#names.entry(kind, key)?.name
    return name === undefined ? undefined : Buffer.from(`,"name":${JSON.stringify(name)}`)
  }

  #sortValues(ordinal: number, query: PlaceQuery): SortValue[] {
    const view = this.#view(ordinal)
    return query.order.map((key) => {
      if (key.by === 'distance') {
        return query.nearby && distanceMetres(query.nearby.center, view.geolocation.geometry.coordinates)
      }
      if (key.by === 'relevance') return query.fullText && relevanceTier(view.name, query.fullText)
      const [value] = fieldValues(view, key.field)
      if (typeof value === 'string') return key.field.kind === 'id' ? value : this.#meaning.sortKey(value)
      return typeof value === 'boolean' ? Number(value) : value
    })
  }
}

const comma = 44
const ascending: readonly Pick<OrderKey, 'descending'>[] = [{ descending: false }]

/** A hit with what it is compared by. */
export interface ComparedHit {
  readonly id: PlaceId
  readonly values: readonly SortValue[]
}

/** Below 0 or above 0 as one hit comes before or behind another; the id is the last key (D32). */
export function compareHits(a: ComparedHit, b: ComparedHit, order: readonly Pick<OrderKey, 'descending'>[]): number {
  for (const [index, { descending }] of order.entries()) {
    const compared = compareValues(a.values[index], b.values[index], descending)
    if (compared !== 0) return compared
  }
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** The documents of a segment that has only this place, with what its references stand for. */
function sealOne({ place, parentName }: Row): NonNullable<Slot['document']> {
  const builder = new DocumentsBuilder()
  const references: Reference[] = []
  builder.add(renderPlace(place, parentName), (kind, key) => references.push({ kind, key }) - 1)
  const same = Uint32Array.from(references, (_, reference) => reference)
  const data = builder.finish(Uint32Array.of(0), { owners: same, categories: same, tags: same })
  return { documents: new Documents(data), references }
}
