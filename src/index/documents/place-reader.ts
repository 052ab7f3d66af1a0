import { parseInstant } from '../../place/dates.ts'
import type { Field, FieldKind } from '../../place/fields.ts'
import { isJsonObject, type JsonObject } from '../../place/json.ts'
import type { Model } from '../../place/model.ts'
import type { Place } from '../../place/place.ts'
import { placeSchema } from '../../place/schema.ts'
import { type Visibility, visibilityOf } from '../../place/visibility.ts'
import { appearancesOf, type Orphan, type ParentFacts, type Span } from '../../query/appearance.ts'
import type { ColumnValue } from '../columns/column.ts'

/** A place as the index takes it in: the stored place and what is not in it. */
export interface Row {
  readonly place: Place
  /** The JSON of the place, where it is at hand. */
  readonly document?: string
  readonly revision: number
  /** The name of its parent; undefined when it has none, or none that is known. */
  readonly parentName: string | undefined
  /** Which appearance of the place it is; absent: that with its parent. */
  readonly orphan?: Orphan
  /** When those who see only what is published see it so; absent: while it is published itself. */
  readonly seen?: Span
}

/** The rows of a place: one for each of its appearances. */
export function rowsOf(
  { place, document, revision }: Pick<Row, 'place' | 'document' | 'revision'>,
  parent: ParentFacts | undefined,
): Row[] {
  return appearancesOf(place, parent).map((appearance) => {
    if (appearance.orphan !== 0) return { revision, ...appearance, parentName: undefined }
    return { revision, ...appearance, ...(document !== undefined && { document }), parentName: parent?.name }
  })
}

/** Takes what a place holds, in the order of the place. */
export interface ValueSink {
  /** A value of a searchable field, and whether `q` looks into it. */
  value(field: Field, value: ColumnValue, fullText: boolean): void
  /** A text that only `q` looks into: no field describes it (D32). */
  text(text: string, visibility: Visibility): void
}

/** Reads the values of a place, all but those that come from the directory at the moment of a query. */
export type PlaceReader = (row: Row, sink: ValueSink) => void

interface Node {
  readonly field: Field | undefined
  readonly fullText: boolean
  readonly visibility: Visibility
  /** Whether this is said of the elements of a list too, as where a schema has one; elsewhere no schema knows them. */
  readonly list: boolean
  readonly members: ReadonlyMap<string, Node>
  /** What the members are that no schema knows. */
  readonly other: Node | undefined
}

/** The reader of a model; one walk over the members that a place has, whatever the number of fields. */
export function createPlaceReader(model: Model): PlaceReader {
  const fieldOf = new Map([...model.fields.values()].map((field) => [field.path.join('.'), field]))
  const root = nodeOf(placeSchema(model.placeTypeSchemas) as unknown as JsonObject, {
    path: [],
    visibility: 'public',
    list: false,
    fieldOf,
  })
  return ({ place, parentName }, sink) => {
    for (const member in place) {
      const node = root.members.get(member)
      if (node === undefined) continue
      if (member === 'owner') walk({ id: place.owner.id, type: place.owner.type }, node, sink)
      else walk(place[member as keyof Place], node, sink)
    }
    const name = root.members.get('parent')?.members.get('name')
    if (name && parentName !== undefined) walk(parentName, name, sink)
  }
}

interface Above {
  readonly path: readonly string[]
  readonly visibility: Visibility
  readonly list: boolean
  readonly fieldOf: ReadonlyMap<string, Field>
}

const skippedFormats: readonly unknown[] = ['uuid', 'date', 'date-time']
const free: Readonly<Record<Visibility, Node>> = {
  public: freeNode('public'),
  media: freeNode('media'),
  restricted: freeNode('restricted'),
}

function freeNode(visibility: Visibility): Node {
  return { field: undefined, fullText: true, visibility, list: true, members: new Map(), other: undefined }
}

function nodeOf(schema: JsonObject, above: Above): Node {
  const visibility = visibilityOf(schema, above.visibility)
  const inner = { ...above, visibility }
  if (schema.type === 'array' && isJsonObject(schema.items)) return nodeOf(schema.items, { ...inner, list: true })
  const skipped = schema.searchable === false
  const properties = !skipped && isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  return {
    field: skipped ? undefined : above.fieldOf.get(above.path.join('.')),
    fullText: !skipped && !skippedFormats.includes(schema.format),
    visibility,
    list: above.list,
    members: new Map(
      properties.map(([member, described]) => [
        member,
        nodeOf(isJsonObject(described) ? described : {}, { ...inner, path: [...above.path, member] }),
      ]),
    ),
    other: skipped ? undefined : free[visibility],
  }
}

function walk(value: unknown, node: Node, sink: ValueSink): void {
  if (Array.isArray(value)) {
    const inner = node.list ? node : node.other
    if (inner) for (const element of value) walk(element, inner, sink)
  } else if (typeof value === 'object' && value !== null) {
    for (const member in value) {
      const inner = node.members.get(member) ?? node.other ?? (node.fullText ? node : undefined)
      if (inner) walk((value as JsonObject)[member], inner, sink)
    }
  } else takeScalar(value, node, sink)
}

function takeScalar(value: unknown, { field, fullText, visibility }: Node, sink: ValueSink): void {
  const searched = fullText && (typeof value === 'string' || typeof value === 'number')
  const kept = field && valueOfKind(value, field.kind)
  if (field && kept !== undefined) sink.value(field, kept, searched)
  else if (searched) sink.text(String(value), visibility)
}

/** A place type's properties may be older than the schema that describes them now, so their kind is checked. */
function valueOfKind(value: unknown, kind: FieldKind): ColumnValue | undefined {
  if (kind === 'instant') return typeof value === 'string' ? parseInstant(value) : undefined
  if (kind === 'boolean') return typeof value === 'boolean' ? value : undefined
  if (kind === 'number') return typeof value === 'number' ? value : undefined
  return kind !== 'id' && typeof value === 'string' ? value : undefined
}
