import { setImmediate } from 'node:timers/promises'
import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { type Reason, reason } from '../common/reason.ts'
import { formatInstant } from '../place/dates.ts'
import type { Names } from '../place/directory-entry.ts'
import type { EntryAction, JournalEntry, Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, Place, PlaceId, PlaceView } from '../place/place.ts'
import { stateOf } from '../place/place-state.ts'
import { viewPlace } from '../place/view.ts'
import { changedMembers, visibleTo } from '../place/visibility.ts'
import { createMeaning, type Meaning, matches } from '../query/matches.ts'
import { parseSearch } from '../query/parse.ts'
import type { PlaceQuery } from '../query/query.ts'
import { noFilters } from '../query/search-parameters.ts'
import type { Store } from '../store/store.ts'
import type { EventsWanted } from '../webhooks/delivery.ts'
import { type CloudEvent, directoryChanged, type EventType, placeEventTypes } from '../webhooks/event-types.ts'
import { type SearchEngine, unknownPlace } from './search-engine.ts'

/** Which changes are of concern: `filter` is the query of a search, of which a place fits before or after the change. */
export type Concern = Pick<EventsWanted, 'types' | 'filter'>

/** What events are made from. */
interface EventsParts {
  readonly store: Store
  readonly names: Names
  readonly model: Model
  readonly engine: Pick<SearchEngine, 'read' | 'storedPlace'>
  readonly clock: () => Instant
  /** What events say that they come from; addresses of places begin with it where it is one. */
  readonly source: string
}

/** Larger events have the address of the place in its stead. */
const bytesMax = 64 * 1024

/** The journal as events. */
export class Events {
  readonly #parts: EventsParts
  readonly #meaning: Meaning

  constructor(parts: EventsParts) {
    this.#parts = parts
    this.#meaning = createMeaning(parts.model)
  }

