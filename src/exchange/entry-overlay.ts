import { isDeepStrictEqual } from 'node:util'
import type { DirectoryEntry, DirectoryKind, Names } from '../place/directory-entry.ts'

/** The directory as an import sees it: what it has read so far over what was known before. */
export class EntryOverlay {
  readonly #below: Names
  readonly #read: Readonly<Record<DirectoryKind, Map<string, DirectoryEntry>>>

  constructor(below: Names) {
    this.#below = below
    this.#read = { owners: new Map(), categories: new Map(), tags: new Map() }
  }

  entry(kind: DirectoryKind, id: string): DirectoryEntry | undefined {
    return this.#read[kind].get(id) ?? this.#below.entry(kind, id)
  }

  /** Makes the entry known; gives what becomes of it. */
  put(kind: DirectoryKind, entry: DirectoryEntry): 'created' | 'changed' | 'unchanged' {
    const before = this.entry(kind, entry.id)
    if (before !== undefined && isDeepStrictEqual(plain(before), plain(entry))) return 'unchanged'
    this.#read[kind].set(entry.id, entry)
    return before === undefined ? 'created' : 'changed'
  }
}

/** Without prototypes and absent members, which do not count. */
function plain(entry: DirectoryEntry): unknown {
  return JSON.parse(JSON.stringify(entry))
}
