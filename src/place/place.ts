import type { Static } from 'typebox'
import type { JsonObject } from './json.ts'
import type { contactInfoSchema, FixedPlace } from './schema.ts'

/** A UUIDv7 in lower case, made by the service (D14). */
export type PlaceId = string
/** `YYYY-MM-DDTHH:mm:ss.fffffZ`, the last two digits 0: sorts as text (D29). */
export type InstantText = string
/** Milliseconds since 1970-01-01T00:00Z. */
export type Instant = number
/** [longitude, latitude] in degrees, WGS84. */
export type LonLat = readonly [longitude: number, latitude: number]
/** [west, south, east, north] in degrees; west > east crosses the antimeridian (RFC 7946). */
export type BBox = readonly [west: number, south: number, east: number, north: number]

/** The days of a week as `openHours` names them, Monday first. */
export const weekdays = ['mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * A place as seen by a caller with all permissions: names are filled in, and defaults replace missing texts (D15, D16).
 */
export interface PlaceView extends FixedPlace {
  placeTypes: Record<string, JsonObject>
}

/** The contact details of a place or an owner. */
export type ContactInfo = Static<typeof contactInfoSchema>
/** One entry of `openHours`: the spans of each weekday, valid from one day to another. */
export type OpenHours = NonNullable<PlaceView['openHours']>[number]
/** Local times `HH:mm`; `to` may be 24:00, and at or before `from` it is on the next day (D22). */
export type OpenSpan = { from: string; to: string }
/** Values derived from the position. */
export type GeolocationInfo = NonNullable<PlaceView['geolocationInfo']>
/** The owner as stored. Its name is used while the directory does not know the owner (D16). */
export type Owner = { id: string; name?: string; type: string }
/** A reference of a place to a category or a tag. */
export type SubjectArea = { id: string }

/**
 * A place as stored: canonical (D19), with instants in output format and exactly one place type. It omits names from
 * the directory and of the parent, and a shortDescription that equals the name.
 */
export interface Place
  extends Omit<PlaceView, 'parent' | 'shortDescription' | 'owner' | 'categories' | 'tags' | 'createdBy' | 'updatedBy'> {
  parent?: { id: PlaceId }
  shortDescription?: string
  createdBy: string
  updatedBy: string
  owner: Owner
  categories?: SubjectArea[]
  tags?: SubjectArea[]
}

/** The members of a place that the service sets; a client never sends them (D17). */
export const serviceMembers = [
  ...(['id', 'slug', 'created', 'createdBy', 'updated', 'publishedBy', 'depublishedBy'] as const),
  ...(['deleted', 'deletedBy', 'geolocationInfo'] as const),
] as const
