import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Caller, isNarrowed } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { ConfigError } from '../config.ts'
import type { Directory } from '../directory/directory.ts'
import type { TileAddress } from '../geo/mercator.ts'
import type { Position } from '../place/journal.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import type { SuggestRequest } from '../query/results/suggestion.ts'
import type { TileContent } from '../query/results/tile.ts'
import { type Form, renderedText, withContact } from '../read-model/document.ts'
import { DocumentList } from '../read-model/document-list.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'
import { DatabaseSearch, type PlacesPage } from '../sql-search/database-search.ts'
import type { FoundPlace } from '../sql-search/found-places.ts'
import { SearchUnsupported } from '../sql-search/tables.ts'
import { type DatabaseAddress, type DatabaseLimits, parseDatabaseAddress } from '../store/postgres/address.ts'
import { SessionPool } from '../store/postgres/pool.ts'
import { type Purpose, SessionOpener } from '../store/postgres/session.ts'
import { reasonOf } from '../store/unwritable.ts'
import type { OpenRecord } from './open-record.ts'
import {
  type Backfill,
  type FoundDocument,
  type FoundPage,
  type IsGone,
  placeForm,
  type ReadOptions,
  renamedPlacesMax,
  resultForm,
  type SearchEngine,
  type SuggestAnswer,
  storedForm,
  suggestionsTag,
  unknownPlace,
  visibleInTime,
} from './search-engine.ts'

/** Each search takes one while the server works on it. */
const sessionsMax = 8
const retryMillis = 500

/** The database whose tables are searched. */
interface SqlEngineOptions {
  readonly clock: () => Instant
  readonly databaseUrl: string
  /** A standby, which is searched if it is as recent. */
  readonly databaseReadUrl?: string
  readonly logger: Logger
  readonly limits?: Partial<DatabaseLimits> | undefined
}

/**
 * Tables beside the record in the same database, for places that do not fit into this process; any replica of the service
 * brings them up to date.
 */
export class SqlEngine implements SearchEngine {
  readonly #search: DatabaseSearch
  readonly #directory: Directory
  readonly #clock: () => Instant
  readonly #record: OpenRecord
  readonly #logger: Logger
  readonly #closing = new AbortController()
  #unready = 'the tables of the search are being filled'
  /** The tables could not follow the record the last time. */
  #isBehind = false
  /** Places are being rewritten beside everything else; with `#mustRename`, again after that. */
  #isRenaming = false
  #mustRename = false

  constructor(record: OpenRecord, { databaseUrl, databaseReadUrl, logger, clock, limits }: SqlEngineOptions) {
    const sessions = {
      primary: poolOf(parseDatabaseAddress(databaseUrl, limits), 'write'),
      ...(databaseReadUrl !== undefined && { standby: poolOf(parseDatabaseAddress(databaseReadUrl, limits), 'read') }),
    }
    const { model, directory } = record
    this.#search = new DatabaseSearch({ sessions, model, names: directory.writable ? undefined : directory })
    if (!directory.writable) {
      directory.onRenamed((entries) => {
        this.#search.noteRenamed(entries)
        this.#renameBeside()
      })
    }
    this.#record = record
    this.#logger = logger
    this.#directory = directory
    this.#clock = clock
  }

  get unready(): string {
    return this.#unready
  }

