import { nameOfReference } from '../index/documents/rendered.ts'
import type { DirectoryKind, Names } from '../place/directory-entry.ts'
import type { Test } from '../query/query.ts'
import { searchedWords } from '../query/relevance.ts'
import { cutWords, fold } from '../query/text.ts'

/** What places refer to: what the directory has, the time zones that their hours are in, and municipalities. */
export type ReferenceKind = DirectoryKind | 'zones' | 'municipalities'

/** One of them; numbers grow. */
export interface Reference {
  readonly kind: ReferenceKind
  readonly key: string
  /** What the key stands for, where that is too long to be one. */
  readonly whole: string | null
  readonly number: number
}

/** What a place refers to: the key that its row has, and the text that this stands for. */
export interface KnownReference {
  readonly key: string
  readonly text: string
}

/** A key and the words of the name that it has. */
interface Worded {
  readonly key: string
  readonly words: readonly string[]
}

/** All of a kind, as of a version of the names and so many references. */
interface WordedReferences {
  readonly version: number
  readonly count: number
  readonly references: readonly Worded[]
}

/** What places refer to. There are far fewer of these than places, so each process has them all in memory. */
export class References {
  readonly #known: Record<ReferenceKind, KnownReference[]> = {
    owners: [],
    categories: [],
    tags: [],
    zones: [],
    municipalities: [],
  }
  readonly #names: Names
  readonly #worded: Partial<Record<DirectoryKind, WordedReferences>> = {}
  /** Up to which one they were read. */
  #last: Reference | undefined

  constructor(names: Names) {
    this.#names = names
  }

  get last(): Reference | undefined {
    return this.#last
  }

  /**
   * Adds what was found from `asked` on, which was the last one when it was asked for. Gives false, and adds nothing,
   * where that is not the first: then these are of other tables.
   */
  add(asked: Reference | undefined, found: readonly Reference[]): boolean {
    const [first] = found
    if (asked && (first?.number !== asked.number || first.kind !== asked.kind || first.key !== asked.key)) return false
    for (const reference of found) {
      if (reference.number <= (this.#last?.number ?? 0)) continue
      const { kind, key, whole } = reference
      this.#known[kind].push({ key, text: whole ?? key })
      this.#last = reference
    }
    return true
  }

  /** The time zones of places with opening hours. */
  zones(): readonly string[] {
    return this.#known.zones.map(({ key }) => key)
  }

  /** All of a kind. */
  known(kind: ReferenceKind): readonly KnownReference[] {
    return this.#known[kind]
  }

  /** The keys that have a name now, with it. */
  named(kind: DirectoryKind): (KnownReference & { readonly name: string })[] {
    return this.#known[kind].flatMap(({ key, text }) => {
      const name = nameOfReference(kind, text, this.#names)
      return name === undefined ? [] : [{ key, text, name }]
    })
  }

  /** The keys whose names fulfil a condition. */
  keysOf(kind: DirectoryKind, fits: (name: string) => boolean): string[] {
    return this.named(kind).flatMap(({ key, name }) => (fits(name) ? [key] : []))
  }

  /** The keys with a name that full text finds by the beginning of a word. */
  keysWithWord(kind: DirectoryKind, start: string): string[] {
    const hasWord = ({ words }: Worded) => words.some((word) => word.startsWith(start))
    return this.#wordedOf(kind).flatMap((one) => (hasWord(one) ? [one.key] : []))
  }

  /** Names are cut into words once, until one of them may have changed: a query may have a thousand words. */
  #wordedOf(kind: DirectoryKind): readonly Worded[] {
    const [{ version }, { length: count }, kept] = [this.#names, this.#known[kind], this.#worded[kind]]
    if (kept?.version === version && kept.count === count) return kept.references
    const references = this.named(kind).map(({ key, name }) => ({ key, words: searchedWords(name) }))
    this.#worded[kind] = { version, count, references }
    return references
  }
}

/** Whether a text fulfils a test of texts. */
export function holdsTest(text: string, test: Exclude<Test, { is: 'missing' }>): boolean {
  const folded = fold(text)
  if (test.is === 'equal') return folded === test.value
  if (test.is === 'prefix') return folded.startsWith(test.value)
  if (test.is === 'between') return false
  const words = cutWords(folded)
  const begins = (start: string) => words.some((word) => word.startsWith(start))
  return test.present.every(begins) && !test.absent.some((term) => term.every(begins))
}
