/**
 * Divides a capacity among callers: each may hold as much as is free beside it. So one alone has the half of it, and as
 * many callers as there are leave something to the next.
 */
export class FairShare {
  readonly #capacity: number
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Takes so much for a caller, and returns whether it could be had; what was taken is given back with `give`. */
  take(caller: string, amount: number): boolean {
    const own = (this.#heldBy.get(caller) ?? 0) + amount
    const held = this.#held + amount
    if (own > this.#capacity - held) return false
    this.#held = held
    this.#heldBy.set(caller, own)
    return true
  }

  /** Gives back what a caller has taken. */
  give(caller: string, amount: number): void {
    const own = (this.#heldBy.get(caller) ?? 0) - amount
    this.#held -= amount
    if (own > 0) this.#heldBy.set(caller, own)
    else this.#heldBy.delete(caller)
  }
}
