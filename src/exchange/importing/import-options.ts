import type { Reason } from '../../common/reason.ts'
import type { ActRef } from '../../place/act.ts'
import type { EntryCaller, Revision } from '../../place/journal.ts'
import type { Instant, Place, PlaceId } from '../../place/place.ts'
import type { ImportRights, MergeMode, PlaceRequest } from '../../place/request.ts'
import type { ComparedPlace } from '../understanding/plain-faults.ts'

/** The rights of an importer; without members, they are those of an admin. */
export interface ImporterRights extends Pick<PlaceRequest, 'discreet' | 'narrowed'> {
  readonly rights?: ImportRights
  /** True for a caller without `read`: a dry run does not compare its records with present places. */
  readonly isBlind?: true
}

/** The effect of a record on the place that is there already. */
export const importModes = ['merge', 'replace'] as const
export type ImportMode = (typeof importModes)[number]

/** The importer, and the options for judging records. */
export interface ImportOptions {
  /** The importer, for the journal of the directory. */
  readonly who: string
  readonly caller?: EntryCaller
  /** The act that its changes belong to; absent: one of its own, which nobody continues. */
  readonly act?: ActRef | undefined
  /** Returns the rights that the importer has at the moment; absent: all. */
  readonly rights?: () => ImporterRights
  /** The source of keys that name none, in its stored form; absent: the default source. */
  readonly source?: string
  /**
   * `merge` changes only the members that a record has; `replace` replaces the whole place. Absent: cells of tables and
   * features are merged, other records replace (D49).
   */
  readonly mode?: ImportMode
  /** In a merge, the effect of null and blank members; absent: they change nothing. */
  readonly empty?: MergeMode
  /** Default for places that name no `updatedBy`. */
  readonly updatedBy?: string
  /** The only `updatedBy` that places may have; absent: any. */
  readonly actsAs?: string | undefined
  /** Judges all records and writes none. */
  readonly dryRun?: boolean
  /** Drops members that a client may not send, instead of refusing the record (D17). */
  readonly allowOverposting?: boolean
  readonly clock: () => Instant
  /** Leaves a place as it is that was written after this revision, and lists it. */
  readonly since?: Revision
  /** Returns the id of the place of a record without a key; absent: any new one. */
  readonly idOf?: (line: number) => PlaceId
  /** Returns the reason why a record must not be applied to the place that its key finds, if there is one. */
  readonly guard?: (line: number, row: ComparedPlace, present: Place) => Reason | undefined
  /** In a dry run, results have the places that would be written. */
  readonly showsPlaces?: boolean
}
