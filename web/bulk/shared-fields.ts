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

/** Returns the fields that the table shows, the name first. */
export function useTableFields(): readonly SharedField[] {
  return usePlaceFields().filter(
    (field): field is SharedField =>
      field.kind === 'hours' || !(manifold.has(field.kind) || field.path === 'parent' || field.kind === 'position'),
  )
}
