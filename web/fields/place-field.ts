import { type Schema, useBodySchema } from '../api/document-query.ts'
import type { Pointer } from '../body/json.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { type FieldPath, fieldGroups, fieldWords } from '../place/place-fields.ts'
import type { PlaceTypeKey } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useWords } from '../words/language.tsx'
import { type FieldKind, kindOf, placeFieldKind } from './field-kinds.ts'

/** A field of a place. */
export interface PlaceField {
  /** Its dotted path. */
  readonly path: string
  readonly at: Pointer
  readonly kind: FieldKind
  /** Only for fields of a type of place. */
  readonly schema?: Schema
}

/** The fields without which a place cannot be saved. */
export const requiredFields: ReadonlySet<string> = new Set<FieldPath>(['name', 'placeTypes', 'owner', 'geolocation'])

/** Returns the pointer to a dotted path. */
export const pointerTo = (path: string): Pointer => `/${path.replaceAll('.', '/')}`

/** Returns a field that every place may have. */
export function placeField(path: FieldPath): PlaceField {
  return { path, at: pointerTo(path), kind: placeFieldKind(path) }
}

const { basics, position, visit, hours, facilities, media, older } = fieldGroups
const placeFields = [...basics, ...position, ...visit, ...hours, ...facilities, ...media].map(placeField)
const olderFields = older.map(placeField)

/**
 * Returns the fields of places: those that all may have in the order of the form, those of each type by the schemas of
 * the service, and last those that are no longer used.
 */
export function usePlaceFields(): readonly PlaceField[] {
  const types = useBodySchema()?.properties?.placeTypes
  return [...placeFields, ...membersOf(types, 'placeTypes').flatMap(fieldsBelow), ...olderFields]
}

/** Returns the fields of a member of a type: several for an object whose members the schema describes. */
function fieldsBelow(field: PlaceField): PlaceField[] {
  return field.kind === 'group'
    ? membersOf(field.schema, field.path).flatMap(fieldsBelow)
    : isOfType(field)
      ? [field]
      : []
}

/** A type without a schema is no field: its values have nothing in common. */
const isOfType = ({ path }: PlaceField) => path.split('.').length > 2

/** Returns the members of an object that a schema describes. */
function membersOf(schema: Schema | undefined, path: string): PlaceField[] {
  return Object.entries(schema?.properties ?? {}).map(([name, schema]) => ({
    path: `${path}.${name}`,
    at: pointerTo(`${path}.${name}`),
    kind: kindOf(schema),
    schema,
  }))
}

/** Returns a function that labels a field where its group is not shown: fields of a type with the name of the type. */
export function usePlaceFieldLabel(): (path: string) => string {
  const labels: Readonly<Partial<Record<string, string>>> = useWords(fieldWords)
  const labelOf = useFieldLabel()
  const { types } = useWords(placeWords)
  const schema = useBodySchema()?.properties?.placeTypes
  return (path) => {
    const [part, key = '', ...members] = path.split('.')
    if (part !== 'placeTypes' || members.length === 0) return labelOf(path)
    return `${types[key as PlaceTypeKey] ?? key}: ${labels[path] ?? titleOf(schema?.properties?.[key], members)}`
  }
}

/** Returns the titles that a schema gives on the way to a member; names if it gives none. */
function titleOf(schema: Schema | undefined, [name = '', ...inner]: readonly string[]): string {
  const part = schema?.properties?.[name]
  const title = part?.title ?? name
  return inner.length === 0 ? title : `${title}, ${titleOf(part, inner)}`
}
