import { isJsonObject, type JsonObject } from '../json.ts'
import { limits } from '../schema.ts'

/** How a value of a body is cleaned; what it must be besides is the validator's matter. */
export type Shape =
  /** A number, a boolean or text, which is trimmed and normalised; only `text` may have several lines. */
  | { readonly kind: 'plain' | 'person' | 'text' | 'instant' | 'date' | 'uuid' }
  | ListShape
  | ObjectShape
  /** Any JSON value, as geolocation.properties and place types without a schema hold it; texts stay as they are. */
  | { readonly kind: 'free'; readonly keepsEmpty: boolean }

/** The shape of a list. */
export interface ListShape {
  readonly kind: 'list'
  readonly item: Shape
  readonly limit: number
  readonly keepsEmpty: boolean
  /**
   * Whether elements that are null, blank or empty stay: because each has its place, or because what is left of one
   * without an id, or of opening hours that are null, is refused (D19).
   */
  readonly keepsElements: boolean
}

/** The shape of an object, member by member. */
export interface ObjectShape {
  readonly kind: 'object'
  /** What each known member is; `'readOnly'` for what a client never sends (D17). */
  readonly members: ReadonlyMap<string, Shape | 'readOnly'>
  /** What every other member is, if there may be others. */
  readonly rest?: Shape
  readonly keepsEmpty: boolean
  /** Whether it lacks something when nothing of it is left. */
  readonly hasRequired: boolean
}

/** Says of a path (with '' for an element of a list) whether an empty object or list stays there (D12, D19). */
export type KeepsEmpty = (path: readonly string[]) => boolean

const formats = { 'date-time': 'instant', date: 'date', uuid: 'uuid' } as const

/** Words of JSON Schema that describe members in another way than `properties`; the validator alone knows them. */
const composing = ['anyOf', 'oneOf', 'allOf', 'if', 'patternProperties', 'dependentSchemas', 'not'] as const

/** Whether a schema may know members that its `properties` do not name. */
export function composes(schema: JsonObject): boolean {
  return composing.some((word) => word in schema)
}

/** The shape of the values that a JSON Schema describes. */
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

/** Whether an element of which nothing is left is a fault, and not nothing: one that has an id, and opening hours. */
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
  // Of texts, names of people alone are hidden from others.
  if (schema.visibility === 'restricted') return { kind: 'person' }
  return { kind: Number(schema.maxLength) > limits.string ? 'text' : 'plain' }
}
