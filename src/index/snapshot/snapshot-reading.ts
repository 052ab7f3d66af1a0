import { setImmediate } from 'node:timers/promises'
import type { JournalEntry, Position, Revision } from '../../place/journal.ts'
import type { IndexState, LoadablePlaceIndex } from '../create-place-index.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { type Journal, misfitOf } from './basis.ts'
import { type Basis, filesOf, type Manifest, parseBits, type SegmentFile } from './manifest.ts'
import type { ReadingAhead } from './reading-ahead.ts'
import { readManifest } from './snapshot-folder.ts'
import { startJob } from './snapshot-job.ts'

/** So many changes are applied to a snapshot without others getting their turn. */
const batchSize = 250

/** The snapshot of a folder that fits the record: what the index is restored from. */
export interface StoredSnapshot {
  readonly state: IndexState
  /** The files of its segments, in their order. */
  readonly files: readonly SegmentFile[]
}

/** Where a snapshot is, and what is being read of it already. */
export interface SnapshotSource {
  readonly folder: string
  readonly ahead: Pick<ReadingAhead, 'take'> | undefined
}

/**
 * Reads the snapshot in a folder for a journal that ends at `last`: `missing` when there is none, the reason when there
 * is one that is of no use. Rejects where files cannot be read.
 */
export async function readSnapshot(
  source: SnapshotSource,
  basis: Basis,
  journal: Journal,
  last: Revision,
): Promise<StoredSnapshot | 'missing' | { readonly refused: string }> {
  const manifest = readManifest(source.folder)
  if (manifest === 'missing') return manifest
  const refused = manifest === 'damaged' ? 'its manifest is damaged' : await misfitOf(manifest, basis, journal, last)
  if (refused !== undefined || manifest === 'damaged') return { refused: refused ?? '' }
  const files = filesOf(manifest)
  const datas = await (source.ahead?.take(files) ?? startJob({ kind: 'read', folder: source.folder, files }).result)
  return { state: stateOf(manifest, datas), files }
}

function stateOf({ revision, segments, rows }: Manifest, datas: readonly SegmentData[]): IndexState {
  return { revision, segments: datas.map((data, at) => ({ data, dead: parseBits(segments[at]!.dead) })), rows }
}

/**
 * Applies what the journal has after a revision, so that others get their turn in between. Gives the position of the
 * last entry.
 */
export async function applyAfter(revision: Revision, journal: Journal, index: LoadablePlaceIndex): Promise<Position> {
  let [last] = await journal.changes(revision - 1, 1)
  for (;;) {
    const entries: readonly JournalEntry[] = await journal.changes(last?.revision ?? 0, batchSize)
    if (entries.length === 0) return { revision: last?.revision ?? 0, mark: last?.mark ?? 0 }
    index.apply(entries)
    last = entries.at(-1)
    await setImmediate()
  }
}
