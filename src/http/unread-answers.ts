import type { ServerResponse } from 'node:http'

/**
 * Answers that wait in memory because their callers do not read them, the oldest first. A slow caller is served with
 * patience as long as there is room; beyond it, whoever has been reading longest is cut off.
 */
export class UnreadAnswers {
  readonly #bytesMax: number
  readonly #bytesOf = new Map<ServerResponse, number>()
  #bytes = 0

  /** @param bytesMax What all of them may take together. */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax
  }

  /** To be called when an answer was handed to the system, which may not have taken all of it. */
  note(response: ServerResponse): void {
    const bytes = response.writableLength
    if (bytes === 0 || response.destroyed || this.#bytesOf.has(response)) return
    this.#bytesOf.set(response, bytes)
    this.#bytes += bytes
    response.once('close', () => this.#forget(response))
    this.#makeRoom()
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#bytesOf.get(response) ?? 0
    this.#bytesOf.delete(response)
  }

  #makeRoom(): void {
    for (const response of this.#bytesOf.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(response)
      response.destroy()
    }
  }
}
