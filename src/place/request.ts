import type { DirectoryEntry } from './directory-entry.ts'
import type { EntryCaller, PlaceAction } from './journal.ts'
import type { JsonObject } from './json.ts'
import type { GeolocationInfo, Instant, LonLat, Place, PlaceId } from './place.ts'

/** What happens to children when their parent changes; each method takes its own (D3, D42). */
export type ChildAction = 'set-published' | 'skip-depublished' | 'disconnect'

/** What must hold of the place as it is, for it to be changed (D43). */
export interface Preconditions {
  /** The revision numbers that `If-Match` names; absent: any will do. An empty list fits nothing. */
  readonly ifMatch?: readonly number[]
  /** The revision numbers that `If-None-Match` rules out; `*`: there must be no place. Absent: none. */
  readonly ifNoneMatch?: readonly number[] | '*'
}

/** What every request for a change carries. */
interface Common extends Preconditions {
  readonly now: Instant
  readonly caller?: EntryCaller
  /** Who the caller may write for: lists of owners, one of which must have all that are concerned; absent: for any (D8). */
  readonly owners?: readonly (readonly string[])[]
  /** The caller does not see every place: no fault tells of others what only those know who read them (D40). */
  readonly discreet?: true | undefined
  /** What the directory knows of owners that the request may concern, by id, taken at the moment of the request. */
  readonly ownerEntries: OwnerEntries
}

/** What is known of owners, by their ids. */
export type OwnerEntries = Readonly<Record<string, DirectoryEntry>>

interface WithBody extends Common {
  readonly body: JsonObject
  readonly allowOverposting: boolean
}

interface Update<Action> extends WithBody {
  readonly action: Action
  readonly id: PlaceId
  readonly childActions: readonly ChildAction[]
  /**
   * Whether the caller sees audio, video and images; if not, those that the body leaves out stay, and `media: null`
   * removes the links only (D39).
   */
  readonly seesMedia: boolean
  /** Judges everything and writes nothing. */
  readonly dryRun?: boolean
}

/** The body of the place that a record holds: all of it but the keys that name records; `updatedBy` stands in. */
export function importedBody({ key, parentKey, ...given }: JsonObject, updatedBy?: string): JsonObject {
  return updatedBy !== undefined && (given.updatedBy ?? null) === null ? { ...given, updatedBy } : given
}

/** A change of a place that a caller wants; plain data, so that it can cross a thread. */
export type PlaceRequest =
  | (WithBody & { readonly action: 'create'; readonly newId: PlaceId })
  | Update<'patch'>
  | Update<'replace'>
  | (Common & {
      readonly action: 'remove'
      readonly id: PlaceId
      readonly deletedBy: string
      readonly childActions: readonly ChildAction[]
    })
  | (Common & { readonly action: 'restore'; readonly id: PlaceId; readonly updatedBy: string })
  /** Creates a place, replaces the one imported under the same key, or changes nothing when it is the same (D49). */
  | (WithBody & {
      readonly action: 'import'
      readonly newId: PlaceId
      readonly importKey?: string
      readonly parentKey?: string
      /** Judges everything and writes nothing. */
      readonly dryRun: boolean
    })
  /** Derives geolocationInfo anew; `updated` stays. */
  | (Common & { readonly action: 'geolocate'; readonly id: PlaceId })

/** The present state of the places that a request concerns, read inside the transaction that will write. */
export interface Situation {
  /** The place that the request is about (for an import the one of the same key), if there is one. */
  readonly place?: PresentPlace
  /** The children of that place, deleted ones included. */
  readonly children: readonly PresentPlace[]
  /** The place that the new state would have as its parent (see `parentIdOf`), if there is one. */
  readonly parent?: PresentPlace
}

/** A place as it is stored, and the revision that made it so. */
export interface PresentPlace {
  readonly place: Place
  readonly revision: number
}

/** One new state of one place, to be written. */
export interface PlaceChange {
  readonly action: PlaceAction
  readonly who: string
  /** Its slug is still the former one (or '') where `slugBase` asks for a new one. */
  readonly place: Place
  /** Make the slug from this, unique, and remember the former one; absent: the slug stays. */
  readonly slugBase?: string
  /** Use exactly this slug (deletion), remembering the former one. */
  readonly slug?: string
}

/** Derives geolocationInfo from a position; undefined when nothing is known of it. Pure. */
export type Locate = (position: LonLat) => GeolocationInfo | undefined
