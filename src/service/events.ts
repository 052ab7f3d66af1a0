import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import { Turn } from '../common/pause.ts'
import { Problem } from '../common/problem.ts'
import { Semaphore } from '../common/semaphore.ts'
import { formatInstant, parseInstant } from '../place/dates.ts'
import type { Names } from '../place/directory-entry.ts'
import type { EntryAction, JournalEntry, Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, Place, PlaceId, PlaceView } from '../place/place.ts'
import { viewPlace } from '../place/view.ts'
import { changedMembers, visibleTo } from '../place/visibility.ts'
import { createMeaning, type Meaning, matches } from '../query/matches.ts'
import type { Store } from '../store/store.ts'
import type { EventsWanted, NextEvent, SentEvent } from '../webhooks/delivery.ts'
import { type CloudEvent, directoryChanged, type EventType, placeEventTypes } from '../webhooks/event-types.ts'
import type { EventFilters } from './event-filters.ts'
import { type ChildChange, PlacesAt } from './places-at.ts'
import { type Change, RecentChanges } from './recent-changes.ts'
import type { Replica } from './replica.ts'
import { type SearchEngine, unknownPlace } from './search-engine.ts'

/** The changes of concern: `filter` is the query of a search that the place fits before or after the change. */
export type Concern = Pick<EventsWanted, 'types' | 'filter'>

/** The sources of events. */
interface EventsParts {
  readonly store: Pick<Store, 'changes' | 'history' | 'historyId' | 'childrenAt' | 'writeAround'>
  readonly names: Names
  readonly model: Model
  readonly filters: EventFilters
  readonly engine: Pick<SearchEngine, 'read' | 'storedPlace'>
  readonly clock: () => Instant
  readonly replica: { readonly watermark: Pick<Replica['watermark'], 'revision'> }
  /** The `source` of events; if it is an address, the addresses of places begin with it. */
  readonly source: string
}

/** Larger events have the address of the place in its stead. */
const eventBytesMax = 64 * 1024
/** The memory that all changes and events take which are kept for others who ask for them: seconds at 500 changes a second. */
const keptBytesMax = 32 * 1024 * 1024
/** The memory of something that is derived for one kind of caller, without texts. */
const derivedBytes = 200

const never = Number.POSITIVE_INFINITY

/** Encodes each body into memory of its own, so that a kept body does not hold a larger buffer. */
const utf8 = new TextEncoder()

/** Values derived from a change for its receivers. */
interface Derived {
  /** By what callers see of places. */
  readonly seen: Map<string, SeenChange>
  /** By that and by filter. */
  readonly perceived: Map<string, PerceivedChange | undefined>
  /** By that and by whether the place has left the filter. */
  readonly events: Map<string, OwnEvent & { readonly until: Instant }>
  /** For callers who see only what is public. */
  children?: readonly ChildChange[]
}

type RecentChange = Change<Derived>
type OwnEvent = Omit<SentEvent, 'behind'>

/** The journal as events. A change is parsed once, and made an event once for all callers who see the same of it. */
export class Events {
  readonly #parts: EventsParts
  readonly #meaning: Meaning
  readonly #changes: RecentChanges<Derived>
  readonly #placesAt: PlacesAt
  /** Endpoints look for events one after the other, so that none derives what another is deriving. */
  readonly #oneByOne = new Semaphore(1)
  readonly #turn = new Turn()

  constructor(parts: EventsParts) {
    this.#parts = parts
    this.#meaning = createMeaning(parts.model)
    const underived = (): Derived => ({ seen: new Map(), perceived: new Map(), events: new Map() })
    const watermark = () => parts.replica.watermark.revision
    this.#changes = new RecentChanges({ ...parts, watermark, underived, bytesMax: keptBytesMax })
    this.#placesAt = new PlacesAt(parts.store, watermark)
  }

  /** The memory that is kept of changes and their events. */
  get keptBytes(): number {
    return this.#changes.bytes
  }

