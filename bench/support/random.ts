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

/** Draws ranks from 0 so that each comes up in proportion to 1 / (rank + shift). */
export function zipfRanks(count: number, random: () => number, shift = 1): () => number {
  const sums = new Float64Array(count)
  let sum = 0
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + shift)
    sums[rank] = sum
  }
  return () => {
    const wanted = random() * sum
    let [low, high] = [0, count - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle]! < wanted) low = middle + 1
      else high = middle
    }
    return low
  }
}
