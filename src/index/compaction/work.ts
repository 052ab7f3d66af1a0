import type { PlaceSource } from '../../place/journal.ts'
import type { Model } from '../../place/model.ts'
import type { StoredRow } from '../documents/row.ts'
import { createSealContext } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { MergePart } from '../segment/segment-merge.ts'
import { compact, Loader } from './loader.ts'
import { readSegments, writeSnapshot } from './snapshot-files.ts'

/** What the module of a source gives. */
interface SourceModule {
  readPresentPlaces(argument: string): Iterable<readonly StoredRow[]> | AsyncIterable<readonly StoredRow[]>
}

/** All work of the index that needs no index: what goes in and comes out is plain data and shared memory. */
export function createWork(model: Model) {
  const context = createSealContext(model)
  return {
    /** One segment of rows and the living places of segments; undefined when there are none. */
    compact: (rows: readonly StoredRow[], parts: readonly MergePart[]) => compact(rows, parts, context),
    /** Segments, mostly one, of every place of a store. */
    async load({ module, argument }: PlaceSource): Promise<readonly SegmentData[]> {
      const { readPresentPlaces } = (await import(module)) as SourceModule
      const loader = new Loader(context)
      for await (const rows of readPresentPlaces(argument)) loader.add(rows)
      return loader.finish()
    },
    readSegments,
    writeSnapshot,
  }
}

/** The kinds of work, by name. */
export type Work = ReturnType<typeof createWork>

/** A piece of work as a message: its kind, and what that takes. */
export type Task = readonly [kind: keyof Work, ...input: unknown[]]

/** What comes of a kind of work. */
export type Outcome<Kind extends keyof Work> = Awaited<ReturnType<Work[Kind]>>

/** Does work, one piece after the other, here or in a thread. */
export interface Worker {
  /** What comes of it, or a promise of that. */
  run<Kind extends keyof Work>(kind: Kind, ...input: Parameters<Work[Kind]>): Outcome<Kind> | Promise<Outcome<Kind>>
  /** Ends what is under way, which then rejects; work that is given later is done. */
  stop(): Promise<void>
}

/** Does work at once, in the thread that asks: for tests and small tools. */
export function createInlineWorker(model: Model): Worker {
  const work = createWork(model)
  return { run: (...task) => doWork(work, task), stop: async () => {} }
}

/** Does a piece of work. */
export function doWork<Kind extends keyof Work>(work: Work, [kind, ...input]: Task) {
  return (work[kind] as (...input: unknown[]) => Outcome<Kind> | Promise<Outcome<Kind>>)(...input)
}
