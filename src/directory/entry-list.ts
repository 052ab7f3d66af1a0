import { isDeepStrictEqual } from 'node:util'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { DirectoryKind } from '../place/directory-kinds.ts'
import { fold } from '../query/text/folded-text.ts'
import { searchedWords, soughtWords } from '../query/text/relevance.ts'
import { createSortKey, type SortKey } from '../query/text/sort-key.ts'
import type { DirectoryPage } from './directory.ts'

interface Listed {
  readonly entry: DirectoryEntry
  readonly folded: string
  /** The words of the name in all forms that `q` finds. */
  readonly words: readonly string[]
  readonly key: SortKey
}

/** The entries of one list of the directory: found by id, and read in the order of their names. */
class EntryList {
  readonly #locale: string
  readonly #sortKey: (text: string) => SortKey
  readonly #byId = new Map<string, Listed>()
  /** Sorted except for later changes: new entries are at the end, and removed ones are still included. */
  #sorted: Listed[] = []
  #changed = false

  /** The order follows the language (BCP 47). */
  constructor(locale: string) {
    this.#locale = locale
    this.#sortKey = createSortKey(locale)
  }

  get size(): number {
    return this.#byId.size
  }

  get(id: string): DirectoryEntry | undefined {
    return this.#byId.get(id)?.entry
  }

  ids(): IterableIterator<string> {
    return this.#byId.keys()
  }

  /** Returns true if the entry differs from the former one. */
  set(entry: DirectoryEntry): boolean {
    if (isDeepStrictEqual(this.get(entry.id), entry)) return false
    const listed = { entry, folded: fold(entry.name), words: searchedWords(entry.name), key: this.#sortKey(entry.name) }
    this.#byId.set(entry.id, listed)
    this.#sorted.push(listed)
    this.#changed = true
    if (this.#sorted.length > 2 * this.#byId.size + 1000) this.#sort()
    return true
  }

  /** Returns true if the entry existed. */
  delete(id: string): boolean {
    this.#changed = true
    return this.#byId.delete(id)
  }

  /**
   * Returns a page of the entries whose folded name begins with the folded prefix and has all words, by name, then by
   * id.
   */
  page({ prefix, words = '', offset, limit }: DirectoryPage): { total: number; entries: DirectoryEntry[] } {
    if (this.#changed) this.#sort()
    const start = fold(prefix)
    const starts = soughtWords(fold(words), this.#locale)
    const found =
      start === '' && starts.length === 0
        ? this.#sorted
        : this.#sorted.filter((listed) => listed.folded.startsWith(start) && hasWords(listed, starts))
    return { total: found.length, entries: found.slice(offset, offset + limit).map(({ entry }) => entry) }
  }

  /** Most of the list is already sorted, which JavaScript's sort exploits: about one comparison per entry. */
  #sort(): void {
    this.#sorted = this.#sorted.filter((listed) => this.#byId.get(listed.entry.id) === listed).sort(compare)
    this.#changed = false
  }
}

function hasWords({ words }: Listed, starts: readonly string[]): boolean {
  return starts.every((start) => words.some((word) => word.startsWith(start)))
}

function compare(a: Listed, b: Listed): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1
  return a.entry.id < b.entry.id ? -1 : Number(a.entry.id > b.entry.id)
}

/** A list for each kind of entry. */
export type EntryLists = Readonly<Record<DirectoryKind, EntryList>>

/** Creates empty lists, ordered by language (BCP 47). */
export function createEntryLists(locale: string): EntryLists {
  const list = () => new EntryList(locale)
  return { owners: list(), categories: list(), tags: list() }
}
