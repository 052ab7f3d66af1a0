import assert from 'node:assert/strict'
import type { TileAddress } from '../../src/geo/mercator.ts'
import type { DocumentRef, Hits } from '../../src/index/hits.ts'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { PlaceIndex, type PlaceIndexOptions } from '../../src/index/place-index.ts'
import type { DirectoryEntry, EntryAddress, NamedEntry, Names } from '../../src/place/directory-entry.ts'
import type { DirectoryKind } from '../../src/place/directory-kinds.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import type { Model } from '../../src/place/model.ts'
import type { Instant, Place, PlaceId, PlaceView } from '../../src/place/place.ts'
import { viewPlace } from '../../src/place/view.ts'
import { createMeaning, type Meaning } from '../../src/query/matches.ts'
import type { PlaceQuery } from '../../src/query/query.ts'
import { readSuggest, type SuggestRequest } from '../../src/query/results/suggestion.ts'
import { storedForm } from '../../src/service/search-engine.ts'
import type { DirectoryRecord } from '../support/generate.ts'
import {
  besideNaively,
  countNaively,
  queriesBeside,
  searchNaively,
  suggestNaively,
  tileNaively,
} from '../support/naive.ts'
import { placeSource } from '../support/place-source.ts'
import { seenViews } from '../support/seen-views.ts'

/** A tile that may have some of the places: one of several by the query. */
export function tileAsked({ offset, order }: PlaceQuery): TileAddress {
  const addresses = [
    { zoom: 0, x: 0, y: 0 },
    { zoom: 1, x: 1, y: 0 },
    { zoom: 3, x: 4, y: 2 },
    { zoom: 16, x: 35_978, y: 19_083 },
  ]
  return addresses[(offset + order.length) % addresses.length]!
}

/** What may be asked for suggestions: one of several by the query; undefined when it has no words. */
export function suggestAsked(views: readonly PlaceView[], query: PlaceQuery, model: Model): SuggestRequest | undefined {
  const { narrowed, includeNonPublished } = query
  const include: ('deleted' | 'non-published')[] = includeNonPublished && !narrowed ? ['non-published'] : []
  return readSuggest(
    { q: typedText(views, query), limit: 1 + (query.offset % 12), is: ['*'], include },
    model,
    narrowed,
  )
}

/** What somebody may have typed who looks for one of the places: the beginning of a text of it, with a slip or without. */
function typedText(views: readonly PlaceView[], { offset, limit, order }: PlaceQuery): string {
  const view = views[offset % Math.max(views.length, 1)]
  const texts = [view?.name, view?.owner.name, view?.geolocationInfo?.municipality].filter((text) => text !== undefined)
  const words = (texts[limit % Math.max(texts.length, 1)] ?? 'kyrka').split(' ')
  const text = words.slice(order.length % words.length).join(' ')
  const typed = text.slice(0, 1 + ((offset + limit) % 12))
  if (limit % 3 === 0) return typed
  const at = offset % typed.length
  return limit % 3 === 1 ? typed.slice(0, at) + typed.slice(at + 1) : `${typed.slice(0, at)}x${typed.slice(at)}`
}

/** Limits so small that a few writes flush, compact at once and compact apart. */
export const smallLimits = { flushPlaces: 3, smallPlaces: 8 }

/** Names that a test can change. */
export class ChangingNames implements Names {
  version = 1
  /** Called after each change. */
  onRenamed: (entries: readonly EntryAddress[]) => void = () => {}
  readonly #entries = new Map<string, NamedEntry & DirectoryEntry>()

  entry(kind: DirectoryKind, id: string): DirectoryEntry | undefined {
    return this.#entries.get(`${kind}/${id}`)
  }

  /** All names. */
  get all(): readonly NamedEntry[] {
    return [...this.#entries.values()]
  }

  replaceAll(records: readonly DirectoryRecord[]): void {
    const former = this.all
    this.#entries.clear()
    for (const { kind, entry } of records) this.#entries.set(`${kind}/${entry.id}`, { kind, ...entry })
    this.version++
    this.onRenamed([...former, ...this.all])
  }

  put(kind: DirectoryKind, entry: DirectoryEntry): void {
    this.#entries.set(`${kind}/${entry.id}`, { kind, ...entry })
    this.version++
    this.onRenamed([{ kind, id: entry.id }])
  }
}

const meanings = new Map<Model, Meaning>()

function meaningOf(model: Model): Meaning {
  const known = meanings.get(model) ?? createMeaning(model)
  meanings.set(model, known)
  return known
}

export type WorldOptions = Omit<PlaceIndexOptions, 'names'>

/** An index and, beside it, what it should know: the places as they were written. */
export class IndexWorld {
  readonly names = new ChangingNames()
  readonly model: Model
  readonly index: PlaceIndex
  readonly #meaning: Meaning
  readonly #places = new Map<PlaceId, Place>()
  readonly #options: WorldOptions
  #revision = 0

