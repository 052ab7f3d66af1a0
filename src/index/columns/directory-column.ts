import type { DirectoryKind, Names } from '../../place/directory-entry.ts'
import type { ValueTest, WordsTest } from '../../query/query.ts'
import type { WordPattern } from '../../query/suggestion.ts'
import { atOnce, type Pace, sortedInSteps } from '../in-turns.ts'
import { type Bitset, createBitset, setBit } from '../sets/bitset.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import type { Postings } from '../sets/postings.ts'
import type { Selection } from '../sets/selection.ts'
import { type Cover, UnitedLists } from '../sets/united-lists.ts'
import type { Column } from './column.ts'
import { compareCodePoints, DictionaryCursor, dictionarySize, textAt } from './dictionary.ts'
import type { NameGroup } from './heavy-beginnings.ts'
import { type Inverted, selectKeys } from './inverted.ts'
import type { NameReader, ReadName } from './name-reader.ts'
import { NameWords, namesPerStep } from './name-words.ts'
import { parseOwnerKey } from './owner-key.ts'
import type { Ranking } from './ranking.ts'

/** Where more names have changed, the words of all are read anew when somebody asks for them. */
const namesReplacedMax = 1024

/** What a column of names needs. */
export interface DirectoryColumnContext {
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
  readonly lists: Uint32Array
  readonly ties: Bitset
  /** For each reference the first position with its key, and 1 more. */
  readonly rankOf: Uint32Array
}

/**
 * The names of owners, categories or tags, which are not in the segment: a condition is asked of the names that the
 * directory has now, one by one, and the places of the references for which it holds are the answer.
 */
export class DirectoryColumn implements Column {
  /** Grows whenever a name has changed. */
  generation = 0
  /** Lists of places that are asked for together when a beginning is, united in idle time. */
  readonly united: UnitedLists
  readonly #lists: Inverted
  readonly #context: DirectoryColumnContext
  readonly #count: number
  /** Those that were parsed. */
  readonly #references: (Reference | undefined)[]
  /** The names that the references had when they were looked up, and those as searches need them; others when they change. */
  #names: readonly (string | undefined)[]
  #read: readonly (ReadName | undefined)[]
  /** `,"name":…` of a reference, written when it is first wanted. */
  readonly #texts = new Map<number, Buffer>()
  #textsVersion: number | undefined
  #version: number | undefined
  /** What is being made in steps, by what it is. */
  readonly #underWay = new Map<string, Generator<void>>()
  #order: ReferenceOrder | undefined
  #words: NameWords | undefined
  #byName: ReferencesByName | undefined

  constructor(lists: Inverted, context: DirectoryColumnContext) {
    this.#lists = lists
    this.#context = context
    this.united = new UnitedLists(lists.postings, context.size)
    this.#count = dictionarySize(lists.keys)
    this.#references = new Array(this.#count).fill(undefined)
    this.#names = new Array(this.#count).fill(undefined)
    this.#read = new Array(this.#count).fill(undefined)
  }

  select(test: ValueTest): Selection {
    switch (test.is) {
      case 'equal':
        return this.#places(({ folded }) => folded === test.value)
      case 'prefix':
        return this.#places(({ folded }) => folded.startsWith(test.value))
      case 'words':
        return this.#selectWords(test)
      case 'between':
        return this.#places(() => false)
    }
  }

