import { describePlace, fieldCatalogue } from '../../src/place/fields.ts'
import type { InputKind } from '../fields/field-kinds.ts'
import { type PlaceField, requiredFields, usePlaceFields } from '../fields/place-field.ts'

/** A field with an input of its own. */
export interface SharedField extends PlaceField {
  readonly kind: InputKind
}

/** Fields of one place, or changed by an act of their own. */
const singular: ReadonlySet<string> = new Set(['name', 'parent', 'geolocation', 'categories', 'tags'])

/** Kinds whose values are no single value. */
const manifold: ReadonlySet<PlaceField['kind']> = new Set(['hours', 'media', 'group', 'json'])

/** Returns the fields that can be set in many places at once. */
export function useSettableFields(): readonly SharedField[] {
  return usePlaceFields().filter(
    (field): field is SharedField => !singular.has(field.path) && !manifold.has(field.kind),
  )
}

/** Returns the fields that can be cleared in many places at once. */
export function useClearableFields(): readonly PlaceField[] {
  return usePlaceFields().filter(({ path }) => !singular.has(path) && !requiredFields.has(path))
}

/** A column of the table: a field, or the state, which has no input. */
export interface TableField extends Omit<PlaceField, 'kind'> {
  readonly kind: InputKind | 'state'
}

const stateField: TableField = { path: 'state', at: '/published', kind: 'state' }

/** Returns the fields that the table shows, the name first. */
export function useTableFields(): readonly TableField[] {
  const [name, ...others] = usePlaceFields().filter(
    (field): field is SharedField => field.kind === 'hours' || !(manifold.has(field.kind) || field.path === 'parent'),
  )
  return name ? [name, stateField, ...others] : []
}

const catalogue = fieldCatalogue(describePlace({}))

/** Fields that the service orders by a member of theirs. */
const orderMembers: Readonly<Record<string, string>> = {
  owner: 'owner_name',
  'contactInfo.phone': 'contactinfo_phone_number',
}

/** Kinds of fields of types that have one value. */
const single: ReadonlySet<TableField['kind']> = new Set([
  ...(['text', 'longText', 'flag', 'choice', 'decimal', 'whole', 'day', 'moment'] as const),
])

/** Returns the name by which the service orders places by a field (`orderby`); undefined if it cannot. */
export function orderName({ path, kind }: TableField): string | undefined {
  const name = orderMembers[path] ?? path.replaceAll('.', '_').toLowerCase()
  const isOrdered = path.startsWith('placeTypes.') ? single.has(kind) : catalogue.get(name)?.sortable
  return isOrdered ? name : undefined
}
