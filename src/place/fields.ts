import { type DirectoryKind, directoryKinds } from './directory-kinds.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { PlaceTypeSchemas } from './place-types.ts'
import { placeSchema } from './schema.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/** What a field holds, and so which operators it takes (D28, D31). `text` takes words and null checks only. */
export type FieldKind = 'id' | 'string' | 'text' | 'number' | 'boolean' | 'instant'

/** One searchable field of a place. */
export interface Field {
  /** The name in filters and orderby: the path in lower case, joined by `_`. */
  readonly name: string
  /** The members that lead to it in a PlaceView; lists are entered. */
  readonly path: readonly string[]
  readonly kind: FieldKind
  /** Whether a place may have several values, and so no order by it. */
  readonly list: boolean
  readonly visibility: Visibility
  /** The list of the directory that its values come from (D16). */
  readonly directory?: DirectoryKind
  /** Whether `q` looks into it (D32). */
  readonly fullText: boolean
  /** Whether `orderby` takes it (D33). */
  readonly sortable: boolean
  readonly description: string
}

/** The searchable fields of a place by name, in the order of the schema. */
export type FieldCatalogue = ReadonlyMap<string, Field>

/** What the schema of a place says of a value, and of those inside it. */
export interface Described {
  /** Absent where no field describes it. */
  readonly field?: Field
  /** Whether a string or a number there is a text that `q` looks into: no instant, date or UUID (D32). */
  readonly fullText: boolean
  readonly visibility: Visibility
  /** Whether this is said of the elements of a list too, as where a schema has one. */
  readonly list: boolean
  readonly members: ReadonlyMap<string, Described>
  /** What members and elements are that no schema describes; absent where nothing looks into them. */
  readonly other?: Described
}

/** What the schema of a place with these types says of its values (D31). */
export function describePlace(typeSchemas: PlaceTypeSchemas): Described {
  const schema = placeSchema(typeSchemas) as unknown as JsonObject
  return describe(schema, { path: [], list: false, visibility: 'public', hasFields: true })
}

/** The searchable fields in what a schema says, in its order; two can have one name if that of a place type is not sound. */
export function fieldsIn({ field, members }: Described): Field[] {
  return field ? [field] : [...members.values()].flatMap(fieldsIn)
}

/** The same by name. */
export function fieldCatalogue(described: Described): FieldCatalogue {
  return new Map(fieldsIn(described).map((field) => [field.name, field]))
}

/** A member of a place at any depth, as `fields` names it; lists are entered. */
export interface Member {
  /** The path, joined by `_`; names are compared in lower case. */
  readonly name: string
  readonly path: readonly string[]
  readonly visibility: Visibility
}

/** The members of a place by name in lower case, each before those inside it. */
export type MemberCatalogue = ReadonlyMap<string, Member>

/** The members in what a schema says; of two with one name the first counts. */
export function memberCatalogue(described: Described): MemberCatalogue {
  const members = membersIn(described, [])
  return new Map(members.toReversed().map((member) => [member.name.toLowerCase(), member]))
}

function membersIn({ members }: Described, above: readonly string[]): Member[] {
  return [...members].flatMap(([member, inner]) => {
    const path = [...above, member]
    return [{ name: path.join('_'), path, visibility: inner.visibility }, ...membersIn(inner, path)]
  })
}

interface Above {
  readonly path: readonly string[]
  readonly list: boolean
  readonly visibility: Visibility
  /** Whether scalars there are fields. */
  readonly hasFields: boolean
}

const skippedFormats: readonly unknown[] = ['uuid', 'date', 'date-time']

/** Values that no schema describes; so are those inside of them. */
const undescribed: Readonly<Record<Visibility, Described>> = {
  public: createUndescribed('public'),
  media: createUndescribed('media'),
  restricted: createUndescribed('restricted'),
}

function createUndescribed(visibility: Visibility): Described {
  const described = { fullText: true, visibility, list: true, members: new Map() }
  return Object.assign(described, { other: described })
}

function describe(schema: JsonObject, above: Above): Described {
  const { path, list } = above
  const visibility = visibilityOf(schema, above.visibility)
  const hasFields = above.hasFields && schema.searchable !== false
  if (schema.type === 'array' && isJsonObject(schema.items)) {
    return describe(schema.items, { path, list: true, visibility, hasFields })
  }
  if (schema.searchable === false) return { fullText: false, visibility, list, members: new Map() }
  const isObject = schema.type === 'object'
  const inner = { list, visibility, hasFields: hasFields && isObject }
  const properties = Object.entries(isJsonObject(schema.properties) ? schema.properties : {})
  const kind = hasFields && !isObject ? kindOf(schema, path) : undefined
  return {
    ...(kind && { field: fieldOf(schema, { path, list, visibility, kind }) }),
    fullText: !skippedFormats.includes(schema.format),
    visibility,
    list,
    members: new Map(
      properties.map(([member, described]) => [
        member,
        describe(isJsonObject(described) ? described : {}, { ...inner, path: [...path, member] }),
      ]),
    ),
    other: undescribed[visibility],
  }
}

type Placed = Pick<Field, 'path' | 'list' | 'visibility' | 'kind'>

function fieldOf(schema: JsonObject, placed: Placed): Field {
  const { path, kind, list } = placed
  const known = directoryKinds.find((list) => list === schema.directory)
  // What an operator writes into the schema of a place type says nothing about the directory.
  const directory = path[0] === 'placeTypes' ? undefined : known
  return {
    name: path.join('_').toLowerCase(),
    ...placed,
    ...(directory && { directory }),
    fullText: ['string', 'text', 'number'].includes(kind) && !skippedFormats.includes(schema.format),
    sortable: !list && kind !== 'text',
    description: typeof schema.description === 'string' ? schema.description : '',
  }
}

/** The kind of a scalar, or undefined for what is no scalar, which nothing can search. */
function kindOf(schema: JsonObject, path: readonly string[]): FieldKind | undefined {
  if (path.length === 1 && path[0] === 'id') return 'id'
  if (schema.searchable === 'words') return 'text'
  if (schema.format === 'date-time') return 'instant'
  if (schema.type === 'string') return 'string'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  return schema.type === 'boolean' ? 'boolean' : undefined
}
