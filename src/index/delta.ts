import type { Field } from '../place/fields.ts'
import type { Instant, LonLat, PlaceId } from '../place/place.ts'
import { isIn } from '../query/appearance.ts'
import { isIncluded, isWithin } from '../query/matches.ts'
import { openInstant } from '../query/open-at.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { TileGrid } from '../query/tile.ts'
import { type ComparedHit, compareHits } from './compared-hit.ts'
import type { DocumentForm } from './documents/documents.ts'
import { FreshDocuments } from './documents/fresh-documents.ts'
import type { Row } from './documents/place-reader.ts'
import { renderedText } from './documents/rendered.ts'
import { textsOf, type ViewedHit } from './facets/viewed-texts.ts'
import { FilterValues } from './filter-values.ts'
import { openTest } from './hours/slot-hours.ts'
import type { Pace } from './in-turns.ts'
import { type ByteSink, writeEach } from './memory/pieces.ts'
import type { OrderedHits, Part, PartHits } from './part.ts'
import { PassedInstants } from './passed-instants.ts'
import type { SealRow } from './sealing/seal-row.ts'
import { isByName, listed } from './segment/ordered-hits.ts'
import { hasBit } from './sets/bitset.ts'
import { Slot, type SlotContext, soughtWords } from './slot.ts'
import { SlotOrder } from './slot-order.ts'
import { suggestViewed } from './suggest/suggest-texts.ts'
import type { TilePoints } from './tiles/tile-points.ts'

/** After so many slots the clock is asked: each may have to be parsed. */
const slotsPerLook = 16

/** The places that were written last, searched one by one by the meaning itself. Kept small by sealing. */
export class Delta implements Part {
  readonly number: number
  orphans = 0
  /** Whether searches looked for words in its places. */
  hasWords = false
  readonly #context: SlotContext
  readonly #slots: Slot[] = []
  readonly #order = new SlotOrder(this.#slots)
  readonly #filterValues: FilterValues
  readonly #publications = new PassedInstants()
  readonly #slotOf = new Map<PlaceId, number>()
  readonly #children = new Map<PlaceId, Set<number>>()

  /**
   * @param context Its documents are those of the delta alone.
   * @param filtered The fields that filters have asked for, of which places keep the values; grows with what is asked.
   */
  constructor(number: number, context: Omit<SlotContext, 'documents'>, filtered: Set<Field>) {
    this.number = number
    this.#context = { ...context, documents: new FreshDocuments() }
    this.#filterValues = new FilterValues(this.#slots, context.names, filtered)
  }

  get places(): number {
    return this.#slotOf.size
  }

  /** How many places have been put here, those written again or purged since included. */
  get slots(): number {
    return this.#slots.length
  }

  /** The living places of some slots, of all where none are told. */
  rows(start = 0, end = this.slots): SealRow[] {
    return this.#slots
      .slice(start, end)
      .filter(({ living }) => living)
      .map(({ sealRow }) => sealRow)
  }

