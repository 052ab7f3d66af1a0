import type { TSchema } from 'typebox'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import type { PlaceTypeSchemas } from '../place-types.ts'
import { conditionalMedia, limits, placeSchema, positionAxes } from '../schema.ts'
import { composes } from './shape.ts'

/** Always present in responses, but optional in requests (D12, D15). */
const standsIn: ReadonlySet<string> = new Set(['parent', 'shortDescription', 'placeTypes'])

/**
 * Returns the schema for the body of a create or replace: without read-only members, and with `required` for writing.
 */
export function placeWriteSchema(typeSchemas: PlaceTypeSchemas): JsonObject {
  const schema = writable(placeSchema(typeSchemas) as unknown as JsonObject)
  const required = (schema.required as string[]).filter((member) => !standsIn.has(member))
  return { ...schema, required: [...required, 'updatedBy'] }
}

/**
 * Derives the schema for writing from the schema for reading: without `readOnly` members, with names from the directory
 * optional, and with a limit on every string and list (D20).
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

/** Formats that cleaning checks (dates.ts, clean.ts); the validator's own checks are stricter or laxer. */
const cleanedFormats: ReadonlySet<unknown> = new Set(['date-time', 'date', 'uuid'])

/** Returns the schema without the formats that cleaning has already checked. */
export function withoutCleanedFormats(schema: JsonObject): JsonObject {
  const isKept = (word: string, value: unknown) => word !== 'format' || !cleanedFormats.has(value)
  return JSON.parse(JSON.stringify(schema, (word, value: unknown) => (isKept(word, value) ? value : undefined)))
}

/**
 * Returns the schema of the body of a create or replace as published for readers. To the schema for validation it adds
 * the checks of cleaning and of the place rules (clean.ts, place-faults.ts), which report these faults in better words.
 * It does not state that optional members may be null; rules beyond JSON Schema are stated in its description.
 */
export function placeBodySchema(typeSchemas: PlaceTypeSchemas): JsonObject {
  const schema = strict(placeWriteSchema(typeSchemas), true)
  const bounded = withTuple(schema)
  const whole = conditionalMedia.reduce((media, kind) => changedAt(media, ['media', kind], withAddress), bounded)
  return { ...whole, description: beyondSchema }
}

/**
 * Returns the schema of a body with bounds for its coordinates. It omits `items`, from which generators would derive a
 * third coordinate.
 */
function withTuple(schema: JsonObject): JsonObject {
  return changedAt(schema, ['geolocation', 'geometry', 'coordinates'], ({ items: _, ...coordinates }) => ({
    ...coordinates,
    prefixItems: positionAxes.map(({ name, max }) => ({
      type: 'number',
      minimum: -max,
      maximum: max,
      description: `The ${name}.`,
    })),
  }))
}

/** Rules that a schema does not express well (D17, D19). */
const beyondSchema =
  'Texts are trimmed, of invisible characters too, and put into NFC; a member that is null, blank or left empty counts as left out. ' +
  'An element of a list that is null, blank or empty is dropped. Refused are a category or tag without an id, an opening period that is null or blank, and a list of objects in which nothing else is left. ' +
  'An id that stands twice in categories or tags is kept once. ' +
  'Line breaks and tabs are for long texts, control characters for none. ' +
  'In `geolocation.properties` and in a place type without a schema texts and elements of lists stay as they are; each may have 5,000 members at any depth. ' +
  'With `allowOverposting=true` other members may be sent besides, at any depth; they are ignored.'

/** Returns the schema of a body for `checkBody` as published for readers. */
export function smallBodySchema(schema: TSchema): JsonObject {
  return strict(writable(schema as unknown as JsonObject), true)
}

/**
 * Closes objects where other members are over-posting (D17). A blank text means absent if optional, a fault if
 * required.
 */
function strict(schema: JsonObject, needed: boolean): JsonObject {
  if (isJsonObject(schema.items)) return { ...schema, items: strict(schema.items, true) }
  if (schema.type === 'string') return needed ? notEmpty(schema) : perhapsEmpty(schema)
  const { properties } = schema
  if (!isJsonObject(properties)) return schema
  const required = Array.isArray(schema.required) ? schema.required : []
  const members = Object.entries(properties).map(([member, inner]) => [
    member,
    isJsonObject(inner) ? strict(inner, required.includes(member)) : inner,
  ])
  const closed = composes(schema) ? {} : { additionalProperties: false }
  return { ...closed, ...schema, properties: Object.fromEntries(members) }
}

function notEmpty(schema: JsonObject): JsonObject {
  return ['format', 'pattern', 'enum', 'const'].some((word) => word in schema) ? schema : { minLength: 1, ...schema }
}

/** An empty text counts as null (D19). Empty dates in periods are even common. */
function perhapsEmpty({ format, ...schema }: JsonObject): JsonObject {
  if (format === undefined) return schema
  if ((format !== 'date' && format !== 'uuid') || 'anyOf' in schema) return { ...schema, format }
  return { ...schema, anyOf: [{ format }, { maxLength: 0 }] }
}

function withAddress(media: JsonObject): JsonObject {
  const anyOf = [{ required: ['url'] }, { required: ['provider', 'providerRef'] }]
  return { ...media, items: { ...(media.items as JsonObject), anyOf } }
}

/** Returns the schema with the member at the end of a path changed. */
function changedAt(
  schema: JsonObject,
  [member, ...deeper]: readonly string[],
  change: (schema: JsonObject) => JsonObject,
): JsonObject {
  if (member === undefined) return change(schema)
  const properties = schema.properties as Readonly<Record<string, JsonObject>>
  return { ...schema, properties: { ...properties, [member]: changedAt(properties[member]!, deeper, change) } }
}
