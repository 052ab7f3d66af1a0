import type { JsonObject } from '../../place/json.ts'
import { calendarFrame, hoursEvents } from './place-calendar.ts'
import { headingRow, placeProperties, placeRow, type TableOptions, tableColumns } from './place-table.ts'
import { type ShownPlace, schemaOrgPlace } from './schema-org.ts'

/** The formats for places besides JSON, by their names in `format`, with their media types. */
export const placeFormats = {
  geojson: 'application/geo+json',
  csv: 'text/csv',
  jsonld: 'application/ld+json',
  ndjson: 'application/x-ndjson',
  ics: 'text/calendar',
} as const
/** The name of such a format. */
export type PlaceFormat = keyof typeof placeFormats

/** Another page of the same search. */
export interface PageLink {
  readonly rel: 'next' | 'prev'
  readonly href: string
}

/** Facts about a list of places. */
interface ListFacts {
  /** Number of matches. */
  readonly matched: number
  readonly links: readonly PageLink[]
}

/** Options for all places of an answer. */
interface FormatOptions extends TableOptions {
  readonly format: PlaceFormat
  /** `bom` if a table begins with a byte order mark; `semicolon` if semicolons separate its cells. */
  readonly table: Readonly<Record<'bom' | 'semicolon', boolean>>
}

/** Writes places in a format, one after the other. */
export interface PlaceWriter {
  /** The media type, with its character set unless it is a JSON type. */
  readonly type: string
  /**
   * Members that it always receives, whatever members are chosen: a feature needs its position, an event its instant.
   */
  readonly needs?: readonly ('geolocation' | 'updated')[]
  place(place: JsonObject): string
  /** The texts before, between and behind the places of a list; `begin` receives the facts of the list. */
  begin(list: ListFacts): string
  readonly between: string
  readonly end: string
  /** Writes a single place as the complete answer. */
  alone(place: JsonObject): string
}

/** Creates the writer of a format. */
export function placeWriter(options: FormatOptions): PlaceWriter {
  switch (options.format) {
    case 'geojson':
      return geoJsonWriter(options)
    case 'csv':
      return csvWriter(options)
    case 'jsonld':
      return jsonLdWriter(options)
    case 'ndjson':
      return lines('application/x-ndjson; charset=utf-8', (place) => `${JSON.stringify(place)}\n`, '')
    case 'ics':
      return calendarWriter(options)
  }
}

/** Features by RFC 7946; their collection has `numberMatched` and `links` as in OGC API Features. */
function geoJsonWriter(options: FormatOptions): PlaceWriter {
  const columns = tableColumns(options).filter(({ name }) => !['id', 'longitude', 'latitude'].includes(name))
  const place = (place: JsonObject) => {
    const { id, geolocation } = place as unknown as ShownPlace
    const geometry = geolocation?.geometry ?? null
    return JSON.stringify({ type: 'Feature', id, geometry, properties: placeProperties(columns, place) })
  }
  return {
    type: placeFormats.geojson,
    needs: ['geolocation'],
    place,
    begin: ({ matched, links }) => {
      const typedLinks = links.map((link) => ({ ...link, type: placeFormats.geojson }))
      return `{"type":"FeatureCollection","numberMatched":${matched},"links":${JSON.stringify(typedLinks)},"features":[`
    },
    between: ',',
    end: ']}',
    alone: place,
  }
}

function csvWriter(options: FormatOptions): PlaceWriter {
  const all = tableColumns(options)
  const columns = all.some(({ name }) => name === 'id') ? all : [...idOf(options), ...all]
  const { bom, semicolon } = options.table
  const separator = semicolon ? ';' : ','
  const heading = `${bom ? '\uFEFF' : ''}${headingRow(columns, separator)}\r\n`
  return lines(
    'text/csv; charset=utf-8; header=present',
    (place) => `${placeRow(columns, place, separator)}\r\n`,
    heading,
  )
}

function idOf(options: FormatOptions) {
  return tableColumns({ ...options, members: undefined }).slice(0, 1)
}

function jsonLdWriter({ model }: FormatOptions): PlaceWriter {
  const place = (place: JsonObject, more: JsonObject = {}) =>
    JSON.stringify({ ...more, ...schemaOrgPlace(place as unknown as ShownPlace, model.placeTypeSchemas) })
  const context = { '@context': 'https://schema.org' }
  return {
    type: placeFormats.jsonld,
    place: (one) => place(one),
    begin: () => `${JSON.stringify(context).slice(0, -1)},"@graph":[`,
    between: ',',
    end: ']}',
    alone: (one) => place(one, context),
  }
}

function calendarWriter({ model }: FormatOptions): PlaceWriter {
  const { begin, listZone, end } = calendarFrame
  const events = (one: JsonObject, zones: Set<string>) => hoursEvents(one as unknown as ShownPlace, model.locale, zones)
  const alone = (one: JsonObject) => begin + events(one, new Set()) + end
  const type = 'text/calendar; charset=utf-8'
  const zones = new Set(['UTC'])
  const place = (one: JsonObject) => events(one, zones)
  return { type, needs: ['geolocation', 'updated'], place, begin: () => begin + listZone, between: '', end, alone }
}

function lines(type: string, place: PlaceWriter['place'], heading: string): PlaceWriter {
  return { type, place, begin: () => heading, between: '', end: '', alone: (one) => heading + place(one) }
}
