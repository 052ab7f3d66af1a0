import { Worker } from 'node:worker_threads'
import type { SealRow } from '../sealing/seal-row.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import type { Bitset } from '../sets/bitset.ts'
import type { Basis, SegmentFile } from './manifest.ts'

/** What is written of a segment: its data where they are in no file yet. */
export interface SegmentToWrite {
  readonly dead: Bitset
  readonly source: { readonly file: SegmentFile } | { readonly name: string; readonly data: SegmentData }
}

/** Work on files that a thread does; plain data. */
export type SnapshotJob =
  | {
      readonly kind: 'write'
      readonly folder: string
      readonly basis: Basis
      readonly revision: number
      readonly mark: string
      readonly places: number
      readonly segments: readonly SegmentToWrite[]
      readonly rows: readonly SealRow[]
    }
  | { readonly kind: 'read'; readonly folder: string; readonly files: readonly SegmentFile[] }

/** What comes of it. */
export interface SnapshotResults {
  /** The files of the segments, in their order. */
  readonly write: readonly SegmentFile[]
  readonly read: readonly SegmentData[]
}

/** A job in a thread of its own. */
export interface RunningJob<Result> {
  readonly result: Promise<Result>
  /** Ends it; the result rejects. */
  cancel(): Promise<unknown>
}

/** Starts a job. Nothing of its memory goes to the thread but what is in messages; segments are shared. */
export function startJob<Kind extends SnapshotJob['kind']>(
  job: SnapshotJob & { kind: Kind },
): RunningJob<SnapshotResults[Kind]> {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: job })
  const result = new Promise<SnapshotResults[Kind]>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('the thread that works on the snapshot was ended')))
  })
  // Who cancels it does not always wait for it.
  result.catch(() => {})
  return { result, cancel: () => worker.terminate() }
}
