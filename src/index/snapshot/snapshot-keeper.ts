import { randomUUID } from 'node:crypto'
import type { Position, Revision } from '../../place/journal.ts'
import type { ModelOptions } from '../../place/model.ts'
import type { IndexState, LoadablePlaceIndex } from '../create-place-index.ts'
import type { SegmentData } from '../segment/segment-data.ts'
import { basisOf, type Journal, markOf } from './basis.ts'
import type { Basis, SegmentFile } from './manifest.ts'
import type { ReadingAhead } from './reading-ahead.ts'
import { installManifest, makeFolder, removeManifest, removeOthers, snapshotFolder } from './snapshot-folder.ts'
import { type RunningJob, type SegmentToWrite, startJob } from './snapshot-job.ts'
import { applyAfter, readSnapshot } from './snapshot-reading.ts'

/** When snapshots are written. */
export interface SnapshotLimits {
  /** So many changes are not worth a new snapshot: they are read from the journal in less than a second. */
  readonly changesMin: number
  /** At most one snapshot is begun in so many milliseconds. */
  readonly pauseMillis: number
  /** After one that failed, the next waits so many milliseconds longer. */
  readonly failedMillis: number
  /** So long after a purge the rest is sealed anew, so that many purges cost that once. */
  readonly scrubMillis: number
  /** The longest that a stop waits for a snapshot. */
  readonly stopMillis: number
}

const defaultLimits: SnapshotLimits = {
  changesMin: 2_000,
  pauseMillis: 60_000,
  failedMillis: 600_000,
  scrubMillis: 60_000,
  stopMillis: 4_000,
}

/** Where snapshots are kept, when, and who is told of them. */
export interface SnapshotOptions {
  readonly dataDir: string
  readonly model: ModelOptions
  readonly store: Journal
  readonly index: LoadablePlaceIndex
  /** Up to where the index has followed which history. */
  readonly followed: () => Position
  /** What is being read of the snapshot already; whoever began it ends it. */
  readonly ahead?: Pick<ReadingAhead, 'take'> | undefined
  /** Told what was done, for the log. */
  readonly onEvent: (event: SnapshotEvent) => void
  readonly limits?: Partial<SnapshotLimits>
}

/** What happened to a snapshot, for the log. */
export type SnapshotEvent =
  | { readonly kind: 'read' | 'written'; readonly revision: Revision; readonly seconds: number }
  /** There is a snapshot, and it is of no use. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** One could not be written, or removed. */
  | { readonly kind: 'failed'; readonly reason: string }

/** What stands in the folder, as far as this process has seen it. */
interface Saved {
  readonly revision: Revision
  readonly files: readonly SegmentFile[]
}

const nothingSaved: Saved = { revision: 0, files: [] }

