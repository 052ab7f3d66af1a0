/** The edits from each prefix of a typed word to the letters of a text so far, and the least of these numbers. */
interface EditRow {
  readonly edits: Uint16Array
  readonly least: number
}

/**
 * The table of the optimal string alignment distance (insertions, deletions, substitutions, swaps of neighbours)
 * between a typed word and a text whose letters, as code points, are added one by one.
 */
export class EditTable {
  readonly #typed: readonly number[]
  readonly #rows: EditRow[]
  readonly #letters: number[] = []

  constructor(typed: string) {
    this.#typed = lettersOf(typed)
    this.#rows = [{ edits: Uint16Array.from({ length: this.#typed.length + 1 }, (_, at) => at), least: 0 }]
  }

  /** The number of edits from the typed word to the text so far. */
  get edits(): number {
    return this.#rows.at(-1)!.edits[this.#typed.length]!
  }

  /** A lower bound on the edits to any text that begins with the text so far. */
  get least(): number {
    return this.#rows.at(-1)!.least
  }

  /** The text so far. */
  get text(): string {
    return String.fromCodePoint(...this.#letters)
  }

  push(letter: number): void {
    const typed = this.#typed
    const depth = this.#letters.length
    const last = this.#rows[depth]!.edits
    const beforeLast = this.#rows[depth - 1]?.edits
    const former = this.#letters[depth - 1]
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
    this.#rows.push({ edits, least })
    this.#letters.push(letter)
  }

  /** Removes the last letter. */
  pop(): void {
    this.#rows.pop()
    this.#letters.pop()
  }
}

function lettersOf(word: string): number[] {
  return Array.from(word, (letter) => letter.codePointAt(0)!)
}

/** Returns true if a word begins with the typed text, with at most so many edits. */
export function beginsWithin(typed: string, word: string, edits: number): boolean {
  return prefixWithin(typed, word, edits) !== undefined
}

/**
 * Returns the shortest prefix of a word that equals the typed text, with at most so many edits; undefined if there is
 * none.
 */
export function prefixWithin(typed: string, word: string, edits: number): string | undefined {
  if (edits === 0) return word.startsWith(typed) ? typed : undefined
  const table = new EditTable(typed)
  for (const letter of lettersOf(word)) {
    if (table.edits <= edits || table.least > edits) break
    table.push(letter)
  }
  return table.edits <= edits ? table.text : undefined
}

/** Returns the prefix of a word with the fewest edits from the typed text; on a tie, the longest. */
export function nearestPrefix(typed: string, word: string): { readonly prefix: string; readonly edits: number } {
  const table = new EditTable(typed)
  let nearest = { prefix: '', edits: table.edits }
  for (const letter of lettersOf(word)) {
    table.push(letter)
    if (table.edits <= nearest.edits) nearest = { prefix: table.text, edits: table.edits }
  }
  return nearest
}

/** Returns the number of edits from one text to the other. */
export function editDistance(one: string, other: string): number {
  const table = new EditTable(one)
  for (const letter of lettersOf(other)) table.push(letter)
  return table.edits
}
