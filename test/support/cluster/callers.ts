import { setTimeout } from 'node:timers/promises'
import { createRandom } from '../../../src/demo/template.ts'

const writers = 6
const readers = 3
/** Between two requests of a caller, and after one that failed. */
const pauseMillis = 5
const failedPauseMillis = 25

/** What callers have seen while a fault came and went. */
export interface Seen {
  /** Writes whose callers were told that they are done. */
  readonly answered: number
  readonly reads: number
  /** What was told of each read that got no answer, or one that is none. */
  readonly failedReads: readonly string[]
  /** Answers that lacked what a caller had written and asked to see. */
  readonly stale: number
  /** The longest time between two answers, in seconds. */
  readonly withoutWrites: number
  readonly withoutReads: number
}

interface Answer {
  readonly status: number
  readonly revision: string
  readonly body: { readonly id?: string; readonly name?: string }
}

/** Callers that write and read all the time, and remember what they were answered. */
export class Callers {
  /** The names that a place may have by what was answered: one, or more where an answer was lost. */
  readonly expected = new Map<string, readonly string[]>()
  /** The last revision that was told. */
  revision = 0
  readonly #url: string
  readonly #key: string
  readonly #random = createRandom(1)
  #running: Promise<unknown> = Promise.resolve()
  #stopped = true
  #writesAt: number[] = []
  #readsAt: number[] = []
  #failedReads: string[] = []
  #stale = 0
  #names = 0

  constructor(url: string, key: string) {
    this.#url = url
    this.#key = key
  }

  start(): void {
    this.#stopped = false
    this.#writesAt = [performance.now()]
    this.#readsAt = [performance.now()]
    this.#failedReads = []
    this.#stale = 0
    this.#running = Promise.all([
      ...Array.from({ length: writers }, () => this.#write()),
      ...Array.from({ length: readers }, () => this.#read()),
    ])
    // What goes wrong is told by `stop`, so that whoever lets faults happen can clean up.
    this.#running.catch(() => {})
  }

  get answeredWrites(): number {
    return this.#writesAt.length - 1
  }

  get answeredReads(): number {
    return this.#readsAt.length - 1
  }

  async stop(): Promise<Seen> {
    this.#stopped = true
    await this.#running
    return {
      answered: this.answeredWrites,
      reads: this.answeredReads,
      failedReads: this.#failedReads,
      stale: this.#stale,
      withoutWrites: longestPause(this.#writesAt),
      withoutReads: longestPause(this.#readsAt),
    }
  }

  /** Creates places and renames them. */
  async #write(): Promise<void> {
    const own: string[] = []
    while (!this.#stopped) {
      const name = `plats ${this.#names++}`
      const id = this.#random() < 0.5 ? own[Math.floor(this.#random() * own.length)] : undefined
      const answer = id === undefined ? await this.#create(name) : await this.#rename(id, name)
      const created = id === undefined ? answer?.body.id : undefined
      if (created !== undefined) own.push(created)
      const written = id ?? created
      if (answer && written !== undefined) await this.#readBack(written, answer.revision)
      await setTimeout(answer ? pauseMillis : failedPauseMillis)
    }
  }

  async #create(name: string): Promise<Answer | undefined> {
    const answer = await this.#ask('PUT', '', { body: placeNamed(name) })
    if (answer?.status !== 201) return this.#refused(answer)
    this.expected.set(answer.body.id!, [name])
    return this.#written(answer)
  }

  async #rename(id: string, name: string): Promise<Answer | undefined> {
    this.expected.set(id, [...(this.expected.get(id) ?? []), name])
    const answer = await this.#ask('PATCH', `/${id}`, { body: { name, updatedBy: 'caller' } })
    if (answer?.status !== 204) return this.#refused(answer)
    this.expected.set(id, [name])
    return this.#written(answer)
  }

  #written(answer: Answer): Answer {
    this.#writesAt.push(performance.now())
    this.revision = Math.max(this.revision, Number(answer.revision))
    return answer
  }

  #refused(answer: Answer | undefined): undefined {
    // A place that is not there any more was lost, which shows when everything is compared.
    if (answer === undefined || [404, 502, 503].includes(answer.status)) return undefined
    throw new Error(`a write was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  }

  /** Whether a replica that says that it has seen the write has. */
  async #readBack(id: string, revision: string): Promise<void> {
    const answer = await this.#ask('GET', `/${id}`, { revision })
    if (answer?.status === 404) this.#stale++
    if (answer?.status === 200 && !this.expected.get(id)?.includes(answer.body.name ?? '')) this.#stale++
  }

  async #read(): Promise<void> {
    while (!this.#stopped) {
      const answer = await this.#ask('GET', '?limit=10&name=~plats', {})
      if (answer?.status === 200) this.#readsAt.push(performance.now())
      else this.#failedReads.push(answer ? `answered ${answer.status}` : 'no answer')
      await setTimeout(pauseMillis)
    }
  }

  async #ask(method: string, path: string, { body, revision }: { body?: object; revision?: string }) {
    try {
      const response = await fetch(`${this.#url}/v4/place${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body && { 'content-type': 'application/json' }),
          ...(revision !== undefined && { 'gazetteer-revision': revision }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      const told = response.headers.get('gazetteer-revision') ?? '0'
      const answer: Answer = { status: response.status, revision: told, body: text === '' ? {} : JSON.parse(text) }
      return answer
    } catch {
      return undefined
    }
  }
}

/** The body of a create. */
export function placeNamed(name: string): object {
  const geometry = { type: 'Point', coordinates: [17.6, 59.8] }
  const geolocation = { type: 'Feature', geometry }
  const owner = { id: 'caller', type: 'Församling' }
  return { name, updatedBy: 'caller', owner, geolocation, published: '2020-01-01' }
}

/** Seconds between neighbours, and from the last until now. */
function longestPause(instants: readonly number[]): number {
  const all = [...instants, performance.now()]
  return Math.max(...all.slice(1).map((each, at) => each - all[at]!)) / 1000
}
