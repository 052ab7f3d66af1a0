/** After a step comes a pause so many times as long, so that steps take a tenth of the thread at the most. */
const pauseFactor = 9
/** When there was nothing to do, so long until somebody looks again. */
const restMillis = 1000

/** Work that nobody waits for, done in short steps with pauses between them, as long as there is any. */
export class IdleSteps {
  readonly #step: () => boolean
  #timer: NodeJS.Timeout | undefined

  /** @param step Does one step; whether there is more to do. It must not throw. */
  constructor(step: () => boolean) {
    this.#step = step
    this.#rest(restMillis)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #run(): void {
    const began = performance.now()
    const more = this.#step()
    this.#rest(more ? pauseFactor * (performance.now() - began) : restMillis)
  }

  #rest(millis: number): void {
    this.#timer = setTimeout(() => this.#run(), millis).unref()
  }
}
