import { randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Caller, may } from './access/access.ts'
import type { KeyRing } from './access/key-ring.ts'
import type { Directory, DirectoryEntry } from './directory/directory.ts'
import { openMoment } from './hours/zone-clock.ts'
import type { PageBytes } from './index/memory/pieces.ts'
import type { DocumentRef, Form, Hits, PlaceIndex } from './index/place-index.ts'
import { canonicalText } from './place/check/clean.ts'
import { isJsonObject, type JsonObject } from './place/json.ts'
import type { Instant, Place, PlaceId } from './place/place.ts'
import type { ChildAction, PlaceRequest } from './place/request.ts'
import { Problem } from './problem.ts'
import type { HoursWindow } from './query/hours-window.ts'
import { type PlaceHours, placeHours } from './query/place-hours.ts'
import type { PlaceQuery, SearchRequest } from './query/query.ts'
import type { Suggestion, SuggestRequest } from './query/suggestion.ts'
import type { TileAddress, TileContent } from './query/tile.ts'
import { RecentAnswers } from './recent-answers.ts'
import type { CommitQueue } from './store/commit-queue.ts'
import type { Command, Outcome, Store } from './store/store.ts'

/** JSON as it will be sent, with its entity tag. */
export interface Answer {
  readonly bytes: Buffer
  readonly etag: string
}

/** The page of a search with its entity tag. */
export interface PageAnswer {
  readonly page: PageBytes
  readonly etag: string
}

/** A place that was written: its id and how the caller sees it now. */
export interface Written extends Answer {
  readonly id: PlaceId
}

/** What every write of a place carries beside its body. */
export interface WriteOptions {
  readonly caller: Caller
  /** The header `If-Match` as it came. */
  readonly ifMatch?: string
  /** Bytes of the body, so that what waits to be written can be bounded. */
  readonly bodyBytes?: number
}

export interface BodyOptions extends WriteOptions {
  readonly allowOverposting: boolean
  readonly childActions: readonly ChildAction[]
}

/** What the service is made of; `main.ts` opens it all. */
export interface Parts {
  readonly store: Store
  readonly queue: CommitQueue
  readonly index: PlaceIndex
  readonly directory: Directory
  readonly keys: KeyRing
  readonly clock: () => Instant
  /** What has been seen of the history; its tag is part of weak tags. */
  readonly copy: { readonly seen: { readonly tag: string } }
}

/** A search, by whom and when. */
interface Asked {
  readonly request: SearchRequest
  readonly caller: Caller
  readonly now: Instant
}

/** The service: the rules and the record first, then the index. The one place that decides that order. */
export class Places {
  readonly #parts: Parts
  readonly #whole = new RecentAnswers<Answer>(recentBytesMax)
  readonly #public = new RecentAnswers<Answer>(recentBytesMax)

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /**
   * The place as the caller sees it, deleted ones included (D40); 404 when there is none. At once, unless contact details
   * have to be fetched, since this is asked more than anything else.
   */
  read(id: PlaceId, caller: Caller): Answer | Promise<Answer> {
    const ref = this.#refOf(id)
    const owners = this.#parts.index.contactOwners([ref])
    return owners.length === 0 ? this.#recentAnswer(id, ref, caller) : this.#readFresh(id, owners, caller)
  }

