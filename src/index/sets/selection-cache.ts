import { type Selection, selectionBytes } from './selection.ts'

/** What an entry takes beside its selection, roughly. */
const entryBytes = 200

/**
 * Selections of one segment by what they were made from: a sealed segment does not change, so they stay right. The
 * least recently used ones go when they take more than `bytesMax` together.
 */
export class SelectionCache {
  readonly #selections = new Map<string, Selection>()
  readonly #bytesMax: number
  #bytes = 0

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** The selection under the key, made now when it is not there. */
  get(key: string, make: () => Selection): Selection {
    const known = this.#selections.get(key)
    if (known !== undefined) {
      this.#selections.delete(key)
      this.#selections.set(key, known)
      return known
    }
    const made = make()
    this.#selections.set(key, made)
    this.#bytes += costOf(key, made)
    for (const [oldest, selection] of this.#selections) {
      if (this.#bytes <= this.#bytesMax) break
      this.#selections.delete(oldest)
      this.#bytes -= costOf(oldest, selection)
    }
    return made
  }
}

function costOf(key: string, selection: Selection): number {
  return 2 * key.length + selectionBytes(selection) + entryBytes
}
