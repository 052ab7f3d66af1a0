import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import { LruCache } from '../common/lru-cache.ts'
import { Semaphore } from '../common/semaphore.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import { type DirectoryKind, directoryKinds } from '../place/directory-kinds.ts'
import type { JsonValue } from '../place/json.ts'
import { Breaker } from './breaker.ts'
import type { Directory, DirectoryPage, RenamedListener } from './directory.ts'
import { createEntryLists, type EntryLists } from './entry-list.ts'
import { directoryId } from './entry-schema.ts'
import { type FailureKind, getJson, RemoteFailure } from './get-json.ts'
import { createEntryReader, entriesMax, loadList, type Page, pageOf, pageSize, type ReadEntry } from './remote-entry.ts'

/** The remote directory, and the handler of its failures. */
interface RemoteDirectoryOptions {
  /** The address of the directory, without a trailing slash (docs/directory.md). */
  readonly url: string
  /** Sent as a bearer key. */
  readonly key?: string
  /** Decides the order of names (BCP 47). */
  readonly locale: string
  /** Called for each failure; the detail is one line without secrets. */
  readonly onFailure: (kind: FailureKind, detail: string) => void
  readonly clock: () => number
  readonly limits?: Partial<RemoteLimits>
}

/**
 * Creates a read-only directory over HTTP. Resolves when all names are loaded, or when loading has failed or takes too
 * long. Loading then continues in the background, and other names stay unknown until it is done. Never rejects because
 * of the directory.
 */
export async function createRemoteDirectory(options: RemoteDirectoryOptions): Promise<Directory> {
  const directory = new RemoteDirectory(options)
  await directory.start()
  return directory
}

