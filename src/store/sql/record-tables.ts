import type { ActId, ActKind } from '../../place/act.ts'
import type { EntryAction, EntryKind, Revision } from '../../place/journal.ts'
import type { Instant, InstantText, PlaceId } from '../../place/place.ts'
import { storable } from './database.ts'

/** Every change ever made, in the order of commit: the truth from which everything else could be rebuilt. */
export interface JournalTable {
  revision: Revision
  kind: EntryKind
  id: string
  action: EntryAction
  time: Instant
  who: string
  document: string | null
  import_key: string | null
  /** The source of the key (D49). */
  source: string
  /** The transaction id, under the name that replicas of earlier versions know: see `JournalEntry`. */
  mark: number
  /** An `EntryCaller` as JSON. */
  caller: string | null
  act: ActId | null
}

export const journalColumns = [
  ...(['revision', 'kind', 'id', 'action', 'time', 'who', 'document'] as const),
  ...(['import_key', 'source', 'mark', 'caller', 'act'] as const),
] as const

/** One row for each place: its present revision, and the columns that must be unique or searchable in a transaction. */
export interface PlaceTable {
  id: PlaceId
  /** The journal entry of this revision holds the present document. */
  revision: Revision
  slug: string
  parent_id: PlaceId | null
  import_key: string | null
  /** The source of the key, within which it is unique (D49). */
  source: string
  /** The owner of an imported place, to find the owners of a source: so many characters of its id. */
  owner_id: string | null
  /** 1 or 0. */
  deleted: number
  /** The next instant of publication that the journal lacks (D57). */
  due: InstantText | null
}

export const placeColumns = [
  ...(['id', 'revision', 'slug', 'parent_id', 'import_key', 'source', 'owner_id', 'deleted', 'due'] as const),
] as const

/** An index need not hold more of an owner's id. */
export const ownerCharactersMax = 200

/** Returns the part of an owner's id that its column holds. */
export function ownerColumn(id: string): string {
  return storable(id.length <= ownerCharactersMax ? id : Array.from(id).slice(0, ownerCharactersMax).join(''))
}

/** One row for each act of several revisions. */
export interface ActTable {
  /** The revision of its first entry, by which acts are ordered. */
  number: Revision
  id: ActId
  kind: ActKind
  time: Instant
  who: string
  /** The caller as in the journal. */
  caller: string | null
  /** The key or person that may continue it. */
  holder: string
  label: string | null
  undoes: ActId | null
  revisions: number
  places: number
}

export const actColumns = [
  ...(['number', 'id', 'kind', 'time', 'who', 'caller', 'holder', 'label', 'undoes'] as const),
  ...(['revisions', 'places'] as const),
] as const

/** The owners that the places of an act have or had. */
export interface ActOwnerTable {
  act: Revision
  owner_id: string
}

/** The former slugs of places; `revision` is the one that took the slug away. */
export interface FormerSlugTable {
  slug: string
  place_id: PlaceId
  revision: Revision
}

/** The logs of webhooks, each table with the columns that, after `webhook_id`, identify and order its rows. */
export const webhookLogTables = { webhook_delivery: ['number'], webhook_dead_letter: ['revision', 'child'] } as const
export type WebhookLogTable = keyof typeof webhookLogTables

/** Orders the rows of a log of one webhook, newest first. */
export function webhookLogOrder(table: WebhookLogTable): string {
  return webhookLogTables[table].map((key) => `${key} desc`).join(', ')
}

/** The next number to try behind a slug that more than one place requested. */
export interface SlugBaseTable {
  base: string
  next: number
}
