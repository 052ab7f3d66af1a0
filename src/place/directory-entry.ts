import type { DirectoryKind } from './directory-kinds.ts'
import type { ContactInfo } from './place.ts'

/** One owner, category or tag. Only owners have a type and contact details. */
export interface DirectoryEntry {
  readonly id: string
  readonly name: string
  readonly type?: string
  readonly contactInfo?: ContactInfo
}

/** The names of the directory as they are known at this moment. */
export interface Names {
  /** Grows whenever any name may have changed, so that what was derived from names can be kept until then. */
  readonly version: number
  /** The entry, or undefined when the directory does not know the id. */
  entry(kind: DirectoryKind, id: string): DirectoryEntry | undefined
}

/** Of a directory that is not asked. */
export const noNames: Names = { version: 0, entry: () => undefined }
