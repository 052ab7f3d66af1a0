import { Worker as Thread } from 'node:worker_threads'
import { fixedNames, type NamedEntry } from '../../place/directory-entry.ts'
import type { PlaceSource } from '../../place/journal.ts'
import type { Model, ModelOptions } from '../../place/model.ts'
import type { NamedAddress } from '../../read-model/reference.ts'
import type { StoredRow } from '../../read-model/row.ts'
import { createBuildContext } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { SegmentWithTombstones } from '../segment/segment-merge.ts'
import { compact, Loader, type PresentPlace, rename } from './loader.ts'
import { readSegments, writeSnapshot } from './snapshot-files.ts'

/** The exports of a source module. */
interface SourceModule {
  readPresentPlaces(argument: string): Iterable<readonly PresentPlace[]> | AsyncIterable<readonly PresentPlace[]>
}

/** All work of the index that needs no index: input and output are plain data and shared memory. */
export function createWork(model: Model) {
  const context = createBuildContext(model)
  return {
    /** Builds one segment from rows and the live places of segments; undefined if there are none. */
    compact: (rows: readonly StoredRow[], segments: readonly SegmentWithTombstones[]) =>
      compact(rows, segments, context),
    /** Builds a segment of some places of another one, under new names. */
    rename: (data: SegmentData, ordinals: Uint32Array, names: readonly NamedAddress[]) =>
      rename(data, ordinals, names, context),
    /** Builds segments, usually one, from every place of a store and the names of the directory. */
    async load({ module, argument }: PlaceSource, names: readonly NamedEntry[]): Promise<readonly SegmentData[]> {
      const { readPresentPlaces } = (await import(module)) as SourceModule
      const loader = new Loader(context, fixedNames(names))
      for await (const rows of readPresentPlaces(argument)) loader.add(rows)
      return loader.finish()
    },
    readSegments,
    writeSnapshot,
  }
}

/** The kinds of work, by name. */
type Work = ReturnType<typeof createWork>

/** A piece of work as a message: its kind and its arguments. */
export type Task = readonly [kind: keyof Work, ...input: unknown[]]

/** The result of a kind of work. */
type Outcome<Kind extends keyof Work> = Awaited<ReturnType<Work[Kind]>>

/** Runs work, one piece after the other, in this thread or another. */
export interface Worker {
  /** Returns the result, or a promise of it. */
  run<Kind extends keyof Work>(kind: Kind, ...input: Parameters<Work[Kind]>): Outcome<Kind> | Promise<Outcome<Kind>>
  /** Ends the running work, which then rejects; later work is accepted. */
  stop(): Promise<void>
}

/** Runs work immediately in the calling thread: for tests and small tools. */
export function createInlineWorker(model: Model): Worker {
  const work = createWork(model)
  return { run: (...task) => doWork(work, task), stop: async () => {} }
}

/** Runs a piece of work. */
export function doWork<Kind extends keyof Work>(work: Work, [kind, ...input]: Task) {
  return (work[kind] as (...input: unknown[]) => Outcome<Kind> | Promise<Outcome<Kind>>)(...input)
}

/** Parsed places are short-lived: with a larger young generation the garbage collector does not copy them. */
const resourceLimits = { maxYoungGenerationSizeMb: 64 } as const

/**
 * Runs work in a thread that ends some time after its last work: starting a new one takes a third of a second of CPU
 * time.
 */
export class WorkerThread implements Worker {
  readonly #options: ModelOptions
  readonly #idleMillis: number
  readonly #waiting: Pick<PromiseWithResolvers<unknown>, 'resolve' | 'reject'>[] = []
  #thread: Thread | undefined
  #idle: NodeJS.Timeout | undefined

  /** @param idleMillis Idle time before the thread ends. It keeps large segments in memory. */
  constructor({ placeTypeSchemas, locale }: ModelOptions, idleMillis: number) {
    this.#options = { placeTypeSchemas, locale }
    this.#idleMillis = idleMillis
  }

  /** Rejects if the thread fails, and so does all other pending work; the next call starts a new thread. */
  run<Kind extends keyof Work>(kind: Kind, ...input: Parameters<Work[Kind]>): Promise<Outcome<Kind>> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    clearTimeout(this.#idle)
    this.#thread ??= this.#open()
    this.#thread.postMessage([kind, ...input])
    this.#waiting.push({ resolve, reject })
    return promise as Promise<Outcome<Kind>>
  }

  async stop(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#fail(thread, new Error('the thread was closed'))
    await thread?.terminate()
  }

  #open(): Thread {
    const thread = new Thread(new URL('./index-worker.ts', import.meta.url), {
      workerData: this.#options,
      resourceLimits,
    })
    thread.on('message', (outcome: unknown) => {
      if (thread !== this.#thread) return
      this.#waiting.shift()?.resolve(outcome)
      if (this.#waiting.length === 0) this.#idle = setTimeout(() => void this.stop(), this.#idleMillis).unref()
    })
    thread.on('error', (error: Error) => this.#fail(thread, error))
    thread.on('exit', (code) => this.#fail(thread, new Error(`the thread ended with exit code ${code}`)))
    return thread
  }

  #fail(thread: Thread | undefined, error: Error): void {
    if (thread !== this.#thread) return
    this.#thread = undefined
    for (const { reject } of this.#waiting.splice(0)) reject(error)
  }
}
