import { type DirectoryKind, directoryKinds } from './directory-kinds.ts'
import type { ContactInfo } from './place.ts'

/** The address of an entry: its list, and its id in it. */
export interface EntryAddress {
  readonly kind: DirectoryKind
  readonly id: string
}

/** An entry with its name; null for an entry that the directory does not know. */
export interface NamedEntry extends EntryAddress {
  readonly name: string | null
}

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

/** Returns the id of an entry in the journal. */
export function formatAddress({ kind, id }: EntryAddress): string {
  return `${kind}/${id}`
}

/** Parses the id of an entry in the journal, such as `owners/se-1`. Throws if it names no list. */
export function parseAddress(text: string): EntryAddress {
  const slash = text.indexOf('/')
  const kind = directoryKinds.find((known) => known === text.slice(0, slash))
  if (kind === undefined) throw new Error(`'${text}' is in no list of the directory`)
  return { kind, id: text.slice(slash + 1) }
}

/** Returns names that never change. */
export function fixedNames(entries: readonly NamedEntry[]): Names {
  const byAddress = new Map(
    entries.map(({ id, name, ...entry }) => [
      formatAddress({ ...entry, id }),
      name === null ? undefined : { id, name },
    ]),
  )
  return { version: 0, entry: (kind, id) => byAddress.get(formatAddress({ kind, id })) }
}

/** The names when no directory is consulted. */
export const noNames: Names = { version: 0, entry: () => undefined }
