import type { DirectoryKind } from './directory-kinds.ts'
import type { ContactInfo } from './place.ts'

/** One owner, category or tag. Only owners have a type and contact details. */
export interface DirectoryEntry {
  readonly id: string
  readonly name: string
  readonly type?: string
  readonly contactInfo?: ContactInfo
}

/** The current names of the directory. */
export interface Names {
  /** Grows whenever any name may have changed. Values derived from names stay valid until then. */
  readonly version: number
  /** Returns the entry, or undefined if the directory does not know the id. */
  entry(kind: DirectoryKind, id: string): DirectoryEntry | undefined
}

/** The names when no directory is consulted. */
export const noNames: Names = { version: 0, entry: () => undefined }