  constructor(options: WorldOptions) {
    this.model = options.model
    this.#options = options
    this.#meaning = meaningOf(options.model)
    this.index = new PlaceIndex({ ...this.#options, names: this.names })
    this.names.onRenamed = (entries) => this.index.rename(entries)
  }

  get places(): Place[] {
    return [...this.#places.values()]
  }

  /** An entry of the journal with the next revision, not applied yet. */
  entry(place: Place): JournalEntry {
    this.#places.set(place.id, place)
    const document = JSON.stringify(place)
    return { ...this.#common(place.id), action: 'patch', document }
  }

  put(...places: readonly Place[]): void {
    this.index.apply(places.map((place) => this.entry(place)))
  }

  purge(id: PlaceId): void {
    this.#places.delete(id)
    this.index.apply([{ ...this.#common(id), action: 'purge' }])
  }

  view(place: Place): PlaceView {
    return viewPlace(place, this.names, place.parent && this.#places.get(place.parent.id)?.name)
  }

  /** What the index finds must be what the meaning of the query says. */
  check(query: PlaceQuery, now: Instant, index = this.index): void {
    const views = this.#views(query, now)
    const wanted = searchNaively(views, query, this.#meaning, now)
    const hits = runToCompletion(index.searching(query, now))
    assert.deepEqual({ total: hits.total, ids: refsOf(hits).map(idOf) }, wanted)
    const tile = runToCompletion(index.tiling(query, tileAsked(query), now))
    assert.deepEqual(tile, tileNaively(views, { query, address: tileAsked(query) }, this.#meaning, now))
    this.#checkSuggestions(query, now, index)
    const beside = besideNaively(views, query, this.#meaning, now)
    const streamed = [...runToCompletion(index.streaming(query, now))].flatMap(refsOf).map(idOf)
    assert.deepEqual(streamed, beside.rest, 'what is streamed')
    if (hits.window?.ends) {
      const queries = queriesBeside(query, hits.window.ends)
      for (const side of ['prev', 'next'] as const) {
        assert.deepEqual(refsOf(runToCompletion(index.searching(queries[side], now))).map(idOf), beside[side], side)
      }
    }
    if (query.facets) assert.deepEqual(hits.facets, countNaively(views, query, this.#meaning, now))
  }

  /** A search in as many steps as there can be, between which something else is done, finds what there was when it began. */
  checkInSteps(query: PlaceQuery, now: Instant, between: () => void): number {
    const views = this.#views(query, now)
    const wanted = searchNaively(views, query, this.#meaning, now)
    const facets = query.facets && countNaively(views, query, this.#meaning, now)
    const search = this.index.searching(query, now, { isDue: true })
    let steps = 1
    let step = search.next()
    for (; !step.done; step = search.next()) {
      between()
      steps++
    }
    const page = runToCompletion(this.index.paging(step.value, storedForm))
    const ids = Array.from(page, (bytes) => (JSON.parse(String(bytes)) as Place).id)
    assert.deepEqual({ total: step.value.total, ids, facets: step.value.facets }, { ...wanted, facets })
    return steps
  }

  #checkSuggestions(query: PlaceQuery, now: Instant, index: PlaceIndex): void {
    const views = this.#views(query, now)
    const request = suggestAsked(views, query, this.model)
    if (request === undefined) return
    const wanted = suggestNaively(views, request, this.#meaning, now)
    assert.deepEqual(runToCompletion(index.suggesting(request, now)), wanted, `suggestions for ${request.text}`)
  }

  #views(query: PlaceQuery, now: Instant): readonly PlaceView[] {
    return seenViews(
      this.places.map((place) => this.view(place)),
      query,
      now,
    )
  }

  /** An index with the same names that is built by `load` from what there is now. */
  async rebuilt(): Promise<PlaceIndex> {
    const index = new PlaceIndex({ ...this.#options, names: this.names })
    const entries = this.places.map((place) => this.entry(place))
    await index.load(placeSource(entries), this.#revision, this.names.all)
    return index
  }

  #common(id: PlaceId): Pick<JournalEntry, 'revision' | 'kind' | 'id' | 'time' | 'who'> {
    return { revision: ++this.#revision, kind: 'place', id, time: 0, who: 'test' }
  }
}

/** The id of the place that is there. */
export function idOf({ leaf, ordinal }: DocumentRef): PlaceId {
  return leaf.idOf(ordinal)
}

/** Where the hits of a page are, one by one. */
export function refsOf({ runs }: Hits): DocumentRef[] {
  return runs.flatMap(({ leaf, ordinals }) => [...ordinals].map((ordinal) => ({ leaf, ordinal })))
}
