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

  /**
   * To be called when an answer was handed to the system, which may not have taken all of it.
   *
   * @param bytes What waits: where it is handed on piece by piece, all that there is of it.
   */
  note(answer: ServerResponse, bytes = answer.writableLength): void {
    if (bytes === 0 || answer.destroyed || this.#bytesOf.has(answer)) return
    this.#bytesOf.set(answer, bytes)
    this.#bytes += bytes
    answer.once('close', () => this.#forget(answer))
    this.#makeRoom()
  }

  #forget(answer: ServerResponse): void {
    this.#bytes -= this.#bytesOf.get(answer) ?? 0
    this.#bytesOf.delete(answer)
  }

  #makeRoom(): void {
    for (const answer of this.#bytesOf.keys()) {
      if (this.#bytes <= this.#bytesMax) return
      this.#forget(answer)
      answer.destroy()
    }
  }
}
