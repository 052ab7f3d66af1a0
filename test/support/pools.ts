import { formatInstant } from '../../src/place/dates.ts'
import { createModel, type Model } from '../../src/place/model.ts'
import type { BBox, Instant, InstantText, LonLat, Place, PlaceId } from '../../src/place/place.ts'
import type { PlaceQuery } from '../../src/query/query.ts'

/** Few values each, so that generated queries hit generated places, and each chosen for an edge of some rule. */

/** Texts in canonical form (D19) that share words, and differ in case, diacritics, punctuation or script alone. */
export const texts: readonly string[] = [
  'Åby',
  'åby kyrka',
  'Åby Kyrka',
  'Aby kyrka',
  'Göteborg',
  'Goteborg',
  'Göteborgs domkyrka',
  'domkyrkan i Göteborg',
  'Sankt Pers kyrka',
  "S:t Per's kyrka, 2a",
  'kyrk',
  'Kyrka',
  'Ödegärdet 12',
  '12',
  '46',
  'café',
  'cafe',
  'Übergang',
  'Ystad',
  'zebra',
  'Ärla',
  'Ørsted',
  'Straße',
  'İstanbul',
  'a,b',
  '!',
  '^kyrka',
  '~kyrka',
  '\\',
  'true',
  'x\u0301 хор',
  '東京 kyrka',
  'ΟΔΟΣ',
  'οδός οδος',
  'ΕΛΛΑΣ kyr\u00adkan',
  'Åby\u2060 kyr\u200bka',
  '𝒳',
]

/** Instants around which things happen, some a millisecond or a day apart. */
export const instants: readonly Instant[] = [
  Date.UTC(2026, 0, 1),
  Date.UTC(2026, 2, 1) - 1,
  Date.UTC(2026, 2, 1),
  Date.UTC(2026, 2, 1) + 1,
  Date.UTC(2026, 2, 1, 10, 0),
  Date.UTC(2026, 2, 1, 10, 0, 59, 999),
  Date.UTC(2026, 2, 2) - 1,
  Date.UTC(2026, 2, 2),
  Date.UTC(2100, 0, 1),
]
export const instantTexts: readonly InstantText[] = instants.map(formatInstant)

/** Positions at the poles, on both sides of the antimeridian, together and a metre apart. */
export const positions: readonly LonLat[] = [
  [17.6389, 59.8586],
  [17.6389, 59.8586],
  [17.63891, 59.8586],
  [18.07, 59.33],
  [0, 0],
  [180, 10],
  [-180, 10],
  [179.999, 10],
  [-179.999, 10],
  [0, 90],
  [120, 90],
  [-60, 89.9],
  [45, -90],
  [45.5, -89.999],
]

export const boxes: readonly BBox[] = [
  [-180, -90, 180, 90],
  [17.6389, 59.8586, 18.07, 59.8586],
  [170, -10, -170, 20],
  [180, 10, 180, 10],
  [-180, 0, -179.999, 10],
  [100, 89, 130, 90],
  [45, -90, 46, -89],
  [0, 0, 0, 0],
  [-10, 30, 10, 40],
]

/** The id of the place with this number in a generated world; ascending. */
export function placeIdOf(number: number): PlaceId {
  return `01890a5d-ac96-7000-8000-${number.toString(16).padStart(12, '0')}`
}

/** A place that has been published, with no more than each has but for what is given. */
export function plainPlace(number: number, given: Partial<Place> = {}): Place {
  const time = '2024-01-01T00:00:00Z'
  return {
    id: placeIdOf(number),
    slug: `place-${number}`,
    name: `Place ${number}`,
    created: time,
    createdBy: 'x',
    updated: time,
    updatedBy: 'x',
    published: time,
    owner: { id: '1', type: 'external' },
    placeTypes: {},
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [10, 50] } },
    ...given,
  }
}

/** Owners; what the directory knows of them is generated. */
export const ownerIds: readonly string[] = ['1', '12', 'Unit-A', 'unit-å', 'ghost']
export const ownerTypes: readonly string[] = ['Forsamling', 'forsamling', 'Projekt']
export const categoryIds: readonly string[] = [
  'c0000000-0000-4000-8000-000000000001',
  'c0000000-0000-4000-8000-000000000002',
  'c0000000-0000-4000-8000-0000000000ff',
]
export const tagIds: readonly string[] = [
  '70000000-0000-4000-8000-000000000001',
  '70000000-0000-4000-8000-000000000002',
]
export const numbers: readonly number[] = [0, 8, 46, 12, 123456, -1]

/** A model in which one place type has a schema with a field of every kind, and others have none. */
export function manyKindsModel(): Model {
  const schema = {
    type: 'object',
    properties: {
      graves: { type: 'integer' },
      area: { type: 'number' },
      opened: { type: 'string', format: 'date-time' },
      inspected: { type: 'array', items: { type: 'string', format: 'date-time' } },
      surveyed: { type: 'string', format: 'date' },
      reference: { type: 'string', format: 'uuid' },
      keeper: { type: 'string' },
      hasChapel: { type: 'boolean' },
      quarters: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
    },
  }
  return createModel({ placeTypeSchemas: { cemetery: schema } })
}

/** Asks for every place, by name. */
export function everyPlace(model: Model, given: Partial<PlaceQuery> = {}): PlaceQuery {
  return {
    filters: [],
    types: { types: 'all', partial: true },
    includeDeleted: true,
    includeNonPublished: true,
    order: [{ by: 'field', field: model.fields.get('name')!, descending: false }],
    offset: 0,
    limit: 500,
    ...given,
  }
}