  /** Takes a place in; one with the same id must have been removed. */
  put(row: Row): void {
    const slot = this.#slots.length
    this.#context.documents.add(row.document ?? JSON.stringify(row.place))
    const made = new Slot(row, slot, this.#context)
    this.#slots.push(made)
    for (const instant of [made.states.published, made.states.depublished]) {
      if (instant !== undefined) this.#publications.add(instant)
    }
    this.#slotOf.set(made.rowId, slot)
    if (made.orphan !== 0) this.orphans++
    const parent = made.parentId
    if (parent === undefined) return
    const siblings = this.#children.get(parent)
    if (siblings) siblings.add(slot)
    else this.#children.set(parent, new Set([slot]))
  }

  remove(ordinal: number): void {
    const slot = this.#slot(ordinal)
    slot.living = false
    if (slot.orphan !== 0) this.orphans--
    this.#slotOf.delete(slot.rowId)
    const parent = slot.parentId
    if (parent !== undefined) this.#children.get(parent)?.delete(ordinal)
  }

  find(id: PlaceId): number {
    return this.#slotOf.get(id) ?? -1
  }

  findBySlug(slug: string): number {
    for (const ordinal of this.#slotOf.values()) {
      const { slug: has, orphan } = this.#slot(ordinal)
      if (has === slug && orphan === 0) return ordinal
    }
    return -1
  }

  childrenOf(id: PlaceId): number[] {
    return [...(this.#children.get(id) ?? [])]
  }

  isSeen(ordinal: number, now: Instant): boolean {
    return isIn(this.#slot(ordinal).seen, now)
  }

  idOf(ordinal: number): PlaceId {
    return this.#slot(ordinal).id
  }

  rowIdOf(ordinal: number): string {
    return this.#slot(ordinal).rowId
  }

  revisionOf(ordinal: number): number {
    return this.#slot(ordinal).revision
  }

  positionOf(ordinal: number): LonLat {
    return this.#slot(ordinal).position
  }

  rowOf(ordinal: number): Row {
    return this.#slot(ordinal).row
  }

  ownerOf(ordinal: number): string {
    return this.#slot(ordinal).ownerId
  }

  readonly isSealed = false

  get asksForContacts(): boolean {
    return true
  }

  contactOwnerOf(ordinal: number): string | undefined {
    const { isFetching, ownerId } = this.#slot(ordinal)
    return isFetching ? ownerId : undefined
  }

  /** What a search is made of does not change, so nothing has to be copied. */
  lend(): void {}

  search(query: PlaceQuery, now: Instant, pace: Pace): Generator<void, PartHits> {
    const living = this.#order.numbers(this.places).filter((ordinal) => this.#slot(ordinal).living)
    return this.#search(living, { query, now, pace })
  }

  *#search(living: readonly number[], search: Search): Generator<void, PartHits> {
    const { query, now, pace } = search
    const hits = yield* this.#select(living, search)
    const sortValues = (ordinal: number) => this.#slot(ordinal).sortValues(query)
    const ordered = function* (this: Delta): Generator<void, OrderedHits> {
      if (isByName(query.order[0]) && query.order.length === 1) return listed(Uint32Array.from(hits))
      const rows: (ComparedHit & { readonly ordinal: number })[] = []
      for (const ordinal of hits) {
        rows.push({ ordinal, id: this.idOf(ordinal), values: sortValues(ordinal) })
        if (pace.isDue) yield
      }
      rows.sort((a, b) => compareHits(a, b, query.order))
      return listed(Uint32Array.from(rows, ({ ordinal }) => ordinal))
    }.bind(this)
    const inTile = (grid: TileGrid) => this.#inTile(hits, grid)
    const viewed = () => this.#viewed(hits, pace)
    return {
      count: hits.length,
      ordered,
      sortValues,
      inTile,
      *values(facet) {
        return [textsOf(yield* viewed(), facet, now)]
      },
      *texts(_, facet) {
        return suggestViewed(yield* viewed(), facet, now)
      },
    }
  }

  changedAt(now: Instant): Instant {
    return this.#publications.last(now)
  }

  write(out: ByteSink, ordinal: number, form: DocumentForm): void {
    out.writeText(renderedText(this.#slot(ordinal).document, form, this.#context.names))
  }

  writeAll(out: ByteSink, ordinals: Uint32Array, form: DocumentForm): void {
    writeEach(out, ordinals, (ordinal) => this.write(out, ordinal, form))
  }

  #slot(ordinal: number): Slot {
    const slot = this.#slots[ordinal]
    if (slot === undefined) throw new RangeError(`a slot must be below ${this.#slots.length}, got ${ordinal}`)
    return slot
  }

  /** In the default order, as the living are. */
  *#select(living: readonly number[], { query, now, pace }: Search): Generator<void, number[]> {
    const { fullText, openAt, filters } = query
    const isOpen = openAt === undefined ? undefined : openTest(openInstant(openAt, now))
    const sought = fullText && soughtWords(fullText)
    this.hasWords ||= sought !== undefined
    const possible = yield* this.#filterValues.slotsNamed(filters, pace)
    const passes = filters.length === 0 ? undefined : this.#filterValues.test(filters)
    const found: number[] = []
    for (const [number, ordinal] of living.entries()) {
      if (number % slotsPerLook === 0 && pace.isDue) yield
      if (possible !== undefined && !hasBit(possible, ordinal)) continue
      const slot = this.#slot(ordinal)
      if (isOpen && !isOpen(slot.hours)) continue
      if (sought !== undefined && !slot.holds(sought)) continue
      if (!isAsked(slot, query, now) || !slot.isOfType(query.types)) continue
      if (!isWithin(slot.position, query)) continue
      if (!passes || passes(ordinal)) found.push(ordinal)
    }
    return found
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

  *#viewed(hits: readonly number[], pace: Pace): Generator<void, ViewedHit[]> {
    const viewed: ViewedHit[] = []
    for (const ordinal of hits) {
      viewed.push({ ordinal, view: this.#slot(ordinal).view })
      if (pace.isDue) yield
    }
    return viewed
  }
}

interface Search {
  readonly query: PlaceQuery
  readonly now: Instant
  readonly pace: Pace
}

/** Whether a slot is an appearance that a query asks for, and in one of the wanted states. */
function isAsked({ orphan, seen, states }: Slot, query: PlaceQuery, now: Instant): boolean {
  return query.narrowed ? isIn(seen, now) : orphan === 0 && isIncluded(states, query, now)
}
