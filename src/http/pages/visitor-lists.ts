import { setImmediate } from 'node:timers/promises'
import { asVisitor, type Caller, isNarrowed, sightOf } from '../../access/access.ts'
import { directoryFields } from '../../place/directory-kinds.ts'
import type { Model } from '../../place/model.ts'
import { createSlugs } from '../../place/rules/slug.ts'
import { parseSearch } from '../../query/parse/parse.ts'
import type { PlaceQuery } from '../../query/query.ts'
import { type FacetValue, facetsObject } from '../../query/results/facets.ts'
import type { HttpParts } from '../route-parts.ts'

type DirectoryParts = Pick<HttpParts, 'engine' | 'model' | 'clock'>

/** The fields that group places into lists, by the first segment of the lists' addresses. */
export const listFields = { in: 'geolocationinfo_municipality', owner: directoryFields.owners } as const
export type ListKind = keyof typeof listFields

/** A municipality or an owner with published places. */
export interface ListEntry {
  readonly slug: string
  /** As stored in places: the name of a municipality, the id of an owner. */
  readonly value: string
  readonly name: string
  readonly count: number
}

/** The entries of a kind; if there are too many, those with the most places. */
interface Entries {
  /** By slug, ordered by name. */
  readonly bySlug: ReadonlyMap<string, ListEntry>
  readonly byValue: ReadonlyMap<string, ListEntry>
}

const entriesMax = 10_000
/** New and removed lists appear after this delay; their contents are queried each time. */
const freshMillis = 30_000
/** Number of slugs computed per turn. */
const slugsAtOnce = 100
/** Compares numeric ids as numbers. */
const byNumber = new Intl.Collator('en', { numeric: true })

/** Creates a search with a caller's permissions; `changed` overrides query members that no address can express. */
export function searchFor(text: string, caller: Caller, model: Model, changed: Partial<PlaceQuery> = {}) {
  const request = parseSearch(text, { model, sees: sightOf(caller), narrowed: isNarrowed(caller) })
  return { ...request, query: { ...request.query, ...changed } }
}

/** A value of a list and its number of places. */
type TextCount = FacetValue & { readonly value: string }

/** The municipalities and owners that have lists of places, from the facets of published places, whoever asks. */
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

  /** Returns the entries of a kind, at most half a minute old. */
  async entries(kind: ListKind, caller: Caller): Promise<Entries> {
    const now = this.#parts.clock()
    if (this.#made === undefined || Math.abs(now - this.#madeAt) > freshMillis) {
      this.#madeAt = now
      this.#made = this.#make(asVisitor(caller))
      this.#made.catch(() => {
        this.#made = undefined
      })
    }
    return (await this.#made)[kind]
  }

  /** Returns the slugs of the municipalities with published places of a type. */
  async municipalitiesOf(type: string, caller: Caller): Promise<string[]> {
    const visitor = asVisitor(caller)
    const { byValue } = await this.entries('in', visitor)
    const found = await this.#facets(`is=${type}&facets=${listFields.in}`, visitor)
    return (found[listFields.in] ?? []).flatMap(({ value }) => byValue.get(value)?.slug ?? [])
  }

  async #facets(text: string, visitor: Caller): Promise<Record<string, readonly TextCount[]>> {
    const { engine, model } = this.#parts
    const search = searchFor(`${text}&limit=0`, visitor, model, { facetValuesMax: entriesMax })
    const { facets = [] } = await engine.search(search, visitor, () => false)
    // Values of texts, as the fields of both lists are.
    return facetsObject(facets) as Record<string, readonly TextCount[]>
  }

  async #make(visitor: Caller): Promise<Record<ListKind, Entries>> {
    const facets = await this.#facets(`facets=${listFields.in},${listFields.owner}`, visitor)
    const collator = new Intl.Collator(this.#parts.model.locale)
    const made = async (kind: ListKind) => this.#withSlugs(facets[listFields[kind]] ?? [], collator)
    return { in: await made('in'), owner: await made('owner') }
  }

  /** Of entries with the same slug, the first by value keeps it; the others are numbered. */
  async #withSlugs(found: readonly TextCount[], collator: Intl.Collator): Promise<Entries> {
    const bySlug = new Map<string, ListEntry>()
    const sorted = found.toSorted(
      (one, other) => byNumber.compare(one.value, other.value) || (one.value < other.value ? -1 : 1),
    )
    for (const [at, { value, name = value, count }] of sorted.entries()) {
      if (at % slugsAtOnce === slugsAtOnce - 1) await setImmediate()
      const base = this.#base(name, value)
      let slug = base
      // A segment of dots would resolve to another folder.
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
