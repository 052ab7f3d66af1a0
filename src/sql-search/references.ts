import { nameOfReference } from '../index/documents/rendered.ts'
import type { DirectoryKind, Names } from '../place/directory-entry.ts'
import { type ComparedValue, holdsFilter } from '../query/matches.ts'
import type { Alternative, Filter } from '../query/query.ts'
import { searchedWords } from '../query/relevance.ts'
import { fold } from '../query/text.ts'

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

/** A key and the name that it has. */
interface NamedKey {
  readonly key: string
  readonly name: string
  /** The name as filters compare it. */
  readonly compared: ComparedValue
  /** The words by which full text finds it, once somebody has asked for them. */
  searched?: readonly string[]
}

/** All of a kind that have a name, as of a version of the names and so many references. */
interface NamedKeys {
  readonly version: number
  readonly count: number
  readonly keys: readonly NamedKey[]
}

/** What decides whether a place passes a filter on names. */
export interface DecidingKeys {
  /** It does when it refers to one of these, */
  readonly wanted: readonly string[]
  /** or when there is a list here of which it refers to none. */
  readonly unwanted: readonly (readonly string[])[]
}

interface KnownDeciding {
  /** What it was made of. */
  readonly names: readonly NamedKey[]
  readonly deciding: DecidingKeys
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
  readonly #named: Partial<Record<DirectoryKind, NamedKeys>> = {}
  readonly #deciding = new WeakMap<Filter, KnownDeciding>()
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

  /** What decides about a filter on the names of a kind, found once for all statements of a request. */
  deciding(kind: DirectoryKind, filter: Filter): DecidingKeys {
    const [names, known] = [this.#namesOf(kind), this.#deciding.get(filter)]
    if (known?.names === names) return known.deciding
    const deciding = decidingKeys(kind, filter, names)
    this.#deciding.set(filter, { names, deciding })
    return deciding
  }

  /** The keys with a name that full text finds by the beginning of a word. */
  keysWithWord(kind: DirectoryKind, start: string): string[] {
    return this.#namesOf(kind).flatMap((one) => {
      one.searched ??= searchedWords(one.name)
      return one.searched.some((word) => word.startsWith(start)) ? [one.key] : []
    })
  }

  /** Names are folded and cut into words once, until one of them may have changed: a query may have thousands of values. */
  #namesOf(kind: DirectoryKind): readonly NamedKey[] {
    const [{ version }, { length: count }, kept] = [this.#names, this.#known[kind], this.#named[kind]]
    if (kept?.version === version && kept.count === count) return kept.keys
    const keys = this.named(kind).map(({ key, name }) => ({ key, name, compared: { value: fold(name) } }))
    this.#named[kind] = { version, count, keys }
    return keys
  }
}

/** Alternatives are decided together as far as they can be, since each list of keys may be long. */
function decidingKeys(kind: DirectoryKind, { field, anyOf }: Filter, names: readonly NamedKey[]): DecidingKeys {
  const passes = ({ compared }: NamedKey, some: readonly Alternative[]) =>
    holdsFilter([compared], { field, anyOf: some })
  const keysOf = (fits: (name: NamedKey) => boolean) => names.flatMap((name) => (fits(name) ? [name.key] : []))
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
