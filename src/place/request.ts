import type { DirectoryEntry } from './directory-entry.ts'
import type { EntryCaller, PlaceAction } from './journal.ts'
import type { JsonObject } from './json.ts'
import type { GeolocationInfo, Instant, LonLat, Place, PlaceId } from './place.ts'
import type { SourceKey } from './source.ts'

/** The effect of a change on children. Each method accepts its own values (D3, D42). */
export type ChildAction = 'set-published' | 'skip-depublished' | 'disconnect'

/** Conditions on the current place for a change to proceed (D43). */
export interface Preconditions {
  /** The revision numbers in `If-Match`. Absent: any revision matches. An empty list matches none. */
  readonly ifMatch?: readonly number[]
  /** The revision numbers that `If-None-Match` excludes; `*`: no place may exist. Absent: none is excluded. */
  readonly ifNoneMatch?: readonly number[] | '*'
}

/** The members of every change request. */
interface Common extends Preconditions {
  readonly now: Instant
  readonly caller?: EntryCaller
  /**
   * Lists of owners for which the caller may write. One list must contain all owners concerned. Absent: any owner (D8).
   */
  readonly owners?: readonly (readonly string[])[]
  /** The caller cannot see every place, so faults reveal nothing that only reading another place would show (D40). */
  readonly discreet?: true | undefined
  /** The caller sees only public places, so a hidden parent is treated as one that does not exist (D40, D50). */
  readonly narrowed?: true | undefined
  /** The directory's entries of owners that the request may concern, by id, read at the time of the request. */
  readonly ownerEntries: OwnerEntries
}

/** Known owners by id. */
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
   * True if the caller sees audio, video and images. If not, those that the body omits stay, and `media: null` removes
   * only the links (D39).
   */
  readonly seesMedia: boolean
  /** Applies all rules and writes nothing. */
  readonly dryRun?: boolean
}

/**
 * Returns the body of the place in an import record: without the keys that name records, and with a default
 * `updatedBy`.
 */
export function importedBody(
  { key, parentKey, source, parentSource, ...given }: JsonObject,
  updatedBy?: string,
): JsonObject {
  return updatedBy !== undefined && (given.updatedBy ?? null) === null ? { ...given, updatedBy } : given
}

/** A change of a place requested by a caller. Plain data, so that it can be passed to a worker thread. */
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
  /** Creates a place, replaces the one imported under the same key, or changes nothing if it is the same (D49). */
  | (WithBody & {
      readonly action: 'import'
      readonly newId: PlaceId
      readonly sourceKey?: SourceKey
      /** The key of the parent, usually of the same source. */
      readonly parentKey?: SourceKey
      /** True if a present place keeps its openHours, since those of the record cannot be read (D56). */
      readonly keepsHours?: boolean
      /** Applies all rules and writes nothing. */
      readonly dryRun: boolean
    })
  /** Derives geolocationInfo again; `updated` stays. */
  | (Common & { readonly action: 'geolocate'; readonly id: PlaceId })

/** The current state of the places that a request concerns, read in the transaction that will write. */
export interface Situation {
  /** The subject of the request (for an import, the place with the same key), if it exists. */
  readonly place?: PresentPlace
  /** The children of that place, including deleted ones. */
  readonly children: readonly PresentPlace[]
  /** The parent that the new state would have (see `parentIdOf`), if it exists. */
  readonly parent?: PresentPlace
}

/** A stored place, and the revision that wrote it. */
export interface PresentPlace {
  readonly place: Place
  readonly revision: number
}

/** The new state of one place, to be written. */
export interface PlaceChange {
  readonly action: PlaceAction
  readonly who: string
  /** The new state. Its slug is still the former one (or '') if `slugBase` requests a new one. */
  readonly place: Place
  /** The base for a new unique slug; the former slug is remembered. Absent: the slug stays. */
  readonly slugBase?: string
  /** The exact new slug (for a deletion); the former one is remembered. */
  readonly slug?: string
}

/** Derives geolocationInfo from a position; returns undefined if nothing is known about it. Pure. */
export type Locate = (position: LonLat) => GeolocationInfo | undefined
