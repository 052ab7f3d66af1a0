import { type DirectoryKind, directoryKinds } from './directory-kinds.ts'
import { isJsonObject, type JsonObject } from './json.ts'
import type { PlaceTypeSchemas } from './place-types.ts'
import { placeSchema } from './schema.ts'
import { type Visibility, visibilityOf } from './visibility.ts'

/** The type of a field's values, which decides its operators (D28, D31). `text` takes only words and null checks. */
export type FieldKind = 'id' | 'string' | 'text' | 'number' | 'boolean' | 'instant'

/** One searchable field of a place. */
export interface Field {
  /** The name in filters and orderby: the path in lower case, joined by `_`. */
  readonly name: string
  /** The members that lead to it in a PlaceView. The path passes through lists. */
  readonly path: readonly string[]
  readonly kind: FieldKind
  /** True if a place may have several values, so that places cannot be ordered by it. */
  readonly list: boolean
  readonly visibility: Visibility
  /** The directory list that its values come from (D16). */
  readonly directory?: DirectoryKind
  /** True if `q` searches it (D32). */
  readonly fullText: boolean
  /** True if `orderby` accepts it (D33). */
  readonly sortable: boolean
  readonly description: string
}

/** The searchable fields of a place by name, in the order of the schema. */
export type FieldCatalogue = ReadonlyMap<string, Field>

/** A node of the schema of a place: the properties of a value, and of the values inside it. */
export interface Described {
  /** Absent if no field describes the value. */
  readonly field?: Field
  /** True if `q` searches strings and numbers here: instants, dates and UUIDs are excluded (D32). */
  readonly fullText: boolean
  readonly visibility: Visibility
  /** True if the node also describes the elements of a list, as inside a list of the schema. */
  readonly list: boolean
  readonly members: ReadonlyMap<string, Described>
  /** The node for members and elements that no schema describes; absent if these are not searched. */
  readonly other?: Described
}

/** Describes the values of a place with these types, from its schema (D31). */
export function describePlace(typeSchemas: PlaceTypeSchemas): Described {
  const schema = placeSchema(typeSchemas) as unknown as JsonObject
  return describe(schema, { path: [], list: false, visibility: 'public', hasFields: true })
}

/**
 * Lists the searchable fields in the order of the schema. Two may share a name if the schema of a place type is
 * unsound.
 */
export function fieldsIn({ field, members }: Described): Field[] {
  return field ? [field] : [...members.values()].flatMap(fieldsIn)
}

/** Returns the same fields by name. */
export function fieldCatalogue(described: Described): FieldCatalogue {
  return new Map(fieldsIn(described).map((field) => [field.name, field]))
}

/** A member of a place at any depth, as `fields` names it. The path passes through lists. */
export interface Member {
  /** The path, joined by `_`. Names are compared in lower case. */
  readonly name: string
  readonly path: readonly string[]
  readonly visibility: Visibility
}

/** The members of a place by lower-case name, each before those inside it. */
export type MemberCatalogue = ReadonlyMap<string, Member>

/** Collects the members of a schema. Of two with the same name, the first counts. */
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
  /** True if scalars here are fields. */
  readonly hasFields: boolean
}

const skippedFormats: readonly unknown[] = ['uuid', 'date', 'date-time']

/** Values that no schema describes; neither are the values inside them described. */
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
  // The schema of a place type comes from the operator, so its keyword `directory` has no meaning.
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

/** Returns the kind of a scalar, or undefined for any other value, which is not searchable. */
function kindOf(schema: JsonObject, path: readonly string[]): FieldKind | undefined {
  if (path.length === 1 && path[0] === 'id') return 'id'
  if (schema.searchable === 'words') return 'text'
  if (schema.format === 'date-time') return 'instant'
  if (schema.type === 'string') return 'string'
  if (schema.type === 'number' || schema.type === 'integer') return 'number'
  return schema.type === 'boolean' ? 'boolean' : undefined
}
