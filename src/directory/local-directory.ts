import type { DirectoryEntry } from '../place/directory-entry.ts'
import { directoryKinds } from '../place/directory-kinds.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { Directory } from './directory.ts'
import { createEntryLists, type EntryLists } from './entry-list.ts'

/**
 * Creates a directory from journal entries, ordered by language (BCP 47). It is always fresh, so `refresh` does
 * nothing.
 */
export function createLocalDirectory({ locale = 'sv' }: { readonly locale?: string } = {}): Directory {
  const lists = createEntryLists(locale)
  let version = 0
  const apply = (entries: readonly JournalEntry[]): void => {
    for (const entry of entries) if (entry.kind === 'directory' && applyOne(lists, entry)) version++
  }
  return {
    writable: true,
    get version() {
      return version
    },
    entry: (kind, id) => lists[kind].get(id),
    list: (kind, page) => lists[kind].page(page),
    refresh: async () => {},
    close: async () => {},
    apply,
    reset(entries) {
      for (const list of Object.values(lists)) for (const id of [...list.ids()]) list.delete(id)
      version++
      apply(entries)
    },
  }
}

/** Returns true if anything changed. */
function applyOne(lists: EntryLists, { id: address, document, revision }: JournalEntry): boolean {
  const slash = address.indexOf('/')
  const kind = directoryKinds.find((known) => known === address.slice(0, slash))
  if (kind === undefined) throw new Error(`revision ${revision}: '${address}' is in no list of the directory`)
  const id = address.slice(slash + 1)
  const list = lists[kind]
  if (document === undefined) return list.delete(id)
  return list.set({ ...(JSON.parse(document) as DirectoryEntry), id })
}
