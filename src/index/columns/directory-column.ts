import type { DirectoryKind, Names } from '../../place/directory-entry.ts'
import { compareKeys } from '../../query/facets.ts'
import type { ValueTest, WordsTest } from '../../query/query.ts'
import { atOnce, type Pace, SharedSteps, sortedInSteps } from '../in-turns.ts'
import { type Postings, selectLists } from '../sets/postings.ts'
import type { Selection } from '../sets/selection.ts'
import { DictionaryCursor, textAt } from './dictionary.ts'
import type { Inverted } from './inverted.ts'
import { type NameReader, NameWords, namesPerStep, type ReadName } from './name-words.ts'
import { parseOwnerKey } from './owner-key.ts'
import type { Ranking } from './ranking.ts'

/** What a column of names needs. */
interface DirectoryColumnContext {
  readonly size: number
  readonly kind: DirectoryKind
  readonly names: Names
  readonly reader: NameReader
  readonly sortKey: (text: string) => string
  /** The number of the reference of a place, where it has one and not several. */
  readonly referenceOf: (ordinal: number) => number | undefined
}

/** A reference of the segment: the id, and the name that stands in when the directory has none. */
interface Reference {
  readonly id: string
  readonly name?: string
}

/** The references that have each name, folded, in the order of the names by code points. */
export interface ReferencesByName {
  readonly lists: Inverted
  readonly names: readonly string[]
  readonly references: readonly (readonly number[])[]
  /** The number of the name of each reference that has one. */
  readonly nameOf: Uint32Array
}

/** The references in the order of their names. */
interface ReferenceOrder {
  /** Which names these are (see `generation`). */
  readonly generation: number
  readonly names: readonly (string | undefined)[]
  readonly rankMax: number
  /** For each reference the first position with its key, and 1 more; 0 where it has no name. */
  readonly rankOf: Uint32Array
}

/** The words of the names, and whose they are. */
export interface ReferenceWords {
  /** Which names these are (see `generation`). */
  readonly generation: number
  readonly words: NameWords
  /** List i has the places of reference i. */
  readonly postings: Postings
}

/**
 * The names of owners, categories or tags, which are not in the segment: a condition is asked of the names that the
 * directory has now, one by one, and the places of the references for which it holds are the answer.
 *
 * What is made of the names is made in steps, once for all readers: whoever waits for it goes on with it. Names that
 * change meanwhile are for those who ask later, so that an import of owners keeps no reader from its end.
 */
export class DirectoryColumn {
  /** Grows whenever a name has changed. */
  generation = 0
  readonly #lists: Inverted
  readonly #context: DirectoryColumnContext
  readonly #count: number
  /** Those that were parsed. */
  readonly #references: (Reference | undefined)[]
  /** The names that the references had when they were looked up, and those as searches need them; others when they change. */
  #names: readonly (string | undefined)[]
  #read: readonly (ReadName | undefined)[]
  /** The version of the directory of which these are complete. */
  #version = Number.NEGATIVE_INFINITY
  #lookUp: SharedSteps<void> | undefined
  /** `,"name":…` of a reference, written when it is first wanted. */
  readonly #texts = new Map<number, Buffer>()
  #textsVersion: number | undefined
  /** What is made of these names, or being made. */
  #words: SharedSteps<ReferenceWords> | undefined
  #order: SharedSteps<ReferenceOrder> | undefined
  #byName: SharedSteps<ReferencesByName> | undefined
  /** The last order that was made, by which places are compared. */
  #ordered: ReferenceOrder | undefined

  constructor(lists: Inverted, context: DirectoryColumnContext) {
    this.#lists = lists
    this.#context = context
    this.#count = lists.keys.count
    this.#references = new Array(this.#count).fill(undefined)
    this.#names = new Array(this.#count).fill(undefined)
    this.#read = new Array(this.#count).fill(undefined)
  }

  /** Places that have a name for which the test holds. */
  select(test: ValueTest, pace: Pace): Generator<void, Selection> {
    switch (test.is) {
      case 'equal':
        return this.#places(({ folded }) => folded === test.value, pace)
      case 'prefix':
        return this.#places(({ folded }) => folded.startsWith(test.value), pace)
      case 'words':
        return this.#selectWords(test, pace)
      case 'between':
        return this.#places(() => false, pace)
    }
  }

