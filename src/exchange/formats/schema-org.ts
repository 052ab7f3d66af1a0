import { addDays } from '../../place/dates.ts'
import type { JsonObject, JsonValue } from '../../place/json.ts'
import { licenceOf } from '../../place/licence.ts'
import { resolvedEntries, spansOn } from '../../place/open-hours.ts'
import { formatPhone } from '../../place/phone.ts'
import { type OpenHours, type OpenSpan, type PlaceView, type Weekday, weekdays } from '../../place/place.ts'
import { type PlaceTypeKey, type PlaceTypeSchemas, schemaOrgKeyword } from '../../place/place-types.ts'
import { websiteUrl } from '../../place/web-address.ts'
import { isSpecial, type SpecialDays, specialDaysOf } from './special-days.ts'

/** The types of schema.org for place types whose schema names none. */
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

/** Maximum number of special days on a page. */
const pageDaysMax = 100

/** A place, or the parts of it in an answer. */
export type ShownPlace = Partial<PlaceView> & Pick<PlaceView, 'id'>

/**
 * A place in the vocabulary of schema.org, without `@context`. Opening hours have their validity, and special days are
 * separate, as Google documents them: a closed day is 00:00 to 00:00, a whole day 00:00 to 23:59, and a span past
 * midnight ends before it begins. `from` is a day: only special days from then on are included, up to `pageDaysMax`.
 */
export function schemaOrgPlace(
  place: ShownPlace,
  schemas: PlaceTypeSchemas,
  more: JsonObject = {},
  from = '',
): JsonObject {
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
    sameAs: websiteUrl(contactInfo?.url),
    ...hoursOf(place.openHours ?? [], from),
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
    // schema.org has no email for a Place, but its address is a ContactPoint, which has one.
    email: contactInfo.email,
  })
  return Object.keys(address).length === 0 ? undefined : { '@type': 'PostalAddress', ...address }
}

/** Images that have a URL, with the licence in their keywords and their provider. */
function imagesOf({ media }: ShownPlace): JsonObject[] {
  return (media?.images ?? []).flatMap(({ url, title, alternateDescription, description, provider, tags }) =>
    url === undefined
      ? []
      : [
          withoutAbsent({
            '@type': 'ImageObject',
            contentUrl: url,
            name: title,
            caption: alternateDescription ?? description,
            license: licenceOf({ tags })?.url,
            provider: provider && { '@type': 'Organization', name: provider },
          }),
        ],
  )
}

function hoursOf(openHours: readonly OpenHours[], from: string): Loose {
  const ordinary = resolvedEntries(openHours.filter((entry) => !isSpecial(entry)))
  const all = specialDays(ordinary, specialDaysOf(openHours), from)
  const special = from === '' ? all : all.slice(0, pageDaysMax)
  return {
    openingHoursSpecification: ordinary.flatMap(weekOf),
    specialOpeningHoursSpecification: special.flat(),
  }
}

/**
 * The special days from a day on, and each day after one if the hours of the day before it end otherwise than in the
 * ordinary week.
 */
function specialDays(ordinary: readonly OpenHours[], special: readonly SpecialDays[], from: string): JsonObject[][] {
  const entries = new Map(special.flatMap(({ entry, days }) => days.map((day) => [day, entry] as const)))
  const candidates = new Set([...entries.keys()].flatMap((day) => [day, dayAfter(day)]))
  let at = 0
  // Days are asked for in their order.
  const ordinaryOn = (day: string) => {
    while ((ordinary[at]?.validTo ?? day) < day) at++
    return spansOn(ordinary.slice(at, at + 1), day) ?? []
  }
  const days = [...candidates].filter((day) => day >= from)
  return days.flatMap((day) => {
    const before = addDays(day, -1)
    const [usual, entryBefore, entry] = [ordinaryOn(before), entries.get(before), entries.get(day)]
    const former = entryBefore ? (spansOn([entryBefore], before) ?? []) : usual
    const rest = timesLater(former, 1)
    if (!entry && `${rest}` === `${timesLater(usual, 1)}`) return []
    const own = entry ? (spansOn([entry], day) ?? []) : ordinaryOn(day)
    const times = [...rest, ...timesLater(own, 0)]
    const written = times.length > 0 ? times.map(([opens, closes]) => ({ opens, closes })) : [closed]
    return [written.map((hours) => ({ ...specification, validFrom: day, validThrough: day, ...hours }))]
  })
}

function timesLater(
  spans: readonly OpenSpan[],
  days: Piece['daysLater'],
): (readonly [opens: string, closes: string])[] {
  const pieces = spans.flatMap(piecesOf).filter(({ daysLater }) => daysLater === days)
  return pieces.map(({ times: { opens, closes } }) => [opens, closes])
}

/** A week: each span once, with its days. The hours of a day later are valid from a day later to a day later. */
function weekOf({ days = {}, validFrom, validTo }: OpenHours): JsonObject[] {
  const validity = withoutAbsent({ validFrom, validThrough: validTo })
  const later = withoutAbsent({
    validFrom: validFrom && dayAfter(validFrom),
    validThrough: validTo && dayAfter(validTo),
  })
  const pieces = weekdays.flatMap((weekday, at) =>
    (days[weekday] ?? []).flatMap(piecesOf).map(({ daysLater, times }) => ({
      weekday: weekdays[(at + daysLater) % weekdays.length]!,
      daysLater,
      times,
    })),
  )
  if (pieces.length === 0)
    return [{ ...specification, dayOfWeek: weekdays.map((weekday) => dayNames[weekday]), ...closed, ...validity }]
  const byTimes = Map.groupBy(pieces, ({ daysLater, times }) => `${daysLater} ${times.opens}-${times.closes}`)
  return [...byTimes.values()].map((same) => ({
    ...specification,
    dayOfWeek: same.map(({ weekday }) => dayNames[weekday]),
    ...same[0]!.times,
    ...(same[0]!.daysLater === 0 ? validity : later),
  }))
}

/** The next day, or the same one if it is the last that can be written. */
function dayAfter(day: string): string {
  return day === '9999-12-31' ? day : addDays(day, 1)
}

const specification = { '@type': 'OpeningHoursSpecification' } as const
const closed = { opens: '00:00', closes: '00:00' } as const

/** The times of one day, that of the span or the next. */
interface Piece {
  readonly daysLater: 0 | 1
  readonly times: { readonly opens: string; readonly closes: string }
}

/**
 * Splits a span as Google reads them: 24 hours that do not begin at midnight are two pieces, since one would mean
 * closed (D56).
 */
function piecesOf({ from, to }: OpenSpan): Piece[] {
  if (from === '00:00' && (to === '24:00' || to === from))
    return [{ daysLater: 0, times: { opens: from, closes: '23:59' } }]
  if (from !== to) return [{ daysLater: 0, times: { opens: from, closes: to === '24:00' ? '00:00' : to } }]
  return [
    { daysLater: 0, times: { opens: from, closes: '00:00' } },
    { daysLater: 1, times: { opens: '00:00', closes: to } },
  ]
}
