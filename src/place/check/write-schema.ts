import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import type { PlaceTypeSchemas } from '../place-types.ts'
import { limits, placeSchema } from '../schema.ts'

/** Always present in what is read, but not needed in what is written (D12, D15). */
const standsIn: ReadonlySet<string> = new Set(['parent', 'shortDescription', 'placeTypes'])

/** The schema of the body of a create or replace: without what a client never sends, `required` as a write needs it. */
export function placeWriteSchema(typeSchemas: PlaceTypeSchemas): JsonObject {
  const schema = writable(placeSchema(typeSchemas) as unknown as JsonObject)
  const required = (schema.required as string[]).filter((member) => !standsIn.has(member))
  return { ...schema, required: [...required, 'updatedBy'] }
}

/**
 * The schema of what a client sends, from the schema of what it reads: without `readOnly` members, names that the
 * directory knows optional, and a limit on every string and list (D20).
 */
export function writable(schema: JsonObject): JsonObject {
  if (schema.type === 'array')
    return { maxItems: limits.list, ...schema, ...(isJsonObject(schema.items) && { items: writable(schema.items) }) }
  if (schema.type === 'string') return limited(schema)
  const { properties } = schema
  if (schema.type !== 'object' || !isJsonObject(properties)) return schema
  const members = Object.entries(properties).filter(([, inner]) => !isReadOnly(inner))
  return {
    ...schema,
    ...(Array.isArray(schema.required) && {
      required: schema.required.filter((member) => isNeeded(properties[member])),
    }),
    properties: Object.fromEntries(
      members.map(([member, inner]) => [member, isJsonObject(inner) ? writable(inner) : inner]),
    ),
  }
}

function limited(schema: JsonObject): JsonObject {
  const bounded = ['maxLength', 'format', 'pattern', 'enum', 'const'].some((word) => word in schema)
  return bounded ? schema : { maxLength: limits.string, ...schema }
}

function isReadOnly(schema: JsonValue | undefined): boolean {
  return isJsonObject(schema) && schema.readOnly === true
}

function isNeeded(schema: JsonValue | undefined): boolean {
  return !isReadOnly(schema) && !(isJsonObject(schema) && schema.directory !== undefined)
}

/** Formats that cleaning decides on (dates.ts, clean.ts); the validator's own would be stricter or laxer. */
const cleanedFormats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'uuid'])

/** The same schema without the formats that cleaning has checked already. */
export function withoutCleanedFormats(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutCleanedFormats)
  if (!isJsonObject(schema)) return schema
  const entries = Object.entries(schema).filter(([word, value]) => !(word === 'format' && cleanedFormats.has(value)))
  return Object.fromEntries(entries.map(([word, value]) => [word, withoutCleanedFormats(value)]))
}
