import type { Gazetteer } from '../../client/client.ts'
import type { SeenRevisions } from './seen-revisions.ts'

/** A change of a place or of a directory entry. */
export interface Change {
  readonly revision: number
  readonly kind: 'place' | 'directory' | 'publication'
  readonly id: string
}

/** Receives the changes. Undefined if they are unknown, so anything may have changed. */
type OnChanges = (changes: readonly Change[] | undefined) => void

/** Consecutive changes, as tabs send them to each other. */
interface ChangeBatch {
  /** The identity of their journal. */
  readonly history: string
  /** The revision that the batch continues from. Undefined if a stream starts without one. */
  readonly from: number | undefined
  /** The last revision that the batch covers. */
  readonly position: number
  readonly changes: readonly Change[]
}

interface ChangeFollowerParts {
  readonly api: Gazetteer
  readonly seen: SeenRevisions
  /** Identical in all tabs that share a stream. */
  readonly name: string
  readonly onChanges: OnChanges
}

/** After this long without a batch, everything is read again instead of each missed change. */
const resumeMillisMax = 5 * 60_000
/** A stream that is silent for this long is dead; the service sends a comment every 15 s. */
const silenceMillisMax = 40_000
const pauseMillisMax = 60_000
/** A stream that lasted this long did not fail. */
const lastingMillis = 10_000

/**
 * Follows the changes while this tab is visible and online. Of all tabs with the same name, one holds the stream and
 * broadcasts its batches. Without locks, which browsers offer only over https, each tab holds its own.
 */
export class ChangeFollower {
  readonly #api: Gazetteer
  readonly #seen: SeenRevisions
  readonly #onChanges: OnChanges
  readonly #tabs: BroadcastChannel
  readonly #closing = new AbortController()
  #following: AbortController | undefined
  #last: (Pick<ChangeBatch, 'history' | 'position'> & { readonly time: number }) | undefined

  constructor({ api, seen, name, onChanges }: ChangeFollowerParts) {
    this.#api = api
    this.#seen = seen
    this.#onChanges = onChanges
    this.#tabs = new BroadcastChannel(name)
    this.#tabs.onmessage = ({ data }: MessageEvent<ChangeBatch>) => this.#hear(data)
    const { signal } = this.#closing
    document.addEventListener('visibilitychange', this.#look, { signal })
    addEventListener('online', this.#look, { signal })
    addEventListener('offline', this.#look, { signal })
    this.#look()
  }

  close(): void {
    this.#closing.abort()
    this.#following?.abort()
    this.#tabs.close()
  }

  readonly #look = (): void => {
    const isWanted = document.visibilityState === 'visible' && navigator.onLine
    if (isWanted === (this.#following !== undefined)) return
    this.#following?.abort()
    this.#following = isWanted ? new AbortController() : undefined
    if (!this.#following) return
    const { signal } = this.#following
    const hold = () => this.#hold(signal)
    void (navigator.locks?.request(this.#tabs.name, { signal }, hold).catch(() => {}) ?? hold())
  }

  #hear({ history, from, position, changes }: ChangeBatch): void {
    const { position: known = this.#seen.first, history: journal = history } = this.#last ?? {}
    const isWhole = from !== undefined && known !== undefined && from <= known && history === journal
    if (!isWhole) this.#seen.forget()
    this.#seen.see(position)
    this.#last = { history, position, time: Date.now() }
    // This tab missed the changes in between.
    if (!isWhole || changes.length > 0) this.#onChanges(isWhole ? changes : undefined)
  }

  /**
   * Opens one stream after another until the signal aborts, with growing pauses while none lasts. Ends if streams are
   * refused.
   */
  async #hold(signal: AbortSignal): Promise<void> {
    for (let failures = 0; !signal.aborted; failures++) {
      const began = Date.now()
      const status = await this.#stream(signal).catch(() => 0)
      if (status === 401 || status === 403) return
      // The record was restored to an earlier point, so anything may have changed.
      if (status === 409) this.#last = undefined
      if (Date.now() - began > lastingMillis) failures = 0
      const pauseMillis = Math.min(1000 * 2 ** failures, pauseMillisMax)
      await pause(pauseMillis * (0.5 + Math.random() / 2), signal)
    }
  }

  /**
   * Reports the batches of one stream until it ends. Resolves with the status of its answer; rejects if there was none.
   */
  async #stream(signal: AbortSignal): Promise<number> {
    const { position: known = this.#seen.first, time = this.#seen.firstAt } = this.#last ?? {}
    let position = Date.now() - time < resumeMillisMax ? known : undefined
    let history = ''
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), silenceMillisMax)
    try {
      const { data, response } = await this.#api.GET('/changes', {
        params: { query: { brief: true } },
        headers: { accept: 'text/event-stream', ...(position !== undefined && { 'last-event-id': `${position}` }) },
        parseAs: 'stream',
        signal: AbortSignal.any([signal, silence.signal]),
      })
      for await (const events of data ? eventsOf(data) : []) {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), silenceMillisMax)
        const batch = batchOf(events, position, history)
        position = batch.position
        history = batch.history
        this.#hear(batch)
        this.#tabs.postMessage(batch)
      }
      return response.status
    } finally {
      clearTimeout(timer)
    }
  }
}

/** Yields the events of a stream, grouped as they arrive complete. */
async function* eventsOf(bytes: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<readonly string[]> {
  const reader = bytes.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const events = (rest + value).split('\n\n')
      rest = events.pop() ?? ''
      if (events.length > 0) yield events
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/**
 * Parses events into a batch that continues from a position. The first event of a stream contains the identity of its
 * journal.
 */
function batchOf(events: readonly string[], from: number | undefined, before: string): ChangeBatch {
  const lines = events.flatMap((event) => event.split('\n'))
  const valuesOf = (field: string) =>
    lines.flatMap((line) => (line.startsWith(field) ? [line.slice(field.length)] : []))
  const position = Number(valuesOf('id: ').at(-1) ?? from)
  if (!Number.isFinite(position)) throw new Error('what was answered is no stream of changes')
  const messages = valuesOf('data: ').map((data) => JSON.parse(data) as Change | { readonly History: string })
  const history = messages.find((one) => 'History' in one)?.History ?? before
  return { history, from, position, changes: messages.filter((one) => 'revision' in one) }
}

function pause(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    signal.addEventListener('abort', end)
  })
}
