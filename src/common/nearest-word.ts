import { editDistance } from './edit-distance.ts'
import { eitherOf, type Reason, reason } from './reason.ts'

/** The number of characters of a mistyped word that are compared. */
const comparedLength = 64

/** The most names that are listed if none is near. */
const listedMax = 12

/**
 * Returns the candidate with the fewest edits from the word, ignoring case; on a tie, the first. A candidate is near
 * with at most one edit in three characters, or if it contains the word. Returns undefined if none is near.
 */
export function nearestOf(word: string, candidates: Iterable<string>): string | undefined {
  const typed = word.slice(0, comparedLength).toLowerCase()
  let nearest: string | undefined
  let fewest = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const name = candidate.toLowerCase()
    const edits = editDistance(typed, name)
    if (edits < fewest && isNear(typed, name, edits)) {
      fewest = edits
      nearest = candidate
    }
  }
  return nearest
}

/** Returns the end of a message about an unknown word: the probable meaning, else the known words, shortened. */
export function hintOf(word: string, known: Iterable<string>): Reason {
  const names = [...known]
  const nearest = nearestOf(word, names)
  if (nearest !== undefined) return meantHint(nearest)
  const [only] = names
  if (only === undefined) return reason('no-names')
  if (names.length === 1) return reason('only-name', { name: only })
  const more = names.length - listedMax
  const first = names.slice(0, listedMax)
  return more > 0 ? reason('first-names', { names: first, more }) : reason('known-names', { names })
}

/** Returns the end of a message about an unknown word whose meaning is known. */
export function meantHint(...meant: readonly string[]): Reason {
  return reason('meant-name', { names: eitherOf(meant) })
}

/** Names of one character are near every short word, so they are never suggested. */
function isNear(typed: string, name: string, edits: number): boolean {
  if (name.length < 2) return false
  const partOf = typed.length >= 3 && name.includes(typed)
  return partOf || edits <= Math.max(1, Math.floor(Math.max(typed.length, name.length) / 3))
}
