import { parseInstant } from '../place/dates.ts'
import type { Described, Field } from '../place/fields.ts'
import { isJsonObject, type JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'

/** A value of a field: a text as it is kept, a number, a boolean, or an instant in milliseconds. */
export type FieldValue = string | number | boolean | Instant

/**
 * The values of a field in a place; none when it is missing or not of the field's kind, as lists are not where no schema
 * has one.
 */
export function fieldValues(view: PlaceView, field: Field): FieldValue[] {
  const found: unknown[] = []
  collect(view, field, field.path, found)
  return found.map((value) => valueOfKind(value, field)).filter((value) => value !== undefined)
}

function collect(value: unknown, field: Field, path: readonly string[], found: unknown[]): void {
  if (Array.isArray(value)) {
    if (field.list) for (const element of value) collect(element, field, path, found)
    return
  }
  const [member, ...rest] = path
  if (member === undefined) found.push(value)
  else if (isJsonObject(value) && Object.hasOwn(value, member)) collect(value[member], field, rest, found)
}

/** A place type's properties may be older than the schema that describes them now, so their kind is checked. */
function valueOfKind(value: unknown, { kind }: Field): FieldValue | undefined {
  switch (kind) {
    case 'instant':
      return typeof value === 'string' ? parseInstant(value) : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'number':
      return typeof value === 'number' ? value : undefined
    case 'id':
    case 'string':
    case 'text':
      return typeof value === 'string' ? value : undefined
  }
}

/** Takes the values of a place one by one, in the order of the place. */
export interface ValueSink {
  /** A value of a searchable field, and whether `q` looks into it. */
  value(field: Field, value: FieldValue, fullText: boolean): void
  /** A text that only `q` looks into: no field describes it (D32). */
  text(text: string, visibility: Visibility): void
}

/**
 * Reads all values of a place under a model in one walk over the members that it has: the values of fields, and strings
 * and numbers at any depth that no schema describes, but no geolocation, instants, dates and UUIDs as texts (D31, D32).
 */
export function readValues(place: JsonObject, { described }: Model, sink: ValueSink): void {
  walk(place, described, sink)
}

/** A text that `q` looks into; a number as JSON writes it. */
export interface SearchedText {
  readonly text: string
  readonly visibility: Visibility
}

/** Gives every text that `q` looks into, in the order of the place. */
export type TextReader = (view: PlaceView) => SearchedText[]

/** The reader of the texts that `q` looks into, under a model. */
export function createTextReader(model: Model): TextReader {
  return (view) => {
    const texts: SearchedText[] = []
    readValues(view as unknown as JsonObject, model, {
      value: ({ visibility }, value, fullText) => {
        if (fullText) texts.push({ text: String(value), visibility })
      },
      text: (text, visibility) => texts.push({ text, visibility }),
    })
    return texts
  }
}

function walk(value: unknown, node: Described, sink: ValueSink): void {
  if (Array.isArray(value)) {
    const inner = node.list ? node : node.other
    if (inner) for (const element of value) walk(element, inner, sink)
  } else if (isJsonObject(value)) {
    for (const member in value) {
      const inner = node.members.get(member) ?? node.other
      if (inner) walk(value[member], inner, sink)
    }
  } else readScalar(value, node, sink)
}

function readScalar(value: unknown, { field, fullText, visibility }: Described, sink: ValueSink): void {
  const isText = fullText && (typeof value === 'string' || typeof value === 'number')
  const kept = field && valueOfKind(value, field)
  if (field && kept !== undefined) sink.value(field, kept, isText)
  else if (isText) sink.text(String(value), visibility)
}
