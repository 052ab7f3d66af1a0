import type { Bitset } from './bitset.ts'

/**
 * Lists what is in a set, ascending, and takes it out; gives how many they were. `outer` says which words of the set may
 * have any, so that few are found without looking at all words; it stays as it is.
 */
export function emptyInto(list: Uint32Array, set: Bitset, outer: Bitset): number {
  let length = 0
  for (let block = 0; block < outer.length; block++) {
    for (let used = outer[block]!; used !== 0; used &= used - 1) {
      const at = (block << 5) + 31 - Math.clz32(used & -used)
      let word = set[at]!
      set[at] = 0
      for (; word !== 0; word &= word - 1) list[length++] = (at << 5) + 31 - Math.clz32(word & -word)
    }
  }
  return length
}
