import type { Ranking } from '../columns/column.ts'
import type { Pace } from '../in-turns.ts'
import { type Bitset, hasBit } from '../sets/bitset.ts'

/** The ordinals in the order of a ranking; those of one rank by id. */
export interface Permutation {
  /** Ordinals of rank 1, of rank 2, …, and at the end those without a value. */
  readonly ordinals: Uint32Array
  /** The starts of rank 1, of rank 2, …, and of the ordinals without a value, and the end. */
  readonly starts: Uint32Array
}

/** Number of ordinals between two looks at the clock. */
const ordinalsPerLook = 1024

/** Builds the permutation of a ranking: a counting sort of the ordinals, which are passed in the order of their ids. */
export function* permute({ rankMax, rankOf }: Ranking, byId: Uint32Array, pace: Pace): Generator<void, Permutation> {
  const groups = new Uint32Array(byId.length)
  const starts = new Uint32Array(rankMax + 2)
  for (let ordinal = 0; ordinal < byId.length; ordinal++) {
    const rank = rankOf(ordinal)
    const group = rank === 0 ? rankMax : rank - 1
    groups[ordinal] = group
    starts[group + 1]!++
    if (ordinal % ordinalsPerLook === 0 && pace.isDue) yield
  }
  for (let group = 0; group <= rankMax; group++) starts[group + 1]! += starts[group]!
  const next = starts.slice()
  const ordinals = new Uint32Array(byId.length)
  for (let at = 0; at < byId.length; at++) {
    const group = groups[byId[at]!]!
    ordinals[next[group]!] = byId[at]!
    next[group]!++
    if (at % ordinalsPerLook === 0 && pace.isDue) yield
  }
  return { ordinals, starts }
}

/** The parameters of a walk along a permutation. */
interface Walk {
  readonly hits: Bitset
  readonly descending: boolean
  readonly atMost: number
  /** Maximum number of ordinals that are passed. */
  readonly passedMax: number
  readonly pace: Pace
}

/**
 * The first `atMost` hits; there are at least that many. Undefined if they lie too far from the start of the walk. Hits
 * of one rank are ordered by id, or by `sortGroup`, which returns the first of them.
 */
export function* walk(
  { ordinals, starts }: Permutation,
  { hits, descending, atMost, passedMax, pace }: Walk,
  sortGroup?: (group: Uint32Array, atMost: number) => Generator<void, Uint32Array>,
): Generator<void, Uint32Array | undefined> {
  const found = new Uint32Array(atMost)
  const missing = starts.length - 2
  let length = 0
  let passed = 0
  for (let step = 0; length < atMost; step++) {
    if (passed > passedMax) return undefined
    if (step % ordinalsPerLook === 0 && pace.isDue) yield
    const group = descending && step < missing ? missing - 1 - step : step
    const end = starts[group + 1]!
    let at = starts[group]!
    passed += 1 + end - at
    if (sortGroup === undefined) {
      for (; at < end && length < atMost; at++) if (hasBit(hits, ordinals[at]!)) found[length++] = ordinals[at]!
      passed -= end - at
      continue
    }
    const grouped: number[] = []
    for (; at < end; at++) if (hasBit(hits, ordinals[at]!)) grouped.push(ordinals[at]!)
    const wanted = atMost - length
    const sorted = grouped.length > 1 ? yield* sortGroup(Uint32Array.from(grouped), wanted) : grouped
    for (let index = 0; index < sorted.length && index < wanted; index++) found[length++] = sorted[index]!
  }
  return found
}
