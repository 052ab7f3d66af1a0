import { isJsonObject, type JsonObject } from '../json.ts'
import { limits } from '../schema.ts'

/** The way in which a value of a body is cleaned. All other requirements are left to the validator. */
export type Shape =
  /** A number, a boolean or text. Text is trimmed and normalised; only `text` may have several lines. */
  | { readonly kind: 'plain' | 'person' | 'text' | 'instant' | 'date' | 'uuid' }
  | ListShape
  | ObjectShape
  /** Any JSON value, as in geolocation.properties and in place types without a schema. Texts stay unchanged. */
  | { readonly kind: 'free'; readonly keepsEmpty: boolean }

/** The shape of a list. */
export interface ListShape {
  readonly kind: 'list'
  readonly item: Shape
  readonly limit: number
  readonly keepsEmpty: boolean
  /**
   * True if null, blank or empty elements stay: because each position has a meaning, or because an element without an
   * id, or opening hours that are null, must be refused (D19).
   */
  readonly keepsElements: boolean
}

/** The shape of an object, member by member. */
export interface ObjectShape {
  readonly kind: 'object'
  /** The shape of each known member; `'readOnly'` for one that a client never sends (D17). */
  readonly members: ReadonlyMap<string, Shape | 'readOnly'>
  /** The shape of every other member, if others are allowed. */
  readonly rest?: Shape
  readonly keepsEmpty: boolean
  /** True if the object has required members, which an emptied one then lacks. */
  readonly hasRequired: boolean
}

/** Returns true if an empty object or list stays at a path, in which '' stands for an element of a list (D12, D19). */
export type KeepsEmpty = (path: readonly string[]) => boolean

const formats = { 'date-time': 'instant', date: 'date', uuid: 'uuid' } as const

/** Keywords of JSON Schema that describe members other than by `properties`. Only the validator interprets them. */
const composing = ['anyOf', 'oneOf', 'allOf', 'if', 'patternProperties', 'dependentSchemas', 'not'] as const

/** Returns true if a schema may know members that its `properties` do not name. */
export function composes(schema: JsonObject): boolean {
  return composing.some((word) => word in schema)
}

/** Derives the shape of values from a JSON Schema. */
export function shapeOf(schema: unknown, keepsEmpty: KeepsEmpty, path: readonly string[] = []): Shape {
  if (!isJsonObject(schema) || (schema.type !== 'object' && schema.type !== 'array'))
    return scalarShape(schema, path, keepsEmpty)
  if (schema.type === 'array') {
    const limit = typeof schema.maxItems === 'number' ? schema.maxItems : limits.list
    const item = shapeOf(schema.items, keepsEmpty, [...path, ''])
    return {
      kind: 'list',
      item,
      limit,
      keepsEmpty: keepsEmpty(path),
      keepsElements: schema.minItems === limit || refusesEmpty(item),
    }
  }
  return objectShape(schema, keepsEmpty, path)
}

/** Returns true if an emptied element is a fault rather than dropped: an object with an id, and opening hours. */
function refusesEmpty(item: Shape): boolean {
  return item.kind === 'object' && (item.keepsEmpty || (item.hasRequired && item.members.has('id')))
}

function objectShape(schema: JsonObject, keepsEmpty: KeepsEmpty, path: readonly string[]): Shape {
  const { properties, additionalProperties: others } = schema
  const free: Shape = { kind: 'free', keepsEmpty: keepsEmpty(path) }
  const open = composes(schema)
  if (!isJsonObject(properties) && (others !== false || open)) return free
  const members = new Map<string, Shape | 'readOnly'>(
    Object.entries(isJsonObject(properties) ? properties : {}).map(([member, inner]) => [
      member,
      isJsonObject(inner) && inner.readOnly === true ? 'readOnly' : shapeOf(inner, keepsEmpty, [...path, member]),
    ]),
  )
  const hasRequired = Array.isArray(schema.required) && schema.required.length > 0
  const base = { kind: 'object', members, keepsEmpty: free.keepsEmpty, hasRequired } as const
  if (isJsonObject(others)) return { ...base, rest: shapeOf(others, keepsEmpty, [...path, '']) }
  return others === true || open ? { ...base, rest: free } : base
}

const scalarTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null'])

function scalarShape(schema: unknown, path: readonly string[], keepsEmpty: KeepsEmpty): Shape {
  const types = isJsonObject(schema) ? [schema.type].flat() : []
  if (!isJsonObject(schema) || !types.every((type) => scalarTypes.has(type)))
    return { kind: 'free', keepsEmpty: keepsEmpty(path) }
  if (!types.includes('string')) return { kind: 'plain' }
  const format = schema.format as keyof typeof formats
  if (Object.hasOwn(formats, format)) return { kind: formats[format] }
  // Names of people are the only texts with restricted visibility.
  if (schema.visibility === 'restricted') return { kind: 'person' }
  return { kind: Number(schema.maxLength) > limits.string ? 'text' : 'plain' }
}
