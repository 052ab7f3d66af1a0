import { type DirectoryEntry, type EntryAddress, parseAddress } from '../place/directory-entry.ts'
import { directoryKinds } from '../place/directory-kinds.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { Directory, RenamedListener } from './directory.ts'
import { createEntryLists, type EntryLists } from './entry-list.ts'

/**
 * Creates a directory from journal entries, ordered by language (BCP 47). It is always fresh, so `refresh` does
 * nothing.
 */
export function createLocalDirectory({ locale = 'sv' }: { readonly locale?: string } = {}): Directory {
  const lists = createEntryLists(locale)
  const listeners: RenamedListener[] = []
  let version = 0
  const report = (renamed: readonly EntryAddress[]) => {
    if (renamed.length > 0) for (const listener of listeners) listener(renamed)
  }
  /** Returns the addresses of the renamed entries. */
  const applyAll = (entries: readonly JournalEntry[]): EntryAddress[] => {
    const own = entries.filter(({ kind }) => kind === 'directory')
    return own.flatMap((entry) => {
      const address = parseAddress(entry.id)
      const former = lists[address.kind].get(address.id)?.name
      if (!applyOne(lists, address, entry.document)) return []
      version++
      return lists[address.kind].get(address.id)?.name === former ? [] : [address]
    })
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
    apply: (entries) => report(applyAll(entries)),
    onRenamed: (listener) => void listeners.push(listener),
    reset(entries) {
      const former = directoryKinds.flatMap((kind) =>
        Array.from(lists[kind].ids(), (id) => ({ kind, id, name: lists[kind].get(id)!.name })),
      )
      for (const { kind, id } of former) lists[kind].delete(id)
      version++
      const found = applyAll(entries)
      const unchanged = new Set(
        former.flatMap(({ kind, id, name }) => (lists[kind].get(id)?.name === name ? [`${kind}/${id}`] : [])),
      )
      report([...found, ...former].filter(({ kind, id }) => !unchanged.has(`${kind}/${id}`)))
    },
  }
}

/** Returns true if anything changed. */
function applyOne(lists: EntryLists, { kind, id }: EntryAddress, document: string | undefined): boolean {
  const list = lists[kind]
  if (document === undefined) return list.delete(id)
  return list.set({ ...(JSON.parse(document) as DirectoryEntry), id })
}
