import type { Names } from '../../place/directory-entry.ts'
import type { DirectoryKind } from '../../place/directory-kinds.ts'
import type { ValueTest, WordsTest } from '../../query/query.ts'
import { cutWords, fold } from '../../query/text/folded-text.ts'
import { searchedWords } from '../../query/text/relevance.ts'
import { parseOwnerKey } from '../../read-model/owner-key.ts'
import { type Pace, runToCompletion, SharedSteps } from '../in-turns.ts'
import { GrowableUint32, TextList } from '../memory/growable.ts'
import { type ListRange, type Postings, PostingUnion, selectInSteps } from '../sets/postings.ts'
import { difference, intersection, listSelection, nothing, type Selection, selectOrdinals } from '../sets/selection.ts'
import { type Dictionary, DictionaryCursor, rangeOfPrefix, rangeOfText, textAt } from './dictionary.ts'
import { type Inverted, type RankedInverted, TextInverter } from './inverted.ts'
import type { Ranking } from './ranking.ts'

/** Dependencies of a column of names. */
interface DirectoryColumnContext {
  readonly size: number
  readonly kind: DirectoryKind
  readonly names: Names
  readonly sortKey: (text: string) => string
  /** The reference number of a place if it has exactly one reference; only owners have such references. */
  readonly referenceOf: (ordinal: number) => number | undefined
}

/** A reference of the segment: the id, and the name that is used if the directory has none. */
interface Reference {
  readonly id: string
  readonly name?: string
}

/** The references by folded name: list i of `names` holds the references with name i. */
export interface ReferencesByName {
  readonly names: Inverted
  /** The number of each reference's name plus 1; 0 for references without a name. */
  readonly rankOf: Uint32Array
  /** List i holds the places of reference i. */
  readonly postings: Postings
}

/** The references in the order of their names. */
interface ReferenceOrder {
  /** The version of the names (see `generation`). */
  readonly generation: number
  /** The sort keys, and the number of each reference's key plus 1; 0 for references without a name. */
  readonly keys: Dictionary
  readonly rankOf: Uint32Array
}

/** The words of the names, and their references. */
export interface ReferenceWords {
  /** The version of the names (see `generation`). */
  readonly generation: number
  readonly names: TextList
  /** Words to references; there are `count` references. */
  readonly words: Inverted
  readonly count: number
  /** List i holds the places of reference i. */
  readonly postings: Postings
}

/** Number of names per step, which takes less than a millisecond. */
const namesPerStep = 256

/**
 * The names of owners, categories or tags, which are not in the segment. A condition is evaluated on the current names
 * in the directory, and selects the places of the matching references.
 *
 * Structures over the names are built in steps, once for all readers: a waiting reader continues the work. Names that
 * change meanwhile are left to later readers, so an import of owners never keeps a reader from finishing.
 */
export class DirectoryColumn {
  /** Incremented whenever a name has changed. */
  generation = 0
  readonly #lists: Inverted
  readonly #context: DirectoryColumnContext
  readonly #count: number
  /** The names of the references at the last look-up, one after the other; empty for references without a name. */
  #names = new TextList()
  /** The directory version of these names. */
  #version = Number.NEGATIVE_INFINITY
  #lookUp: SharedSteps<void> | undefined
  /** `,"name":…` of a reference, written on first use. */
  readonly #texts = new Map<number, Buffer>()
  #textsVersion: number | undefined
  /** The structures over these names, finished or in progress. */
  #words: SharedSteps<ReferenceWords> | undefined
  #order: SharedSteps<ReferenceOrder> | undefined
  #byName: SharedSteps<ReferencesByName> | undefined
  /** The last finished order, by which places are compared. */
  #ordered: ReferenceOrder | undefined

  constructor(lists: Inverted, context: DirectoryColumnContext) {
    this.#lists = lists
    this.#context = context
    this.#count = lists.keys.count
  }

  /** Places that have a name for which the test holds. */
  *select(test: ValueTest, pace: Pace): Generator<void, Selection> {
    switch (test.is) {
      case 'equal':
        return yield* this.#named((names) => rangeOfText(names, String(test.value)), pace)
      case 'prefix':
        return yield* this.#named((names) => rangeOfPrefix(names, test.value), pace)
      case 'words':
        return yield* this.#selectWords(test, pace)
      case 'between':
        return nothing
    }
  }

  /** Places that have a name. */
  selectPresent(pace: Pace): Generator<void, Selection> {
    return this.#named(({ count }) => ({ first: 0, end: count }), pace)
  }

