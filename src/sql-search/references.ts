import { hash } from 'node:crypto'
import { Turn } from '../common/pause.ts'
import type { Names } from '../place/directory-entry.ts'
import { type DirectoryKind, directoryKinds } from '../place/directory-kinds.ts'
import { nameIn } from '../place/view.ts'
import { type ComparedValue, holdsFilter } from '../query/matches.ts'
import type { Alternative, Filter } from '../query/query.ts'
import { fold } from '../query/text/folded-text.ts'
import { searchedWords } from '../query/text/relevance.ts'
import type { SortKey } from '../query/text/sort-key.ts'
import { parseOwnerKey } from '../read-model/owner-key.ts'
import { currentName } from '../read-model/reference.ts'

/** Kinds of references: the lists of the directory, and the time zones of opening hours. */
type ReferenceKind = DirectoryKind | 'zones'

/**
 * Longer keys are replaced by a digest: an index holds about 2,700 bytes, and an owner id may have 2,000 characters.
 */
const keyBytesMax = 1_000

/** A reference as stored in its table. */
export interface ReferenceRow {
  readonly kind: ReferenceKind
  readonly key: string
  /** The complete text, if it is too long for a key. */
  readonly whole: string | null
}

/** A stored reference; numbers increase. */
export interface Reference extends ReferenceRow {
  readonly number: number
}

/** The reference of a place to a text. */
export function referenceRow(kind: ReferenceKind, text: string): ReferenceRow {
  const key = referenceKey(text)
  return { kind, key, whole: key === text ? null : text }
}

/** The key of a reference: the text, or a digest if it is too long. */
export function referenceKey(text: string): string {
  return Buffer.byteLength(text) <= keyBytesMax ? text : `#${hash('sha256', text, 'hex')}`
}

/** The name of the reference with this text: the key of an owner, or the id of a category or a tag. */
function nameOfReference(kind: DirectoryKind, text: string, names: Names): string | undefined {
  const { id, name: stored } = kind === 'owners' ? parseOwnerKey(text) : { id: text }
  return currentName({ kind, id, name: null, ...(stored !== undefined && { stored }) }, nameIn(names)) ?? undefined
}

/** A reference: the key in the rows of places, and the text behind it. */
interface KnownReference {
  readonly key: string
  readonly text: string
}

/** A reference with its name. */
interface NamedReference extends KnownReference {
  readonly name: string
  /** The name in the form that filters compare. */
  readonly compared: ComparedValue
  /** The words by which full text finds the name. */
  readonly words: readonly string[]
  /** The sort key of the name. */
  readonly sort: SortKey
}

/** The keys that decide whether a place passes a filter on names. */
export interface DecidingKeys {
  /** A place passes if it refers to one of these, */
  readonly wanted: readonly string[]
  /** or if there is a list here of which it refers to none. */
  readonly unwanted: readonly (readonly string[])[]
}

/** The references of all places. There are far fewer of these than places, so each process keeps all in memory. */
export class References {
  readonly #known: Record<ReferenceKind, KnownReference[]> = { owners: [], categories: [], tags: [], zones: [] }
  readonly #names: Names
  readonly #sortKey: (text: string) => SortKey
  #named: Readonly<Record<DirectoryKind, readonly NamedReference[]>> = { owners: [], categories: [], tags: [] }
  /** The names version and the last reference number for which `#named` was read. */
  #namedOf: readonly unknown[] = []
  #last: Reference | undefined
  #reading = Promise.resolve()

  constructor(names: Names, sortKey: (text: string) => SortKey) {
    this.#names = names
    this.#sortKey = sortKey
  }

  /** The last reference that was read. */
  get last(): Reference | undefined {
    return this.#last
  }

  /**
   * Adds the references read from `asked` on, which was the last known one at the time. Returns false and adds nothing
   * if it is not the first of them: then the references belong to other tables.
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

  /** Reads the current names of references without blocking the thread; unchanged ones are kept. */
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

  /** All references of a kind. */
  known(kind: ReferenceKind): readonly KnownReference[] {
    return this.#known[kind]
  }

  /** The references that have a name, as of the last `refreshNames`. */
  named(kind: DirectoryKind): readonly NamedReference[] {
    return this.#named[kind]
  }

  /** The keys whose name has a word with this prefix, for full text. */
  keysWithWord(kind: DirectoryKind, start: string): string[] {
    return this.#named[kind].flatMap(({ key, words }) => (words.some((word) => word.startsWith(start)) ? [key] : []))
  }
}

/**
 * Finds the references that decide a filter on the names of a kind. Alternatives are combined as far as possible, since
 * each list of keys may be long.
 */
export function findDecidingKeys(kind: DirectoryKind, { field, anyOf }: Filter, references: References): DecidingKeys {
  const names = references.named(kind)
  const passes = ({ compared }: NamedReference, some: readonly Alternative[]) =>
    holdsFilter([compared], { field, anyOf: some })
  const keysOf = (fits: (name: NamedReference) => boolean) => names.flatMap((name) => (fits(name) ? [name.key] : []))
  // One name is enough for these. For the complement of a test, and for a missing name, all names of the place count.
  const isOfOne = ({ negated, test }: Alternative) => negated === (test.is === 'missing')
  const [ofOne, ofAll] = [anyOf.filter(isOfOne), anyOf.filter((alternative) => !isOfOne(alternative))]
  // Long lists usually contain complete names, which are looked up and not compared one by one.
  const whole = new Set(ofOne.flatMap(({ test }) => (test.is === 'equal' ? [test.value] : [])))
  const others = ofOne.filter(({ test }) => test.is !== 'equal')
  // A place has exactly one owner, so all these alternatives can be tested on one name.
  const apart = kind === 'owners' && ofAll.length > 0 ? [ofAll] : ofAll.map((alternative) => [alternative])
  return {
    wanted: keysOf((name) => whole.has(name.compared.value) || passes(name, others)),
    unwanted: apart.map((some) => keysOf((name) => !passes(name, some))),
  }
}