  /** Takes in entries that were written, before searches see them. */
  apply(entries: readonly JournalEntry[]): void {
    this.#changes.apply(entries)
  }

  /** Forgets what was derived from a history that has diverged. */
  reset(): void {
    this.#changes.reset()
  }

  /** The first event behind a revision that the caller is to be sent, or up to which revision there is none. */
  next({ after, child, limit, ...concern }: EventsWanted, caller: Caller): Promise<NextEvent> {
    return this.#oneByOne.run(async () => {
      const last = Math.min(after + limit, this.#parts.replica.watermark.revision)
      for (let revision = after + 1; revision <= last; revision++) {
        if (this.#turn.isOver) await this.#turn.next()
        const change = await this.#changes.at(revision)
        if (change === undefined) return { revision: revision - 1 }
        const from = revision === after + 1 ? child : undefined
        const event = await this.#firstOf(change, { from, concern }, caller)
        if (event) return { revision, event }
      }
      return { revision: Math.max(after, last) }
    })
  }

  /** The first event of a change, or the first from that of a child on; undefined where none is of concern. */
  async #firstOf(
    change: RecentChange,
    { from, concern }: { readonly from: PlaceId | undefined; readonly concern: Concern },
    caller: Caller,
  ): Promise<SentEvent | undefined> {
    const { revision } = change.entry
    const children = isNarrowed(caller) ? await this.#childrenOf(change) : []
    const upTo = (next: ChildChange | undefined) =>
      next ? { after: revision - 1, child: next.id } : { after: revision }
    if (from === undefined) {
      const perceived = await this.#perceive(change, concern, caller)
      if (perceived) return { ...(await this.#event(change, perceived, caller)), behind: upTo(children[0]) }
    }
    for (const [index, child] of children.entries()) {
      if (from !== undefined && child.id < from) continue
      if (this.#turn.isOver) await this.#turn.next()
      const event = await this.#childEvent(change, child, { concern, caller })
      if (event) return { ...event, behind: upTo(children[index + 1]) }
    }
    return undefined
  }

  async #childrenOf(change: RecentChange): Promise<readonly ChildChange[]> {
    const derived = this.#changes.derivedOf(change)
    if (derived.children) return derived.children
    const pause = async () => void (this.#turn.isOver && (await this.#turn.next()))
    derived.children = await this.#placesAt.childChanges(change, pause)
    this.#changes.count(change, derivedBytes * derived.children.length)
    return derived.children
  }

  /** That an entry of its parent shows or hides a child, if that is of concern (D57). */
  async #childEvent(
    { entry }: RecentChange,
    { id, isShown }: ChildChange,
    { concern: { types, filter }, caller }: { readonly concern: Concern; readonly caller: Caller },
  ): Promise<OwnEvent | undefined> {
    const { revision, time } = entry
    const kind = isShown ? 'gazetteer.place.published' : 'gazetteer.place.unpublished'
    if (types !== undefined && !types.includes(kind)) return undefined
    const child = await this.#placesAt.place(id, revision)
    if (child === undefined) return undefined
    const query = filter === undefined ? undefined : this.#parts.filters.query(filter, caller)
    if (query && !matches(await this.view(child), query, this.#meaning, time)) return undefined
    const place = isShown ? await this.#shown(child, caller, time) : undefined
    const about = { id: `${this.#idOf(revision)}-${id}`, subject: id, time }
    const body = this.#bodyOf(about, { revision, kinds: [kind], changed: [], ...(place && { place }) })
    return { id: about.id, revision, place: id, child: id, time, body }
  }

  /** Returns a function that decides if a journal entry concerns a caller, and if a place has left the filter by it. */
  concerning(concern: Concern, caller: Caller): (entry: JournalEntry) => Promise<{ left: boolean } | undefined> {
    if (concern.filter !== undefined) this.#parts.filters.query(concern.filter, caller)
    return (entry) => this.#perceive(this.#changes.of(entry), concern, caller)
  }

  /** Returns a place with names, for a caller who may see all of it. */
  async view(place: Place): Promise<PlaceView> {
    const parentName = place.parent && (await this.#parts.engine.storedPlace(place.parent.id))?.name
    return viewPlace(place, this.#parts.names, parentName)
  }

  /** Returns a change as a caller perceives it; undefined if it is invisible or of no concern. */
  async #perceive(
    change: RecentChange,
    { types, filter }: Concern,
    caller: Caller,
  ): Promise<PerceivedChange | undefined> {
    const { perceived } = this.#changes.derivedOf(change)
    const key = `${sightKey(caller)} ${filter ?? ''}`
    if (!perceived.has(key)) {
      perceived.set(key, await this.#judge(change, filter, caller))
      this.#changes.count(change, derivedBytes + key.length)
    }
    const found = perceived.get(key)
    return found && (types === undefined || found.kinds.some((kind) => types.includes(kind))) ? found : undefined
  }

  async #judge(change: RecentChange, filter: string | undefined, caller: Caller): Promise<PerceivedChange | undefined> {
    const seen = await this.#seen(change, caller)
    const { kinds, before, after, changed } = seen
    if (kinds.length === 0) return undefined
    if (!before || !after)
      return filter === undefined || change.entry.kind === 'place' ? { kinds, left: false } : undefined
    const query = filter === undefined ? undefined : this.#parts.filters.query(filter, caller)
    const fits = async (side: Side) =>
      isSeen(side) && (!query || matches(await this.#viewOf(side), query, this.#meaning, change.entry.time))
    const [didFit, doesFit] = [await fits(before), await fits(after)]
    if (!didFit && !doesFit) return undefined
    const left = query !== undefined && after.isSeen && !doesFit
    return { kinds, left, ...(after.isSeen && { changed, shown: after.place }) }
  }

  /** A change without regard to filters, the same for all who see the same of places. */
  async #seen(change: RecentChange, caller: Caller): Promise<SeenChange> {
    const { seen } = this.#changes.derivedOf(change)
    const key = sightKey(caller)
    const found = seen.get(key) ?? (await this.#see(change, caller))
    seen.set(key, found)
    return found
  }

  async #see(change: RecentChange, caller: Caller): Promise<SeenChange> {
    const { kind, action } = change.entry
    const narrowed = isNarrowed(caller)
    if (kind === 'directory') return { kinds: narrowed ? [] : [directoryChanged] }
    if (kind === 'place' && action === 'purge') return { kinds: ['gazetteer.place.purged'] }
    // The entry is not about a place, or about one purged since, which a later entry reports.
    if (change.place === undefined) return { kinds: [] }
    const publicity = await this.#placesAt.publicity(change, narrowed)
    const side = (place: Place | undefined, isPublic: boolean): Side => ({
      ...{ place, isPublic },
      isSeen: place !== undefined && (isPublic || !narrowed),
    })
    const [before, after] = [side(await change.before(), publicity.before), side(change.place, publicity.after)]
    const [was, is] = [before, after].map(({ place, isSeen }) =>
      isSeen ? visibleTo(sightOf(caller), place as unknown as JsonObject) : {},
    )
    const changed = changedMembers(was!, is!).filter((path) => path !== 'updated' && path !== 'updatedBy')
    const kinds = kindsOf(action, before, after, { narrowed, isChanged: changed.length > 0 })
    return { kinds, before, after, changed }
  }

  /** The place as filters see it, made once for all of them. */
  async #viewOf(side: Side & { readonly place: Place }): Promise<PlaceView> {
    side.view ??= await this.view(side.place)
    return side.view
  }

  /** The event that a change is to a caller, made once for all who see the same of it. */
  async #event(change: RecentChange, perceived: PerceivedChange, caller: Caller): Promise<OwnEvent> {
    const { events } = this.#changes.derivedOf(change)
    const key = `${sightKey(caller)} ${perceived.left}`
    const known = events.get(key)
    if (known && this.#parts.clock() < known.until) return known
    const { kind, id, revision, time, document, act } = change.entry
    const { kinds, left, changed, shown } = perceived
    const place = shown && (await this.#shown(shown, caller, time))
    const body = this.#bodyOf(
      { id: this.#idOf(revision), subject: id, time },
      {
        ...{ revision, kinds },
        ...(act !== undefined && !isNarrowed(caller) && { act }),
        ...(changed && { changed }),
        ...(place && { place }),
        ...(left && { left }),
        ...(kind === 'directory' && document !== undefined && { entry: JSON.parse(document) as JsonObject }),
      },
    )
    const event = { id: this.#idOf(revision), revision, ...(kind !== 'directory' && { place: id }), time, body }
    events.set(key, { ...event, until: isNarrowed(caller) ? await this.#publicUntil(place) : never })
    this.#changes.count(change, derivedBytes + body.byteLength)
    return event
  }

  /**
   * Returns the place of a revision; for callers who see only public places, its present state, if that is public. If this
   * process's clock is behind that of the writer, the writer's time decides.
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

  /** When a place that is public ceases to be by itself: with its own publication or that of its parent (D50). */
  async #publicUntil(place: JsonObject | undefined): Promise<Instant> {
    const { depublished, parent } = (place ?? {}) as Partial<PlaceView>
    const ofParent = parent?.id === undefined ? undefined : await this.#parts.engine.storedPlace(parent.id)
    const ends = [depublished, ofParent?.depublished].map((end) => (end === undefined ? never : parseInstant(end)!))
    return Math.min(...ends)
  }

  #idOf(revision: Revision): string {
    return `${this.#parts.store.historyId}-${revision}`
  }

  /** The envelope and what is in it, as JSON; without the place where that is too large. */
  #bodyOf({ id, subject, time }: EventAbout, data: CloudEvent['data']): Uint8Array {
    const { source } = this.#parts
    const event: CloudEvent = {
      specversion: '1.0',
      id,
      source,
      type: data.kinds[0]!,
      subject,
      time: formatInstant(time),
      datacontenttype: 'application/json',
      ...(source.startsWith('http') && { dataschema: `${source}/openapi.json#/components/schemas/EventData` }),
      data,
    }
    const whole = utf8.encode(JSON.stringify(event))
    if (!data.place || whole.byteLength <= eventBytesMax) return whole
    const { place: _, ...rest } = data
    return utf8.encode(JSON.stringify({ ...event, data: { ...rest, address: placeAddress(source, subject) } }))
  }
}

/** A change as some callers see it. `kinds` is empty if they see none; the sides are absent if it is not about a place. */
interface SeenChange {
  readonly kinds: readonly EventType[]
  readonly before?: Side
  readonly after?: Side
  readonly changed?: readonly string[]
}

/** The envelope of an event, as far as events differ in it. */
interface EventAbout {
  readonly id: string
  readonly subject: string
  readonly time: Instant
}

/** A change as somebody perceives it by a filter. */
interface PerceivedChange {
  readonly kinds: readonly EventType[]
  readonly left: boolean
  readonly changed?: readonly string[] | undefined
  /** The place that may be shown of it. */
  readonly shown?: Place | undefined
}

/** A place before or after a change. */
interface Side {
  readonly place: Place | undefined
  readonly isPublic: boolean
  readonly isSeen: boolean
  view?: PlaceView
}

/** Differs where callers see other places, or other members of them. */
function sightKey(caller: Caller): string {
  return `${isNarrowed(caller) ? 'narrowed ' : ''}${sightOf(caller)}`
}

function isSeen(side: Side): side is Side & { readonly place: Place } {
  return side.isSeen
}

function placeAddress(source: string, id: PlaceId): string {
  return `${source.startsWith('http') ? source : ''}/place/${id}`
}

const ofAction: { readonly [Action in EntryAction]?: EventType } = {
  create: 'gazetteer.place.created',
  delete: 'gazetteer.place.deleted',
  restore: 'gazetteer.place.restored',
}

/** Returns all kinds of a change; for callers who see only public places, only publications and visible changes. */
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