/**
 * Keeps a snapshot of the index in the data folder: sealed segments as files, so that a start reads them instead of
 * every place. The record stays the truth: a snapshot that does not fit is not used, and one can be removed at any time.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotOptions
  readonly #limits: SnapshotLimits
  readonly #folder: string
  readonly #basis: Basis
  #saved: Saved = nothingSaved
  /** The files of segments, for as long as the index has these. */
  readonly #fileOf = new WeakMap<SegmentData, SegmentFile>()
  #writing: RunningJob<readonly SegmentFile[]> | undefined
  /** Goes up with every purge: what was begun before is not to be installed. */
  #purges = 0
  /** Work on the folder, one after the other. */
  #last: Promise<void> = Promise.resolve()
  #begun = -Infinity
  #timer: NodeJS.Timeout | undefined
  #scrubTimer: NodeJS.Timeout | undefined
  #opened = false

  constructor(options: SnapshotOptions) {
    const { dataDir, model, store } = options
    this.#options = options
    this.#limits = { ...defaultLimits, ...options.limits }
    this.#folder = snapshotFolder(dataDir)
    this.#basis = basisOf(model, store)
  }

  /**
   * Fills an empty index from the snapshot and what the journal, which ends at `revision`, has after it. Gives up to
   * where that is; undefined when there is no snapshot of use.
   */
  async restore(revision: Revision): Promise<Position | undefined> {
    const begun = performance.now()
    const { store, index, ahead } = this.#options
    try {
      const found = await readSnapshot({ folder: this.#folder, ahead }, this.#basis, store, revision)
      if (found === 'missing') return undefined
      if ('refused' in found) return this.#refuse(found.refused)
      index.restore(found.state)
      for (const [at, { data }] of found.state.segments.entries()) this.#fileOf.set(data, found.files[at]!)
      this.#saved = { revision: found.state.revision, files: found.files }
    } catch (error) {
      return this.#refuse(textOf(error))
    }
    const { revision: kept } = this.#saved
    const position = await applyAfter(kept, store, index)
    this.#options.onEvent({ kind: 'read', revision: kept, seconds: secondsSince(begun) })
    return position
  }

  /** To be called when the history is another than was thought: there is no snapshot any more, and none is written until `open`. */
  async forget(): Promise<void> {
    this.#opened = false
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#remove()
    await this.#last
  }

  /** To be called when the index is filled: from now on snapshots are written where they save much. */
  async open(): Promise<void> {
    this.#opened = true
    const { files } = this.#saved
    await this.#inTurn(async () => {
      if (files.length === 0) removeManifest(this.#folder)
      await removeOthers(this.#folder, namesOf(files))
    })
    this.consider()
  }

  /** To be called when the index has changed: a snapshot is written, by and by, when there is much that it lacks. */
  consider(): void {
    if (!this.#opened || this.#timer !== undefined || !this.#isDue()) return
    const wait = Math.max(0, this.#begun + this.#limits.pauseMillis - performance.now())
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#isDue()) void this.#write()
    }, wait)
    this.#timer.unref()
  }

  /**
   * To be called within the change that purges a place: there is no snapshot any more, and none is written until no
   * segment has the text of the place. Nothing of it is left in the folder when `settle` resolves.
   */
  purged(): void {
    this.#remove()
    this.#scrubTimer ??= setTimeout(() => {
      this.#scrubTimer = undefined
      this.#begun = -Infinity
      this.#options.index.scrub()
      this.consider()
    }, this.#limits.scrubMillis)
    this.#scrubTimer.unref()
  }

  #remove(): void {
    this.#purges++
    this.#saved = nothingSaved
    const writing = this.#writing
    try {
      removeManifest(this.#folder)
    } catch (error) {
      this.#fail(error)
    }
    // What is being written ends now, not in its turn: whoever purges waits for this.
    const ended = writing?.cancel()
    void this.#inTurn(async () => {
      await ended
      await removeOthers(this.#folder, [])
    })
  }

  /** Resolves when nothing is being written or removed. */
  async settle(): Promise<void> {
    await this.#last
  }

  /** Writes a last snapshot when that saves much and is done in time. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    clearTimeout(this.#scrubTimer)
    const begun = this.#opened
    this.#opened = false
    if (!begun) return
    const timeout = setTimeout(() => void this.#writing?.cancel(), this.#limits.stopMillis)
    await this.#last
    if (this.#isDue()) await this.#write()
    clearTimeout(timeout)
  }

  #isDue(): boolean {
    const { index } = this.#options
    const changes = index.revision - this.#saved.revision
    return this.#writing === undefined && index.stats().places > 0 && changes >= this.#limits.changesMin
  }

  #write(): Promise<void> {
    this.#begun = performance.now()
    return this.#inTurn(async () => {
      const state = this.#options.index.state()
      if (state === undefined) return
      const followed = this.#options.followed()
      const { purges, begun } = { purges: this.#purges, begun: performance.now() }
      // After a failover the journal may have another entry there, which would make a snapshot of what is lost look right.
      const mark = await markOf(this.#options.store, state.revision, followed)
      if (purges !== this.#purges) return
      const files = await this.#writeFiles(state, mark)
      if (purges !== this.#purges) return
      if (files !== undefined) {
        // Where this fails the manifest is that of before or the new one: until one is installed, the files of both are kept.
        this.#saved = { ...this.#saved, files: [...this.#saved.files, ...files] }
        await installManifest(this.#folder)
        if (purges !== this.#purges) return
        this.#saved = { revision: state.revision, files }
        this.#options.onEvent({ kind: 'written', revision: state.revision, seconds: secondsSince(begun) })
      }
      await removeOthers(this.#folder, namesOf(this.#saved.files))
    })
  }

  /** The files of all segments; undefined when they could not be written. */
  async #writeFiles(state: IndexState, mark: string): Promise<readonly SegmentFile[] | undefined> {
    makeFolder(this.#folder)
    const kept = new Set(namesOf(this.#saved.files))
    const segments = state.segments.map(({ data, dead }): SegmentToWrite => {
      const file = this.#fileOf.get(data)
      return { dead, source: file && kept.has(file.name) ? { file } : { name: `${randomUUID()}.segment`, data } }
    })
    const { revision, rows } = state
    const places = this.#options.index.stats().places
    const purges = this.#purges
    this.#writing = startJob({
      kind: 'write',
      folder: this.#folder,
      basis: this.#basis,
      revision,
      mark,
      places,
      segments,
      rows,
    })
    try {
      const written = await this.#writing.result
      for (const [index, { data }] of state.segments.entries()) this.#fileOf.set(data, written[index]!)
      return written
    } catch (error) {
      this.#begun = performance.now() + this.#limits.failedMillis
      if (purges === this.#purges) this.#fail(error)
      return undefined
    } finally {
      this.#writing = undefined
    }
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => this.#fail(error))
    await this.#last
  }

  /** The index is then built anew. */
  #refuse(reason: string): undefined {
    this.#options.onEvent({ kind: 'refused', reason })
  }

  #fail(error: unknown): void {
    this.#options.onEvent({ kind: 'failed', reason: textOf(error) })
  }
}

function namesOf(files: readonly SegmentFile[]): string[] {
  return files.map(({ name }) => name)
}

function secondsSince(begun: number): number {
  return Math.round(performance.now() - begun) / 1000
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
