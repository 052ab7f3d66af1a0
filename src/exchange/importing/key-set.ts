import { hash, randomBytes } from 'node:crypto'

const slotsFirst = 1_024
/** Number of keys from which on more are not remembered: some 100 MB. */
const keysMax = 4_000_000

/**
 * The keys of an import, by 64 bits of a hash of each, since the keys of a million rows take ten times as much. Two keys
 * share them once in 10^7 imports of a million.
 */
export class KeySet {
  readonly #salt = randomBytes(8).toString('hex')
  /** Two numbers for each slot; 0, 0 is a free one. */
  #slots = new Uint32Array(2 * slotsFirst)
  #count = 0

  /** Adds a key; returns false if it was there already. */
  add(key: string): boolean {
    if (this.#count >= keysMax) return true
    if (4 * this.#count >= this.#slots.length) this.#grow()
    // As hexadecimal digits, which are made in half the time of a buffer.
    const digest = hash('sha1', this.#salt + key)
    return this.#put(Number.parseInt(digest.slice(0, 8), 16) || 1, Number.parseInt(digest.slice(8, 16), 16))
  }

  #put(one: number, other: number): boolean {
    const slots = this.#slots
    const mask = slots.length / 2 - 1
    let at = other & mask
    while (slots[2 * at] !== 0) {
      if (slots[2 * at] === one && slots[2 * at + 1] === other) return false
      at = (at + 1) & mask
    }
    slots[2 * at] = one
    slots[2 * at + 1] = other
    this.#count += 1
    return true
  }

  #grow(): void {
    const former = this.#slots
    this.#slots = new Uint32Array(2 * former.length)
    this.#count = 0
    for (let at = 0; at < former.length; at += 2) if (former[at] !== 0) this.#put(former[at]!, former[at + 1]!)
  }
}
