import { isJsonObject, type JsonObject, type JsonValue } from './json.ts'
import type { PlaceTypeSchemas } from './place-types.ts'
import { type DirectoryKind, directoryKinds, placeSchema } from './schema.ts'
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

interface Inherited {
  readonly path: readonly string[]
  readonly list: boolean
  readonly visibility: Visibility
}

/** Walks the schema of a place and gives every searchable field (D31). */
export function fieldCatalogue(typeSchemas: PlaceTypeSchemas): FieldCatalogue {
  return new Map(fieldList(typeSchemas).map((field) => [field.name, field]))
}

/** The same as a list, in which two fields can have one name if the schema of a place type is not sound. */
export function fieldList(typeSchemas: PlaceTypeSchemas): Field[] {
  return fieldsOf(placeSchema(typeSchemas) as unknown as JsonObject, { path: [], list: false, visibility: 'public' })
}

function fieldsOf(schema: JsonValue | undefined, above: Inherited): Field[] {
  if (!isJsonObject(schema) || schema.searchable === false) return []
  const here = { ...above, visibility: visibilityOf(schema, above.visibility) }
  if (schema.type === 'object') {
    return Object.entries(isJsonObject(schema.properties) ? schema.properties : {}).flatMap(([member, inner]) =>
      fieldsOf(inner, { ...here, path: [...here.path, member] }),
    )
  }
  if (schema.type === 'array') return fieldsOf(schema.items, { ...here, list: true })
  const kind = kindOf(schema, here.path)
  return kind === undefined ? [] : [fieldOf(schema, here, kind)]
}

function fieldOf(schema: JsonObject, { path, list, visibility }: Inherited, kind: FieldKind): Field {
  const known = directoryKinds.find((list) => list === schema.directory)
  // What an operator writes into the schema of a place type says nothing about the directory.
  const directory = path[0] === 'placeTypes' ? undefined : known
  return {
    name: path.join('_').toLowerCase(),
    path,
    kind,
    list,
    visibility,
    ...(directory && { directory }),
    fullText: ['string', 'text', 'number'].includes(kind) && schema.format !== 'uuid' && schema.format !== 'date',
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
