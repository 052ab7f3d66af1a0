import { crc32 } from 'node:zlib'
import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import type { Directory } from '../directory/directory.ts'
import { openMoment } from '../hours/zone-clock.ts'
import type { PageBytes } from '../index/memory/pieces.ts'
import type { DocumentRef, PlaceIndex } from '../index/place-index.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'
import { type PlaceQuery, readsNames, type SearchRequest } from '../query/query.ts'
import type { Suggestion, SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import {
  type Answer,
  contentTag,
  type IsGone,
  type PageAnswer,
  type PlaceReading,
  placeForm,
  placeTag,
  resultForm,
  type SuggestAnswer,
  storedForm,
  suggestionsTag,
  type TileAnswer,
  unknownPlace,
} from './place-reading.ts'
import { RecentAnswers } from './recent-answers.ts'
import { Slices } from './slices.ts'

/** What reading from the index of this process needs. */
export interface IndexReadingParts {
  readonly index: PlaceIndex
  readonly directory: Directory
  readonly clock: () => Instant
  /** What has been seen of the history; its tag is part of weak tags. */
  readonly copy: { readonly seen: { readonly tag: string } }
}

/** A search, and by whom. */
interface Asked {
  readonly request: SearchRequest
  readonly caller: Caller
  readonly isGone: IsGone
}

/** What was found, and the tag of the moment that it is of. */
interface Found<Result> {
  readonly result: Result
  readonly etag: string | undefined
}

/** What answers of single places may take that are kept, in each of three forms. */
const recentBytesMax = 8 * 1024 * 1024

/** Places from the index of this process: at once, unless contact details have to be fetched, or a search takes long. */
export class IndexReading implements PlaceReading {
  readonly #parts: IndexReadingParts
  readonly #slices = new Slices()
  readonly #recent: Readonly<Record<Visibility, RecentAnswers<Answer>>> = {
    public: new RecentAnswers(recentBytesMax),
    media: new RecentAnswers(recentBytesMax),
    restricted: new RecentAnswers(recentBytesMax),
  }
  /** The last instant that was part of a tag, as it is written there, which takes as long as all else of a tag. */
  #changed = { at: Number.NaN, text: '' }

  constructor(parts: IndexReadingParts) {
    this.#parts = parts
  }

  /** This is asked more than anything else. */
  read(id: PlaceId, caller: Caller): Answer | Promise<Answer> {
    const ref = this.#refOf(id, caller)
    const owner = this.#parts.index.contactOwner(ref)
    if (owner === undefined) return this.#recentAnswer(id, ref, caller)
    return this.#parts.directory.refresh([owner]).then(() => this.#answer(this.#refOf(id, caller), caller))
  }

  written(id: PlaceId, caller: Caller): Answer | Promise<Answer> {
    return this.#withContact(id, (ref) => this.#answer(ref, caller))
  }

  tag(id: PlaceId, caller: Caller): string | Promise<string> {
    const { index } = this.#parts
    return this.#withContact(id, (ref) => placeTag(index.revisionOf(ref), index.checksum(ref, placeForm(caller))))
  }

  /** Reads a place when the contact details that it asks for are fresh, mostly at once, since it asks for none. */
  #withContact<Found>(id: PlaceId, read: (ref: DocumentRef) => Found): Found | Promise<Found> {
    const { index, directory } = this.#parts
    const ref = this.#refOf(id)
    const owner = index.contactOwner(ref)
    return owner === undefined ? read(ref) : directory.refresh([owner]).then(() => read(this.#refOf(id)))
  }

  idOfSlug(slug: string): PlaceId | undefined {
    const { index } = this.#parts
    const ref = index.findBySlug(slug)
    return ref && index.idOf(ref)
  }

  ownerOf(id: PlaceId): string | undefined {
    const ref = this.#parts.index.find(id)
    return ref && this.#parts.index.ownerOf(ref)
  }

  search(request: SearchRequest, caller: Caller, isGone: IsGone): PageAnswer | Promise<PageAnswer> {
    const { index } = this.#parts
    const form = resultForm(request, caller)
    function* steps(now: Instant): Generator<void, PageBytes | { readonly owners: readonly string[] }> {
      const hits = yield* index.searching(request.query, now)
      const owners = index.contactOwners(hits)
      return owners.length > 0 ? { owners } : yield* index.paging(hits, form)
    }
    const answer = ({ result, etag }: Found<PageBytes | { readonly owners: readonly string[] }>) =>
      'owners' in result ? this.#searchFresh({ request, caller, isGone }, result.owners) : pageAnswer(result, etag)
    const found = this.#find(request.query, caller, isGone, steps)
    return found instanceof Promise ? found.then(answer) : answer(found)
  }

  /** Contact details are as they are when the answer is made, and so is what is found (D48). */
  async #searchFresh({ request, caller, isGone }: Asked, owners: readonly string[]): Promise<PageAnswer> {
    const { index, directory } = this.#parts
    await directory.refresh(owners)
    const form = resultForm(request, caller)
    const { result, etag } = await this.#find(request.query, caller, isGone, function* (now) {
      return yield* index.paging(yield* index.searching(request.query, now), form)
    })
    return pageAnswer(result, etag)
  }

  tile(
    { query }: SearchRequest,
    address: TileAddress,
    caller: Caller,
    isGone: IsGone,
  ): TileAnswer | Promise<TileAnswer> {
    const { index } = this.#parts
    const told = ({ result, etag }: Found<TileContent>) => ({ content: result, ...(etag !== undefined && { etag }) })
    const found = this.#find(query, caller, isGone, (now) => index.tiling(query, address, now))
    return found instanceof Promise ? found.then(told) : told(found)
  }

  suggest(request: SuggestRequest | undefined, caller: Caller, isGone: IsGone): SuggestAnswer | Promise<SuggestAnswer> {
    const { index } = this.#parts
    const told = ({ result, etag }: Found<readonly Suggestion[]>) => ({
      suggestions: result,
      etag: etag ?? suggestionsTag(result),
    })
    function* steps(now: Instant): Generator<void, readonly Suggestion[]> {
      return request ? yield* index.suggesting(request, now) : []
    }
    const found = this.#find(undefined, caller, isGone, steps)
    return found instanceof Promise ? found.then(told) : told(found)
  }

  /**
   * What is found, at once where it does not take long, with the tag of the moment that it is of.
   *
   * @param query Undefined for suggestions, which are of no instant and among the names of owners.
   */
  #find<Result>(
    query: PlaceQuery | undefined,
    caller: Caller,
    isGone: IsGone,
    steps: (now: Instant) => Generator<void, Result>,
  ): Found<Result> | Promise<Found<Result>> {
    const { index, directory, clock } = this.#parts
    let etag: string | undefined
    const result = this.#slices.run({
      begin: () => {
        const now = clock()
        etag = this.searchTag(query, caller, now)
        return steps(now)
      },
      suspend: () => index.lend(),
      version: () => (!query || readsNames(query) ? directory.version : 0),
      isGone,
    })
    return result instanceof Promise ? result.then((later) => ({ result: later, etag })) : { result, etag }
  }

  /**
   * Told by the address and what the index has seen; undefined when contact details of a remote directory may be in the
   * answer, since these change by themselves, and for who sees only what is published.
   */
  searchTag(query: PlaceQuery | undefined, caller: Caller, now = this.#parts.clock()): string | undefined {
    const { index, directory, copy } = this.#parts
    // What is not published would show in how often the tag changes.
    if (!directory.writable || isNarrowed(caller)) return undefined
    const changed = index.changedAt(now)
    if (changed !== this.#changed.at) this.#changed = { at: changed, text: changed.toString(36) }
    // Places open and close without any write.
    const moment = query?.openAt === 'now' ? `-${openMoment(now).toString(36)}` : ''
    return `W/"${copy.seen.tag}-${this.#changed.text}-${sightOf(caller)[0]}${moment}"`
  }

  #refOf(id: PlaceId, caller?: Caller): DocumentRef {
    const ref = this.#located(id, caller)
    if (!ref) throw unknownPlace(id)
    return ref
  }

  #located(id: PlaceId, caller: Caller | undefined): DocumentRef | undefined {
    const { index, clock } = this.#parts
    return caller && isNarrowed(caller) ? index.findSeen(id, clock()) : index.find(id)
  }

  storedPlace(id: PlaceId, caller?: Caller): Place | undefined {
    const { index } = this.#parts
    const ref = this.#located(id, caller)
    return ref && (JSON.parse(index.document(ref, storedForm).toString()) as Place)
  }

  /** Only of a place that asks for no contact details, which change by themselves. */
  #recentAnswer(id: PlaceId, ref: DocumentRef, caller: Caller): Answer {
    return this.#recent[sightOf(caller)].get(id, ref, this.#parts.directory.version, () => this.#answer(ref, caller))
  }

  #answer(ref: DocumentRef, caller: Caller): Answer {
    const { index } = this.#parts
    const bytes = index.document(ref, placeForm(caller))
    return { bytes, etag: placeTag(index.revisionOf(ref), crc32(bytes)) }
  }
}

function pageAnswer(page: PageBytes, etag = contentTag(...page.pieces)): PageAnswer {
  return { page, etag }
}
