/** How far a text is from what was typed, after each of its letters: rows of the table of edit distances. */
export interface EditRow {
  /** Edits that lead from the first j letters of the typed word to the letters so far. */
  readonly edits: Uint16Array
  /** The least of them. */
  readonly least: number
}

/**
 * The next row of the optimal string alignment distance (insertions, deletions, substitutions, swaps of neighbours)
 * between a typed word and a text whose letters come one after the other. `rows` and `letters` are those so far.
 */
export function nextRow(
  typed: readonly number[],
  rows: readonly EditRow[],
  letters: readonly number[],
  letter: number,
): EditRow {
  const depth = letters.length
  const last = rows[depth]!.edits
  const beforeLast = rows[depth - 1]?.edits
  const former = letters[depth - 1]
  const edits = new Uint16Array(typed.length + 1)
  edits[0] = depth + 1
  let least = edits[0]!
  for (let at = 1; at <= typed.length; at++) {
    let fewest = Math.min(last[at]!, edits[at - 1]!) + 1
    fewest = Math.min(fewest, last[at - 1]! + (typed[at - 1] === letter ? 0 : 1))
    const swapped = at > 1 && typed[at - 1] === former && typed[at - 2] === letter
    if (swapped && beforeLast) fewest = Math.min(fewest, beforeLast[at - 2]! + 1)
    edits[at] = fewest
    if (fewest < least) least = fewest
  }
  return { edits, least }
}

/** The row before the first letter. */
export function firstRow(typed: readonly number[]): EditRow {
  return { edits: Uint16Array.from({ length: typed.length + 1 }, (_, at) => at), least: 0 }
}

/** The code points of a word. */
export function lettersOf(word: string): number[] {
  return Array.from(word, (letter) => letter.codePointAt(0)!)
}

/** Whether a word begins with what was typed, with at most so many edits. */
export function beginsWithin(typed: string, word: string, edits: number): boolean {
  return beginningWithin(typed, word, edits) !== undefined
}

/** The shortest beginning of a word that is what was typed, with at most so many edits; undefined when none is. */
export function beginningWithin(typed: string, word: string, edits: number): string | undefined {
  if (edits === 0) return word.startsWith(typed) ? typed : undefined
  const wanted = lettersOf(typed)
  const letters: number[] = []
  const rows = [firstRow(wanted)]
  const fits = () => rows.at(-1)!.edits[wanted.length]! <= edits
  for (const letter of lettersOf(word)) {
    if (fits() || rows.at(-1)!.least > edits) break
    rows.push(nextRow(wanted, rows, letters, letter))
    letters.push(letter)
  }
  return fits() ? String.fromCodePoint(...letters) : undefined
}

/** The edits that lead from one text to the other. */
export function editDistance(one: string, other: string): number {
  const wanted = lettersOf(one)
  const letters: number[] = []
  const rows = [firstRow(wanted)]
  for (const letter of lettersOf(other)) {
    rows.push(nextRow(wanted, rows, letters, letter))
    letters.push(letter)
  }
  return rows.at(-1)!.edits[wanted.length]!
}
