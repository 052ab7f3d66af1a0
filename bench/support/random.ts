/** Numbers in [0, 1) from a seed: mulberry32 by Tommy Ettinger (public domain), so that every run asks the same. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` different whole numbers below `below`, in a random order; fewer when there are not so many. */
export function sample(random: () => number, count: number, below: number): number[] {
  const chosen = new Set<number>()
  while (chosen.size < Math.min(count, below)) chosen.add(Math.floor(random() * below))
  return [...chosen]
}
