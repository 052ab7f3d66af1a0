import { hash, randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { messageOf } from '../../common/problem.ts'
import type { JournalEntry, Position, Revision } from '../../place/journal.ts'
import type { ModelOptions } from '../../place/model.ts'
import { searchBasis } from '../../query/text/search-basis.ts'
import type { DocumentData } from '../documents/documents.ts'
import type { IndexState, PlaceIndex } from '../place-index.ts'
import { segmentFormat } from '../segment/segment-format.ts'
import { publicSpansOf } from '../segment/segment-states.ts'
import {
  type Basis,
  keepFiles,
  type Manifest,
  readManifest,
  removeManifest,
  type SegmentFile,
  snapshotFolder,
} from './snapshot-files.ts'
import type { Worker } from './start-worker.ts'

/** The record behind a snapshot. */
interface Journal {
  readonly historyId: string
  /** Entries after `after` in order, at most `limit`. */
  changes(after: Revision, limit: number): Promise<readonly JournalEntry[]>
}

/** Limits for the writing of snapshots. */
const defaultLimits = {
  /** Fewer changes do not justify a new snapshot: the journal delivers them in less than a second. */
  changesMin: 2_000,
  /** Interval at which a snapshot, or the compaction of purged texts, may become due, in milliseconds. */
  pauseMillis: 60_000,
  /** Additional wait after a failed snapshot, in milliseconds. */
  failedMillis: 600_000,
  /** Longest time that a stop waits for a snapshot. */
  stopMillis: 4_000,
}

export type SnapshotLimits = Readonly<typeof defaultLimits>

/** Number of changes that are applied to a snapshot in one turn of the event loop. */
const batchSize = 250

/** Cost of applying a change, relative to loading a place when the index is rebuilt. */
const applyCost = 3
const tailMin = 20_000
const diverged = 'the journal has gone on in another way'

/** Dependencies and limits of the keeper. */
interface SnapshotOptions {
  readonly dataDir: string
  readonly model: ModelOptions
  readonly store: Journal
  readonly index: PlaceIndex
  /** Reads and writes only these files. */
  readonly worker: Worker
  /** The position of the index. */
  readonly position: () => Position
  /** Called after each event, for the log. */
  readonly onEvent: (event: SnapshotEvent) => void
  readonly limits?: Partial<SnapshotLimits> | undefined
}

/** An event in the life of a snapshot, for the log. */
export type SnapshotEvent =
  | { readonly kind: 'read' | 'written'; readonly revision: Revision; readonly seconds: number }
  /** A snapshot exists but cannot be used. */
  | { readonly kind: 'refused'; readonly reason: string }
  /** A snapshot could not be written or removed. */
  | { readonly kind: 'failed'; readonly reason: string }

/**
 * Keeps a snapshot of the index in the data folder: segments as files, so that a start reads them instead of every
 * place. The record stays authoritative: a snapshot that does not match is ignored, and one can be removed at any time.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotOptions
  readonly #limits: SnapshotLimits
  readonly #folder: string
  readonly #basis: Basis
  /** The revision of the current snapshot; 0 if there is none. */
  #saved: Revision = 0
  /** The files of its segments by their documents, which never change, for as long as the index uses them. */
  #fileOf = new WeakMap<DocumentData, SegmentFile>()
  /** Incremented by every purge: snapshots begun before it are invalid. */
  #purges = 0
  /** Serializes the work on the folder. */
  #last: Promise<void> = Promise.resolve()
  #isWriting = false
  #pausedUntil = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: SnapshotOptions) {
    const { dataDir, model, store, limits } = options
    this.#options = options
    this.#limits = { ...defaultLimits, ...limits }
    this.#folder = snapshotFolder(dataDir)
    this.#basis = basisOf(model, store)
  }

  /**
   * Restores an empty index from the snapshot and the later entries of the journal, which ends at `revision`. Resolves
   * with the position reached, or undefined if there is no usable snapshot.
   */
  async restore(revision: Revision): Promise<Position | undefined> {
    const begun = performance.now()
    const files = await this.#read(revision).catch((error: unknown) => this.#refuse(messageOf(error)))
    await this.#inTurn(() => keepFiles(this.#folder, files))
    if (files === undefined) return undefined
    const position = await this.#applyTail()
    this.#options.onEvent({ kind: 'read', revision: this.#saved, seconds: secondsSince(begun) })
    return position
  }

  /** Called after the backfill: from now on, snapshots are written whenever they are due. */
  open(): void {
    this.#timer = setInterval(() => this.#look(), this.#limits.pauseMillis).unref()
    this.#look()
  }

  /** Called when the history has diverged: removes the snapshot, and writes none until `open`. */
  async forget(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await this.remove()
  }

  /**
   * Called within the change that purges a place: removes the snapshot, and writes none until no segment holds the text
   * of the place. Once it resolves, the folder contains nothing of the place.
   */
  async remove(): Promise<void> {
    this.#purges++
    this.#saved = 0
    this.#fileOf = new WeakMap()
    try {
      removeManifest(this.#folder)
    } catch (error) {
      this.#fail(error)
    }
    // A running write ends now, without waiting its turn, since the purge waits for it.
    const ended = this.#options.worker.stop()
    await this.#inTurn(async () => {
      await ended
      await keepFiles(this.#folder, undefined)
    })
  }

  /** Resolves when nothing is being written or removed. */
  async settle(): Promise<void> {
    await this.#last
  }

  /** Writes a last snapshot if one is due and it is done in time. */
  async close(): Promise<void> {
    const { worker } = this.#options
    clearInterval(this.#timer)
    const timeout = setTimeout(() => void worker.stop(), this.#limits.stopMillis)
    await this.#last
    if (this.#timer !== undefined && this.#isDue()) await this.#write()
    clearTimeout(timeout)
    await worker.stop()
  }

  /** Restores the snapshot and returns its files; undefined if there is no usable one. */
  async #read(last: Revision): Promise<readonly SegmentFile[] | undefined> {
    const { store, index, worker } = this.#options
    const manifest = readManifest(this.#folder)
    if (manifest === 'missing') return undefined
    if (manifest === 'damaged') return this.#refuse('its manifest is damaged')
    const misfit = await misfitOf(manifest, this.#basis, store, last)
    if (misfit !== undefined) return this.#refuse(misfit)
    const files = manifest.segments.map(({ tombstones: _, publicSpans: __, ...file }) => file)
    const datas = await worker.run('readSegments', this.#folder, files)
    const sets = manifest.segments.map(({ tombstones }) => new Uint8Array(Buffer.from(tombstones, 'base64')).buffer)
    const segments = datas.map((data, at) => ({
      data: { ...data, publicSpans: publicSpansOf(manifest.segments[at]!.publicSpans) },
      tombstones: new Uint32Array(sets[at]!),
    }))
    const { rows, outdatedParents } = manifest
    index.restore({ revision: manifest.revision, segments, rows, outdatedParents })
    for (const [at, { documents }] of datas.entries()) this.#fileOf.set(documents, files[at]!)
    this.#saved = manifest.revision
    return files
  }

  /**
   * Applies the entries after the snapshot in batches, so that other work gets its turn. Returns the position of the
   * last entry.
   */
  async #applyTail(): Promise<Position> {
    const { store, index } = this.#options
    let [last] = await store.changes(this.#saved - 1, 1)
    for (;;) {
      const entries: readonly JournalEntry[] = await store.changes(last?.revision ?? 0, batchSize)
      if (entries.length === 0) return { revision: last?.revision ?? 0, transactionId: last?.transactionId ?? 0 }
      index.apply(entries)
      last = entries.at(-1)
      await setImmediate()
    }
  }

  #look(): void {
    this.#options.index.scrub()
    if (!this.#isWriting && performance.now() > this.#pausedUntil && this.#isDue()) void this.#write()
  }

  #isDue(): boolean {
    const { index } = this.#options
    return index.stats().places > 0 && index.revision - this.#saved >= this.#limits.changesMin
  }

  async #write(): Promise<void> {
    this.#isWriting = true
    await this.#inTurn(async () => {
      const state = this.#options.index.state()
      if (state === undefined) return
      const [purges, begun] = [this.#purges, performance.now()]
      try {
        const files = await this.#writeFiles(state, purges)
        if (purges !== this.#purges) return
        for (const [at, { data }] of state.segments.entries()) this.#fileOf.set(data.documents, files[at]!)
        this.#saved = state.revision
        this.#options.onEvent({ kind: 'written', revision: state.revision, seconds: secondsSince(begun) })
      } catch (error) {
        if (purges !== this.#purges) return
        this.#pausedUntil = performance.now() + this.#limits.failedMillis
        this.#fail(error)
      }
    })
    this.#isWriting = false
  }

  async #writeFiles({ segments, ...state }: IndexState, purges: number): Promise<readonly SegmentFile[]> {
    const { index, store, worker, position } = this.#options
    const { places } = index.stats()
    // After a failover the journal may have another entry at that revision, which would make a snapshot of lost entries
    // look valid.
    const lastEntry = await entryTag(store, state.revision, position())
    if (purges !== this.#purges) return []
    const toWrite = segments.map(({ data, tombstones }) => {
      return { data, tombstones, file: this.#fileOf.get(data.documents) ?? `${randomUUID()}.segment` }
    })
    return worker.run('writeSnapshot', this.#folder, { ...this.#basis, ...state, lastEntry, places }, toWrite)
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(work).catch((error: unknown) => this.#fail(error))
    await this.#last
  }

  /** Reports a refused snapshot; the index is then rebuilt from the record. */
  #refuse(reason: string): undefined {
    this.#options.onEvent({ kind: 'refused', reason })
  }

  #fail(error: unknown): void {
    this.#options.onEvent({ kind: 'failed', reason: messageOf(error) })
  }
}

/** The basis of the snapshots that this program writes and accepts. */
function basisOf(model: ModelOptions, { historyId }: Journal): Basis {
  const parts = Object.entries(searchBasis(model)).map(([name, value]) => [name, hash('sha256', value, 'base64url')])
  return { format: segmentFormat(), historyId, basis: Object.fromEntries(parts) as Basis['basis'] }
}

/** The parts of a journal entry that no purge removes. Rejects if the entry differs from the one `seen`. */
async function entryTag(journal: Journal, revision: Revision, seen?: Position): Promise<string> {
  const [entry] = await journal.changes(revision - 1, 1)
  if (seen && (entry?.revision !== seen.revision || (entry.transactionId ?? 0) !== seen.transactionId))
    throw new Error(diverged)
  return JSON.stringify(entry && [entry.revision, entry.kind, entry.id, entry.action, entry.time, entry.transactionId])
}

/** The reason why a snapshot cannot be used for a journal that ends at `last`, or undefined if it can. */
async function misfitOf(
  manifest: Manifest,
  { format, historyId, basis }: Basis,
  journal: Journal,
  last: Revision,
): Promise<string | undefined> {
  if (manifest.format !== format) return `its format must be ${format}, got ${manifest.format}`
  if (manifest.historyId !== historyId) return 'it has the history id of another journal'
  const changed = Object.keys(basis).filter((part) => manifest.basis?.[part] !== basis[part])
  if (changed.length > 0) return `what has changed since: ${changed.join(', ')}`
  if (manifest.revision > last) return `the journal ends at ${last}, before its revision ${manifest.revision}`
  if (manifest.lastEntry !== (await entryTag(journal, manifest.revision))) return diverged
  const tail = last - manifest.revision
  if (tail > Math.max(tailMin, manifest.places / applyCost)) return `${tail} changes came after it`
  return undefined
}

function secondsSince(begun: number): number {
  return Math.round(performance.now() - begun) / 1000
}