  async #readFresh(id: PlaceId, owners: readonly string[], caller: Caller): Promise<Answer> {
    await this.#parts.directory.refresh(owners)
    return this.#answer(this.#refOf(id), caller)
  }

  /** The id of the place that has this slug, or had it last (D21); 404 when there is none. */
  async findBySlug(slug: string): Promise<{ id: PlaceId; present: boolean; slug: string }> {
    const { index, store } = this.#parts
    const ref = index.findBySlug(slug)
    if (ref) return { id: index.idOf(ref), present: true, slug }
    const id = await store.formerSlug(slug)
    const moved = id === undefined ? undefined : index.find(id)
    if (id === undefined || !moved) throw new Problem('not-found', `no place has or had the slug '${slug}'`)
    return { id, present: false, slug: this.#place(moved).slug }
  }

  /** The present name of a place, or undefined when there is none. */
  nameOf(id: PlaceId): string | undefined {
    const ref = this.#parts.index.find(id)
    return ref && this.#place(ref).name
  }

  /** The opening hours of a place; 404 when there is none with this id. */
  hours(id: PlaceId, window: HoursWindow): PlaceHours {
    return placeHours(this.#place(this.#refOf(id)), window, this.#parts.clock())
  }

  /** The page of a search as the caller sees it; at once, unless contact details have to be fetched. */
  search(request: SearchRequest, caller: Caller): PageAnswer | Promise<PageAnswer> {
    const { index, clock } = this.#parts
    const now = clock()
    const hits = index.search(request.query, now)
    const owners = index.contactOwners(hits.refs)
    return owners.length === 0 ? this.#page(hits, { request, caller, now }) : this.#searchFresh(request, owners, caller)
  }

  /** Contact details are as they are when the answer is made, and so is what is found (D48). */
  async #searchFresh(request: SearchRequest, owners: readonly string[], caller: Caller): Promise<PageAnswer> {
    const { index, directory, clock } = this.#parts
    await directory.refresh(owners)
    const now = clock()
    return this.#page(index.search(request.query, now), { request, caller, now })
  }

  #page(hits: Hits, { request, caller, now }: Asked): PageAnswer {
    const form: Form = { ...request.expand, restricted: may(caller, 'read-restricted') }
    const page = this.#parts.index.page(hits, form)
    return { page, etag: this.searchTag(request.query, caller, now) ?? `W/"${digest(...page.pieces)}"` }
  }

  /** What a tile shows of the places that a search finds; the tag is undefined where `searchTag` is. */
  tile({ query }: SearchRequest, address: TileAddress, caller: Caller): { content: TileContent; etag?: string } {
    const { index, clock } = this.#parts
    const now = clock()
    const etag = this.searchTag(query, caller, now)
    return { content: index.tile(query, address, now), ...(etag !== undefined && { etag }) }
  }

  /** What a text that has been begun may become; the tag is undefined where `searchTag` is. */
  suggest(request: SuggestRequest | undefined, caller: Caller): { suggestions: Suggestion[]; etag?: string } {
    const { index, clock } = this.#parts
    const now = clock()
    const etag = this.searchTag(request?.query, caller, now)
    return { suggestions: request ? index.suggest(request, now) : [], ...(etag !== undefined && { etag }) }
  }

  /**
   * The tag of a search by this caller at this moment, told by the address and what the index has seen; undefined
   * when contact details of a remote directory may be in the answer, since these change by themselves.
   */
  searchTag(query: PlaceQuery | undefined, caller: Caller, now = this.#parts.clock()): string | undefined {
    const { index, directory, copy } = this.#parts
    if (!directory.writable) return undefined
    const changed = index.changedAt(now).toString(36)
    const form = may(caller, 'read-restricted') ? 'r' : 'p'
    // Places open and close without any write.
    const moment = query?.openAt === 'now' ? `-${openMoment(now).toString(36)}` : ''
    return `W/"${copy.seen.tag}-${changed}-${form}${moment}"`
  }

  /** Creates a place (PUT /place). */
  async create(body: JsonObject, options: Omit<BodyOptions, 'childActions'>): Promise<Written> {
    const newId = randomUUIDv7()
    const common = await this.#common(options, [ownerIdOf(body)])
    const { allowOverposting } = options
    return this.#write({ ...common, action: 'create', newId, body, allowOverposting }, options)
  }

  /** Changes what the body names (PATCH /place/<id>). */
  async patch(id: PlaceId, body: JsonObject, options: BodyOptions): Promise<Written> {
    const common = await this.#common(options, [ownerIdOf(body), this.#presentOwner(id)])
    return this.#write({ ...common, ...bodyParts(body, options), action: 'patch', id }, options)
  }

  /** Replaces the whole place (PUT /place/<id>). */
  async replace(id: PlaceId, body: JsonObject, options: BodyOptions): Promise<Written> {
    const common = await this.#common(options, [ownerIdOf(body), this.#presentOwner(id)])
    return this.#write({ ...common, ...bodyParts(body, options), action: 'replace', id }, options)
  }

  /** Deletes the place (DELETE /place/<id>). */
  async remove(id: PlaceId, deletedBy: string, options: Omit<BodyOptions, 'allowOverposting'>): Promise<void> {
    const common = await this.#common(options, [this.#presentOwner(id)])
    const { childActions } = options
    await this.#write({ ...common, action: 'remove', id, deletedBy, childActions }, options)
  }

  /** Brings a deleted place back (POST /place/<id>/restore). */
  async restore(id: PlaceId, updatedBy: string, options: WriteOptions): Promise<Written> {
    const common = await this.#common(options, [this.#presentOwner(id)])
    return this.#write({ ...common, action: 'restore', id, updatedBy }, options)
  }

  /** Carries out commands in one group as far as that goes; each gets its own outcome. */
  async carryOut(commands: readonly Command[]): Promise<readonly Outcome[]> {
    return Promise.all(commands.map((command) => this.#parts.queue.write(command)))
  }

  /** Carries out one command; throws its problem when it is refused. */
  async command(command: Command, bytes = 0): Promise<Outcome & { done: true }> {
    const outcome = await this.#parts.queue.write(command, bytes)
    if (!outcome.done) throw Problem.from(outcome.problem)
    return outcome
  }

  async #write(request: PlaceRequest, { caller, bodyBytes }: WriteOptions): Promise<Written> {
    const { place } = await this.command({ kind: 'place', request }, bodyBytes)
    if (!place) throw new Error(`the store gave no place for ${request.action}`)
    const { id } = place.place
    const owners = this.#parts.index.contactOwners([this.#refOf(id)])
    if (owners.length > 0) await this.#parts.directory.refresh(owners)
    return { id, ...this.#answer(this.#refOf(id), caller) }
  }

  async #common(options: WriteOptions, ownerIds: readonly (string | undefined)[]) {
    const ids = ownerIds.filter((id) => id !== undefined)
    await this.#parts.directory.refresh(ids)
    const { owners } = options.caller
    const ifMatch = options.ifMatch === undefined ? undefined : revisionsOf(options.ifMatch)
    return {
      now: this.#parts.clock(),
      ownerEntries: this.#ownerEntries(ids),
      ...(owners && { owners }),
      ...(ifMatch && { ifMatch }),
    }
  }

  #ownerEntries(ids: readonly string[]): Record<string, DirectoryEntry> {
    const known = ids.map((id) => [id, this.#parts.directory.entry('owners', id)] as const)
    return Object.fromEntries(known.filter(([, entry]) => entry !== undefined)) as Record<string, DirectoryEntry>
  }

  #presentOwner(id: PlaceId): string | undefined {
    const ref = this.#parts.index.find(id)
    return ref && this.#parts.index.ownerOf(ref)
  }

  #refOf(id: PlaceId): DocumentRef {
    const ref = this.#parts.index.find(id)
    if (!ref) throw unknownPlace(id)
    return ref
  }

  #place(ref: DocumentRef): Place {
    return JSON.parse(this.#parts.index.document(ref, wholeForm).toString()) as Place
  }

  /** Only of a place that asks for no contact details, which change by themselves. */
  #recentAnswer(id: PlaceId, ref: DocumentRef, caller: Caller): Answer {
    const recent = may(caller, 'read-restricted') ? this.#whole : this.#public
    return recent.get(id, ref, this.#parts.directory.version, () => this.#answer(ref, caller))
  }

  #answer(ref: DocumentRef, caller: Caller): Answer {
    const { index } = this.#parts
    const bytes = index.document(ref, may(caller, 'read-restricted') ? wholeForm : publicForm)
    return { bytes, etag: `"${index.revisionOf(ref)}-${digest(bytes)}"` }
  }
}

