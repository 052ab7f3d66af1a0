import { Readable } from 'node:stream'
import { unavailable } from '../common/problem.ts'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'

/** Each holds what it was begun with until its reader is done, and a session where the database searches. */
const streamsMax = 4

/** What of the streams a kind of them may have: only while fewer than `most` are open, and so many milliseconds. */
interface StreamBounds {
  readonly most: number
  readonly millis?: number
}

/** Answers that are made while they are read: a few at a time, since a slow reader takes as long as it likes. */
export class Streams {
  #open = 0

  /** The answer, once its first piece is there: what fails before that is a problem as ever, and what fails later cuts the connection. */
  async answer(
    call: Pick<Call, 'method'>,
    pieces: AsyncGenerator<Buffer>,
    headers: NonNullable<Answer['headers']>,
    { most, millis }: StreamBounds = { most: streamsMax },
  ): Promise<Answer> {
    if (this.#open >= most) throw unavailable(`${this.#open} long answers are being read; try again later`, 5)
    this.#open++
    try {
      const first = await pieces.next()
      if (call.method === 'HEAD') {
        await pieces.return(undefined)
        this.#open--
        return { status: 200, headers }
      }
      const body = Readable.from(following(first, pieces), { objectMode: false })
      const timer =
        millis && setTimeout(() => body.destroy(new Error(`it was not read in ${millis} ms`)), millis).unref()
      body.once('close', () => {
        clearTimeout(timer)
        this.#open--
        // Where nothing was read of it, nobody else ends what makes it.
        void pieces.return(undefined).catch(() => {})
      })
      return { status: 200, headers, body }
    } catch (error) {
      this.#open--
      throw error
    }
  }
}

async function* following(first: IteratorResult<Buffer>, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.done) return
  yield first.value
  yield* rest
}
