import { parseInstant } from '../place/dates.ts'
import type { Field } from '../place/fields.ts'
import { isJsonObject, type JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import { placeSchema } from '../place/schema.ts'

/** A value of a field: a text as it is kept, a number, a boolean, or an instant in milliseconds. */
export type FieldValue = string | number | boolean | Instant

/** The values of a field in a place, lists entered; none when it is missing or not of the field's kind. */
export function fieldValues(view: PlaceView, field: Field): FieldValue[] {
  const found: unknown[] = []
  collect(view, field.path, found)
  return found.map((value) => valueOfKind(value, field)).filter((value) => value !== undefined)
}

function collect(value: unknown, path: readonly string[], found: unknown[]): void {
  if (Array.isArray(value)) {
    for (const element of value) collect(element, path, found)
    return
  }
  const [member, ...rest] = path
  if (member === undefined) found.push(value)
  else if (isJsonObject(value) && Object.hasOwn(value, member)) collect(value[member], rest, found)
}

/** A place type's properties may be older than the schema that describes them now, so their kind is checked. */
function valueOfKind(value: unknown, { kind }: Field): FieldValue | undefined {
  if (kind === 'instant') return typeof value === 'string' ? parseInstant(value) : undefined
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (kind === 'number') return typeof value === 'number' ? value : undefined
  return typeof value === 'string' ? value : undefined
}

/** A text that `q` looks into; a number as JSON writes it. */
export interface SearchedText {
  readonly text: string
  /** Whether only callers with `read-restricted` find it. */
  readonly restricted: boolean
}

/** Gives every text that `q` looks into, in the order of the place. */
export type TextReader = (view: PlaceView) => SearchedText[]

/**
 * The reader of a model: strings and numbers at any depth, also where no schema describes them, but no geolocation,
 * instants, dates and UUIDs (D32).
 */
export function createTextReader(model: Model): TextReader {
  const schema = placeSchema(model.placeTypeSchemas) as unknown as JsonObject
  return (view) => {
    const texts: SearchedText[] = []
    collectTexts(view, { schema, restricted: false }, texts)
    return texts
  }
}

const skippedFormats: readonly unknown[] = ['uuid', 'date', 'date-time']

interface Described {
  /** `{}` where no schema says anything. */
  readonly schema: JsonObject
  readonly restricted: boolean
}

function collectTexts(value: unknown, described: Described, texts: SearchedText[]): void {
  const { schema } = described
  if (schema.searchable === false) return
  const restricted = described.restricted || schema.restricted === true
  if (Array.isArray(value)) {
    const items = isJsonObject(schema.items) ? schema.items : {}
    for (const element of value) collectTexts(element, { schema: items, restricted }, texts)
  } else if (isJsonObject(value)) {
    const properties = isJsonObject(schema.properties) ? schema.properties : {}
    for (const [member, inner] of Object.entries(value)) {
      const known = Object.hasOwn(properties, member) ? properties[member] : undefined
      collectTexts(inner, { schema: isJsonObject(known) ? known : {}, restricted }, texts)
    }
  } else if ((typeof value === 'string' || typeof value === 'number') && !skippedFormats.includes(schema.format)) {
    texts.push({ text: String(value), restricted })
  }
}
