import { editDistance } from './edit-distance.ts'
import { eitherOf, type Reason, reason } from './reason.ts'

/** Only so much of a mistyped word is compared. */
const comparedLength = 64

/** How many names are listed where none is near. */
const listedMax = 12

/**
 * The candidate that takes the fewest edits to become the word, case ignored, the first of equals. Only what is near
 * counts: at most one edit in three characters, or a candidate of which the word is a part. Undefined when none is.
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

/** The end of a message about an unknown word: what was probably meant, else what is known, shortened. */
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

/** The end of a message about an unknown word of which it is known what was meant. */
export function meantHint(...meant: readonly string[]): Reason {
  return reason('meant-name', { names: eitherOf(meant) })
}

/** A name of one character is near to every short word, so it is never what was meant. */
function isNear(typed: string, name: string, edits: number): boolean {
  if (name.length < 2) return false
  const partOf = typed.length >= 3 && name.includes(typed)
  return partOf || edits <= Math.max(1, Math.floor(Math.max(typed.length, name.length) / 3))
}
