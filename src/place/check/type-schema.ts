import { Compile } from 'typebox/schema'
import { fieldList } from '../fields.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { placeTypes } from '../place-types.ts'
import { withoutCleanedFormats, writable } from './write-schema.ts'

const types: ReadonlySet<unknown> = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'])
const references = ['$ref', '$dynamicRef', '$recursiveRef'] as const
const depthMax = 16

/**
 * Why a JSON Schema cannot describe the properties of a place type (D11), or undefined when it can: `key` is a key
 * of `placeTypes`, the schema describes an object, stands alone, compiles, and gives every scalar its own filter name.
 */
export function checkPlaceTypeSchema(key: string, schema: unknown): string | undefined {
  if (!placeTypes.some((type) => type.key === key)) {
    return `'${key}' is no place type: it must be one of ${placeTypes.map((type) => type.key).join(', ')}`
  }
  if (!isJsonObject(schema) || schema.type !== 'object') return "the schema must be a JSON object with type 'object'"
  return structureFault(schema, '#', 0) ?? compileFault(schema) ?? nameFault(key, schema)
}

function structureFault(schema: JsonValue | undefined, where: string, depth: number): string | undefined {
  if (typeof schema === 'boolean') return undefined
  if (!isJsonObject(schema)) return `${where} must be a schema`
  if (depth > depthMax) return `${where} is nested deeper than ${depthMax} levels`
  const reference = references.find((word) => word in schema)
  if (reference) return `${where} has ${reference}, which is not supported: write the schema in its place`
  const hidden = ['restricted', 'visibility'].find((word) => schema[word] !== undefined)
  if (hidden !== undefined) {
    return `${where} has ${hidden}, which is for the members of the specification alone: everything in a place type is public`
  }
  const wrong = [schema.type ?? []].flat().find((type) => !types.has(type))
  if (wrong !== undefined) return `${where} has the unknown type '${String(wrong)}'`
  const { properties = {}, items } = schema
  if (!isJsonObject(properties)) return `${where}/properties must be an object`
  const nested: [string, JsonValue | undefined][] = Object.entries(properties).map(([member, inner]) => [
    `properties/${member}`,
    inner,
  ])
  if (items !== undefined) nested.push(['items', items])
  if (nested.some(([name]) => name === 'properties/__proto__')) return `${where} has the property '__proto__'`
  for (const [name, inner] of nested) {
    const fault = structureFault(inner, `${where}/${name}`, depth + 1)
    if (fault) return fault
  }
  return undefined
}

function compileFault(schema: JsonObject): string | undefined {
  try {
    Compile(withoutCleanedFormats(writable(schema)) as JsonObject).Check({})
    return undefined
  } catch (error) {
    return `the schema cannot be compiled: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** Filter names are in lower case and join members with `_`, so `aB` and `ab`, or `a_b` and `b` inside `a`, collide. */
function nameFault(key: string, schema: JsonObject): string | undefined {
  const seen = new Map<string, string>()
  for (const { name, path } of fieldList({ [key]: schema })) {
    const former = seen.get(name)
    const way = path.join('.')
    if (former !== undefined) return `${former} and ${way} would have the same filter name, ${name}`
    seen.set(name, way)
  }
  return undefined
}
