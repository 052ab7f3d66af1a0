import { isJsonObject, type JsonObject } from '../json.ts'
import { limits } from '../schema.ts'

/** How a value of a body is cleaned; what it must be besides is the validator's matter. */
export type Shape =
  /** Text, a number or a boolean: only trimmed and normalised. */
  | { readonly kind: 'plain' | 'instant' | 'date' | 'uuid' }
  | { readonly kind: 'list'; readonly item: Shape; readonly limit: number; readonly keepsEmpty: boolean }
  | ObjectShape
  /** Any JSON value, as geolocation.properties and place types without a schema hold it. */
  | { readonly kind: 'free'; readonly keepsEmpty: boolean }

/** The shape of an object, member by member. */
export interface ObjectShape {
  readonly kind: 'object'
  /** What each known member is; `'readOnly'` for what a client never sends (D17). */
  readonly members: ReadonlyMap<string, Shape | 'readOnly'>
  /** What every other member is, if there may be others. */
  readonly rest?: Shape
  readonly keepsEmpty: boolean
}

/** Says of a path (without the numbers of list elements) whether an empty object or list stays there (D12, D19). */
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
    return { kind: 'list', item: shapeOf(schema.items, keepsEmpty, path), limit, keepsEmpty: keepsEmpty(path) }
  }
  return objectShape(schema, keepsEmpty, path)
}

function objectShape(schema: JsonObject, keepsEmpty: KeepsEmpty, path: readonly string[]): Shape {
  const { properties, additionalProperties: others } = schema
  const free: Shape = { kind: 'free', keepsEmpty: keepsEmpty(path) }
  const open = composes(schema)
  if (!isJsonObject(properties)) return others === false && !open ? closedShape(free.keepsEmpty) : free
  const members = new Map<string, Shape | 'readOnly'>(
    Object.entries(properties).map(([member, inner]) => [
      member,
      isJsonObject(inner) && inner.readOnly === true ? 'readOnly' : shapeOf(inner, keepsEmpty, [...path, member]),
    ]),
  )
  const base = { kind: 'object', members, keepsEmpty: free.keepsEmpty } as const
  if (isJsonObject(others)) return { ...base, rest: shapeOf(others, keepsEmpty, [...path, '']) }
  return others === true || open ? { ...base, rest: free } : base
}

function closedShape(keepsEmpty: boolean): Shape {
  return { kind: 'object', members: new Map(), keepsEmpty }
}

function scalarShape(schema: unknown, path: readonly string[], keepsEmpty: KeepsEmpty): Shape {
  if (!isJsonObject(schema) || typeof schema.type !== 'string') return { kind: 'free', keepsEmpty: keepsEmpty(path) }
  const format = schema.format as keyof typeof formats
  return { kind: schema.type === 'string' && Object.hasOwn(formats, format) ? formats[format] : 'plain' }
}
