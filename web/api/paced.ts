/** Changes that come so close together are read once, by everything that shows them. */
export const gatherMillis = 300
/** The shortest time between two reads of the same thing, however much changes. */
export const intervalMillis = 3_000

/** Does once what is asked for several times, and at most once in an interval. */
export class Paced {
  readonly #intervalMillis: number
  readonly #act: () => void
  #timer: ReturnType<typeof setTimeout> | undefined
  #actedAt = 0

  constructor(intervalMillis: number, act: () => void) {
    this.#intervalMillis = intervalMillis
    this.#act = act
  }

  /** Asks for it, after so long a wait at least. */
  ask(waitMillis = 0): void {
    const wait = Math.max(waitMillis, this.#actedAt + this.#intervalMillis - Date.now())
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#actedAt = Date.now()
      this.#act()
    }, wait)
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
