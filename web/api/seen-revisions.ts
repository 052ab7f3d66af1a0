import type { Middleware } from 'openapi-fetch'

const header = 'gazetteer-revision'

/** The journal revisions that the page has seen, from answers and from the change stream. */
export class SeenRevisions {
  /** NaN once it has become useless; NaN also survives Math.min. */
  #first = Number.POSITIVE_INFINITY
  #firstAt = 0
  #last = 0

  /** The revision that every answer so far reflects; undefined if unknown. */
  get first(): number | undefined {
    return Number.isFinite(this.#first) ? this.#first : undefined
  }

  /** The time of the first answer, in milliseconds; 0 before it. */
  get firstAt(): number {
    return this.#firstAt
  }

  /** Headers for reads, so that no replica answers with an older state. */
  get headers(): Readonly<Record<string, string>> {
    return this.#last === 0 ? {} : { [header]: String(this.#last) }
  }

  see(revision: number): void {
    if (!Number.isSafeInteger(revision)) return
    if (this.#first === Number.POSITIVE_INFINITY) this.#firstAt = Date.now()
    this.#first = Math.min(this.#first, revision)
    this.#last = Math.max(this.#last, revision)
  }

  /** Called when the journal is a different one, or ends earlier. */
  forget(): void {
    this.#first = Number.NaN
    this.#last = 0
  }

  #note(response: Response): Response {
    const revision = response.headers.get(header)
    if (revision !== null) this.see(Number(revision))
    return response
  }

  /** Client middleware that sends and records the revision. */
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
      // A replica that lags, or has a different journal, still has something to show.
      await response.body?.cancel()
      const again = new Request(request)
      again.headers.delete(header)
      return this.#note(await options.fetch(again))
    },
  }
}
