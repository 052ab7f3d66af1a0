import { compareKeys } from '../query/facets.ts'

/** A text, and how many places have it whoever asks: no search finds more of them. */
export interface TextTotal {
  readonly key: string
  readonly places: number
}

/** A text, and how many matches have it. */
export interface CountedText {
  readonly key: string
  readonly count: number
}

/** Texts that are looked at, those that most places have first, then by key. */
export interface LookedAt {
  /** The next ones behind one that was given; fewer than `size` where there are no more. */
  next(after: TextTotal | undefined, size: number): Promise<readonly TextTotal[]>
  /** Those of some texts that matches have. */
  count(keys: readonly string[]): Promise<readonly CountedText[]>
}

/** So many times the texts that are wanted are looked at first, and each time as many more. */
const sizes = { first: 2, growth: 4 } as const
/** Texts that are looked at for one answer. Where more fit, those that fewer places have may be missed. */
const lookedAtMax = 20_000

/**
 * The texts that most matches have, at most `limit`, then by key. Exact though few are counted: as soon as none that
 * follow can have as many, they are left out (the threshold algorithm of Fagin, Lotem and Naor, 2003, on one list).
 */
export async function mostFrequent(texts: LookedAt, limit: number): Promise<CountedText[]> {
  let best: CountedText[] = []
  let [after, lookedAt]: [TextTotal | undefined, number] = [undefined, 0]
  for (let size = limit * sizes.first; lookedAt < lookedAtMax; size = Math.min(size * sizes.growth, lookedAtMax)) {
    const totals: readonly TextTotal[] = await texts.next(after, size)
    after = totals.at(-1)
    if (after === undefined) break
    const counted = await texts.count(totals.map(({ key }) => key))
    best = [...best, ...counted].sort(byCount).slice(0, limit)
    lookedAt += totals.length
    const last = best[limit - 1]
    if (totals.length < size || (last && byCount(last, { key: after.key, count: after.places }) <= 0)) break
  }
  return best
}

function byCount(one: CountedText, other: CountedText): number {
  return other.count - one.count || compareKeys(one.key, other.key)
}
