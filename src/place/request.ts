import type { Reason } from '../common/reason.ts'
import type { ActRef, ActStep } from './act.ts'
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
  /** The act that it opens or continues. Absent: it is an act of its own, with the children that it changes. */
  readonly act?: ActRef
  /**
   * Lists of owners for which the caller may write. One list must contain all owners concerned. Absent: any owner (D8).
   */
  readonly owners?: OwnerLists
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

/** The rights of an import that may not write every place. Plain data, so that it can be passed to a thread. */
export interface ImportRights {
  /** Lists of owners as in `owners`, for places to create and to change; an empty one allows none. Absent: any owner. */
  readonly create?: OwnerLists
  readonly update?: OwnerLists
  /** True if the caller sees audio, video and images; if not, those that a record omits stay (D39). */
  readonly seesMedia: boolean
}

/** The rights of a caller who undoes an act: lists of owners as in `owners`; an empty one allows none. Absent: any owner. */
export interface UndoRights {
  readonly update?: OwnerLists
  readonly delete?: OwnerLists
}

/** Lists of owners, of which one must contain all owners that a write concerns. */
export type OwnerLists = readonly (readonly string[])[]

/** The effect of null and blank members of a record that changes only some members of a place. */
export type MergeMode = (typeof mergeModes)[number]
export const mergeModes = ['keep', 'remove'] as const

/** The names of members that lead to a value. */
export type Path = readonly string[]

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
      /** Absent: the caller may create and change every place. */
      readonly rights?: ImportRights
      /** Changes only the members of the body; `remove`: a null or blank member is removed, else it stays. Absent: replaces. */
      readonly merge?: MergeMode
      /** Members that a new place gets in addition to the body. */
      readonly whenNew?: JsonObject
      /** Paths of members that could not be read, so a present place keeps its own. */
      readonly kept?: readonly Path[]
      /** Leaves optional members with faults as they are and notes them, instead of refusing the record. */
      readonly lenient?: boolean
      /** True if the key stood earlier in the same import: the record is then refused unless it changes nothing. */
      readonly again?: boolean
      /** A place that was written after this revision is not changed. */
      readonly since?: number
      /** Applies all rules and writes nothing. */
      readonly dryRun: boolean
    })
  /** Takes the changes of an act in one place back, as far as they are still there. */
  | (Common & {
      readonly action: 'undo'
      readonly id: PlaceId
      readonly updatedBy: string
      /** The newest first. */
      readonly steps: readonly ActStep[]
      readonly rights: UndoRights
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
  /** The present parent of the subject, where an import needs it. */
  readonly formerParent?: PresentPlace
  /** True if the source of an import holds places of owners for whom the caller may not write (D49). */
  readonly isForeignSource?: boolean
  /** Collects the parts of an imported record that are not kept. */
  readonly notes?: Reason[]
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
