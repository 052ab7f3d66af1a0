import type { Field } from '../place/fields.ts'

/** Whether a field is an instant of the place itself (created, published, …), which has a column of its name. */
export function isInstantColumn({ kind, path }: Field): boolean {
  return kind === 'instant' && path.length === 1
}

/** Fields that every place has a value of, so that it does not matter where missing ones come. */
const alwaysThere = ['slug', 'shortdescription', 'owner_id', 'created', 'updated']
/** Fields of texts that lists are often ordered by. */
const often = ['slug', 'shortdescription', 'owner_id', 'visitinginfo_address', 'visitinginfo_city']

/** Whether what a field sorts by is a column with an index; beside those, names and instants are. */
export function isIndexed(field: string): boolean {
  return often.includes(field)
}

/** Whether no place lacks a value of the field. */
export function isAlwaysThere(field: string): boolean {
  return alwaysThere.includes(field)
}

/** The column of places with what such a field sorts by. */
export function keyColumn(field: number): string {
  return `key_${field}`
}

/** Fields whose places an index has in their order, each with a value. */
const walked = ['name', 'slug', 'shortdescription', 'owner_id', 'created', 'updated']

/** Whether an index has the places in the order of a field, missing values last. */
export function isWalked(field: string, descending: boolean): boolean {
  return walked.includes(field) || (isIndexed(field) && !descending)
}