  #selectWords(test: WordsTest): Selection {
    const present = test.present.map((word) => ` ${word}`)
    const absent = test.absent.map((term) => term.map((word) => ` ${word}`))
    return this.#places(({ words }) => {
      const begins = (start: string) => words.includes(start)
      return present.every(begins) && !absent.some((term) => term.every(begins))
    })
  }

  selectPresent(): Selection {
    return this.#places(() => true)
  }

  /** The lists of places one of whose names has a word that begins so, with or without its diacritics. */
  listsBegun(prefix: string): Cover & { readonly postings: Postings } {
    return { postings: this.#lists.postings, ...this.united.cover(this.referencesBegun(prefix)) }
  }

  /** The groups of references that a beginning finds and whose lists are long together, step by step. */
  *heavyGroups(costMin: number): Generator<void, NameGroup[]> {
    const { postings } = this.#lists
    const words = yield* this.readWords()
    return yield* words.heavyGroups({ costMin, costOf: (reference) => postingsAtMost(postings, reference) })
  }

  /** References whose names have a word that begins so, perhaps mistyped; some more than once. */
  *referencesLike(pattern: WordPattern, pace: Pace): Generator<void, Iterable<number>> {
    const words = yield* this.readWords()
    return pattern.edits === 0 ? words.find(pattern.word) : yield* words.near(pattern, pace)
  }

  /** References whose names have a word that begins so, with or without its diacritics. */
  referencesBegun(prefix: string): Uint32Array {
    return atOnce(this.readWords()).find(prefix)
  }

  ranking(): Ranking {
    const { lists, ties, rankOf } = atOnce(this.readOrder())
    const { referenceOf, sortKey } = this.#context
    const nameAt = (ordinal: number) => this.#names[referenceOf(ordinal) ?? -1]
    return {
      postings: this.#lists.postings,
      lists,
      ties,
      positions: lists.length,
      rankOf: (ordinal) => rankOf[referenceOf(ordinal) ?? -1] ?? 0,
      keyOf: (ordinal) => {
        const name = nameAt(ordinal)
        return name === undefined ? undefined : sortKey(name)
      },
    }
  }

  /** The names that the references have now. */
  byName(): ReferencesByName {
    return atOnce(this.readByName())
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

  /** Whether the directory has changed since the names were looked up. */
  get isStale(): boolean {
    return this.#version !== this.#context.names.version
  }

  /** Looks the names up when the directory has changed; `generation` tells whether one of these has. */
  refresh(): void {
    if (this.isStale) atOnce(this.readNames())
  }

  /** The same in steps, as all that follows; others may ask or do the same between steps. */
  *readNames(): Generator<void> {
    while (this.isStale) yield* this.#together('names', () => this.#lookUp())
  }

  *readWords(): Generator<void, NameWords> {
    for (;;) {
      yield* this.readNames()
      if (this.#words !== undefined) return this.#words
      yield* this.#together('words', () => this.#cut(this.#read))
    }
  }

  *readByName(): Generator<void, ReferencesByName> {
    for (;;) {
      yield* this.readNames()
      if (this.#byName !== undefined) return this.#byName
      yield* this.#together('by name', () => this.#group(this.#read))
    }
  }

  *readOrder(): Generator<void, ReferenceOrder> {
    for (;;) {
      yield* this.readNames()
      if (this.#order !== undefined) return this.#order
      yield* this.#together('order', () => this.#sort(this.#names))
    }
  }

  /** Goes on with what is under way for all who ask: what is given up half done is done on by the next. */
  *#together(what: string, begin: () => Generator<void>): Generator<void> {
    const work = this.#underWay.get(what) ?? begin()
    this.#underWay.set(what, work)
    while (!work.next().done) yield
    if (this.#underWay.get(what) === work) this.#underWay.delete(what)
  }

  *#lookUp(): Generator<void> {
    const { names, reader } = this.#context
    const { version } = names
    const [looked, read] = [this.#names.slice(), this.#read.slice()]
    const changed: number[] = []
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
      changed.push(reference)
    }
    // Others may have been faster, or the directory may have changed again.
    if (this.#version === version || version !== names.version) return
    this.#version = version
    if (changed.length === 0 && this.generation > 0) return
    this.#install(looked, read, changed)
  }

  #install(names: readonly (string | undefined)[], read: readonly (ReadName | undefined)[], changed: number[]): void {
    if (changed.length > namesReplacedMax) this.#words = undefined
    for (const reference of this.#words ? changed : []) {
      this.#words?.replace(reference, this.#read[reference], read[reference])
    }
    this.#names = names
    this.#read = read
    this.generation++
    this.#order = undefined
    this.#byName = undefined
  }

  #places(holds: (name: ReadName) => boolean): Selection {
    this.refresh()
    const found: number[] = []
    for (let reference = 0; reference < this.#read.length; reference++) {
      const name = this.#read[reference]
      if (name !== undefined && holds(name)) found.push(reference)
    }
    return selectKeys(this.#lists, Uint32Array.from(found), this.#context.size)
  }

  *#cut(read: readonly (ReadName | undefined)[]): Generator<void> {
    const words = yield* NameWords.inSteps(read)
    if (this.#read === read) this.#words ??= words
  }

  *#group(read: readonly (ReadName | undefined)[]): Generator<void> {
    const numbers = new Map<string, number[]>()
    for (const [reference, name] of read.entries()) {
      if (reference % namesPerStep === 0) yield
      if (name === undefined) continue
      const same = numbers.get(name.folded)
      if (same) same.push(reference)
      else numbers.set(name.folded, [reference])
    }
    const names = [...numbers.keys()]
    yield
    const order = yield* sortedInSteps(names.length, (a, b) => compareCodePoints(names[a]!, names[b]!))
    const sorted: string[] = []
    const references: (readonly number[])[] = []
    const nameOf = new Uint32Array(read.length)
    for (let at = 0; at < order.length; at++) {
      const name = names[order[at]!]!
      const same = numbers.get(name)!
      sorted.push(name)
      references.push(same)
      for (const reference of same) nameOf[reference] = at
      if (at % namesPerStep === 0) yield
    }
    if (this.#read === read) this.#byName ??= { lists: this.#lists, names: sorted, references, nameOf }
  }

  *#sort(names: readonly (string | undefined)[]): Generator<void> {
    const named: number[] = []
    const keys: string[] = []
    for (const [reference, name] of names.entries()) {
      if (reference % namesPerStep === 0) yield
      if (name === undefined) continue
      named.push(reference)
      keys.push(this.#context.sortKey(name))
    }
    const order = yield* sortedInSteps(keys.length, (a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0))
    yield
    const ties = createBitset(order.length)
    const rankOf = new Uint32Array(names.length)
    for (let at = 0; at < order.length; at++) {
      const tied = at > 0 && keys[order[at]!] === keys[order[at - 1]!]
      if (tied) setBit(ties, at)
      rankOf[named[order[at]!]!] = tied ? rankOf[named[order[at - 1]!]!]! : at + 1
    }
    if (this.#names === names) this.#order ??= { lists: order.map((at) => named[at]!), ties, rankOf }
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
