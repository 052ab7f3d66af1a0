import type { Field } from '../place/fields.ts'
import type { Model } from '../place/model.ts'

/** A field with its number in a model. */
export interface NumberedField {
  readonly number: number
  readonly field: Field
}

/** The fields of a model in their order. */
export function numberedFields({ fields }: Model): NumberedField[] {
  return [...fields.values()].map((field, number) => ({ number, field }))
}

/** Whether a field is an instant of the place itself (created, published, …), which has a column of its name. */
export function isInstantColumn({ kind, path }: Field): boolean {
  return kind === 'instant' && path.length === 1
}

const alwaysThere = ['name', 'slug', 'shortdescription', 'owner_id', 'created', 'updated']
/** Fields of texts that lists are often ordered by. */
const often = ['slug', 'shortdescription', 'owner_id', 'visitinginfo_address', 'visitinginfo_city']

/** Whether every place has a value of the field, so that it does not matter where missing ones come. */
export function isAlwaysThere(field: string): boolean {
  return alwaysThere.includes(field)
}

/** Whether what a field sorts by is a column with an index; beside those, names and instants are. */
export function isIndexed(field: string): boolean {
  return often.includes(field)
}

/** The column of places with what such a field sorts by. */
export function keyColumn(field: number): string {
  return `key_${field}`
}

/** Whether an index has the places in the order of a field, missing values last. */
export function isWalked(field: string, descending: boolean): boolean {
  return isAlwaysThere(field) || (isIndexed(field) && !descending)
}
