/**
 * Values by their keys, bounded in what they take together: those that were not asked for the longest go first. A value
 * is kept as it is, so it must not change, and what it takes must not either.
 */
export class RecentlyUsed<Key, Value> {
  readonly #bytesMax: number
  readonly #bytesOf: (key: Key, value: Value) => number
  /** The one that was used last stands last. */
  readonly #values = new Map<Key, Value>()
  #bytes = 0

  /** @param bytesMax What all may take together; `bytesOf` tells what one takes, its key included. */
  constructor(bytesMax: number, bytesOf: (key: Key, value: Value) => number) {
    this.#bytesMax = bytesMax
    this.#bytesOf = bytesOf
  }

  /** What all that is kept takes. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value !== undefined) {
      this.#values.delete(key)
      this.#values.set(key, value)
    }
    return value
  }

  /** Keeps the value instead of what was kept under its key. */
  set(key: Key, value: Value): void {
    this.#remove(key)
    this.#values.set(key, value)
    this.#bytes += this.#bytesOf(key, value)
    for (const oldest of this.#values.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#remove(oldest)
    }
  }

  #remove(key: Key): void {
    const value = this.#values.get(key)
    if (value === undefined) return
    this.#values.delete(key)
    this.#bytes -= this.#bytesOf(key, value)
  }
}
