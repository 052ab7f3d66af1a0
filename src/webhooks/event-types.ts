import type { Revision } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'

/** The kinds of changes to a place; the type of an event is the first kind that applies. */
export const placeEventTypes = [
  ...(['gazetteer.place.purged', 'gazetteer.place.deleted', 'gazetteer.place.restored'] as const),
  ...(['gazetteer.place.created', 'gazetteer.place.unpublished', 'gazetteer.place.published'] as const),
  'gazetteer.place.changed',
] as const
export const directoryChanged = 'gazetteer.directory.changed'

export const eventTypes = [...placeEventTypes, directoryChanged] as const
export type EventType = (typeof eventTypes)[number]

/** A change in the JSON format of CloudEvents 1.0. */
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
  /** Absent if the address of the service is not known. */
  readonly dataschema?: string
  readonly data: {
    readonly revision: Revision
    /** The act that it belongs to; absent for callers who see only what is public. */
    readonly act?: string
    /** All kinds of the change. */
    readonly kinds: readonly EventType[]
    /** Dotted paths of the changed members that the caller may see. */
    readonly changed?: readonly string[]
    /** The place as the caller may see it; absent: it is gone, no longer visible, or too large. */
    readonly place?: JsonObject
    /** The address of the place, in its stead. */
    readonly address?: string
    readonly entry?: JsonObject
    /** The place matched the filter before the change and no longer does. */
    readonly left?: boolean
  }
}
