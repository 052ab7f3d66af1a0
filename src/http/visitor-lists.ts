import { setImmediate } from 'node:timers/promises'
import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import { directoryFields } from '../place/directory-kinds.ts'
import type { Model } from '../place/model.ts'
import { createSlugs } from '../place/rules/slug.ts'
import { parseSearch } from '../query/parse.ts'
import type { PlaceQuery } from '../query/query.ts'
import type { HttpParts } from './route-parts.ts'

type DirectoryParts = Pick<HttpParts, 'engine' | 'model' | 'clock'>

/** What places are listed by, and the field that tells it; the first segment of the addresses of its lists. */
export const listFields = { in: 'geolocationinfo_municipality', owner: directoryFields.owners } as const
export type ListKind = keyof typeof listFields

/** A municipality or an owner that has published places. */
export interface ListEntry {
  readonly slug: string
  /** As places have it: the name of a municipality, the id of an owner. */
  readonly value: string
  readonly name: string
  readonly count: number
}

/** The entries of a kind: those with most places, where there are too many. */
interface Entries {
  /** By slug, in the order of their names. */
  readonly bySlug: ReadonlyMap<string, ListEntry>
  readonly byValue: ReadonlyMap<string, ListEntry>
}

const entriesMax = 10_000
/** Lists that come or go are known so long after; what they hold is asked for each time. */
const freshMillis = 30_000
/** Slugs are made so many at a time. */
const slugsAtOnce = 100
/** Ids that are numbers in the order of these. */
const byNumber = new Intl.Collator('en', { numeric: true })

/** A search as everybody may ask it; `changed` has what no address can say. */
export function visitorSearch(text: string, visitor: Caller, model: Model, changed: Partial<PlaceQuery> = {}) {
  const request = parseSearch(text, { model, sees: sightOf(visitor), narrowed: isNarrowed(visitor) })
  return { ...request, query: { ...request.query, ...changed } }
}

/** Which municipalities and owners have lists of places, from the facets of what everybody sees. */
export class ListDirectory {
  readonly #parts: DirectoryParts
  readonly #base: (name: string, id: string) => string
  #made: Promise<Record<ListKind, Entries>> | undefined
  #madeAt = Number.NEGATIVE_INFINITY

  constructor(parts: DirectoryParts) {
    this.#parts = parts
    const slugs = createSlugs(parts.model.locale)
    this.#base = (name, id) => slugs.base(name, '', id)
  }

  /** The entries of a kind; as old as half a minute. */
  async entries(kind: ListKind, visitor: Caller): Promise<Entries> {
    const now = this.#parts.clock()
    if (this.#made === undefined || Math.abs(now - this.#madeAt) > freshMillis) {
      this.#madeAt = now
      this.#made = this.#make(visitor)
      this.#made.catch(() => {
        this.#made = undefined
      })
    }
    return (await this.#made)[kind]
  }

  /** The slugs of the municipalities that have published places of a type. */
  async municipalitiesOf(type: string, visitor: Caller): Promise<string[]> {
    const { byValue } = await this.entries('in', visitor)
    const found = await this.#facets(`is=${type}&facets=${listFields.in}`, visitor)
    return (found[listFields.in] ?? []).flatMap(({ value }) => byValue.get(value)?.slug ?? [])
  }

  async #facets(text: string, visitor: Caller): Promise<Record<string, Omit<ListEntry, 'slug'>[]>> {
    const { engine, model } = this.#parts
    const search = visitorSearch(`${text}&limit=0`, visitor, model, { facetValuesMax: entriesMax })
    const { bytes } = await engine.search(search, visitor, () => false)
    return (JSON.parse(bytes.toString()) as { Facets: Record<string, Omit<ListEntry, 'slug'>[]> }).Facets
  }

  async #make(visitor: Caller): Promise<Record<ListKind, Entries>> {
    const facets = await this.#facets(`facets=${listFields.in},${listFields.owner}`, visitor)
    const collator = new Intl.Collator(this.#parts.model.locale)
    const made = async (kind: ListKind) => this.#withSlugs(facets[listFields[kind]] ?? [], collator)
    return { in: await made('in'), owner: await made('owner') }
  }

  /** Of the same slug the first by value has it as it is, the others are numbered. */
  async #withSlugs(found: readonly Omit<ListEntry, 'slug'>[], collator: Intl.Collator): Promise<Entries> {
    const bySlug = new Map<string, ListEntry>()
    const sorted = found.toSorted(
      (one, other) => byNumber.compare(one.value, other.value) || (one.value < other.value ? -1 : 1),
    )
    for (const [at, { value, name = value, count }] of sorted.entries()) {
      if (at % slugsAtOnce === slugsAtOnce - 1) await setImmediate()
      const base = this.#base(name, value)
      let slug = base
      // A segment of dots would lead to another folder.
      for (let number = 2; bySlug.has(slug) || /^\.{1,2}$/.test(slug); number++) slug = `${base}-${number}`
      bySlug.set(slug, { slug, value, name, count })
    }
    const entries = [...bySlug.values()].sort((one, other) => collator.compare(one.name, other.name))
    return {
      bySlug: new Map(entries.map((entry) => [entry.slug, entry])),
      byValue: new Map(entries.map((entry) => [entry.value, entry])),
    }
  }
}
