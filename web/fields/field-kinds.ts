import { fixedSchema } from '../../src/place/schema.ts'
import type { Schema } from '../api/document-query.ts'
import type { FieldPath } from '../place/place-fields.ts'

/** The kinds of fields, each with its own input. */
export type FieldKind =
  | ('text' | 'longText' | 'markdown' | 'flag' | 'switch' | 'choice' | 'decimal' | 'whole' | 'phone')
  | ('day' | 'moment' | 'hours' | 'position')
  | ('type' | 'owner' | 'place' | 'categories' | 'tags')
  | ('texts' | 'media' | 'group' | 'json')

/** The kinds that one input edits: media and the groups of a type consist of fields. */
export type InputKind = Exclude<FieldKind, 'media' | 'group'>

/** The kinds of fields that have several parts or a meaning beyond their JSON. */
const composed: Readonly<Partial<Record<FieldPath, FieldKind>>> = {
  placeTypes: 'type',
  owner: 'owner',
  parent: 'place',
  categories: 'categories',
  tags: 'tags',
  longDescription: 'markdown',
  geolocation: 'position',
  'contactInfo.phone': 'phone',
  // Missing means no.
  'contactInfo.fetchAutomatically': 'switch',
  openHours: 'hours',
  'media.images': 'media',
  'media.video': 'media',
  'media.audio': 'media',
  'media.links': 'media',
}

/** Returns the kind of a field that every place may have, by the schema of a place. */
export function placeFieldKind(path: FieldPath): FieldKind {
  return composed[path] ?? kindOf(schemaAt(path.split('.')))
}

function schemaAt(path: readonly string[]): Schema {
  const at = (schema: Schema, name: string) => schema.properties?.[name] ?? {}
  return path.reduce(at, fixedSchema as unknown as Schema)
}

/** Longer texts get a field of several lines. */
const lineMax = 2000

/** Returns the kind of input for values of a schema; `json` if no other suits them. */
export function kindOf(schema: Schema): FieldKind {
  const { format, maxLength = 0, items, properties } = present(schema)
  if (present(schema).enum) return 'choice'
  switch (typeOf(schema)) {
    case 'boolean':
      return 'flag'
    case 'number':
      return 'decimal'
    case 'integer':
      return 'whole'
    case 'string':
      if (format === 'date') return 'day'
      if (format === 'date-time') return 'moment'
      return maxLength > lineMax ? 'longText' : 'text'
    case 'array':
      return items && typeOf(items) === 'string' ? 'texts' : 'json'
    default:
      return properties ? 'group' : 'json'
  }
}

/** Returns the schema of a present value, because null and the empty text mean that it is absent. */
export function present(schema: Schema): Schema {
  const { anyOf = [], ...common } = schema
  const [only, ...others] = anyOf.filter(({ type, maxLength }) => type !== 'null' && maxLength !== 0)
  return only && others.length === 0 ? { ...common, ...only } : schema
}

/** Returns the JSON type of a present value; undefined if the schema names none. */
export function typeOf(schema: Schema): string | undefined {
  const { type } = present(schema)
  return typeof type === 'string' ? type : type?.find((name) => name !== 'null')
}
