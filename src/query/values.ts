import { parseInstant } from '../place/dates.ts'
import type { Described, Field } from '../place/fields.ts'
import { isJsonObject, type JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import type { Visibility } from '../place/visibility.ts'

/** A value of a field: a text as stored, a number, a boolean, or an instant in milliseconds. */
export type FieldValue = string | number | boolean | Instant

/**
 * Returns the values of a field in a place. A missing value is omitted, and so is one of another kind, such as a list
 * where the schema has none.
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

/** A place may be older than the current schema of its type, so the kind of each value is checked. */
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

/** Receives the values of a place one by one, in the order of the place. */
export interface ValueSink {
  /** Called for a value of a searchable field; `fullText` is true if `q` searches it. */
  value(field: Field, value: FieldValue, fullText: boolean): void
  /** Called for a text that only `q` searches: no field describes it (D32). */
  text(text: string, visibility: Visibility): void
}

/**
 * Reads all values of a place under a model in one walk over its members: the values of fields, and as texts the
 * strings and numbers at any depth that no field describes. Geolocation, instants, dates and UUIDs are not texts (D31,
 * D32).
 */
export function readValues(place: JsonObject, { described }: Model, sink: ValueSink): void {
  walk(place, described, sink)
}

/** A text that `q` searches; a number as JSON writes it. */
export interface SearchedText {
  readonly text: string
  readonly visibility: Visibility
}

/** Returns every text that `q` searches, in the order of the place. */
export type TextReader = (view: PlaceView) => SearchedText[]

/** Creates the reader of the texts that `q` searches, under a model. */
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
