import type { JsonObject, JsonValue } from '../place/json.ts'
import { resolvedEntries, spansOn } from '../place/open-hours.ts'
import { formatPhone } from '../place/phone.ts'
import { type OpenHours, type OpenSpan, type PlaceView, type Weekday, weekdays } from '../place/place.ts'
import { type PlaceTypeKey, type PlaceTypeSchemas, schemaOrgKeyword } from '../place/place-types.ts'

/** The types of schema.org where the schema of a place type names none. */
const usualTypes: Readonly<Record<PlaceTypeKey, string>> = {
  churchAndChapel: 'Church',
  parishHome: 'CivicStructure',
  secretariat: 'CivicStructure',
  cemetery: 'Cemetery',
  external: 'Place',
  pollingStation: 'CivicStructure',
  mainPollingStation: 'CivicStructure',
  partial: 'Place',
}

const dayNames: Readonly<Record<Weekday, string>> = {
  mo: 'Monday',
  tu: 'Tuesday',
  we: 'Wednesday',
  th: 'Thursday',
  fr: 'Friday',
  sa: 'Saturday',
  su: 'Sunday',
}

/** Entries of so many days at most are special days, told one by one. */
const specialDaysMax = 7
const dayMillis = 86_400_000

/** A place, or what of it an answer has. */
export type ShownPlace = Partial<PlaceView> & Pick<PlaceView, 'id'>

/**
 * A place in the vocabulary of schema.org, without `@context`: opening hours with their validity, special days apart, as
 * Google documents them (a closed day is 00:00 to 00:00, a whole day 00:00 to 23:59, past midnight ends before it begins).
 */
export function schemaOrgPlace(place: ShownPlace, schemas: PlaceTypeSchemas, more: JsonObject = {}): JsonObject {
  const { id, name, longDescription, shortDescription, contactInfo, parent, geolocation } = place
  const [key = 'external'] = Object.keys(place.placeTypes ?? {}) as PlaceTypeKey[]
  const own = schemas[key]?.[schemaOrgKeyword]
  const description = shortDescription === name ? longDescription : (shortDescription ?? longDescription)
  const [longitude, latitude] = geolocation?.geometry.coordinates ?? []
  return withoutAbsent({
    '@type': typeof own === 'string' ? own : usualTypes[key],
    '@id': `urn:uuid:${id}`,
    name,
    description,
    geo: longitude === undefined ? undefined : { '@type': 'GeoCoordinates', latitude: latitude!, longitude },
    address: addressOf(place),
    telephone: contactInfo?.phone && formatPhone(contactInfo.phone),
    email: contactInfo?.email,
    sameAs: contactInfo?.url,
    ...hoursOf(place.openHours ?? []),
    containedInPlace:
      parent?.id && withoutAbsent({ '@type': 'Place', '@id': `urn:uuid:${parent.id}`, name: parent.name }),
    image: imagesOf(place),
    ...more,
  })
}

type Loose = Readonly<Record<string, JsonValue | undefined>>

function withoutAbsent(members: Loose): JsonObject {
  const there = Object.entries(members).filter((member): member is [string, JsonValue] => {
    const [, value] = member
    return value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
  })
  return Object.fromEntries(there)
}

function addressOf({ visitingInfo = {}, contactInfo = {}, geolocationInfo = {} }: ShownPlace): JsonObject | undefined {
  const address = withoutAbsent({
    streetAddress: visitingInfo.address ?? contactInfo.visitingAddress ?? contactInfo.address,
    postalCode: visitingInfo.postalCode ?? contactInfo.postalCode,
    addressLocality: visitingInfo.city ?? contactInfo.city ?? geolocationInfo.municipality,
    addressRegion: geolocationInfo.county,
    addressCountry: geolocationInfo.country,
  })
  return Object.keys(address).length === 0 ? undefined : { '@type': 'PostalAddress', ...address }
}

/** Pictures that have an address; their licence is told where the page behind it tells it, since places keep none. */
function imagesOf({ media }: ShownPlace): JsonObject[] {
  return (media?.images ?? []).flatMap(({ url, title, alternateDescription, description }) =>
    url === undefined
      ? []
      : [
          withoutAbsent({
            '@type': 'ImageObject',
            contentUrl: url,
            name: title,
            caption: alternateDescription ?? description,
          }),
        ],
  )
}

function hoursOf(openHours: readonly OpenHours[]): Loose {
  const special = openHours.filter(isSpecial)
  return {
    openingHoursSpecification: resolvedEntries(openHours.filter((entry) => !isSpecial(entry))).flatMap(weekOf),
    specialOpeningHoursSpecification: resolvedEntries(special).flatMap((entry) =>
      daysOf(entry).flatMap((day) => dayOf(entry, day)),
    ),
  }
}

function isSpecial({ validFrom, validTo }: OpenHours): boolean {
  if (validFrom === undefined || validTo === undefined) return false
  return (Date.parse(validTo) - Date.parse(validFrom)) / dayMillis < specialDaysMax
}

/** The days of an entry that ends, `YYYY-MM-DD`. */
function daysOf({ validFrom, validTo }: OpenHours): string[] {
  const [first, last] = [Date.parse(validFrom!), Date.parse(validTo!)]
  const count = Math.round((last - first) / dayMillis) + 1
  return Array.from({ length: count }, (_, at) => new Date(first + at * dayMillis).toISOString().slice(0, 10))
}

function dayOf(entry: OpenHours, day: string): JsonObject[] {
  const spans = spansOn([entry], day) ?? []
  const told = spans.length > 0 ? spans.map(timesOf) : [closed]
  return told.map((times) => ({ ...specification, validFrom: day, validThrough: day, ...times }))
}

/** A week: each span once, with the days that have it. */
function weekOf({ days = {}, validFrom, validTo }: OpenHours): JsonObject[] {
  const validity = withoutAbsent({ validFrom, validThrough: validTo })
  const spans = weekdays.flatMap((weekday) => (days[weekday] ?? []).map((span) => ({ weekday, span })))
  if (spans.length === 0)
    return [{ ...specification, dayOfWeek: weekdays.map((weekday) => dayNames[weekday]), ...closed, ...validity }]
  const bySpan = Map.groupBy(spans, ({ span }) => `${span.from}-${span.to}`)
  return [...bySpan.values()].map((same) => ({
    ...specification,
    dayOfWeek: same.map(({ weekday }) => dayNames[weekday]),
    ...timesOf(same[0]!.span),
    ...validity,
  }))
}

const specification = { '@type': 'OpeningHoursSpecification' } as const
const closed = { opens: '00:00', closes: '00:00' } as const

function timesOf({ from, to }: OpenSpan): { opens: string; closes: string } {
  const isWhole = from === to || (from === '00:00' && to === '24:00')
  if (isWhole) return { opens: '00:00', closes: '23:59' }
  return { opens: from, closes: to === '24:00' ? '00:00' : to }
}