class RemoteDirectory implements Directory {
  readonly writable = false
  readonly #options: RemoteDirectoryOptions
  readonly #limits: RemoteLimits
  readonly #lists: EntryLists
  readonly #readers: Readonly<Record<DirectoryKind, ReadEntry>> = {
    owners: createEntryReader('owners'),
    categories: createEntryReader('categories'),
    tags: createEntryReader('tags'),
  }
  readonly #owners = new Freshness(entriesMax)
  /** The running request for each owner; resolves when it is done, or when nobody should wait any longer. */
  readonly #lookups = new Map<string, Promise<void>>()
  readonly #breaker: Breaker
  readonly #semaphore: Semaphore
  readonly #closing = new AbortController()
  readonly #listeners: RenamedListener[] = []
  #version = 0
  #loadTimer: NodeJS.Timeout | undefined
  #loadPauseMillis: number

  constructor(options: RemoteDirectoryOptions) {
    this.#options = options
    this.#limits = { ...defaultRemoteLimits, ...options.limits }
    this.#lists = createEntryLists(options.locale)
    this.#breaker = new Breaker({ ...this.#limits, clock: options.clock })
    this.#semaphore = new Semaphore(this.#limits.parallelMax)
    this.#loadPauseMillis = this.#limits.firstPauseMillis
  }

  get version(): number {
    return this.#version
  }

  entry(kind: DirectoryKind, id: string): DirectoryEntry | undefined {
    return this.#lists[kind].get(id)
  }

  list(kind: DirectoryKind, page: DirectoryPage): { total: number; entries: DirectoryEntry[] } {
    return this.#lists[kind].page(page)
  }

  async start(): Promise<void> {
    await Promise.race([this.#loadNames(), delay(this.#limits.startMillis, undefined, { ref: false })])
  }

  async refresh(ownerIds: readonly string[]): Promise<void> {
    const now = this.#options.clock()
    const awaited: Promise<void>[] = []
    for (const id of new Set(ownerIds)) {
      if (directoryId('owners', id) === undefined || this.#owners.isFresh(id, now)) continue
      const lookup = this.#lookups.get(id) ?? this.#lookUp(id)
      if (lookup) awaited.push(lookup)
    }
    if (this.#breaker.worthWaiting) await Promise.all(awaited)
  }

  onRenamed(listener: RenamedListener): void {
    this.#listeners.push(listener)
  }

  apply(): void {}

  reset(): void {}

  async close(): Promise<void> {
    clearTimeout(this.#loadTimer)
    this.#closing.abort()
  }

  /** Starts a request for an owner, if allowed. The returned promise resolves in time even without a response. */
  #lookUp(id: string): Promise<void> | undefined {
    if (this.#closing.signal.aborted) return undefined
    if (this.#lookups.size >= this.#limits.parallelMax + this.#limits.queuedMax) {
      this.#owners.putOff(id, this.#options.clock() + this.#limits.failedTtlMillis)
      this.#options.onFailure('queue-full', `${this.#lookups.size} owners are being asked for already`)
      return undefined
    }
    const probing = this.#breaker.open
    if (!this.#breaker.allow()) return undefined
    const { promise, resolve } = Promise.withResolvers<void>()
    const patience = setTimeout(resolve, this.#limits.refreshMillis)
    this.#lookups.set(id, promise)
    this.#semaphore
      .run(() => this.#askOwner(id, probing))
      .finally(() => {
        clearTimeout(patience)
        this.#lookups.delete(id)
        resolve()
      })
    return promise
  }

  /**
   * Requests an owner and applies the response; never rejects. Requests that queued while the breaker opened are
   * dropped.
   */
  async #askOwner(id: string, probing: boolean): Promise<void> {
    if (this.#breaker.open && !probing) return
    const askedAt = this.#options.clock()
    const sentAt = performance.now()
    const late = setTimeout(() => this.#breaker.noteSpeed(false), this.#limits.refreshMillis)
    try {
      const path = `/owners/${encodeURIComponent(id)}`
      const answer = await this.#get(path, this.#limits.entryBytesMax)
      this.#learnOwner(id, answer === undefined ? undefined : this.#entryOf(id, answer, path), askedAt)
      this.#breaker.succeed()
      if (performance.now() - sentAt < this.#limits.refreshMillis) this.#breaker.noteSpeed(true)
    } catch (error) {
      this.#owners.putOff(id, this.#options.clock() + this.#limits.failedTtlMillis)
      this.#fail(error)
    } finally {
      clearTimeout(late)
    }
  }

  #entryOf(id: string, answer: JsonValue, path: string): DirectoryEntry {
    const entry = this.#readers.owners(answer)
    if ('fault' in entry) throw new RemoteFailure('wrong-answer', `GET ${path}: ${entry.fault}`)
    if (entry.id !== id) throw new RemoteFailure('wrong-answer', `GET ${path}: the answer is about another id`)
    return entry
  }

  #learnOwner(id: string, entry: DirectoryEntry | undefined, askedAt: number): void {
    if (this.#owners.isOutdated(id, askedAt)) return
    if (entry) this.#learn('owners', entry)
    else this.#forget('owners', id)
    const { ttlMillis, missingTtlMillis } = this.#limits
    this.#owners.note(id, { askedAt, freshUntil: askedAt + (entry ? ttlMillis : missingTtlMillis) })
  }

  #learn(kind: DirectoryKind, entry: DirectoryEntry): void {
    const list = this.#lists[kind]
    const known = list.get(entry.id)
    if (!known && list.size >= entriesMax) return
    if (list.set(entry) && known?.name !== entry.name) this.#noteRenamed(kind, entry.id)
  }

  #forget(kind: DirectoryKind, id: string): void {
    if (this.#lists[kind].delete(id)) this.#noteRenamed(kind, id)
  }

  #noteRenamed(kind: DirectoryKind, id: string): void {
    this.#version++
    for (const listener of this.#listeners) listener([{ kind, id }])
  }

  /** Loads every list, then schedules the next load: sooner if a list failed. Never rejects. */
  async #loadNames(): Promise<void> {
    let failed = false
    for (const kind of directoryKinds) {
      try {
        await this.#loadList(kind)
        this.#breaker.succeed()
      } catch (error) {
        failed = true
        this.#fail(error)
      }
    }
    if (this.#closing.signal.aborted) return
    const { firstPauseMillis, pauseMaxMillis, namesTtlMillis } = this.#limits
    const pauseMillis = failed ? Math.min(this.#loadPauseMillis, namesTtlMillis) : namesTtlMillis
    this.#loadPauseMillis = failed ? Math.min(2 * this.#loadPauseMillis, pauseMaxMillis) : firstPauseMillis
    this.#loadTimer = setTimeout(() => this.#loadNames(), pauseMillis).unref()
  }

  async #loadList(kind: DirectoryKind): Promise<void> {
    const askedAt = this.#options.clock()
    const readPage = (offset: number, limit: number) => this.#readPage(`/${kind}?offset=${offset}&limit=${limit}`)
    const { entries, ids, total, complete, faults } = await loadList(readPage, this.#readers[kind])
    for (const [number, entry] of entries.entries()) {
      if (number % pageSize === 0) await setImmediate()
      if (kind === 'owners') this.#learnOwner(entry.id, entry, askedAt)
      else this.#learn(kind, entry)
    }
    if (complete) this.#forgetOthers(kind, ids, askedAt)
    const tell = (detail: string) => this.#options.onFailure('wrong-answer', `GET /${kind}: ${detail}`)
    if (ids.size < total)
      tell(`${ids.size} different entries came, TotalHits is ${total}; at most ${entriesMax} are read`)
    if (faults.length > 0) tell(`${faults.length} entries are wrong and left out, the first: ${faults[0]}`)
  }

  #forgetOthers(kind: DirectoryKind, there: ReadonlySet<string>, askedAt: number): void {
    for (const id of [...this.#lists[kind].ids()]) {
      if (!there.has(id) && !(kind === 'owners' && this.#owners.isOutdated(id, askedAt))) this.#forget(kind, id)
    }
  }

  /** Waits for the semaphore like every request, so that the limit on parallel requests holds. */
  async #readPage(path: string): Promise<Page> {
    const answer = await this.#semaphore.run(() => this.#get(path, this.#limits.pageBytesMax))
    if (answer === undefined) throw new RemoteFailure('status', `GET ${path}: the status must be 200, got 404`)
    const page = pageOf(answer)
    if (!page) throw new RemoteFailure('wrong-answer', `GET ${path}: the answer must be {TotalHits, Results}`)
    return page
  }

  #get(path: string, bytesMax: number): Promise<JsonValue | undefined> {
    const { url, key } = this.#options
    const timeoutMillis = this.#limits.requestMillis
    const signal = this.#closing.signal
    return getJson({ address: url + path, path, bytesMax, timeoutMillis, signal, ...(key !== undefined && { key }) })
  }

  #fail(error: unknown): void {
    if (this.#closing.signal.aborted) return
    const { onFailure } = this.#options
    if (error instanceof RemoteFailure) onFailure(error.kind, error.message)
    else onFailure('wrong-answer', `the answer could not be taken in: ${(error as Error).message}`)
    // The service responds, and ids come from whoever writes a place, so refused ids must not suspend it.
    if (error instanceof RemoteFailure && error.kind === 'refused') {
      this.#breaker.succeed()
      return
    }
    if (this.#breaker.fail()) {
      const { failuresMax } = this.#limits
      onFailure('suspended', `${failuresMax} failures in a row, asking again in ${this.#breaker.pauseMillis} ms`)
    }
  }
}

/** The times of the known response about an owner. */
interface OwnerFreshness {
  /** The time at which the request for this response was sent. */
  readonly askedAt: number
  /** The time until which the response is fresh. */
  readonly freshUntil: number
}

/** Records the age of the response for a bounded number of ids. */
export class Freshness {
  readonly #asked: LruCache<string, OwnerFreshness>

  constructor(max: number) {
    this.#asked = new LruCache(max, () => 1)
  }

  isFresh(id: string, now: number): boolean {
    return now < (this.#asked.get(id)?.freshUntil ?? Number.NEGATIVE_INFINITY)
  }

  /** Returns true if a response to a request sent at this time is older than the known one. */
  isOutdated(id: string, askedAt: number): boolean {
    return askedAt < (this.#asked.get(id)?.askedAt ?? Number.NEGATIVE_INFINITY)
  }

  /** Records a response to a request sent at `askedAt`. */
  note(id: string, asked: OwnerFreshness): void {
    this.#asked.set(id, asked)
  }

  /** Postpones the next request without a response. */
  putOff(id: string, freshUntil: number): void {
    this.note(id, { askedAt: this.#asked.get(id)?.askedAt ?? Number.NEGATIVE_INFINITY, freshUntil })
  }
}

/** The limits on the age of known data, and on the time and size of requests, as in docs/directory.md. */
const defaultRemoteLimits = {
  /** The time for which the details of an owner are fresh. */
  ttlMillis: 60_000,
  /** The same for owners that the directory does not know. */
  missingTtlMillis: 10_000,
  /** The same after a failure: known details stay, and nobody waits for new ones during that time. */
  failedTtlMillis: 5_000,
  /** From one load of all names to the next. */
  namesTtlMillis: 300_000,
  /** The longest that a caller of `refresh` waits. */
  refreshMillis: 500,
  /** The longest that one request to the directory takes. */
  requestMillis: 5_000,
  /** The longest that the start waits for the names. */
  startMillis: 10_000,
  /** Consecutive failures after which requests to the directory pause. */
  failuresMax: 3,
  /** The first pause, and the longest. */
  firstPauseMillis: 1_000,
  pauseMaxMillis: 60_000,
  /** The most requests at once, and the most owners waiting for theirs. */
  parallelMax: 8,
  queuedMax: 2_000,
  /** The greatest size of the response for one entry, and for a page of a list. */
  entryBytesMax: 256 * 1024,
  pageBytesMax: 16 * 1024 * 1024,
}
export type RemoteLimits = Readonly<typeof defaultRemoteLimits>
