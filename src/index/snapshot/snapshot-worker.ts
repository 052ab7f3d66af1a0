import { closeSync, fsyncSync, openSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerThreadPriority } from '../../common/thread-priority.ts'
import { bytesOf } from '../memory/shared.ts'
import { formatBits, formatManifest, type SegmentFile } from './manifest.ts'
import { readSegmentFile, writeSegmentFile } from './segment-file.ts'
import { partName } from './snapshot-folder.ts'
import type { SegmentToWrite, SnapshotJob } from './snapshot-job.ts'

/** The thread that reads and writes files of a snapshot, so that nobody else waits for the disk or sums bytes. */
const job = workerData as SnapshotJob
// Everybody waits for what is read.
if (job.kind === 'write') lowerThreadPriority('background')
parentPort?.postMessage(job.kind === 'write' ? write(job) : read(job))

function read({ folder, files }: SnapshotJob & { kind: 'read' }) {
  return files.map((file) => readSegmentFile(join(folder, file.name), file))
}

/** Everything but the last step, which makes it the snapshot. */
function write({ folder, segments, basis, ...told }: SnapshotJob & { kind: 'write' }): SegmentFile[] {
  checkRoom(folder, segments)
  const files = segments.map(({ source }) =>
    'file' in source ? source.file : writeSegmentFile(join(folder, source.name), source.name, source.data),
  )
  const manifest = formatManifest({
    ...basis,
    revision: told.revision,
    mark: told.mark,
    places: told.places,
    rows: told.rows,
    segments: files.map((file, index) => ({ ...file, dead: formatBits(segments[index]!.dead) })),
  })
  writeDurably(join(folder, partName), manifest)
  return files
}

/** The record needs the disk more than a snapshot does, so at least as much again must stay free. */
function checkRoom(folder: string, segments: readonly SegmentToWrite[]): void {
  const bytes = segments.reduce((sum, { source }) => sum + ('data' in source ? bytesOf(source.data) : 0), 0)
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < 2 * bytes) throw new Error(`a snapshot needs ${2 * bytes} free bytes on the disk, got ${free}`)
}

function writeDurably(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'w', 0o600)
  try {
    writeFileSync(file, bytes)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}
