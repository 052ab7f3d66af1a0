import { GrowableUint32 } from '../memory/growable.ts'
import { eachPosting, type Postings, PostingsWriter, selectPostings } from '../sets/postings.ts'
import type { Selection } from '../sets/selection.ts'
import {
  type Dictionary,
  DictionaryCursor,
  DictionaryWriter,
  leastTexts,
  rangeOfPrefix,
  rangeOfText,
  sortTexts,
} from './dictionary.ts'

/** A dictionary with a posting list for each text: the ordinals of places, or of values, that have it. */
export interface Inverted {
  readonly keys: Dictionary
  readonly postings: Postings
}

/** The new number of each ordinal, or `tombstone`, when segments are merged or rows are sorted. */
export type OrdinalMap = Uint32Array

/** Marks an omitted ordinal in an `OrdinalMap`. */
export const tombstone = 0xffffffff

/** The contribution of one segment to a merge, and the new numbers of its ordinals. */
export interface MergeSource<Data> {
  readonly data: Data
  readonly ordinalMap: OrdinalMap
}

/** An inverted list, and the new index of each source key in its dictionary, or `tombstone`. */
interface Inversion {
  readonly inverted: Inverted
  readonly keyMaps: readonly OrdinalMap[]
}

/** Numbers texts from 0 in the order of their arrival. */
export class KeyTable {
  readonly #indexOf = new Map<string, number>()
  readonly keys: string[] = []
  /** Many places in a row have the same owner, type or author. */
  #lastKey: string | undefined
  #lastIndex = 0
  #sorted: Uint32Array | undefined

  /** Number of texts in the table. */
  get size(): number {
    return this.keys.length
  }

  /** The number of the key; a new number if it is not known yet. */
  intern(key: string): number {
    if (key === this.#lastKey) return this.#lastIndex
    this.#lastKey = key
    this.#lastIndex = this.#numberOf(key)
    return this.#lastIndex
  }

  #numberOf(key: string): number {
    const known = this.#indexOf.get(key)
    if (known !== undefined) return known
    const index = this.keys.length
    this.#indexOf.set(key, index)
    this.keys.push(key)
    return index
  }

  /** The numbers in the order of the bytes of their keys. */
  sorted(): Uint32Array {
    if (this.#sorted?.length !== this.keys.length) this.#sorted = sortTexts(this.keys)
    return this.#sorted
  }
}

/** Collects (ordinal, key) pairs with ascending ordinals; pairs may repeat. Tables of keys can be shared. */
export class InvertedBuilder {
  readonly table: KeyTable
  readonly #ordinals = new GrowableUint32()
  readonly #pairedKeys = new GrowableUint32()

  constructor(table: KeyTable = new KeyTable()) {
    this.table = table
  }

  pair(ordinal: number, key: number): void {
    this.#ordinals.push(ordinal)
    this.#pairedKeys.push(key)
  }

  /** Adds a pair; returns the number of the key in the table. */
  add(ordinal: number, key: string): number {
    const index = this.table.intern(key)
    this.pair(ordinal, index)
    return index
  }

  /** Builds the lists of all keys that have ordinals. `ordinalMap` maps each ordinal to its new number. */
  finish(ordinalMap: OrdinalMap): Inversion {
    const { ordinals, starts } = this.#listsByKey(ordinalMap)
    const keyMap = new Uint32Array(this.table.keys.length).fill(tombstone)
    const keys = new DictionaryWriter(keyMap.length)
    const postings = new PostingsWriter(keyMap.length)
    let rank = 0
    for (const key of this.table.sorted()) {
      const [start, end] = [starts[key]!, starts[key + 1]!]
      if (start === end) continue
      keys.addText(this.table.keys[key]!)
      postings.add(ordinals, start, end)
      keyMap[key] = rank++
    }
    return { inverted: { keys: keys.finish(), postings: postings.finish() }, keyMaps: [keyMap] }
  }

