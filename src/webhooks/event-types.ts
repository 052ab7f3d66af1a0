import type { Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'

/** What may happen to a place; of several at once an event is of the type that comes first. */
export const placeEventTypes = [
  ...(['gazetteer.place.purged', 'gazetteer.place.deleted', 'gazetteer.place.restored'] as const),
  ...(['gazetteer.place.created', 'gazetteer.place.unpublished', 'gazetteer.place.published'] as const),
  'gazetteer.place.changed',
] as const
export const directoryChanged = 'gazetteer.directory.changed'

export const eventTypes = [...placeEventTypes, directoryChanged] as const
export type EventType = (typeof eventTypes)[number]

/** A change, as CloudEvents 1.0 writes it in JSON. */
export interface CloudEvent {
  readonly specversion: '1.0'
  /** The history id and the revision. */
  readonly id: string
  readonly source: string
  readonly type: EventType
  /** Id of the place, or `<list>/<id>` of an entry of the directory. */
  readonly subject: string
  readonly time: string
  readonly datacontenttype: 'application/json'
  /** Absent where it is not known which address the service has. */
  readonly dataschema?: string
  readonly data: {
    readonly revision: Revision
    /** Everything that happened at once. */
    readonly kinds: readonly EventType[]
    /** Dotted paths of the members that differ, of those that the caller sees. */
    readonly changed?: readonly string[]
    /** The place as the caller sees it; absent: it is gone, not seen any more, or too large. */
    readonly place?: JsonObject
    /** Where the place is, in its stead. */
    readonly address?: string
    readonly entry?: JsonObject
    /** It fitted the filter before the change, and does not any more. */
    readonly left?: boolean
  }
}