  /** Without the primary the tables of a standby are searched as they are, where they are complete. */
  async backfill(): Promise<Backfill> {
    for (;;) {
      try {
        await this.#search.open()
        return { position: await this.#backfillOnce() }
      } catch (error) {
        if (error instanceof SearchUnsupported) throw new ConfigError(error.message)
        if (!isOutage(error)) throw error
        const there = await this.#standbyInstead(error)
        if (there) return there
      }
    }
  }

  opened(): void {}

  async rebuild(): Promise<Position> {
    this.#search.forget()
    return this.#untilDone(() => this.#backfillOnce())
  }

  apply(): Promise<void> {
    return this.#untilDone(() => this.#followOnce())
  }

  async capacity(): Promise<void> {}

  /** Rewrites few places at once; those that are left when that ends early are rewritten beside everything else. */
  renamed(addresses: readonly ReferenceAddress[]): Promise<void> {
    if (!this.#isRenaming) return Promise.resolve()
    const renaming = this.#untilDone(() => this.#search.renameFew(addresses, renamedPlacesMax))
    return visibleInTime(renaming.catch(() => {}))
  }

  count(): Promise<number> {
    return this.#search.count()
  }

  stats(): undefined {}

  async outdatedPlaces(): Promise<number | undefined> {
    return this.#search.countOutdated().catch(() => undefined)
  }

  stop(): void {
    this.#closing.abort()
  }

  async close(): Promise<void> {
    await this.#search.close()
  }

  async #backfillOnce(): Promise<Position> {
    const begun = performance.now()
    const { position } = await this.#record.store.presentPlaces()
    await this.#followOnce()
    await this.#search.noteAllRenamed()
    this.#renameBeside()
    const seconds = Math.round(performance.now() - begun) / 1000
    this.#logger.info({ ...position, seconds }, 'the tables of the search are complete')
    return position
  }

  async #standbyInstead(fault: Problem): Promise<Backfill | undefined> {
    const outage = reasonOf(fault)
    const position = await this.#search.followStandby(this.#record.store.historyId).catch((error: unknown) => {
      if (isOutage(error)) return undefined
      throw error
    })
    if (position) {
      this.#logger.warn({ ...position, reason: outage }, 'the tables of a standby are searched as they are')
      return { position, outage }
    }
    this.#unready = `the tables of the search cannot be made now: ${outage}`
    await this.#notFollowed(fault)
    return undefined
  }

  async #followOnce(): Promise<void> {
    const isRenaming = await this.#search.follow()
    this.#isBehind = false
    if (isRenaming) this.#renameBeside()
  }

  /** Rewrites the places that show a former name, beside everything else. */
  #renameBeside(): void {
    this.#mustRename = true
    if (this.#isRenaming) return
    this.#isRenaming = true
    const rename = async () => {
      while (this.#mustRename) {
        this.#mustRename = false
        await this.#untilDone(() => this.#search.rename())
      }
    }
    // It ends early only when the service stops, or after what a next start tries again.
    void rename()
      .catch(() => {})
      .finally(() => {
        this.#isRenaming = false
      })
  }

  /** Repeats an attempt until it succeeds, since everything in the record must get into the tables. */
  async #untilDone<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        return await attempt()
      } catch (error) {
        await this.#notFollowed(error)
      }
    }
  }

  /** Resolves when it may be tried again; an outage is logged once, however often that is. */
  async #notFollowed(error: unknown): Promise<void> {
    if (this.#closing.signal.aborted) throw error
    const message = 'the tables of the search could not follow the record; it is tried again'
    if (!this.#isBehind) this.#logger.warn({ err: error }, message)
    this.#isBehind = true
    await setTimeout(retryMillis, undefined, { signal: this.#closing.signal })
  }

  /** Undefined: every read waits for the database. */
  readNow(): undefined {}

  async read(id: PlaceId, caller: Caller, { isWriter, at }: ReadOptions = {}): Promise<FoundDocument> {
    const found = await this.#find(id, isWriter ? undefined : caller, at)
    if (!found) throw unknownPlace(id)
    await this.#refresh([found])
    return { id, revision: found.revision, bytes: Buffer.from(this.#document(found, placeForm(caller))) }
  }

  async idOfSlug(slug: string): Promise<PlaceId | undefined> {
    return (await this.#search.findBySlug(slug))?.id
  }

  async ownerOf(id: PlaceId): Promise<string | undefined> {
    return (await this.#search.find(id))?.ownerId
  }

  async search(request: SearchRequest, caller: Caller, isGone: IsGone): Promise<FoundPage> {
    const found = await this.#search.search(request.query, this.#clock(), isGone)
    await this.#refresh(found.places)
    return this.#page(found, resultForm(request, caller))
  }

  async *stream(request: SearchRequest, caller: Caller, isGone: IsGone): AsyncGenerator<FoundPage> {
    const form = resultForm(request, caller)
    // A page waits for its reader; a reader that stops ends the search.
    const { readable, writable } = new TransformStream<PlacesPage, PlacesPage>()
    const writer = writable.getWriter()
    const searched = this.#search
      .stream(request.query, this.#clock(), (found) => writer.write(found), isGone)
      .then(
        () => writer.close(),
        (error: unknown) => writer.abort(error),
      )
      .catch(() => {})
    try {
      for await (const found of readable) {
        await this.#refresh(found.places)
        yield this.#page(found, form)
      }
    } finally {
      await searched
    }
  }

  /** Its tag is that of what it shows. */
  async tile(
    { query }: SearchRequest,
    address: TileAddress,
    _caller: Caller,
    isGone: IsGone,
  ): Promise<{ content: TileContent }> {
    return { content: await this.#search.tile(query, address, this.#clock(), isGone) }
  }

  /** Its tag is that of what it shows. */
  async suggest(request: SuggestRequest | undefined, _caller: Caller, isGone: IsGone): Promise<SuggestAnswer> {
    const suggestions = request ? await this.#search.suggest(request, this.#clock(), isGone) : []
    return { suggestions, etag: suggestionsTag(suggestions) }
  }

  /** Undefined: only the answer decides its tag, since others may have written meanwhile. */
  searchTag(): undefined {
    return undefined
  }

  #page({ places, ...page }: PlacesPage, form: Form): FoundPage {
    const documents = places.map((found) => {
      const document = this.#document(found, form)
      const { distanceMetres } = found
      if (!form.distance || distanceMetres === undefined) return document
      return `${document.slice(0, -1)},"distance":${distanceMetres}}`
    })
    return { ...page, documents: DocumentList.of(documents) }
  }

  #document({ rendered, ownerId, fetches }: FoundPlace, form: Form): string {
    const json = renderedText(rendered, form)
    return fetches ? withContact(json, this.#directory.entry('owners', ownerId)?.contactInfo) : json
  }

  async #refresh(places: readonly FoundPlace[]): Promise<void> {
    const owners = places.flatMap(({ ownerId, fetches }) => (fetches ? [ownerId] : []))
    if (owners.length > 0) await this.#directory.refresh([...new Set(owners)])
  }

  #find(id: PlaceId, caller: Caller | undefined, at = this.#clock()): Promise<FoundPlace | undefined> {
    return caller && isNarrowed(caller) ? this.#search.findPublic(id, at) : this.#search.find(id)
  }

  async storedPlace(id: PlaceId, caller?: Caller): Promise<Place | undefined> {
    const found = await this.#find(id, caller)
    return found && (JSON.parse(renderedText(found.rendered, storedForm)) as Place)
  }
}

/** Returns true if a fault may pass by itself. */
function isOutage(error: unknown): error is Problem {
  return error instanceof Problem && error.code === 'unavailable'
}

function poolOf(address: DatabaseAddress, purpose: Purpose): SessionPool {
  const opener = new SessionOpener(address, purpose)
  return new SessionPool({ sessionsMax, open: () => opener.open() })
}
