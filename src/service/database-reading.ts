import { crc32 } from 'node:zlib'
import { type Caller, isNarrowed } from '../access/access.ts'
import type { Directory } from '../directory/directory.ts'
import { withContact } from '../index/documents/contact.ts'
import type { Form } from '../index/place-index.ts'
import type { Instant, Place, PlaceId } from '../place/place.ts'
import { facetName } from '../query/facets.ts'
import type { SearchRequest } from '../query/query.ts'
import type { SuggestRequest } from '../query/suggestion.ts'
import type { TileAddress, TileContent } from '../query/tile.ts'
import type { DatabaseSearch, FoundPage, FoundPlace } from '../sql-search/database-search.ts'
import { unpackDocument } from '../sql-search/document.ts'
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
  unknownPlace,
} from './place-reading.ts'

/** What reading from the database needs. */
export interface DatabaseReadingParts {
  readonly search: DatabaseSearch
  readonly directory: Directory
  readonly clock: () => Instant
}

/** Places from the database, for those that do not fit into this process. */
export class DatabaseReading implements PlaceReading {
  readonly #parts: DatabaseReadingParts

  constructor(parts: DatabaseReadingParts) {
    this.#parts = parts
  }

  read(id: PlaceId, caller: Caller): Promise<Answer> {
    return this.#read(id, caller, isNarrowed(caller))
  }

  async #read(id: PlaceId, caller: Caller, narrowed: boolean): Promise<Answer> {
    const found = await this.#find(id, narrowed)
    if (!found) throw unknownPlace(id)
    await this.#refresh([found])
    const bytes = Buffer.from(this.#document(found, placeForm(caller)))
    return { bytes, etag: placeTag(found.revision, crc32(bytes)) }
  }

  written(id: PlaceId, caller: Caller): Promise<Answer> {
    return this.#read(id, caller, false)
  }

  async tag(id: PlaceId, caller: Caller): Promise<string> {
    return (await this.written(id, caller)).etag
  }

  async idOfSlug(slug: string): Promise<PlaceId | undefined> {
    return (await this.#parts.search.findBySlug(slug))?.id
  }

  async ownerOf(id: PlaceId): Promise<string | undefined> {
    return (await this.#parts.search.find(id))?.ownerId
  }

  async search(request: SearchRequest, caller: Caller, isGone: IsGone): Promise<PageAnswer> {
    const { search, clock } = this.#parts
    const found = await search.search(request.query, clock(), isGone)
    await this.#refresh(found.places)
    const bytes = Buffer.from(this.#page(found, resultForm(request, caller)))
    return { page: { pieces: [bytes], release: () => {} }, etag: contentTag(bytes) }
  }

  /** Its tag is that of what it shows. */
  async tile(
    { query }: SearchRequest,
    address: TileAddress,
    _caller: Caller,
    isGone: IsGone,
  ): Promise<{ content: TileContent }> {
    const { search, clock } = this.#parts
    return { content: await search.tile(query, address, clock(), isGone) }
  }

  /** Its tag is that of what it shows. */
  async suggest(request: SuggestRequest | undefined, _caller: Caller, isGone: IsGone): Promise<SuggestAnswer> {
    const { search, clock } = this.#parts
    const suggestions = request ? await search.suggest(request, clock(), isGone) : []
    return { suggestions, etag: suggestionsTag(suggestions) }
  }

  /** Told by the answer alone: others may have written meanwhile. */
  searchTag(): undefined {
    return undefined
  }

  #page({ total, places, facets }: FoundPage, form: Form): string {
    const results = places.map((found) => {
      const document = this.#document(found, form)
      const { distanceMetres } = found
      if (!form.distance || distanceMetres === undefined) return document
      return `${document.slice(0, -1)},"distance":${distanceMetres}}`
    })
    const counted = facets && Object.fromEntries(facets.map(({ facet, values }) => [facetName(facet), values]))
    const last = counted ? `,"Facets":${JSON.stringify(counted)}` : ''
    return `{"TotalHits":${total},"Results":[${results.join(',')}]${last}}`
  }

  #document({ packed, contactOwner }: FoundPlace, form: Form): string {
    const { directory } = this.#parts
    const json = unpackDocument(packed, form, directory)
    if (contactOwner === undefined) return json
    return withContact(json, directory.entry('owners', contactOwner)?.contactInfo)
  }

  async #refresh(places: readonly FoundPlace[]): Promise<void> {
    const owners = places.flatMap(({ contactOwner }) => (contactOwner === undefined ? [] : [contactOwner]))
    if (owners.length > 0) await this.#parts.directory.refresh([...new Set(owners)])
  }

  #find(id: PlaceId, narrowed: boolean): Promise<FoundPlace | undefined> {
    const { search, clock } = this.#parts
    return narrowed ? search.findSeen(id, clock()) : search.find(id)
  }

  async storedPlace(id: PlaceId, caller?: Caller): Promise<Place | undefined> {
    const found = await this.#find(id, caller !== undefined && isNarrowed(caller))
    return found && (JSON.parse(unpackDocument(found.packed, storedForm, this.#parts.directory)) as Place)
  }
}
