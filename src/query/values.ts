import { parseInstant } from '../place/dates.ts'
import type { Field } from '../place/fields.ts'
import { isJsonObject, type JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, PlaceView } from '../place/place.ts'
import { placeSchema } from '../place/schema.ts'
import { type Visibility, visibilityOf } from '../place/visibility.ts'

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
  if (kind === 'instant') return typeof value === 'string' ? parseInstant(value) : undefined
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (kind === 'number') return typeof value === 'number' ? value : undefined
  return typeof value === 'string' ? value : undefined
}

/** A text that `q` looks into; a number as JSON writes it. */
export interface SearchedText {
  readonly text: string
  readonly visibility: Visibility
}

/** Gives every text that `q` looks into, in the order of the place. */
export type TextReader = (view: PlaceView) => SearchedText[]

/**
 * The reader of a model: strings and numbers at any depth, also where no schema describes them, but no geolocation,
 * instants, dates and UUIDs (D32).
 */
export function createTextReader(model: Model): TextReader {
  const place = readableOf(placeSchema(model.placeTypeSchemas) as unknown as JsonObject, 'public')
  return (view) => {
    const texts: SearchedText[] = []
    collectTexts(view, place, texts)
    return texts
  }
}

const skippedFormats: readonly unknown[] = ['uuid', 'date', 'date-time']

/** What a schema says about the texts of a value. */
interface Readable {
  readonly visibility: Visibility
  /** Whether a string or a number there is a text to look into. */
  readonly isText: boolean
  /** Those of its members that are looked into in another way than members that no schema describes. */
  readonly members: ReadonlyMap<string, Readable | 'skipped'>
  /** The elements of a list. */
  readonly items: Readable
  /** Members that no schema describes. */
  readonly others: Readable
}

function readableOf(schema: JsonObject, within: Visibility): Readable {
  const visibility = visibilityOf(schema, within)
  const others = undescribed[visibility]
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  const members = properties
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([member, inner]) => [member, inner.searchable === false ? 'skipped' : readableOf(inner, visibility)] as const)
  return {
    visibility,
    isText: !skippedFormats.includes(schema.format),
    members: new Map(members),
    items: isJsonObject(schema.items) ? readableOf(schema.items, visibility) : others,
    others,
  }
}

const undescribed: Readonly<Record<Visibility, Readable>> = {
  public: createUndescribed('public'),
  media: createUndescribed('media'),
  restricted: createUndescribed('restricted'),
}

function createUndescribed(visibility: Visibility): Readable {
  return {
    visibility,
    isText: true,
    members: new Map(),
    get items() {
      return this
    },
    get others() {
      return this
    },
  }
}

function collectTexts(value: unknown, readable: Readable, texts: SearchedText[]): void {
  if (typeof value === 'string' || typeof value === 'number') {
    if (readable.isText) texts.push({ text: String(value), visibility: readable.visibility })
  } else if (Array.isArray(value)) {
    for (const element of value) collectTexts(element, readable.items, texts)
  } else if (isJsonObject(value)) {
    for (const member of Object.keys(value)) {
      const inner = readable.members.get(member) ?? readable.others
      if (inner !== 'skipped') collectTexts(value[member], inner, texts)
    }
  }
}
