import { Worker } from 'node:worker_threads'
import { FairShare } from '../../common/fair-share.ts'
import { Problem, type ProblemValue, unavailable } from '../../common/problem.ts'
import { Semaphore } from '../../common/semaphore.ts'
import type { SourceRow, SourceTable } from './source-file.ts'
import { type IsPlaces, openWorkbook, UnreadableWorkbook, workbookLimits } from './workbook.ts'

/** The bytes that all workbooks hold; one caller's hold at most half of them. */
const bytesMax = 1024 * 1024 * 1024
/** The threads that read them, and the memory of each. */
const [threadsMax, heapMebibytes] = [2, 2048]

/** The messages of the thread that reads a workbook. */
export type FromWorkbookThread =
  | { readonly kind: 'headings'; readonly headings: readonly string[] }
  | { readonly kind: 'open'; readonly sheet?: string; readonly sheets: readonly string[]; readonly heading: number }
  | { readonly kind: 'rows'; readonly rows: readonly SourceRow[] }
  | { readonly kind: 'unreadable'; readonly code: UnreadableWorkbook['code']; readonly message: string }
  | { readonly kind: 'refused'; readonly problem: ProblemValue }

/** The answers to headings, and the question for more rows, which is answered with none at the end. */
export type ToWorkbookThread = 'places' | 'others' | 'more'

/** The start of such a thread. */
export interface WorkbookThreadData {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly sheet: string | undefined
  readonly choosesSheet: boolean
}

/** The choice of a workbook's sheet, and the caller that it counts for. */
interface WorkbookCall {
  readonly sheet?: string | undefined
  readonly isPlaces?: IsPlaces | undefined
  readonly caller?: string | undefined
}

/** Reads workbooks in threads of their own, a few at a time, and bounds the memory that those of each caller hold. */
export class WorkbookReader {
  readonly #bytes: FairShare
  readonly #threads = new Semaphore(threadsMax)

  constructor(bytes = bytesMax) {
    this.#bytes = new FairShare(bytes)
  }

  /** Opens a workbook; the thread ends with its rows. Throws an UnreadableWorkbook or a Problem. */
  async open(source: AsyncIterable<Uint8Array>, { sheet, isPlaces, caller = '' }: WorkbookCall): Promise<SourceTable> {
    const held = { bytes: 0 }
    const release = () => {
      this.#bytes.give(caller, held.bytes)
      held.bytes = 0
    }
    try {
      const bytes = await this.#collected(source, caller, held)
      const opened = Promise.withResolvers<SourceTable>()
      const run = this.#threads.run(async () => {
        const thread = new WorkbookThread({ bytes, sheet, choosesSheet: isPlaces !== undefined })
        try {
          const ended = Promise.withResolvers<void>()
          opened.resolve(await thread.open(isPlaces, () => ended.resolve()))
          await ended.promise
        } finally {
          await thread.end()
          release()
        }
      }, caller)
      run.catch(opened.reject)
      return await opened.promise
    } catch (error) {
      release()
      throw error
    }
  }

  #collected(source: AsyncIterable<Uint8Array>, caller: string, held: { bytes: number }) {
    return collected(source, (bytes) => {
      if (!this.#bytes.take(caller, bytes))
        throw unavailable('too many workbooks are being read; try again in a moment')
      held.bytes += bytes
    })
  }
}

/** Reads a workbook in the calling thread, which reads nothing else. */
export const workbooksHere: Pick<WorkbookReader, 'open'> = {
  async open(source, { sheet, isPlaces }) {
    const bytes = await collected(source, () => {})
    const { rows, ...found } = await openWorkbook(bytes, { sheet, isPlaces })
    return { format: 'xlsx', notes: [], ...found, rows: inParts(rows) }
  },
}

/** Returns the bytes of a workbook; `hold` is called with the size of each part. */
async function collected(source: AsyncIterable<Uint8Array>, hold: (bytes: number) => void) {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of source) {
    size += part.length
    if (size > workbookLimits.bytes) {
      throw new UnreadableWorkbook('large', `a workbook has at most ${workbookLimits.bytes} bytes`)
    }
    hold(part.length)
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}

export const rowsAtOnce = 1_000

async function* inParts(rows: readonly SourceRow[]): AsyncGenerator<readonly SourceRow[]> {
  for (let at = 0; at < rows.length; at += rowsAtOnce) yield rows.slice(at, at + rowsAtOnce)
}

/** A thread that reads one workbook. */
class WorkbookThread {
  readonly #worker: Worker
  #answer = Promise.withResolvers<FromWorkbookThread>()

  constructor(data: WorkbookThreadData) {
    this.#worker = new Worker(new URL('./workbook-thread.ts', import.meta.url), {
      workerData: data,
      transferList: [data.bytes.buffer],
      resourceLimits: { maxOldGenerationSizeMb: heapMebibytes },
    })
    this.#answer.promise.catch(() => {})
    this.#worker.on('message', (message: FromWorkbookThread) => this.#answer.resolve(message))
    this.#worker.on('error', (error) => this.#answer.reject(error))
    this.#worker.on('exit', () => this.#answer.reject(new UnreadableWorkbook('large', 'the workbook is too large')))
  }

  /** Opens the workbook; `onEnd` is called once its rows have been read or returned from. */
  async open(isPlaces: IsPlaces | undefined, onEnd: () => void): Promise<SourceTable> {
    let message = await this.#next()
    while (message.kind === 'headings') {
      message = await this.#ask((await isPlaces?.(message.headings)) ? 'places' : 'others')
    }
    if (message.kind !== 'open') throw new Error(`a workbook begins with ${message.kind}`)
    const { kind: _, ...found } = message
    return { format: 'xlsx', notes: [], ...found, rows: this.#rows(onEnd) }
  }

  async end(): Promise<void> {
    await this.#worker.terminate()
  }

  async *#rows(onEnd: () => void): AsyncGenerator<readonly SourceRow[]> {
    try {
      for (;;) {
        const message = await this.#ask('more')
        if (message.kind !== 'rows' || message.rows.length === 0) return
        yield message.rows
      }
    } finally {
      onEnd()
    }
  }

  #ask(question: ToWorkbookThread): Promise<FromWorkbookThread> {
    this.#answer = Promise.withResolvers()
    this.#answer.promise.catch(() => {})
    this.#worker.postMessage(question)
    return this.#next()
  }

  async #next(): Promise<FromWorkbookThread> {
    const message = await this.#answer.promise
    if (message.kind === 'unreadable') throw new UnreadableWorkbook(message.code, message.message)
    if (message.kind === 'refused') throw Problem.from(message.problem)
    return message
  }
}
