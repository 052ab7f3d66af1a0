/** The three lists of the directory, as their addresses name them. */
export const directoryKinds = ['owners', 'categories', 'tags'] as const
export type DirectoryKind = (typeof directoryKinds)[number]

/** The field of a place that has the ids of each list. */
export const directoryFields = { owners: 'owner_id', categories: 'categories_id', tags: 'tags_id' } as const

/** The list that a field has ids of. */
export function referredKind(field: string): DirectoryKind | undefined {
  return directoryKinds.find((kind) => directoryFields[kind] === field)
}
