/** The three lists of the directory, as their addresses name them. */
export const directoryKinds = ['owners', 'categories', 'tags'] as const
export type DirectoryKind = (typeof directoryKinds)[number]
