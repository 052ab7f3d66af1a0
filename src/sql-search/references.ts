import { hash } from 'node:crypto'
import { Turn } from '../common/pause.ts'
import type { Names } from '../place/directory-entry.ts'
import { type DirectoryKind, directoryKinds } from '../place/directory-kinds.ts'
import { fold } from '../query/folded-text.ts'
import { type ComparedValue, holdsFilter } from '../query/matches.ts'
import type { Alternative, Filter } from '../query/query.ts'
import { searchedWords } from '../query/relevance.ts'
import type { SortKey } from '../query/sort-key.ts'
import { nameOfReference } from '../read-model/document.ts'

/** What places refer to: what the directory has, and the time zones that their hours are in. */
type ReferenceKind = DirectoryKind | 'zones'

/** Longer keys are told by a digest: an index takes about 2,700 bytes, and an owner may have an id of 2,000 characters. */
const keyBytesMax = 1_000

/** A reference as its table has it. */
export interface ReferenceRow {
  readonly kind: ReferenceKind
  readonly key: string
  /** What the key stands for, where that is too long to be one. */
  readonly whole: string | null
}

/** One that was read; numbers grow. */
export interface Reference extends ReferenceRow {
  readonly number: number
}

/** What a place refers to by a text. */
export function referenceRow(kind: ReferenceKind, text: string): ReferenceRow {
  const key = referenceKey(text)
  return { kind, key, whole: key === text ? null : text }
}

/** The key of a reference: the text itself, unless it is too long. */
export function referenceKey(text: string): string {
  return Buffer.byteLength(text) <= keyBytesMax ? text : `#${hash('sha256', text, 'hex')}`
}

/** What a place refers to: the key that its row has, and the text that this stands for. */
interface KnownReference {
  readonly key: string
  readonly text: string
}

/** A reference with the name that it has. */
interface NamedReference extends KnownReference {
  readonly name: string
  /** The name as filters compare it. */
  readonly compared: ComparedValue
  /** The words by which full text finds it. */
  readonly words: readonly string[]
  /** What the name sorts by. */
  readonly sort: SortKey
}

/** What decides whether a place passes a filter on names. */
export interface DecidingKeys {
  /** It does when it refers to one of these, */
  readonly wanted: readonly string[]
  /** or when there is a list here of which it refers to none. */
  readonly unwanted: readonly (readonly string[])[]
}

/** What places refer to. There are far fewer of these than places, so each process has them all in memory. */
export class References {
  readonly #known: Record<ReferenceKind, KnownReference[]> = { owners: [], categories: [], tags: [], zones: [] }
  readonly #names: Names
  readonly #sortKey: (text: string) => SortKey
  #named: Readonly<Record<DirectoryKind, readonly NamedReference[]>> = { owners: [], categories: [], tags: [] }
  /** The version of the names, and the last reference, that these were read of. */
  #namedOf: readonly unknown[] = []
  #last: Reference | undefined
  #reading = Promise.resolve()

  constructor(names: Names, sortKey: (text: string) => SortKey) {
    this.#names = names
    this.#sortKey = sortKey
  }

  /** Up to which one they were read. */
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

  /** Reads the names that references have now, without holding the thread; those that have not changed are kept. */
  refreshNames(): Promise<void> {
    this.#reading = this.#reading.then(() => this.#readNames())
    return this.#reading
  }

  async #readNames(): Promise<void> {
    const of = [this.#names.version, this.#last?.number]
    if (of.every((each, at) => each === this.#namedOf[at])) return
    const turn = new Turn()
    const named = { ...this.#named }
    for (const kind of directoryKinds) {
      const before = new Map(this.#named[kind].map((reference) => [reference.key, reference]))
      const all: NamedReference[] = []
      for (const { key, text } of this.#known[kind].slice()) {
        const name = nameOfReference(kind, text, this.#names)
        const known = before.get(key)
        if (known && known.name === name) all.push(known)
        else if (name !== undefined) {
          const compared = { value: fold(name) }
          all.push({ key, text, name, compared, words: searchedWords(name), sort: this.#sortKey(name) })
        }
        if (turn.isOver) await turn.next()
      }
      named[kind] = all
    }
    this.#named = named
    this.#namedOf = of
  }

  /** All of a kind. */
  known(kind: ReferenceKind): readonly KnownReference[] {
    return this.#known[kind]
  }

  /** Those that have a name, as of the last time that names were read. */
  named(kind: DirectoryKind): readonly NamedReference[] {
    return this.#named[kind]
  }

  /** The keys with a name that full text finds by the beginning of a word. */
  keysWithWord(kind: DirectoryKind, start: string): string[] {
    return this.#named[kind].flatMap(({ key, words }) => (words.some((word) => word.startsWith(start)) ? [key] : []))
  }
}

/**
 * The references that decide about a filter on the names of a kind. Alternatives are decided together as far as they can
 * be, since each list of keys may be long.
 */
export function findDecidingKeys(kind: DirectoryKind, { field, anyOf }: Filter, references: References): DecidingKeys {
  const names = references.named(kind)
  const passes = ({ compared }: NamedReference, some: readonly Alternative[]) =>
    holdsFilter([compared], { field, anyOf: some })
  const keysOf = (fits: (name: NamedReference) => boolean) => names.flatMap((name) => (fits(name) ? [name.key] : []))
  // One name is enough for these; for the complement of a test, and for having none, all names of the place count.
  const isOfOne = ({ negated, test }: Alternative) => negated === (test.is === 'missing')
  const [ofOne, ofAll] = [anyOf.filter(isOfOne), anyOf.filter((alternative) => !isOfOne(alternative))]
  // Long lists mostly have whole names, which are looked up and not compared one by one.
  const whole = new Set(ofOne.flatMap(({ test }) => (test.is === 'equal' ? [test.value] : [])))
  const others = ofOne.filter(({ test }) => test.is !== 'equal')
  // A place has one owner, whose name can be asked for all of them.
  const apart = kind === 'owners' && ofAll.length > 0 ? [ofAll] : ofAll.map((alternative) => [alternative])
  return {
    wanted: keysOf((name) => whole.has(name.compared.value) || passes(name, others)),
    unwanted: apart.map((some) => keysOf((name) => !passes(name, some))),
  }
}
