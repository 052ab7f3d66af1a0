import type { DirectoryKind, Names } from '../../place/directory-entry.ts'
import type { Test } from '../../query/query.ts'
import { atOnce } from '../in-turns.ts'
import { type Bitset, createBitset, setBit } from '../sets/bitset.ts'
import { postingsAtMost } from '../sets/posting-counts.ts'
import type { Postings } from '../sets/postings.ts'
import type { Selection } from '../sets/selection.ts'
import { type Cover, UnitedLists } from '../sets/united-lists.ts'
import type { Column } from './column.ts'
import { DictionaryCursor, dictionarySize, sortTexts } from './dictionary.ts'
import type { NameGroup } from './heavy-beginnings.ts'
import { type Inverted, selectKeys } from './inverted.ts'
import type { NameReader, ReadName } from './name-reader.ts'
import { NameWords, namesPerStep } from './name-words.ts'
import { parseOwnerKey } from './owner-key.ts'
import type { Ranking } from './ranking.ts'

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
  readonly #cursor: DictionaryCursor
  readonly #count: number
  /** Those that were parsed, which all are before any is asked for. */
  readonly #references: Reference[] = []
  readonly #names: (string | undefined)[]
  readonly #read: (ReadName | undefined)[]
  /** `,"name":…` of a reference, written when it is first wanted. */
  readonly #texts = new Map<number, Buffer>()
  #version: number | undefined
  #order: ReferenceOrder | undefined
  #words: NameWords | undefined
  #byName: ReferencesByName | undefined

  constructor(lists: Inverted, context: DirectoryColumnContext) {
    this.#lists = lists
    this.#context = context
    this.united = new UnitedLists(lists.postings, context.size)
    this.#cursor = new DictionaryCursor(lists.keys)
    this.#count = dictionarySize(lists.keys)
    this.#names = new Array(this.#count).fill(undefined)
    this.#read = new Array(this.#count).fill(undefined)
  }

  select(test: Test): Selection {
    if (test.is === 'equal') return this.#places(({ folded }) => folded === test.value)
    if (test.is === 'prefix') return this.#places(({ folded }) => folded.startsWith(test.value))
    if (test.is !== 'words') return this.#places(() => false)
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
    this.#words ??= yield* NameWords.inSteps(this.#read)
    return yield* this.#words.heavyGroups({ costMin, costOf: (reference) => postingsAtMost(postings, reference) })
  }

  /** References whose names have a word that begins so, with or without its diacritics. */
  referencesBegun(prefix: string): Uint32Array {
    this.refresh()
    this.#words ??= new NameWords(this.#read)
    return this.#words.find(prefix)
  }

  ranking(): Ranking {
    this.refresh()
    this.#order ??= this.#sort()
    const { lists, ties, rankOf } = this.#order
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
    this.refresh()
    this.#byName ??= this.#group()
    return this.#byName
  }

  /** `,"name":"…"` of a reference, or undefined when it has no name. */
  nameText(reference: number): Buffer | undefined {
    this.refresh()
    const known = this.#texts.get(reference)
    const name = this.#names[reference]
    if (known !== undefined || name === undefined) return known
    const text = Buffer.from(`,"name":${JSON.stringify(name)}`)
    this.#texts.set(reference, text)
    return text
  }

  /** The id of a reference, and the name that stands in when the directory has none. */
  referenceAt(reference: number): Reference {
    if (this.#references.length < this.#count) atOnce(this.#parseReferences())
    return this.#references[reference]!
  }

  /** Whether the words of the names were asked for. */
  get hasWords(): boolean {
    return this.#words !== undefined
  }

  /** Does in steps what the first who asks for words would have to do at once; nobody may ask meanwhile. */
  *readWords(): Generator<void> {
    if (this.isStale) yield* this.#lookUp()
    this.#words ??= yield* NameWords.inSteps(this.#read)
  }

  /** Whether the directory has changed since the names were looked up. */
  get isStale(): boolean {
    return this.#version !== this.#context.names.version
  }

  /** Reads the names in steps, so that `refresh` has little to do afterwards. */
  *readAhead(): Generator<void> {
    yield* this.#parseReferences()
    for (const [number, reference] of this.#references.entries()) {
      const name = this.#nameOf(reference)
      if (name !== undefined) this.#context.reader.read(name)
      if (number % namesPerStep === 0) yield
    }
  }

  /** Looks the names up when the directory has changed; `generation` tells whether one of these has. */
  refresh(): void {
    if (this.isStale) atOnce(this.#lookUp())
  }

  *#lookUp(): Generator<void> {
    const { names, reader } = this.#context
    yield* this.#parseReferences()
    this.#version = names.version
    let changed = this.generation === 0
    for (let reference = 0; reference < this.#references.length; reference++) {
      const name = this.#nameOf(this.#references[reference]!)
      if (reference % namesPerStep === 0) yield
      if (name === this.#names[reference]) continue
      const read = name === undefined ? undefined : reader.read(name)
      this.#words?.replace(reference, this.#read[reference], read)
      this.#names[reference] = name
      this.#read[reference] = read
      this.#texts.delete(reference)
      changed = true
    }
    if (!changed) return
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

  #group(): ReferencesByName {
    const numbers = new Map<string, number[]>()
    for (const [reference, name] of this.#read.entries()) {
      if (name === undefined) continue
      const same = numbers.get(name.folded)
      if (same) same.push(reference)
      else numbers.set(name.folded, [reference])
    }
    const names = [...numbers.keys()]
    const order = [...sortTexts(names)]
    return {
      lists: this.#lists,
      names: order.map((at) => names[at]!),
      references: order.map((at) => numbers.get(names[at]!)!),
    }
  }

  #sort(): ReferenceOrder {
    const keys = this.#names.map((name) => (name === undefined ? '' : this.#context.sortKey(name)))
    const named = [...keys.keys()].filter((reference) => this.#names[reference] !== undefined)
    const lists = Uint32Array.from(named).sort((a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0))
    const ties = createBitset(lists.length)
    const rankOf = new Uint32Array(keys.length)
    for (let at = 0; at < lists.length; at++) {
      const tied = at > 0 && keys[lists[at]!] === keys[lists[at - 1]!]
      if (tied) setBit(ties, at)
      rankOf[lists[at]!] = tied ? rankOf[lists[at - 1]!]! : at + 1
    }
    return { lists, ties, rankOf }
  }

  /** Parses in steps what is not parsed yet; begun again, it goes on where it stood. */
  *#parseReferences(): Generator<void> {
    const isOwner = this.#context.kind === 'owners'
    while (this.#references.length < this.#count) {
      this.#cursor.next()
      const key = this.#cursor.toString()
      this.#references.push(isOwner ? parseOwnerKey(key) : { id: key })
      if (this.#references.length % namesPerStep === 0) yield
    }
  }

  #nameOf({ id, name }: Reference): string | undefined {
    const { names, kind } = this.#context
    const known = names.entry(kind, id)?.name
    return kind === 'owners' ? (known ?? name ?? id) : known
  }
}
