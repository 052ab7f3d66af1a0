import { isDeepStrictEqual } from 'node:util'
import type { SegmentData } from '../segment/segment-data.ts'
import { filesOf, type SegmentFile } from './manifest.ts'
import { readManifest, snapshotFolder } from './snapshot-folder.ts'
import { type RunningJob, startJob } from './snapshot-job.ts'

/**
 * The files of the snapshot in a data folder, which a thread reads while the rest of the program is loaded and the record
 * is opened. Whether they fit the record is looked at later, as ever; what is not asked for then is thrown away.
 */
export class ReadingAhead {
  readonly #files: readonly SegmentFile[]
  #job: RunningJob<readonly SegmentData[]> | undefined

  /** Begins to read; undefined where there is nothing that can be read. */
  static begin(dataDir: string): ReadingAhead | undefined {
    try {
      const manifest = readManifest(snapshotFolder(dataDir))
      if (typeof manifest !== 'string') return new ReadingAhead(snapshotFolder(dataDir), filesOf(manifest))
    } catch {
      // Told by who needs it.
    }
    return undefined
  }

  private constructor(folder: string, files: readonly SegmentFile[]) {
    this.#files = files
    this.#job = startJob({ kind: 'read', folder, files })
  }

  /** The segments in these files, once; undefined where others are being read, since the snapshot was replaced meanwhile. */
  take(files: readonly SegmentFile[]): Promise<readonly SegmentData[]> | undefined {
    const result = isDeepStrictEqual(files, this.#files) ? this.#job?.result : undefined
    if (result !== undefined) this.#job = undefined
    return result
  }

  /** To be called when nothing more will be taken. */
  end(): void {
    void this.#job?.cancel()
    this.#job = undefined
  }
}
