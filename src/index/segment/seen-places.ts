import type { Instant } from '../../place/place.ts'
import { isIn, type Span } from '../../query/appearance.ts'
import { upperBound } from '../columns/instant-column.ts'
import { gone, type TargetMap } from '../columns/inverted.ts'
import { sharedFloat64, sharedUint32 } from '../memory/shared.ts'
import { type Bitset, hasBit, putBit } from '../sets/bitset.ts'
import type { SeenData } from './segment-data.ts'

interface Seen {
  readonly ordinal: number
  readonly seen: Span
}

/** The exceptions of a segment: rows that are seen at other times than their places are published. */
export function sealSeen(rows: readonly Seen[]): SeenData {
  const data = {
    ordinals: sharedUint32(rows.length),
    from: sharedFloat64(rows.length),
    until: sharedFloat64(rows.length),
  }
  for (const [at, { ordinal, seen }] of rows.entries()) {
    data.ordinals[at] = ordinal
    data.from[at] = seen.from
    data.until[at] = seen.until
  }
  return data
}

/** Those of several segments, without the rows that are gone. */
export function mergeSeen(parts: readonly { readonly seen: SeenData; readonly ordinalMap: TargetMap }[]): SeenData {
  return sealSeen(
    parts.flatMap(({ seen, ordinalMap }) =>
      rowsIn(seen)
        .map(({ ordinal, seen }) => ({ ordinal: ordinalMap[ordinal]!, seen }))
        .filter(({ ordinal }) => ordinal !== gone),
    ),
  )
}

function rowsIn({ ordinals, from, until }: SeenData): Seen[] {
  return Array.from(ordinals, (ordinal, at) => ({ ordinal, seen: { from: from[at]!, until: until[at]! } }))
}

/** What is seen by those who see only what is published, as exceptions from what is published. */
export class SeenPlaces {
  readonly #data: SeenData
  /** When something begins or ends to be seen. */
  readonly #instants: Float64Array

  constructor(data: SeenData) {
    this.#data = data
    this.#instants = Float64Array.from([...data.from, ...data.until]).sort()
  }

  get areNone(): boolean {
    return this.#instants.length === 0
  }

  /** Changes whenever an exception begins or ends. */
  position(now: Instant): number {
    return upperBound(this.#instants, now)
  }

  /** Puts right in a set of what is published the living rows that are exceptions. */
  putInto(set: Bitset, living: Bitset, now: Instant): void {
    for (const { ordinal, seen } of rowsIn(this.#data)) {
      putBit(set, ordinal, hasBit(living, ordinal) && isIn(seen, now))
    }
  }
}
