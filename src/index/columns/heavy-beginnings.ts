/** The numbers of the names that have a word; more than once where a name repeats it. */
export type WordOfNames = readonly [word: string, numbers: readonly number[]]

/** Names that a beginning of their words finds, and what reading their lists takes beside what shorter ones found. */
export interface NameGroup {
  /** Their numbers, ascending. */
  readonly numbers: Uint32Array
  /** What there is to read of them that is not in the groups of longer beginnings. */
  readonly cost: number
}

/** What makes a group heavy. */
export interface Weighing {
  /** What there is to read of a name. */
  readonly costOf: (number: number) => number
  /** Less than this in a group is not worth a union. */
  readonly costMin: number
}

/**
 * Adds the groups that beginnings of these words find, where there is much to read for one; those of longer beginnings
 * come first and count as read for the shorter ones. Beginnings that find the same are one group.
 *
 * @param words In order, all beginning with the same letter.
 */
export function addHeavyGroups(words: readonly WordOfNames[], weighing: Weighing, groups: NameGroup[]): void {
  const costs = words.map(([, numbers]) => numbers.reduce((sum, number) => sum + weighing.costOf(number), 0))
  const search = (first: number, end: number) => {
    let cost = 0
    for (let at = first; at < end; at++) cost += costs[at]!
    if (cost < weighing.costMin) return
    const longer = groups.length
    const letters = commonLetters(words[first]![0], words[end - 1]![0])
    // A word that is the common beginning itself has none that is longer.
    for (let at = words[first]![0].length === letters ? first + 1 : first; at < end && end - first > 1; ) {
      const from = at
      const letter = words[from]![0][letters]
      while (at < end && words[at]![0][letters] === letter) at++
      search(from, at)
    }
    addGroup(words.slice(first, end), weighing, { groups, longer })
  }
  if (words.length > 0) search(0, words.length)
}

/** Adds the group of all these words, beside those from index `longer` on. */
export function addGroup(
  words: readonly WordOfNames[],
  { costOf, costMin }: Weighing,
  { groups, longer }: { readonly groups: NameGroup[]; readonly longer: number },
): void {
  const read = new Set<number>()
  for (let at = longer; at < groups.length; at++) for (const number of groups[at]!.numbers) read.add(number)
  const numbers = new Set(words.flatMap(([, found]) => found))
  let cost = 0
  for (const number of numbers) if (!read.has(number)) cost += costOf(number)
  if (cost >= costMin) groups.push({ numbers: Uint32Array.from(numbers).sort(), cost })
}

/** How many letters (code units) two words begin with that are the same. */
function commonLetters(a: string, b: string): number {
  let letters = 0
  while (letters < a.length && a[letters] === b[letters]) letters++
  return letters
}
