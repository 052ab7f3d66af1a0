/** The most rows that are named beside one that has the same key. */
const namedMax = 3

/**
 * Finds keys that several rows of a file have, in some 30 bytes for each different key. It keeps hashes of 64 bits: by
 * chance, two of a million different keys are taken for one in 1 of 30 million files.
 */
export class KeyCensus {
  #slots = 1024
  #high = new Uint32Array(this.#slots)
  #low = new Uint32Array(this.#slots)
  /** The first row of each key; 0 for a free slot. */
  #lines = new Float64Array(this.#slots)
  #distinct = 0
  /** The later rows of keys that several rows have, by slot. */
  #later = new Map<number, number[]>()
  #repeated = 0

  /** The number of different keys. */
  get distinct(): number {
    return this.#distinct
  }

  /** The number of rows whose key an earlier row has. */
  get repeated(): number {
    return this.#repeated
  }

  /** Adds the key of a row; rows are numbered from 1. */
  add(key: string, line: number): void {
    const [high, low] = hashOf(key)
    const slot = this.#find(high, low)
    if (this.#lines[slot] !== 0) {
      this.#repeated += 1
      const later = this.#later.get(slot) ?? []
      if (later.length <= namedMax) this.#later.set(slot, [...later, line])
      return
    }
    this.#high[slot] = high
    this.#low[slot] = low
    this.#lines[slot] = line
    this.#distinct += 1
    if (this.#distinct * 2 > this.#slots) this.#grow()
  }

  /** Returns the other rows that have the key of a row, at most three; empty if it is its own. */
  others(key: string, line: number): readonly number[] {
    const slot = this.#find(...hashOf(key))
    const later = this.#later.get(slot)
    if (later === undefined) return []
    return [this.#lines[slot]!, ...later].filter((other) => other !== line).slice(0, namedMax)
  }

  #find(high: number, low: number): number {
    let slot = low & (this.#slots - 1)
    while (this.#lines[slot] !== 0 && (this.#high[slot] !== high || this.#low[slot] !== low))
      slot = (slot + 1) & (this.#slots - 1)
    return slot
  }

  #grow(): void {
    const former = { high: this.#high, low: this.#low, lines: this.#lines, later: this.#later }
    this.#slots *= 2
    this.#high = new Uint32Array(this.#slots)
    this.#low = new Uint32Array(this.#slots)
    this.#lines = new Float64Array(this.#slots)
    this.#later = new Map()
    for (let at = 0; at < former.lines.length; at++) {
      if (former.lines[at] === 0) continue
      const slot = this.#find(former.high[at]!, former.low[at]!)
      this.#high[slot] = former.high[at]!
      this.#low[slot] = former.low[at]!
      this.#lines[slot] = former.lines[at]!
      const later = former.later.get(at)
      if (later) this.#later.set(slot, later)
    }
  }
}

/** Two different hashes of 32 bits (FNV-1a, and the multiplier of MurmurHash 2). */
function hashOf(text: string): [high: number, low: number] {
  let [high, low] = [0x811c9dc5, 0x9747b28c]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 0x01000193)
    low = Math.imul(low ^ code, 0x5bd1e995)
    low ^= low >>> 15
  }
  return [high >>> 0, (low ^ (high >>> 13)) >>> 0]
}
