import { LruCache } from '../../common/lru-cache.ts'
import { type Selection, selectionBytes } from './selection.ts'

/** What an entry takes beside its selection, roughly. */
const entryBytes = 200

/**
 * Selections of one segment by what they were made from: a sealed segment does not change, so they stay right. The
 * least recently used ones go when they take more than `bytesMax` together.
 */
export class SelectionCache {
  readonly #selections: LruCache<string, Selection>

  constructor(bytesMax: number) {
    this.#selections = new LruCache(bytesMax, costOf)
  }

  /** The selection under the key, made now when it is not there. */
  get(key: string, make: () => Selection): Selection {
    const known = this.known(key)
    if (known !== undefined) return known
    const made = make()
    this.keep(key, made)
    return made
  }

  known(key: string): Selection | undefined {
    return this.#selections.get(key)
  }

  keep(key: string, selection: Selection): void {
    this.#selections.set(key, selection)
  }
}

function costOf(key: string, selection: Selection): number {
  return 2 * key.length + selectionBytes(selection) + entryBytes
}
