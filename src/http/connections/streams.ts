import { Readable } from 'node:stream'
import { unavailable } from '../../common/problem.ts'
import type { Answer } from '../answers/answer.ts'
import type { Call } from '../requests/call.ts'

/** Each stream holds its snapshot until its reader has finished, and a database session if the database searches. */
const streamsMax = 4

/** The share of one kind of stream: it may start only while fewer than `most` are open, and last at most `millis`. */
interface StreamBounds {
  readonly most: number
  readonly millis?: number
}

/** Answers that are generated while they are read. Few may run at once, because a slow reader can take any time. */
export class Streams {
  #open = 0

  /**
   * Resolves with the answer once its first chunk exists. Earlier failures become problems as usual; later ones close
   * the connection.
   */
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
        // If nothing was read of the body, nothing else ends its generator.
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
