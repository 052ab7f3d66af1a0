/** A source of numbers that gives the same ones on every run. */
export interface Random {
  /** From 0 up to 1, without 1. */
  fraction(): number
  /** A whole number from `least` to `most`, both included. */
  integer(least: number, most: number): number
  /** Whether something happens that does in `share` of all cases. */
  chance(share: number): boolean
  /** One of the items, which must not be empty. */
  pick<Item>(items: readonly Item[]): Item
  /** Some of the items, each at most once, in their order. */
  some<Item>(items: readonly Item[], count: number): Item[]
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, plenty for data that only has to look natural. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const fraction = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (least: number, most: number) => least + Math.floor(fraction() * (most - least + 1))
  return {
    fraction,
    integer,
    chance: (share) => fraction() < share,
    pick: (items) => items[integer(0, items.length - 1)]!,
    some(items, count) {
      const chosen = new Set<number>()
      while (chosen.size < Math.min(count, items.length)) chosen.add(integer(0, items.length - 1))
      return items.filter((_, index) => chosen.has(index))
    },
  }
}
