import type { PlaceSource } from '../../place/journal.ts'
import type { SealContext } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type MergePart, mergeSegments } from '../segment/segment-merge.ts'
import { ChunkBuilder, partOf } from './chunk-builder.ts'
import { defaultLoadLimits, Loader } from './loader.ts'
import { fromSealRow, type SealRow } from './seal-row.ts'

/** Work for the thread that seals; plain data. */
export type SealJob =
  | SealTask
  /** Reads every place of a store, and seals them. */
  | { readonly kind: 'read'; readonly source: PlaceSource }

/** Work that can be done in any thread. */
export type SealTask =
  /** Takes in some of the rows of a memtable, and gives nothing. */
  | { readonly kind: 'take'; readonly memtable: number; readonly rows: readonly SealRow[] }
  /** Seals the rows of the memtable, where one is named, and merges them with the living places of the parts. */
  | { readonly kind: 'merge'; readonly memtable: number | undefined; readonly parts: readonly MergePart[] }
  /** Takes in a batch of a first load, and gives nothing. */
  | { readonly kind: 'load'; readonly rows: readonly SealRow[] }
  /** Seals all that was loaded. */
  | { readonly kind: 'finish' }

/** Does one job after the other; gives the segments that came of it: more than one only of a load too large for that. */
export type SealRunner = (job: SealTask) => readonly SegmentData[]

/** What does the jobs of one thread; the rows of a memtable and a first load are gathered in it from job to job. */
export function createSealRunner(context: SealContext, limits = defaultLoadLimits): SealRunner {
  let loader: Loader | undefined
  let taken: { readonly memtable: number; readonly chunks: ChunkBuilder } | undefined
  return (job) => {
    if (job.kind === 'take') {
      if (taken?.memtable !== job.memtable)
        taken = { memtable: job.memtable, chunks: new ChunkBuilder(context, limits) }
      for (const row of job.rows) taken.chunks.add(fromSealRow(row))
      return []
    }
    if (job.kind === 'merge') {
      const chunks = taken !== undefined && taken.memtable === job.memtable ? taken.chunks.finish() : []
      taken = undefined
      return merge(chunks, job.parts, context)
    }
    loader ??= new Loader(context, limits)
    if (job.kind === 'load') {
      loader.add(job.rows)
      return []
    }
    const loaded = loader.finish()
    loader = undefined
    return loaded
  }
}

function merge(
  chunks: readonly SegmentData[],
  parts: readonly MergePart[],
  context: SealContext,
): readonly SegmentData[] {
  if (parts.length === 0 && chunks.length < 2) return chunks
  return [mergeSegments([...chunks.map(partOf), ...parts], context)].filter(({ count }) => count > 0)
}
