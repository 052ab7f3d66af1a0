/** A value among all that are kept, in a list by when they were used last. */
interface Entry<Key, Value> {
  readonly key: Key
  value: Value
  bytes: number
  older: Entry<Key, Value> | undefined
  newer: Entry<Key, Value> | undefined
}

/**
 * Values by their keys, bounded in what they take together: the least recently used are evicted first. A value
 * is kept as it is, so it must not change.
 *
 * A list tells which was used last, not the order of the map: a key that a map loses and gets again and again leaves a gap
 * in its hash chain each time, and whoever looks for that key then walks over thousands of gaps.
 */
export class LruCache<Key, Value> {
  readonly #bytesMax: number
  readonly #bytesOf: (key: Key, value: Value) => number
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  #newest: Entry<Key, Value> | undefined
  #oldest: Entry<Key, Value> | undefined
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
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#renew(entry)
    return entry.value
  }

  /** The value under the key, made now when it is not there. */
  getOrMake(key: Key, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }

  /** Keeps the value instead of what was kept under its key. */
  set(key: Key, value: Value): void {
    const entry = this.#entries.get(key) ?? this.#add(key, value)
    const bytes = this.#bytesOf(key, value)
    this.#bytes += bytes - entry.bytes
    entry.value = value
    entry.bytes = bytes
    this.#renew(entry)
    while (this.#bytes > this.#bytesMax && this.#oldest) this.#remove(this.#oldest)
  }

  #add(key: Key, value: Value): Entry<Key, Value> {
    const entry = { key, value, bytes: 0, older: undefined, newer: undefined }
    this.#entries.set(key, entry)
    this.#append(entry)
    return entry
  }

  #remove(entry: Entry<Key, Value>): void {
    this.#entries.delete(entry.key)
    this.#unlink(entry)
    this.#bytes -= entry.bytes
  }

  #renew(entry: Entry<Key, Value>): void {
    if (entry === this.#newest) return
    this.#unlink(entry)
    this.#append(entry)
  }

  #append(entry: Entry<Key, Value>): void {
    entry.older = this.#newest
    entry.newer = undefined
    if (this.#newest) this.#newest.newer = entry
    else this.#oldest = entry
    this.#newest = entry
  }

  #unlink({ older, newer }: Entry<Key, Value>): void {
    if (older) older.newer = newer
    else this.#oldest = newer
    if (newer) newer.older = older
    else this.#newest = older
  }
}
