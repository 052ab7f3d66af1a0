import { Readable } from 'node:stream'
import { unavailable } from '../common/problem.ts'
import type { Answer } from './answer.ts'
import type { Call } from './call.ts'

/** Each holds what it was begun with until its reader is done, and a session where the database searches. */
const streamsMax = 4

/** Answers that are made while they are read: a few at a time, since a slow reader takes as long as it likes. */
export class Streams {
  #open = 0

  /** The answer, once its first piece is there: what fails before that is a problem as ever, and what fails later cuts the connection. */
  async answer(call: Call, pieces: AsyncGenerator<Buffer>, headers: NonNullable<Answer['headers']>): Promise<Answer> {
    if (call.method === 'HEAD') return { status: 200, headers }
    if (this.#open >= streamsMax) throw unavailable(`${streamsMax} long answers are being read; try again later`, 5)
    this.#open++
    try {
      const first = await pieces.next()
      const body = Readable.from(following(first, pieces), { objectMode: false })
      body.once('close', () => {
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