  *#named(rangeIn: (names: Dictionary) => ListRange, pace: Pace): Generator<void, Selection> {
    const { names } = yield* this.readByName()
    const range = rangeIn(names.keys)
    return yield* this.#placesOf(yield* selectInSteps(names.postings, range, { size: this.#count, pace }), pace)
  }

  *#selectWords({ present, absent }: WordsTest, pace: Pace): Generator<void, Selection> {
    let references = yield* this.#withWords(present, pace)
    for (const words of absent) references = difference(references, yield* this.#withWords(words, pace))
    return yield* this.#placesOf(references, pace)
  }

  /**
   * The references whose name has a word that begins with each start. Candidates found without diacritics are verified.
   */
  *#withWords(starts: readonly string[], pace: Pace): Generator<void, Selection> {
    const { words, names, count: size } = yield* this.readWords()
    const found: Selection[] = []
    for (const start of starts)
      found.push(yield* selectInSteps(words.postings, rangeOfPrefix(words.keys, start), { size, pace }))
    const having = new GrowableUint32()
    for (const [at, reference] of listSelection(intersection(found, size)).entries()) {
      if (at % namesPerStep === 0 && pace.isDue) yield
      const name = names.at(reference)
      const own = cutWords(fold(name))
      if (name !== '' && starts.every((start) => own.some((word) => word.startsWith(start)))) having.push(reference)
    }
    return selectOrdinals(having.view(), size)
  }

  *#placesOf(references: Selection, pace: Pace): Generator<void, Selection> {
    const union = new PostingUnion(this.#context.size)
    union.addLists(this.#lists.postings, listSelection(references))
    return yield* union.finishing(pace)
  }

  /** The order by the names read last. */
  ranking(): Ranking {
    const { keys, rankOf } = this.#ordered ?? runToCompletion(this.readOrder())
    const { referenceOf } = this.#context
    const rankOfPlace = (ordinal: number) => rankOf[referenceOf(ordinal) ?? -1] ?? 0
    return {
      rankMax: keys.count,
      rankOf: rankOfPlace,
      keyOf: (ordinal) => {
        const rank = rankOfPlace(ordinal)
        return rank === 0 ? undefined : textAt(keys, rank - 1)
      },
    }
  }

  /** Changes whenever the results or their order may change. */
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

  /** The id of a reference, and the name that is used if the directory has none. */
  referenceAt(reference: number): Reference {
    return this.#parse(textAt(this.#lists.keys, reference))
  }

  /** True if the words of the names were requested. */
  get hasWords(): boolean {
    return this.#words !== undefined
  }

  /** Looks the names up if the directory has changed; all readers below start with this. */
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
    this.#words ??= new SharedSteps(this.#cutNames())
    return yield* this.#words.finish()
  }

  /** The references by their names. */
  *readByName(): Generator<void, ReferencesByName> {
    yield* this.readNames()
    this.#byName ??= new SharedSteps(this.#groupByName())
    return yield* this.#byName.finish()
  }

  /** The references in the order of their names; `ranking` uses it from then on. */
  *readOrder(): Generator<void, ReferenceOrder> {
    yield* this.readNames()
    this.#order ??= new SharedSteps(this.#sortNames())
    return yield* this.#order.finish()
  }

  *#lookUpNames(): Generator<void> {
    const { version } = this.#context.names
    const [former, looked] = [this.#names, new TextList()]
    let changed = this.generation === 0
    const cursor = new DictionaryCursor(this.#lists.keys)
    for (let reference = 0; reference < this.#count; reference++) {
      cursor.next()
      const name = this.#nameOf(this.#parse(cursor.toString()))?.toWellFormed() ?? ''
      if (reference % namesPerStep === 0) yield
      looked.push(name)
      changed ||= former.at(reference) !== name
    }
    this.#version = version
    this.#lookUp = undefined
    if (!changed) return
    this.#names = looked
    this.generation++
    this.#words = undefined
    this.#order = undefined
    this.#byName = undefined
  }

  /** Inverts the texts of the names to lists of references, in steps. */
  *#invert(textsOf: (name: string) => readonly string[]): Generator<void, RankedInverted> {
    const names = this.#names
    const texts = new TextInverter()
    for (let reference = 0; reference < this.#count; reference++) {
      if (reference % namesPerStep === 0) yield
      const name = names.at(reference)
      if (name !== '') for (const text of textsOf(name)) texts.add(text, reference)
    }
    return yield* texts.invert(this.#count)
  }

  *#cutNames(): Generator<void, ReferenceWords> {
    const [generation, names, { postings }] = [this.generation, this.#names, this.#lists]
    const { inverted: words } = yield* this.#invert(searchedWords)
    return { generation, names, words, count: this.#count, postings }
  }

  *#groupByName(): Generator<void, ReferencesByName> {
    const { inverted: names, rankOf } = yield* this.#invert((name) => [fold(name).toWellFormed()])
    return { names, rankOf, postings: this.#lists.postings }
  }

  *#sortNames(): Generator<void, ReferenceOrder> {
    const { generation } = this
    const { inverted, rankOf } = yield* this.#invert((name) => [this.#context.sortKey(name)])
    this.#ordered = { generation, keys: inverted.keys, rankOf }
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
