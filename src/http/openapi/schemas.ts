import type { TSchema } from 'typebox'
import { sentences } from '../../common/fault-sentences.ts'
import { placeBodySchema, smallBodySchema } from '../../place/check/write-schema.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import { contactInfoSchema, placeSchema } from '../../place/schema.ts'
import { codeParts, facetsSchema, object, pageSchema, similarSchema } from './answers.ts'

/** Our own annotations on schemas (schema.ts); the document contains them as extensions. */
const annotations: ReadonlySet<string> = new Set(['visibility', 'searchable', 'directory'])

/** The reason of a refusal, for people and for programs. */
const reasonParts = {
  detail: { type: 'string', description: 'What is wrong and what would be right.' },
  ...codeParts,
}

const sentenceList = Object.entries(sentences)
  .map(([code, sentence]) => `\`${code}\`: ${sentence}`)
  .join('; ')

/** Returns the schemas that several routes refer to. */
export function sharedSchemas({ placeTypeSchemas }: Model): Record<string, JsonObject> {
  const write = withAnyDate(placeBodySchema(placeTypeSchemas))
  const place = ownerNameOptional(published(placeSchema(placeTypeSchemas) as unknown as JsonObject))
  const distance = { type: 'number', description: 'Metres from nearby; only with expand=distance.' }
  const whole = { ...place, properties: { ...(place.properties as JsonObject), distance } }
  const shown = anyMembers(whole)
  return {
    Place: whole,
    ShownPlace: {
      ...shown,
      required: ['id'],
      description: 'A place as it was asked for: whole, or with `fields` the id and the members that they name.',
    },
    PlaceBody: { ...published(nullable(write)), title: 'PlaceBody' },
    PlacePatch: { ...published(patch(write)), title: 'PlacePatch' },
    PlacePage: pageSchema(
      { $ref: '#/components/schemas/ShownPlace' },
      { 'Facets?': facetsSchema, 'Similar?': similarSchema },
    ),
    DirectoryEntry: object({
      id: { type: 'string' },
      name: { type: 'string' },
      'type?': { type: 'string', description: 'Type of an owner.' },
      'contactInfo?': published(contactInfoSchema as unknown as JsonObject),
    }),
    Fault: object({ pointer: { type: 'string', description: 'Where in the body (RFC 6901).' }, ...reasonParts }),
    ReasonCode: {
      type: 'string',
      enum: Object.keys(sentences),
      description: `Which sentence it is, however that is worded; more may come. ${sentenceList}.`,
    },
    Reason: object(reasonParts),
    Problem: {
      type: 'object',
      description: 'RFC 9457.',
      properties: {
        type: { type: 'string', format: 'uri-reference', description: 'Leads to the explanation of the error.' },
        title: { type: 'string' },
        status: { type: 'integer' },
        ...reasonParts,
        detail: { type: 'string', description: 'What is wrong, which value, what would be right.' },
        instance: { type: 'string', description: 'The path of the request.' },
        errors: { type: 'array', items: { $ref: '#/components/schemas/Fault' } },
      },
      required: ['type', 'title', 'status', 'detail', 'instance'],
    },
  }
}

/** Makes the owner's name optional, because a search includes it only on request (D16). */
function ownerNameOptional(place: JsonObject): JsonObject {
  const properties = place.properties as Readonly<Record<string, JsonObject>>
  const owner = properties.owner as { readonly properties: JsonObject; readonly required: readonly string[] }
  const name = owner.properties.name as JsonObject
  const description = `${name.description} In a search only with expand=owner.`
  return {
    ...place,
    properties: {
      ...properties,
      owner: {
        ...owner,
        properties: { ...owner.properties, name: { ...name, description } },
        required: owner.required.filter((member) => member !== 'name'),
      },
    },
  }
}

/** Accepts every date format of the specification on writes, not only that of `date-time`. */
function withAnyDate(schema: JsonObject): JsonObject {
  if (isJsonObject(schema.properties)) return { ...schema, properties: eachMember(schema.properties, withAnyDate) }
  if (isJsonObject(schema.items)) return { ...schema, items: withAnyDate(schema.items) }
  if (schema.format !== 'date-time') return schema
  const { format: _, ...rest } = schema
  return { ...rest, description: `${schema.description} A date, or a date and time with its offset.` }
}

/**
 * Returns a schema for publication: plain JSON Schema, with our annotations as `x-` members. `readOnly` is left out: no
 * write body has such members, and generators would drop them from webhook bodies.
 */
export function published(schema: JsonObject): JsonObject {
  return named(JSON.parse(JSON.stringify(schema)) as JsonObject)
}

function named(schema: JsonObject): JsonObject {
  const kept = Object.entries(schema).filter(([word]) => word !== 'readOnly')
  return Object.fromEntries(
    kept.map(([word, value]) => {
      if (word === 'properties' && isJsonObject(value)) return [word, eachMember(value, named)]
      if (isJsonObject(value)) return [word, named(value)]
      return [annotations.has(word) ? `x-${word}` : word, value]
    }),
  )
}

/** Returns the schema of a merge patch for a body that `checkBody` checks. Required members cannot be removed. */
export function smallPatchSchema(schema: TSchema): JsonObject {
  const { required: _, ...rest } = nullable(smallBodySchema(schema))
  return { ...rest, description: 'What is to be another; null removes.' }
}

/** Returns the same schema with null allowed for optional members (D19). */
function nullable(schema: JsonObject): JsonObject {
  if (isJsonObject(schema.items)) return { ...schema, items: nullable(schema.items) }
  if (!isJsonObject(schema.properties)) return schema
  const required: readonly JsonValue[] = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(schema.properties).map(([member, inner]) => {
    const known = nullable(inner as JsonObject)
    return [member, required.includes(member) ? known : orNull(known)] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Returns the schema of a merge patch for this schema: only updatedBy is required, null removes. */
function patch(schema: JsonObject): JsonObject {
  const { properties, ...rest } = withoutRequired(nullable(withoutRequired(schema)))
  const members = properties as Readonly<Record<string, JsonObject>>
  const { name, updatedBy } = (schema.properties ?? {}) as Readonly<Record<string, JsonObject>>
  return { ...rest, properties: { ...members, name: name!, updatedBy: updatedBy! }, required: ['updatedBy'] }
}

/** Returns the schema with all members optional, also in list elements. */
function anyMembers(schema: JsonObject): JsonObject {
  if (isJsonObject(schema.items)) return { ...schema, items: anyMembers(schema.items) }
  if (!isJsonObject(schema.properties)) return schema
  const { required: _, ...rest } = schema
  return { ...rest, properties: eachMember(schema.properties, anyMembers) }
}

/** Keeps the required members of list elements, because a patch replaces elements as a whole. */
function withoutRequired(schema: JsonObject): JsonObject {
  if (!isJsonObject(schema.properties)) return schema
  const { required: _, ...rest } = schema
  return { ...rest, properties: eachMember(schema.properties, withoutRequired) }
}

function eachMember(members: JsonObject, change: (schema: JsonObject) => JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(members).map(([member, inner]) => [member, isJsonObject(inner) ? change(inner) : inner]),
  )
}

function orNull(schema: JsonObject): JsonObject {
  const plain = typeof schema.type === 'string' && !('const' in schema) && !('enum' in schema)
  return plain ? { ...schema, type: [schema.type as string, 'null'] } : { anyOf: [schema, { type: 'null' }] }
}
