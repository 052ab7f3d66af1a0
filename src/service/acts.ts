import { type Caller, holderOf, may, sightOf } from '../access/access.ts'
import { Turn } from '../common/pause.ts'
import { Problem } from '../common/problem.ts'
import { Semaphore } from '../common/semaphore.ts'
import type { ActId, ActPlace } from '../place/act.ts'
import { formatInstant } from '../place/dates.ts'
import type { Names } from '../place/directory-entry.ts'
import type { EntryCaller, JournalEntry, Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'
import { type Instant, type Place, type PlaceId, serviceMembers } from '../place/place.ts'
import { changesOf, visibleTo } from '../place/visibility.ts'
import type { Store, StoredAct } from '../store/store.ts'
import type { SearchEngine } from './search-engine.ts'

/** The sources of acts. */
interface ActsParts {
  readonly store: Pick<Store, 'acts' | 'act' | 'actPlaces' | 'revisionAt' | 'entry' | 'history' | 'changes'>
  readonly engine: Pick<SearchEngine, 'storedPlace'>
  readonly names: Names
}

/** The wanted page of acts. */
export interface ActsWanted {
  readonly before?: Revision | undefined
  readonly limit: number
  /** A part of the name of who did it, or of the caller behind it. */
  readonly person?: string | undefined
  /** Only acts that concern a place of one of these owners. */
  readonly owners: readonly string[]
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

/** The wanted page of the places of an act. */
interface ActPage {
  readonly before?: PlaceId | undefined
  readonly limit: number
}

/** Acts that one page looks at; rare ones take several pages. */
const lookedAtMax = 1_000
const readMax = 200
/** Characters of places that a page compares: some tenths of a second. A place may have a million. */
const comparedMax = 16 * 1024 * 1024
/** Times in the journal may be so much out of order: see `revisionAt`. */
const disorderMillis = 24 * 3_600_000
/** Pages that are read at once, since each takes its turns of the thread. */
const pagesMax = 2

const incidental: ReadonlySet<string> = new Set([...serviceMembers, 'updatedBy'])

/** Acts as callers with `read` see them: what belongs together, who did it, and which places it changed. */
export class Acts {
  readonly #parts: ActsParts
  readonly #pages = new Semaphore(pagesMax)

  constructor(parts: ActsParts) {
    this.#parts = parts
  }

  /** Returns a page of acts, newest first; `Next` continues it. */
  list(wanted: ActsWanted, caller: Caller, gone?: AbortSignal) {
    return this.#inTurn(() => this.#list(wanted, caller), caller, gone)
  }

  async #list(wanted: ActsWanted, caller: Caller) {
    const { store } = this.#parts
    const { limit, owners, from, to } = wanted
    let before = wanted.before ?? (to === undefined ? undefined : await store.revisionAt(to + disorderMillis))
    let next: Revision | undefined
    const Results: object[] = []
    const turn = new Turn()
    let compared = 0
    for (let seen = 0; seen < lookedAtMax && Results.length < limit && compared < comparedMax; ) {
      const size = Math.min(readMax, lookedAtMax - seen)
      const acts = await store.acts({ before: before ?? Number.MAX_SAFE_INTEGER, limit: size, owners })
      const isEnd = acts.length < size
      for (const act of acts) {
        if (turn.isOver) await turn.next()
        seen += 1
        before = act.number
        if (from !== undefined && act.time < from - disorderMillis) return { Results }
        const entry = isWanted(act, wanted) ? await this.#firstOf(act) : undefined
        compared += charactersOf(entry)
        const found = entry && (await this.#fitting(act, entry, { owners, caller }))
        if (found) Results.push(found)
        next = act.number
        if (Results.length >= limit || compared >= comparedMax) break
      }
      if (isEnd && (acts.length === 0 || before === acts.at(-1)!.number)) return { Results }
    }
    return { Results, ...(next !== undefined && { Next: next }) }
  }

  /** Returns an act with a page of its places; 404 if there is none. */
  show(id: ActId, page: ActPage, caller: Caller, gone?: AbortSignal) {
    return this.#inTurn(() => this.#show(id, page, caller), caller, gone)
  }

  /** Reads a page when others have been read, unless the caller has left by then. */
  #inTurn<Page>(read: () => Promise<Page>, caller: Caller, gone?: AbortSignal): Promise<Page> {
    const page = async () => {
      gone?.throwIfAborted()
      return read()
    }
    return this.#pages.run(page, holderOf(caller))
  }

  async #show(id: ActId, { before, limit }: ActPage, caller: Caller) {
    const { store } = this.#parts
    const act = await this.find(id)
    const found = await store.actPlaces(id, { before, limit: limit + 1 })
    const Places: object[] = []
    const turn = new Turn()
    let compared = 0
    for (const place of found.slice(0, limit)) {
      if (turn.isOver) await turn.next()
      const { shown, characters } = await this.#placeOf(place, caller)
      Places.push(shown)
      compared += characters
      if (compared >= comparedMax) break
    }
    const shown = await this.#shown(act, await this.#firstOf(act), caller)
    const last = found[Places.length - 1]
    return { ...shown, Places, ...(last && found.length > Places.length && { Next: last.id }) }
  }

  /** Returns an act; throws 404 if there is none. */
  async find(id: ActId): Promise<StoredAct> {
    const act = await this.#parts.store.act(id)
    if (act) return act
    throw new Problem('not-found', `there is no act '${id.slice(0, 100)}', or no longer`)
  }

  /** Returns an act by its first entry; undefined if that does not concern the owners. */
  async #fitting(
    act: StoredAct,
    entry: JournalEntry,
    { owners, caller }: Pick<ActsWanted, 'owners'> & { readonly caller: Caller },
  ): Promise<object | undefined> {
    // The place was purged since.
    if (entry.kind === 'place' && entry.document === undefined && entry.action !== 'purge') return undefined
    if (isUnconcerned(act, owners) && !(await this.#concerns(entry, owners))) return undefined
    return this.#shown(act, entry, caller)
  }

  async #firstOf({ number }: StoredAct): Promise<JournalEntry | undefined> {
    const [entry] = await this.#parts.store.changes(number - 1, 1)
    return entry?.revision === number ? entry : undefined
  }

  /** Returns true if the place of an entry has, or had before it, one of these owners. */
  async #concerns(entry: JournalEntry, owners: readonly string[]): Promise<boolean> {
    if (entry.kind === 'directory') return false
    const before = entry.kind === 'place' ? await this.#before(entry.id, entry.revision) : undefined
    const documents = [entry.document, before?.document].filter((document) => document !== undefined)
    return documents.some((document) => owners.includes((JSON.parse(document) as Place).owner.id))
  }

  async #shown(act: StoredAct, first: JournalEntry | undefined, caller: Caller) {
    const { number: _, id, kind, label, time, revisions, places, undoes, undoneBy } = act
    return {
      ...{ id, kind, ...(label !== undefined && { label }), time: formatInstant(time) },
      ...whoFor(act, caller),
      ...{ revisions, places, ...(undoes !== undefined && { undoes }), ...(undoneBy !== undefined && { undoneBy }) },
      ...(first && { first: await this.#entryOf(first, caller) }),
    }
  }

  /** Returns an entry in short: its place as it is called now, and the changed members that the caller sees. */
  async #entryOf(entry: JournalEntry, caller: Caller) {
    const { id, action, kind: entryKind, document } = entry
    const about = { id, entry: entryKind, action }
    if (entryKind === 'directory') {
      const { name } = JSON.parse(document ?? '{}') as { name?: string }
      return { ...about, ...(name !== undefined && { name }), changed: [] }
    }
    const before = entryKind === 'place' ? await this.#before(id, entry.revision) : undefined
    return { ...about, ...(await this.#nameOf(entry)), changed: changedIn(before, entry, caller) }
  }

  async #placeOf({ id, revisions, first, last }: ActPlace, caller: Caller) {
    const { store } = this.#parts
    const [before, after, begun] = [
      await this.#before(id, first),
      await store.entry(id, last),
      await store.entry(id, first),
    ]
    if (!after || !begun) {
      return { shown: { id, entry: 'place', action: 'purge', revisions, changed: [] }, characters: 0 }
    }
    const { action } = begun.action === 'create' ? begun : after
    const changed = changedIn(before, after, caller)
    return {
      shown: { id, entry: 'place', action, revisions, ...(await this.#nameOf(after)), changed },
      characters: charactersOf(after),
    }
  }

  async #nameOf({ id, document }: JournalEntry) {
    const place = (await this.#parts.engine.storedPlace(id)) ?? (document ? (JSON.parse(document) as Place) : undefined)
    if (!place) return {}
    const { name, slug, owner, visitingInfo, geolocationInfo } = place
    const town = visitingInfo?.city ?? geolocationInfo?.municipality
    const ownerName = this.#parts.names.entry('owners', owner.id)?.name ?? owner.name ?? owner.id
    return { name, slug, owner: { id: owner.id, name: ownerName }, ...(town !== undefined && { town }) }
  }

  async #before(id: PlaceId, revision: Revision): Promise<JournalEntry | undefined> {
    return (await this.#parts.store.history(id, { offset: 0, limit: 1, before: revision }))[0]
  }
}

/** Returns the members that differ for a caller; none for a place that did not exist before. */
function changedIn(before: JournalEntry | undefined, after: JournalEntry, caller: Caller): readonly string[] {
  if (before?.document === undefined || after.document === undefined) return []
  const [was, is] = [before.document, after.document].map((text) =>
    visibleTo(sightOf(caller), JSON.parse(text) as JsonObject),
  )
  return changesOf(was!, is!)
    .map(({ member }) => member)
    .filter((member) => !incidental.has(member))
}

/** Returns the author of an act and the caller behind it, for callers who may see names of people. */
function whoFor({ who, caller: behind }: StoredAct, caller: Caller): { who?: string; caller?: EntryCaller } {
  if (!may(caller, 'read-restricted')) return {}
  return { ...(who !== '' && { who }), ...(behind && { caller: behind }) }
}

/** Returns whether the first entry of an act has to be read to know whether it belongs to a page. */
function isWanted(act: StoredAct, { person, owners, from, to }: ActsWanted): boolean {
  if ((from !== undefined && act.time < from) || (to !== undefined && act.time >= to)) return false
  if (person !== undefined && !isBy(act, person)) return false
  return act.kind === 'one' || !isUnconcerned(act, owners)
}

function isUnconcerned({ isConcerned }: StoredAct, owners: readonly string[]): boolean {
  return owners.length > 0 && !isConcerned
}

/** Returns the characters of an entry and of about the same place before it. */
function charactersOf(entry: JournalEntry | undefined): number {
  return 2 * (entry?.document?.length ?? 0)
}

function isBy({ who, caller }: StoredAct, person: string): boolean {
  const wanted = person.toLowerCase()
  return [who, ...Object.values(caller ?? {})].some((name) => name.toLowerCase().includes(wanted))
}
