/** Fields that every place has a value of, so that it does not matter where missing ones come. */
const alwaysThere = ['slug', 'shortdescription', 'owner_id', 'created', 'updated']
/** Fields of texts that lists are often ordered by. */
const often = ['slug', 'shortdescription', 'owner_id', 'visitinginfo_address', 'visitinginfo_city']

/** Whether the order by a field has an index in the details; beside those, names and instants are columns of their own. */
export function isIndexed(field: string): boolean {
  return often.includes(field)
}

/** Whether no place lacks a value of the field. */
export function isAlwaysThere(field: string): boolean {
  return alwaysThere.includes(field)
}

/** What a text field sorts by, in a table of details, or in that of a prefix such as `d.`. */
export function keySql(field: number, prefix = ''): string {
  return `(${prefix}keys->>'${field}') collate "C"`
}
