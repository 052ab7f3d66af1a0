import type { JsonObject } from './json.ts'

/** The place types in the order of `GET /placetype`, each with its key in `placeTypes` (D10). */
export const placeTypes = [
  { name: 'ChurchAndChapel', key: 'churchAndChapel' },
  { name: 'ParishHome', key: 'parishHome' },
  { name: 'Secretariat', key: 'secretariat' },
  { name: 'Cemetery', key: 'cemetery' },
  { name: 'External', key: 'external' },
  { name: 'PollingStation', key: 'pollingStation' },
  { name: 'MainPollingStation', key: 'mainPollingStation' },
  { name: 'Partial', key: 'partial' },
] as const

/** The name of a type, as the parameter `is` takes it. */
export type PlaceTypeName = (typeof placeTypes)[number]['name']
/** The member of `placeTypes` that holds the properties of a type. */
export type PlaceTypeKey = (typeof placeTypes)[number]['key']

/** Returns the name of a place's type. */
export function placeTypeName(types: Readonly<Record<string, unknown>>): PlaceTypeName {
  return placeTypes.find(({ key }) => Object.hasOwn(types, key))?.name ?? 'External'
}

/** Returns the key of a place's type. */
export function placeTypeKey(types: Readonly<Record<string, unknown>>): PlaceTypeKey {
  return placeTypes.find(({ key }) => Object.hasOwn(types, key))?.key ?? defaultPlaceTypeKey
}

/** The key of a place without a given type (D12). */
export const defaultPlaceTypeKey: PlaceTypeKey = 'external'

const polling: JsonObject = {
  type: 'object',
  properties: {
    canPrintDubblettrostkort: { type: 'boolean', description: 'Whether the station can print duplicate voting cards.' },
  },
}

/** The JSON Schema of each type's own properties; a type without one keeps any object (D11). */
export type PlaceTypeSchemas = Readonly<Partial<Record<PlaceTypeKey, JsonObject>>>

/** The keyword by which the schema of a type names the corresponding type of schema.org. */
export const schemaOrgKeyword = 'x-schema-org'

/** The schemas of types for which the operator provides none. */
export const builtInPlaceTypeSchemas: PlaceTypeSchemas = { pollingStation: polling, mainPollingStation: polling }