/** What answers of single places may take that are kept, in each of two forms. */
const recentBytesMax = 8 * 1024 * 1024

const wholeForm: Form = { restricted: true, owner: true, categories: true, tags: true, distance: false }
const publicForm: Form = { ...wholeForm, restricted: false }

/**
 * Tells apart what one revision is answered as: forms, names, fetched details. CRC-32 is enough beside the revision, and
 * the longest answers are searches, whose tags seldom need it.
 */
function digest(...pieces: readonly Buffer[]): string {
  return pieces.reduce((sum, piece) => crc32(piece, sum), 0).toString(36)
}

function unknownPlace(id: PlaceId): Problem {
  return new Problem('not-found', `there is no place with the id '${id}'`)
}

function bodyParts(body: JsonObject, { allowOverposting, childActions, caller }: BodyOptions) {
  return { body, allowOverposting, childActions, seesRestricted: may(caller, 'read-restricted') }
}

/** The owner that a body names, when it can be read that far; the rules judge the rest. */
function ownerIdOf(body: JsonObject): string | undefined {
  return isJsonObject(body.owner) && typeof body.owner.id === 'string' ? canonicalText(body.owner.id) : undefined
}

const entityTags = /^\s*(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*\s*$/
/** Of any form and coding of the answer. */
const ownTag = /(W\/)?"(?:(\d{1,15})-[0-9a-z]{1,7}(?:-[a-z]{2,4})?|[^"]*)"/g

/**
 * The revisions that the strong tags of an `If-Match` name (RFC 9110, 13.1.1); undefined for `*`, which any fits, and
 * none for what is no list of tags. A weak tag never fits.
 */
function revisionsOf(ifMatch: string): number[] | undefined {
  if (ifMatch.trim() === '*') return undefined
  if (!entityTags.test(ifMatch)) return []
  const tags = [...ifMatch.matchAll(ownTag)]
  return tags.flatMap(([, weak, revision]) => (weak === undefined && revision !== undefined ? [Number(revision)] : []))
}
