/** A cached value in the linked list by last use. */
interface Entry<Key, Value> {
  readonly key: Key
  value: Value
  bytes: number
  older: Entry<Key, Value> | undefined
  newer: Entry<Key, Value> | undefined
}

/**
 * Values by key with a bounded total size: the least recently used are evicted first. A value is not copied, so it must
 * not change.
 *
 * The order of use is a linked list rather than the order of the map. A key that a map repeatedly deletes and re-adds
 * leaves a gap in its hash chain each time, and looking up that key then passes thousands of gaps.
 */
export class LruCache<Key, Value> {
  readonly #bytesMax: number
  readonly #bytesOf: (key: Key, value: Value) => number
  readonly #entries = new Map<Key, Entry<Key, Value>>()
  #newest: Entry<Key, Value> | undefined
  #oldest: Entry<Key, Value> | undefined
  #bytes = 0

  /** @param bytesMax The total size; `bytesOf` returns that of one value, including its key. */
  constructor(bytesMax: number, bytesOf: (key: Key, value: Value) => number) {
    this.#bytesMax = bytesMax
    this.#bytesOf = bytesOf
  }

  /** The total size of all cached values. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined) return undefined
    this.#renew(entry)
    return entry.value
  }

  /** Returns the value under the key, created now if it is missing. */
  getOrMake(key: Key, make: () => Value): Value {
    const known = this.get(key)
    if (known !== undefined) return known
    const made = make()
    this.set(key, made)
    return made
  }

  /** Stores a value, and replaces the former one under its key. */
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