  #selectWords(test: WordsTest, pace: Pace): Generator<void, Selection> {
    const present = test.present.map((word) => ` ${word}`)
    const absent = test.absent.map((term) => term.map((word) => ` ${word}`))
    return this.#places(({ words }) => {
      const begins = (start: string) => words.includes(start)
      return present.every(begins) && !absent.some((term) => term.every(begins))
    }, pace)
  }

  /** Places that have a name. */
  selectPresent(pace: Pace): Generator<void, Selection> {
    return this.#places(() => true, pace)
  }

  /** The order by the names that were read last. */
  ranking(): Ranking {
    const { names, rankMax, rankOf } = this.#ordered ?? atOnce(this.readOrder())
    const { referenceOf, sortKey } = this.#context
    return {
      rankMax,
      rankOf: (ordinal) => rankOf[referenceOf(ordinal) ?? -1] ?? 0,
      keyOf: (ordinal) => {
        const name = names[referenceOf(ordinal) ?? -1]
        return name === undefined ? undefined : sortKey(name)
      },
    }
  }

  /** Changes whenever what is found or how it is ordered may change. */
  get state(): string {
    return `${this.generation}.${this.#ordered?.generation}`
  }

  /** `,"name":"…"` of a reference, or undefined when it has no name. */
  nameText(reference: number): Buffer | undefined {
    const { version } = this.#context.names
    if (this.#texts.size > 0 && this.#textsVersion !== version) this.#texts.clear()
    this.#textsVersion = version
    const known = this.#texts.get(reference)
    const name = known ? undefined : this.#nameOf(this.referenceAt(reference))
    if (known !== undefined || name === undefined) return known
    const text = Buffer.from(`,"name":${JSON.stringify(name)}`)
    this.#texts.set(reference, text)
    return text
  }

  /** The id of a reference, and the name that stands in when the directory has none. */
  referenceAt(reference: number): Reference {
    const known = this.#references[reference] ?? this.#parse(textAt(this.#lists.keys, reference))
    this.#references[reference] = known
    return known
  }

  /** Whether the words of the names were asked for. */
  get hasWords(): boolean {
    return this.#words !== undefined
  }

  /** Looks the names up when the directory has changed, as all that follows do first. */
  *readNames(): Generator<void> {
    const { version } = this.#context.names
    while (this.#version < version) {
      this.#lookUp ??= new SharedSteps(this.#lookUpNames())
      yield* this.#lookUp.finish()
    }
  }

  /** The words of the names. */
  *readWords(): Generator<void, ReferenceWords> {
    yield* this.readNames()
    this.#words ??= new SharedSteps(this.#cut())
    return yield* this.#words.finish()
  }

  /** The references by their names. */
  *readByName(): Generator<void, ReferencesByName> {
    yield* this.readNames()
    this.#byName ??= new SharedSteps(this.#group())
    return yield* this.#byName.finish()
  }

  /** The references in the order of their names, which `ranking` goes by from then on. */
  *readOrder(): Generator<void, ReferenceOrder> {
    yield* this.readNames()
    this.#order ??= new SharedSteps(this.#sort())
    return yield* this.#order.finish()
  }

  *#lookUpNames(): Generator<void> {
    const { names, reader } = this.#context
    const { version } = names
    const [looked, read] = [this.#names.slice(), this.#read.slice()]
    let changed = this.generation === 0
    const cursor = new DictionaryCursor(this.#lists.keys)
    for (let reference = 0; reference < this.#count; reference++) {
      cursor.next()
      const known = this.#references[reference] ?? this.#parse(cursor.toString())
      this.#references[reference] = known
      const name = this.#nameOf(known)
      if (reference % namesPerStep === 0) yield
      if (name === looked[reference]) continue
      looked[reference] = name
      read[reference] = name === undefined ? undefined : reader.read(name)
      changed = true
    }
    this.#version = version
    this.#lookUp = undefined
    if (!changed) return
    this.#names = looked
    this.#read = read
    this.generation++
    this.#words = undefined
    this.#order = undefined
    this.#byName = undefined
  }

  *#places(holds: (name: ReadName) => boolean, pace: Pace): Generator<void, Selection> {
    yield* this.readNames()
    const read = this.#read
    const found: number[] = []
    for (let reference = 0; reference < read.length; reference++) {
      const name = read[reference]
      if (name !== undefined && holds(name)) found.push(reference)
      if (reference % namesPerStep === 0 && pace.isDue) yield
    }
    return selectLists(this.#lists.postings, Uint32Array.from(found), this.#context.size)
  }

  *#cut(): Generator<void, ReferenceWords> {
    const { generation } = this
    return { generation, words: yield* NameWords.of(this.#read), postings: this.#lists.postings }
  }

  *#group(): Generator<void, ReferencesByName> {
    const read = this.#read
    const named: number[] = []
    for (const [reference, name] of read.entries()) {
      if (reference % namesPerStep === 0) yield
      if (name !== undefined) named.push(reference)
    }
    const folded = (at: number) => read[named[at]!]!.folded
    const order = yield* sortedInSteps(named.length, (a, b) => compareKeys(folded(a), folded(b)))
    const names: string[] = []
    const references: number[][] = []
    const nameOf = new Uint32Array(read.length)
    for (let at = 0; at < order.length; at++) {
      if (at % namesPerStep === 0) yield
      const name = folded(order[at]!)
      if (name !== names.at(-1)) {
        names.push(name)
        references.push([])
      }
      references.at(-1)!.push(named[order[at]!]!)
      nameOf[named[order[at]!]!] = names.length - 1
    }
    return { lists: this.#lists, names, references, nameOf }
  }

  *#sort(): Generator<void, ReferenceOrder> {
    const { generation } = this
    const names = this.#names
    const named: number[] = []
    const keys: string[] = []
    for (const [reference, name] of names.entries()) {
      if (reference % namesPerStep === 0) yield
      if (name === undefined) continue
      named.push(reference)
      keys.push(this.#context.sortKey(name))
    }
    const order = yield* sortedInSteps(keys.length, (a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0))
    const rankOf = new Uint32Array(names.length)
    for (let at = 0; at < order.length; at++) {
      if (at % namesPerStep === 0) yield
      const tied = at > 0 && keys[order[at]!] === keys[order[at - 1]!]
      rankOf[named[order[at]!]!] = tied ? rankOf[named[order[at - 1]!]!]! : at + 1
    }
    this.#ordered = { generation, names, rankMax: order.length, rankOf }
    return this.#ordered
  }

  #parse(key: string): Reference {
    return this.#context.kind === 'owners' ? parseOwnerKey(key) : { id: key }
  }

  #nameOf({ id, name }: Reference): string | undefined {
    const { names, kind } = this.#context
    const known = names.entry(kind, id)?.name
    return kind === 'owners' ? (known ?? name ?? id) : known
  }
}
