import { type Selection, withoutOrdinal } from '../sets/selection.ts'

/** More than this many, each up to a bit a place, are hardly of use. */
const keptMax = 6

/** A selection, and whether nobody else has it. */
interface Chosen {
  readonly selection: Selection
  readonly own: boolean
}

/**
 * The places of a segment in some states and of some types, by what was wanted. They are the same for most queries; and
 * since every change takes a place out of the segment that had it, that place is taken out of what is kept, instead of
 * making sets of all places anew for the next search.
 */
export class ChosenPlaces {
  readonly #kept = new Map<string, Chosen>()
  #moves = 0

  /**
   * The selection that is wanted, good until the next place is taken out.
   *
   * @param moves Another number than before: places have come into other states, and nothing of what is kept is right.
   */
  get(wanted: string, moves: number, make: () => Chosen): Selection {
    if (moves !== this.#moves) this.#kept.clear()
    this.#moves = moves
    const known = this.#kept.get(wanted)
    if (known !== undefined) return known.selection
    const made = make()
    for (const oldest of this.#kept.keys()) if (this.#kept.size >= keptMax) this.#kept.delete(oldest)
    this.#kept.set(wanted, made)
    return made.selection
  }

  /** Forgets all choices, which others may have still. */
  clear(): void {
    this.#kept.clear()
  }

  /** Takes a place out for good. */
  remove(ordinal: number): void {
    for (const [wanted, { selection, own }] of this.#kept) {
      const left = own ? withoutOrdinal(selection, ordinal) : undefined
      if (left === undefined) this.#kept.delete(wanted)
      else if (left !== selection) this.#kept.set(wanted, { selection: left, own })
    }
  }
}
