import { setImmediate } from 'node:timers/promises'
import { type Caller, may, sightOf } from '../access/access.ts'
import { LruCache } from '../common/lru-cache.ts'
import { Problem } from '../common/problem.ts'
import { reason } from '../common/reason.ts'
import { Semaphore } from '../common/semaphore.ts'
import { formatInstant } from '../place/dates.ts'
import type { Names } from '../place/directory-entry.ts'
import type { EntryCaller, JournalEntry, Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'
import type { Place, PlaceId } from '../place/place.ts'
import { changedMembers, visibleTo } from '../place/visibility.ts'
import type { Store } from '../store/store.ts'
import type { Concern, Events } from './events.ts'
import type { Replica } from './replica.ts'
import { contentTag } from './search-engine.ts'

/** Documents in one page of changes, in characters, where nothing else is wanted. */
const changesCharactersMax = 8 * 1024 * 1024

/** The pages of changes that were asked for lately; a change wakes all who wait for it, most of whom ask the same. */
const keptBytesMax = 32 * 1024 * 1024

/** Pages of changes that are put together at a time, since each holds all its documents until it is sent. */
const pagesAtOnce = 4

/** The parts that history reads from. */
interface HistoryParts {
  readonly store: Store
  readonly names: Pick<Names, 'version'>
  readonly replica: Pick<Replica, 'nextCommit' | 'watermark'>
  readonly events: Pick<Events, 'concerning' | 'view'>
}

/** The kinds of journal entries that the change feed shows; whatever else a journal has stays inside. */
const feedKinds = ['place', 'directory', 'publication'] as const
type FeedEntry = JournalEntry & { readonly kind: (typeof feedKinds)[number] }

/** The wanted page of changes; all of them if `concern` is absent. */
interface PageWanted {
  readonly limit: number
  readonly concern?: Concern | undefined
  /** Without the places and entries themselves. */
  readonly brief?: boolean
  /** Documents in it, in characters; it ends with the one that goes beyond. */
  readonly charactersMax?: number
}

/** A change of the feed: its revision, and its JSON in UTF-8. */
interface FeedChange {
  readonly revision: Revision
  readonly bytes: Buffer
}

/** One page of the change feed. */
export interface ChangesPage {
  /** The last revision that it looked at. */
  readonly revision: Revision
  readonly changes: readonly FeedChange[]
  /** The page as JSON, the same for all who ask the same at the same time. */
  readonly bytes: Buffer
  readonly etag: string
}

const comma = Buffer.from(',')

/** Looking back: the revisions of a place, and the feed of all changes. */
export class History {
  readonly #parts: HistoryParts
  readonly #semaphore = new Semaphore(pagesAtOnce)
  readonly #pages = new LruCache<string, ChangesPage>(keptBytesMax, (_, { bytes }) => bytes.length)
  readonly #underWay = new Map<string, Promise<ChangesPage>>()

  constructor(parts: HistoryParts) {
    this.#parts = parts
  }

  /** The revisions of a place, newest first; 404 when there never was such a place. */
  async revisions(id: PlaceId, { offset, limit }: { readonly offset: number; readonly limit: number }, caller: Caller) {
    const { store } = this.#parts
    const TotalHits = await store.historyLength(id)
    if (TotalHits === 0) throw new Problem('not-found', reason('no-place', { id }))
    const Results: ReturnType<typeof summary>[] = []
    let later: JournalEntry | undefined
    // By revision, since a change that is made meanwhile would move what is counted from the newest.
    const read = (_: number, limit: number) =>
      store.history(id, later ? { offset: 0, limit, before: later.revision } : { offset, limit })
    for await (const entry of readEntries(read, limit + 1)) {
      if (later) Results.push(summary(later, entry, caller))
      later = entry
    }
    if (later && Results.length < limit) Results.push(summary(later, undefined, caller))
    return { TotalHits, Results }
  }

  /** The place as it was in that revision; 404 when it has no such revision or its text was purged. */
  async revision(id: PlaceId, revision: Revision, caller: Caller): Promise<JsonObject> {
    const entry = await this.#parts.store.entry(id, revision)
    if (entry?.document === undefined) {
      throw new Problem('not-found', `the place '${id}' has no revision ${revision}`)
    }
    return this.#view(JSON.parse(entry.document) as Place, caller)
  }

  /** The last revision that this process answers from. */
  get watermark(): Revision {
    return this.#parts.replica.watermark.revision
  }

  /** The identity of the journal. */
  get historyId(): string {
    return this.#parts.store.historyId
  }

  /** Throws the Problem of a filter that is none, or that the caller may not use. */
  checkConcern(concern: Concern, caller: Caller): void {
    this.#parts.events.concerning(concern, caller)
  }

  /**
   * Returns the changes after a revision; waits up to `waitSeconds` for the first one. Changes of keys are left out.
   * `callerNow` returns the present caller, or throws if the key is no longer valid.
   */
  async changes(
    { after, waitSeconds, ...wanted }: PageWanted & { readonly after: Revision; readonly waitSeconds: number },
    callerNow: () => Caller,
    signal: AbortSignal,
  ): Promise<ChangesPage> {
    await this.checkNotAhead(after)
    const until = AbortSignal.any([signal, AbortSignal.timeout(waitSeconds * 1000)])
    let cursor = after
    for (;;) {
      const changed = this.#parts.replica.nextCommit(until)
      const page = await this.#sharedPage(cursor, wanted, callerNow())
      if (page.changes.length > 0 || waitSeconds === 0 || until.aborted) return page
      if (page.revision === cursor) await changed
      cursor = page.revision
    }
  }

  /** One page for all who ask the same, and see the same, before anything else has changed. */
  #sharedPage(after: Revision, wanted: PageWanted, caller: Caller): ChangesPage | Promise<ChangesPage> {
    const { names, replica } = this.#parts
    const question = [after, JSON.stringify(wanted), caller.permissions, names.version, replica.watermark.tag].join(' ')
    const read = async () => {
      const page = await this.#changesAfter(after, wanted, caller)
      this.#pages.set(question, page)
      return page
    }
    const begin = () => this.#semaphore.run(read).finally(() => this.#underWay.delete(question))
    return this.#pages.get(question) ?? this.#underWay.getOrInsertComputed(question, begin)
  }

  /** A follower can be ahead where the record was restored from a backup: numbers are given out again then. */
  async checkNotAhead(after: Revision): Promise<void> {
    if (after <= this.watermark) return
    const last = await this.#parts.store.lastRevision(after)
    if (after <= last) return
    const detail = `revision ${after} is not in this history, which ends at ${last}: a service that reported it was restored from a backup; read everything anew`
    throw new Problem('conflict', detail)
  }

  /** At most `limit` changes, fewer where they are large: the next call goes on behind the last. */
  async #changesAfter(
    after: Revision,
    { limit, concern, brief = false, charactersMax = changesCharactersMax }: PageWanted,
    caller: Caller,
  ): Promise<ChangesPage> {
    const judge = concern ? this.#parts.events.concerning(concern, caller) : async () => ({ left: false })
    const changes: FeedChange[] = []
    let cursor = after
    let characters = 0
    for await (const entry of readEntries((_, size) => this.#parts.store.changes(cursor, size), limit)) {
      cursor = entry.revision
      const concerned = isFeedEntry(entry) && (await judge(entry))
      if (concerned && isFeedEntry(entry)) {
        // Each is written when it is read: all at once would keep others waiting.
        const { left } = concerned
        const change = JSON.stringify({ ...(await this.#change(entry, caller, brief)), ...(left && { left }) })
        changes.push({ revision: cursor, bytes: Buffer.from(change) })
      }
      characters += entry.document?.length ?? 0
      if (characters > charactersMax) break
    }
    return this.#pageOf(cursor, changes)
  }

  #pageOf(revision: Revision, changes: readonly FeedChange[]): ChangesPage {
    const head = Buffer.from(`{"Revision":${revision},"History":${JSON.stringify(this.historyId)},"Results":[`)
    const pieces = changes.flatMap(({ bytes }, at) => (at === 0 ? [bytes] : [comma, bytes]))
    const bytes = Buffer.concat([head, ...pieces, Buffer.from(']}')])
    let end = head.length - comma.length
    // Parts of the page, so that its changes are kept in memory once.
    const parts = changes.map(({ revision, bytes: { length } }) => {
      const start = end + comma.length
      end = start + length
      return { revision, bytes: bytes.subarray(start, end) }
    })
    return { revision, changes: parts, bytes, etag: contentTag(bytes) }
  }

  /** One entry of the change feed: `place` or `entry` is the new state; neither: it is gone. */
  async #change(entry: FeedEntry, caller: Caller, brief: boolean) {
    const { revision, kind, id, action, document } = entry
    const act = entry.act !== undefined && { act: entry.act }
    const about = { revision, id, action, time: formatInstant(entry.time), ...whoFor(entry, caller), ...act }
    if (document === undefined || brief) return { ...about, kind }
    switch (kind) {
      case 'directory':
        return { ...about, kind, entry: JSON.parse(document) as JsonObject }
      case 'place':
      case 'publication':
        return { ...about, kind, place: await this.#view(JSON.parse(document) as Place, caller) }
    }
  }

  async #view(place: Place, caller: Caller): Promise<JsonObject> {
    return visibleTo(sightOf(caller), (await this.#parts.events.view(place)) as unknown as JsonObject)
  }
}

function isFeedEntry(entry: JournalEntry): entry is FeedEntry {
  // A publication of a place purged since adds nothing to the purge.
  const isOfPurged = entry.kind === 'publication' && entry.document === undefined
  return !isOfPurged && feedKinds.some((kind) => kind === entry.kind)
}

/** One revision of a place in a list of them. */
function summary(entry: JournalEntry, before: JournalEntry | undefined, caller: Caller) {
  const parse = (document: string | undefined) =>
    document === undefined ? {} : visibleTo(sightOf(caller), JSON.parse(document) as JsonObject)
  return {
    revision: entry.revision,
    time: formatInstant(entry.time),
    action: entry.action,
    ...whoFor(entry, caller),
    ...(entry.act !== undefined && { act: entry.act }),
    // All of them in the first.
    changed: changedMembers(parse(before?.document), parse(entry.document)),
  }
}

/** The author of an entry and the caller behind it, for callers who may see names of people. */
function whoFor({ who, caller: behind }: JournalEntry, caller: Caller): { who?: string; caller?: EntryCaller } {
  if (!may(caller, 'read-restricted')) return {}
  return { ...(who !== '' && { who }), ...(behind && { caller: behind }) }
}

/** Reads entries from a position on, at most `limit`; fewer only when there are no more. */
type ReadEntries = (position: number, limit: number) => Promise<readonly JournalEntry[]>

/** The first read takes few entries; their size then decides how many fit. */
const firstBatch = 10
/** Characters of documents that are read without others getting their turn. */
const batchCharacters = 1024 * 1024
/** Characters of documents that are looked at without others getting their turn. */
const restCharacters = 128 * 1024

/**
 * At most `limit` entries one by one, read in batches that are small where documents are large, so that no reader of a
 * long history keeps others waiting. `position` counts from 0.
 */
async function* readEntries(read: ReadEntries, limit: number): AsyncGenerator<JournalEntry> {
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
