/** Only so much of a mistyped word is compared. */
const comparedLength = 64

/** The candidate that takes the fewest edits to become the word, case ignored; the first of equals, none of none. */
export function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.slice(0, comparedLength).toLowerCase()
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const edits = editDistance(typed, candidate.toLowerCase())
    if (edits < fewest) {
      fewest = edits
      nearest = candidate
    }
  }
  return nearest
}

/**
 * Insertions, deletions, substitutions and swaps of neighbours that lead from one text to the other: the optimal
 * string alignment distance, by rows.
 */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      if (swapped) edits = Math.min(edits, (beforeLast[j - 2] ?? 0) + 1)
      row.push(edits)
    }
    beforeLast = last
    last = row
  }
  return last[other.length] ?? 0
}