  /** What happened after a revision, as the caller sees it, and up to which revision that is all. */
  async events(
    { after, limit, types, filter }: EventsWanted,
    caller: Caller,
  ): Promise<{ readonly revision: Revision; readonly events: readonly CloudEvent[] }> {
    const query = filter === undefined ? undefined : queryOf(filter, this.#parts.model, caller)
    const events: CloudEvent[] = []
    let revision = after
    for await (const entry of readEntries((_, size) => this.#parts.store.changes(revision, size), limit)) {
      const event = await this.#eventOf(entry, caller, query)
      if (event && (types === undefined || event.data.kinds.some((kind) => types.includes(kind)))) events.push(event)
      revision = entry.revision
    }
    return { revision, events }
  }

  /** Tells of entries of the journal whether they concern somebody, and whether by that a place has left the filter. */
  concerning(
    { types, filter }: Concern,
    caller: Caller,
  ): (entry: JournalEntry) => Promise<{ left: boolean } | undefined> {
    const query = filter === undefined ? undefined : queryOf(filter, this.#parts.model, caller)
    return async (entry) => {
      const judged = await this.#judge(entry, caller, query)
      const isOfType = judged && (types === undefined || judged.kinds.some((kind) => types.includes(kind)))
      return isOfType ? { left: judged.left } : undefined
    }
  }

  async #eventOf(entry: JournalEntry, caller: Caller, query: PlaceQuery | undefined): Promise<CloudEvent | undefined> {
    const { kind, id, revision, document } = entry
    const judged = await this.#judge(entry, caller, query)
    if (judged === undefined) return undefined
    const { kinds, left, changed, shown } = judged
    const place = shown && (await this.#shown(shown, caller, entry.time))
    return this.#envelope(entry, id, {
      ...{ revision, kinds },
      ...(changed && { changed }),
      ...(place && { place }),
      ...(left && { left }),
      ...(kind === 'directory' && document !== undefined && { entry: JSON.parse(document) as JsonObject }),
    })
  }

  /** What an entry is to a caller; undefined where it is nothing, or nothing of concern. */
  async #judge(
    entry: JournalEntry,
    caller: Caller,
    query: PlaceQuery | undefined,
  ): Promise<PerceivedChange | undefined> {
    const { kind, action, time, document } = entry
    const narrowed = isNarrowed(caller)
    if (kind === 'directory') return query || narrowed ? undefined : { kinds: [directoryChanged], left: false }
    if (kind !== 'place' && kind !== 'publication') return undefined
    if (action === 'purge') return { kinds: ['gazetteer.place.purged'], left: false }
    // Its place was purged since, which an entry behind this one says.
    if (document === undefined) return undefined
    const side = (place: Place | undefined, at: Instant): Side => {
      const isPublic = place !== undefined && stateOf(place, at) === 'published'
      return { place, isPublic, isSeen: place !== undefined && (isPublic || !narrowed) }
    }
    const place = JSON.parse(document) as Place
    const after = side(place, time)
    const before = kind === 'publication' ? side(place, time - 1) : side(await this.#before(entry), time)
    const fits = async ({ place, isSeen }: Side) =>
      place !== undefined &&
      isSeen &&
      (!query || matches(await this.view(narrowed ? withoutParent(place) : place), query, this.#meaning, time))
    const [didFit, doesFit] = [await fits(before), await fits(after)]
    if (!didFit && !doesFit) return undefined
    const changed = this.#changed(before, after, caller)
    const kinds = kindsOf(action, before, after, { narrowed, isChanged: changed.length > 0 })
    if (kinds.length === 0) return undefined
    const left = query !== undefined && after.isSeen && !doesFit
    return { kinds, left, ...(after.isSeen && { changed, shown: after.place! }) }
  }

  async #before({ id, revision, action }: JournalEntry): Promise<Place | undefined> {
    if (action === 'create') return undefined
    const { entries } = await this.#parts.store.history(id, { offset: 0, limit: 1, before: revision })
    const document = entries[0]?.document
    return document === undefined ? undefined : (JSON.parse(document) as Place)
  }

  #changed(before: Side, after: Side, caller: Caller): readonly string[] {
    const parts = [before, after].map(({ place, isSeen }) =>
      place && isSeen ? visibleTo(sightOf(caller), place as unknown as JsonObject) : {},
    )
    return changedMembers(parts[0]!, parts[1]!).filter((path) => path !== 'updated' && path !== 'updatedBy')
  }

  /**
   * The place of that revision; for who sees only what is published as it is seen now, if it is. The clock of the process
   * that wrote the revision decides what is public by it, where this one's is behind.
   */
  async #shown(place: Place, caller: Caller, time: Instant): Promise<JsonObject | undefined> {
    if (!isNarrowed(caller)) return visibleTo(sightOf(caller), (await this.view(place)) as unknown as JsonObject)
    try {
      const at = Math.max(time, this.#parts.clock())
      return JSON.parse((await this.#parts.engine.read(place.id, caller, { at })).bytes.toString()) as JsonObject
    } catch (error) {
      if (error instanceof Problem && error.code === unknownPlace(place.id).code) return undefined
      throw error
    }
  }

  /** The place as whoever may see all of it sees it. */
  async view(place: Place): Promise<PlaceView> {
    const parentName = place.parent && (await this.#parts.engine.storedPlace(place.parent.id))?.name
    return viewPlace(place, this.#parts.names, parentName)
  }

  #envelope({ revision, time }: JournalEntry, subject: string, data: CloudEvent['data']): CloudEvent {
    const { source, store } = this.#parts
    const event: CloudEvent = {
      specversion: '1.0',
      id: `${store.historyId}-${revision}`,
      source,
      type: data.kinds[0]!,
      subject,
      time: formatInstant(time),
      datacontenttype: 'application/json',
      ...(source.startsWith('http') && { dataschema: `${source}/openapi.json#/components/schemas/EventData` }),
      data,
    }
    if (!data.place || Buffer.byteLength(JSON.stringify(event)) <= bytesMax) return event
    const { place: _, ...rest } = data
    return { ...event, data: { ...rest, address: placeAddress(source, subject) } }
  }
}

/** What is wrong with a filter for a caller; undefined when nothing is. */
export function faultOfFilter(filter: string, model: Model, caller: Caller): Reason | undefined {
  try {
    queryOf(filter, model, caller)
    return undefined
  } catch (error) {
    if (error instanceof Problem) return error.reason ?? reason('other', { text: error.message })
    throw error
  }
}

/** Whatever its state, a place may be of concern. */
function queryOf(filter: string, model: Model, caller: Caller): PlaceQuery {
  const names = [...new URLSearchParams(filter).keys()].map((name) => name.toLowerCase())
  const other = names.find((name) => noFilters.has(name))
  if (other !== undefined) throw new Problem('invalid-parameter', reason('no-filter', { name: other }))
  const { query } = parseSearch(filter, { model, sees: sightOf(caller) })
  const everyType = { types: { types: 'all', partial: true } } as const
  return { ...query, ...(!names.includes('is') && everyType), includeDeleted: true, includeNonPublished: true }
}

/** What a change is to somebody. */
interface PerceivedChange {
  readonly kinds: readonly EventType[]
  readonly left: boolean
  readonly changed?: readonly string[]
  /** The place that may be shown of it. */
  readonly shown?: Place
}

/** A place before or after a change. */
interface Side {
  readonly place: Place | undefined
  readonly isPublic: boolean
  readonly isSeen: boolean
}

function withoutParent(place: Place): Place {
  const { parent: _, ...rest } = place
  return rest
}

function placeAddress(source: string, id: PlaceId): string {
  return `${source.startsWith('http') ? source : ''}/place/${id}`
}

const ofAction: { readonly [Action in EntryAction]?: EventType } = {
  create: 'gazetteer.place.created',
  delete: 'gazetteer.place.deleted',
  restore: 'gazetteer.place.restored',
}

/** Everything that a change was; who sees only what is published is told of that alone. */
function kindsOf(
  action: EntryAction,
  before: Side,
  after: Side,
  { narrowed, isChanged }: { readonly narrowed: boolean; readonly isChanged: boolean },
): EventType[] {
  const own = narrowed ? undefined : ofAction[action]
  const kinds = new Set<EventType | undefined>([own])
  if (before.isPublic && !after.isPublic) kinds.add('gazetteer.place.unpublished')
  if (!before.isPublic && after.isPublic) kinds.add('gazetteer.place.published')
  if (isChanged && before.isSeen && after.isSeen) kinds.add('gazetteer.place.changed')
  return placeEventTypes.filter((type) => kinds.has(type))
}

/** Reads entries from a position on, at most `limit`; fewer only when there are no more. */
type ReadEntries = (position: number, limit: number) => Promise<readonly JournalEntry[]>

/** The first read is of few entries; then their size tells how many fit. */
const firstBatch = 10
/** Characters of documents that are read without others getting their turn. */
const batchCharacters = 1024 * 1024
/** Characters of documents that are looked at without others getting their turn. */
const restCharacters = 128 * 1024

/**
 * At most `limit` entries one by one, read in batches that are small where documents are large, so that no reader of a
 * long history keeps others waiting. `position` counts from 0.
 */
export async function* readEntries(read: ReadEntries, limit: number): AsyncGenerator<JournalEntry> {
  let position = 0
  let size = Math.min(firstBatch, limit)
  let unrested = 0
  while (size > 0) {
    const entries = await read(position, size)
    for (const entry of entries) {
      yield entry
      unrested += entry.document?.length ?? 0
      if (unrested < restCharacters) continue
      unrested = 0
      await setImmediate()
    }
    position += entries.length
    if (entries.length < size) return
    const characters = entries.reduce((sum, { document }) => sum + (document?.length ?? 0), 0)
    const fitting = Math.floor(batchCharacters / Math.max(1, characters / entries.length))
    size = Math.min(Math.max(1, fitting), limit - position)
    await setImmediate()
  }
}
