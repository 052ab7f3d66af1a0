/** The three lists of the directory, named as in their addresses. */
export const directoryKinds = ['owners', 'categories', 'tags'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** The field of a place that holds the ids of each list. */
export const directoryFields = { owners: 'owner_id', categories: 'categories_id', tags: 'tags_id' } as const

/** Returns the list that a field refers to; undefined for other fields. */
export function referredKind(field: string): DirectoryKind | undefined {
  return directoryKinds.find((kind) => directoryFields[kind] === field)
}
