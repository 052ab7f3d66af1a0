/** How long the steps of one request took, as `Server-Timing` tells it. */
export class Timing {
  readonly started = performance.now()
  #last = this.started
  #steps = ''

  /** Ends a step, which began when the former one ended. */
  end(step: string): void {
    const now = performance.now()
    this.#steps += `${step};dur=${milliseconds(now - this.#last)}, `
    this.#last = now
  }

  /** The header's value: each step and the total, in milliseconds. */
  toString(): string {
    return `${this.#steps}total;dur=${milliseconds(performance.now() - this.started)}`
  }

  /** Whole microseconds since the request came. */
  microseconds(): number {
    return Math.round((performance.now() - this.started) * 1000)
  }
}

/** With three decimals. Whole numbers are written in a tenth of the time that fractions take. */
function milliseconds(duration: number): string {
  const micros = Math.round(duration * 1000)
  const whole = Math.trunc(micros / 1000)
  const rest = micros - whole * 1000
  return `${whole}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`
}
