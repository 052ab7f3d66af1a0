import type { PlaceSource } from '../../place/journal.ts'
import { type SealContext, SegmentBuilder } from '../segment/segment-builder.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type MergePart, mergeSegments } from '../segment/segment-merge.ts'
import { Loader } from './loader.ts'
import { fromSealRow, type SealRow } from './seal-row.ts'

/** Work for the thread that seals; plain data. */
export type SealJob =
  | SealTask
  /** Reads every place of a store, and seals them. */
  | { readonly kind: 'read'; readonly source: PlaceSource }

/** Work that can be done in any thread. */
export type SealTask =
  /** Takes in some of the rows of a delta, and gives nothing. */
  | { readonly kind: 'take'; readonly delta: number; readonly rows: readonly SealRow[] }
  /** Seals the rows of the delta, where one is named, and merges them with the living places of the parts. */
  | { readonly kind: 'merge'; readonly delta: number | undefined; readonly parts: readonly MergePart[] }
  /** Takes in a batch of a first load, and gives nothing. */
  | { readonly kind: 'load'; readonly rows: readonly SealRow[] }
  /** Seals all that was loaded. */
  | { readonly kind: 'finish' }

/** Does one job after the other; gives the segments that came of it: more than one only of a load too large for that. */
export type SealRunner = (job: SealTask) => readonly SegmentData[]

/** What does the jobs of one thread; the rows of a delta and a first load are gathered in it from job to job. */
export function createSealRunner(context: SealContext): SealRunner {
  let loader: Loader | undefined
  let taken: { readonly delta: number | undefined; readonly rows: SealRow[] } = { delta: undefined, rows: [] }
  return (job) => {
    if (job.kind === 'take') {
      if (taken.delta !== job.delta) taken = { delta: job.delta, rows: [] }
      taken.rows.push(...job.rows)
      return []
    }
    if (job.kind === 'merge') {
      const rows = taken.delta === job.delta ? taken.rows : []
      taken = { delta: undefined, rows: [] }
      return seal(rows, job.parts, context)
    }
    loader ??= new Loader(context)
    if (job.kind === 'load') {
      loader.add(job.rows)
      return []
    }
    const loaded = loader.finish()
    loader = undefined
    return loaded
  }
}

function seal(rows: readonly SealRow[], parts: readonly MergePart[], context: SealContext): readonly SegmentData[] {
  const builder = new SegmentBuilder(context)
  for (const row of rows) builder.add(fromSealRow(row))
  const sealed =
    builder.count > 0 ? [{ data: builder.seal(parts.length > 0), dead: new Uint32Array((rows.length + 31) >>> 5) }] : []
  const all = [...sealed, ...parts]
  if (all.length === 1 && sealed.length === 1) return sealed.map(({ data }) => data)
  const merged = all.length > 0 ? [mergeSegments(all, context)] : []
  return merged.filter(({ count }) => count > 0)
}
