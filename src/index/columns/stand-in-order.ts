import { type PackedInts, packInts, unpackAt } from '../memory/packed.ts'
import { type Bitset, hasBit } from '../sets/bitset.ts'
import type { Postings } from '../sets/postings.ts'
import { eachPosting, PostingsWriter } from '../sets/postings.ts'
import type { ValueOrder } from './value-order.ts'

/** The order of all places by a text that the name stands in for where it is missing: list i has those of the i-th. */
export interface StandInOrder {
  readonly postings: Postings
  /** For each ordinal the number of its list and 1 more. */
  readonly ranks: PackedInts
}

/** What the places are ordered by: the values of a column, and the names, in whose order the ordinals are. */
export interface StandInSource {
  readonly size: number
  readonly order: ValueOrder
  readonly postings: Postings
  readonly valueKey: (value: number) => string
  /** Ordinals whose name has the same key as the one before. */
  readonly same: Bitset
  readonly nameKey: (ordinal: number) => string
}

/** Places that share a key, and where the next ones are; `key` is undefined at the end. */
interface Run {
  readonly key: string | undefined
  readonly targets: readonly number[]
  readonly next: number
}

/** The order, made by merging the order of the texts with that of the names. */
export function sealStandIn(source: StandInSource): StandInOrder {
  const postings = new PostingsWriter(source.order.values.length + source.size)
  const ranks = new Uint32Array(source.size)
  let texts = textRun(source, 0)
  let names = nameRun(source, 0)
  let list = 0
  while (texts.key !== undefined || names.key !== undefined) {
    const key = least(texts.key, names.key)
    const targets = [...(texts.key === key ? texts.targets : []), ...(names.key === key ? names.targets : [])]
    if (texts.key === key) texts = textRun(source, texts.next)
    if (names.key === key) names = nameRun(source, names.next)
    if (targets.length === 0) continue
    list++
    for (const target of targets) ranks[target] = list
    postings.add(Uint32Array.from(targets).sort())
  }
  return { postings: postings.finish(), ranks: packInts(ranks, list) }
}

function least(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other
  return one < other ? one : other
}

function textRun({ order, postings, valueKey }: StandInSource, position: number): Run {
  if (position >= order.values.length) return { key: undefined, targets: [], next: position }
  const targets: number[] = []
  let next = position
  do eachPosting(postings, order.values[next++]!, (target) => targets.push(target))
  while (next < order.values.length && hasBit(order.ties, next))
  return { key: valueKey(order.values[position]!), targets, next }
}

/** Only those places for which the name stands in. */
function nameRun({ size, order, same, nameKey }: StandInSource, ordinal: number): Run {
  if (ordinal >= size) return { key: undefined, targets: [], next: ordinal }
  const targets: number[] = []
  let next = ordinal
  do if (unpackAt(order.ranks, next++) === 0) targets.push(next - 1)
  while (next < size && hasBit(same, next))
  return { key: nameKey(ordinal), targets, next }
}
