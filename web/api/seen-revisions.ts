import type { Middleware } from 'openapi-fetch'

const header = 'gazetteer-revision'

/** Which revisions of the journal the page has seen, as answers and the stream of changes tell. */
export class SeenRevisions {
  /** NaN, also as a minimum, once it is of no use any more. */
  #first = Number.POSITIVE_INFINITY
  #firstAt = 0
  #last = 0

  /** What every answer so far has seen; undefined where that is not known. */
  get first(): number | undefined {
    return Number.isFinite(this.#first) ? this.#first : undefined
  }

  /** When the first answer came, in milliseconds; 0 before. */
  get firstAt(): number {
    return this.#firstAt
  }

  /** Headers of what is read, so that no replica answers with what was before. */
  get headers(): Readonly<Record<string, string>> {
    return this.#last === 0 ? {} : { [header]: String(this.#last) }
  }

  see(revision: number): void {
    if (!Number.isSafeInteger(revision)) return
    if (this.#first === Number.POSITIVE_INFINITY) this.#firstAt = Date.now()
    this.#first = Math.min(this.#first, revision)
    this.#last = Math.max(this.#last, revision)
  }

  /** The journal is another one, or ends earlier. */
  forget(): void {
    this.#first = Number.NaN
    this.#last = 0
  }

  #note(response: Response): Response {
    const told = response.headers.get(header)
    if (told !== null) this.see(Number(told))
    return response
  }

  /** Lets a client send and see it. */
  readonly middleware: Middleware = {
    onRequest: ({ request }) => {
      if (request.method !== 'GET') return
      for (const [name, value] of Object.entries(this.headers)) request.headers.set(name, value)
    },
    onResponse: async ({ request, response, options }) => {
      const { status, headers } = response
      const isRead = request.headers.has(header)
      if (status === 409 && isRead) this.forget()
      if (!isRead || (status !== 409 && !(status === 503 && headers.has('retry-after')))) return this.#note(response)
      // A replica that is behind, or whose journal is another one, still has something to show.
      await response.body?.cancel()
      const again = new Request(request)
      again.headers.delete(header)
      return this.#note(await options.fetch(again))
    },
  }
}