  /** A counting sort: visits the pairs in the order of their new ordinals and deals them out to their keys. */
  #listsByKey(ordinalMap: OrdinalMap): KeyLists {
    const pairedKeys = this.#pairedKeys.view()
    const starts = countedStarts(pairedKeys, this.table.keys.length)
    const pairStarts = countedStarts(this.#ordinals.view(), ordinalMap.length)
    const next = starts.slice()
    const ordinals = new Uint32Array(pairedKeys.length)
    const oldOrdinals = inverseOf(ordinalMap)
    for (let ordinal = 0; ordinal < oldOrdinals.length; ordinal++) {
      const old = oldOrdinals[ordinal]!
      for (let pair = pairStarts[old]!; pair < pairStarts[old + 1]!; pair++) {
        const key = pairedKeys[pair]!
        ordinals[next[key]!] = ordinal
        next[key]!++
      }
    }
    return { ordinals, starts }
  }
}

/** The ascending ordinals of each key: ordinals[starts[key]] to ordinals[starts[key + 1]]. */
interface KeyLists {
  readonly ordinals: Uint32Array
  readonly starts: Uint32Array
}

/** The start of each value's run, for values below `size`, if the values were sorted; the last entry is the total. */
function countedStarts(values: Uint32Array, size: number): Uint32Array {
  const starts = new Uint32Array(size + 1)
  for (let at = 0; at < values.length; at++) starts[values[at]! + 1]!++
  for (let value = 0; value < size; value++) starts[value + 1]! += starts[value]!
  return starts
}

/** The inverse of `map`, which is a permutation: the old number of each new one. */
export function inverseOf(map: OrdinalMap): Uint32Array {
  const inverse = new Uint32Array(map.length)
  for (let index = 0; index < map.length; index++) inverse[map[index]!] = index
  return inverse
}

/** Merges the lists of several segments, without keys whose ordinals are all tombstones. */
export function mergeInverted(sources: readonly MergeSource<Inverted>[]): Inversion {
  const keyCount = sources.reduce((sum, { data }) => sum + data.keys.count, 0)
  const keyMaps = sources.map(({ data }) => new Uint32Array(data.keys.count).fill(tombstone))
  const keys = new DictionaryWriter(keyCount)
  const postings = new PostingsWriter(keyCount)
  const cursors = sources.map(({ data }) => new DictionaryCursor(data.keys))
  for (const cursor of cursors) cursor.next()
  const ordinals = new GrowableUint32()
  let merged = 0
  const same: number[] = []
  for (leastTexts(cursors, same); same.length > 0; leastTexts(cursors, same)) {
    const [first] = same as [number]
    ordinals.length = 0
    for (const at of same) collectOrdinals(sources[at]!, cursors[at]!.index, ordinals)
    if (ordinals.length > 0) {
      keys.addBytes(cursors[first]!.text, 0, cursors[first]!.length)
      postings.add(same.length > 1 ? ordinals.view().sort() : ordinals.view())
      for (const at of same) keyMaps[at]![cursors[at]!.index] = merged
      merged++
    }
    for (const at of same) cursors[at]!.next()
  }
  return { inverted: { keys: keys.finish(), postings: postings.finish() }, keyMaps }
}

function collectOrdinals({ data, ordinalMap }: MergeSource<Inverted>, key: number, into: GrowableUint32): void {
  eachPosting(data.postings, key, (ordinal) => {
    const mapped = ordinalMap[ordinal]!
    if (mapped !== tombstone) into.push(mapped)
  })
}

/** Ordinals below `size` that have the key. */
export function selectKey({ keys, postings }: Inverted, text: string, size: number): Selection {
  return selectPostings(postings, rangeOfText(keys, text), size)
}

/** Ordinals below `size` that have a key with this prefix. */
export function selectPrefix({ keys, postings }: Inverted, prefix: string, size: number): Selection {
  return selectPostings(postings, rangeOfPrefix(keys, prefix), size)
}

/** Every ordinal below `size` that has a key. */
export function selectAnyKey({ keys, postings }: Inverted, size: number): Selection {
  return selectPostings(postings, { first: 0, end: keys.count }, size)
}
