/**
 * Divides a capacity among callers: each may hold at most as much as stays free. So a single caller gets half of it,
 * and any number of callers leave something for the next.
 */
export class FairShare {
  readonly #capacity: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Takes an amount for a caller, and returns true if it was available; `give` puts it back. */
  take(caller: string, amount: number): boolean {
    const own = (this.#heldBy.get(caller) ?? 0) + amount
    const held = this.#held + amount
    if (own > this.#capacity - held) return false
    this.#held = held
    this.#heldBy.set(caller, own)
    return true
  }

  /** Puts back an amount that a caller has taken. */
  give(caller: string, amount: number): void {
    const own = (this.#heldBy.get(caller) ?? 0) - amount
    this.#held -= amount
    if (own > 0) this.#heldBy.set(caller, own)
    else this.#heldBy.delete(caller)
  }
}
