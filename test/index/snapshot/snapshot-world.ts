import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import fc from 'fast-check'
import {
  type SnapshotEvent,
  SnapshotKeeper,
  type SnapshotLimits,
} from '../../../src/index/compaction/snapshot-keeper.ts'
import { createInlineWorker, WorkerThread } from '../../../src/index/compaction/start-worker.ts'
import { PlaceIndex } from '../../../src/index/place-index.ts'
import type { JournalEntry, PlaceSource } from '../../../src/place/journal.ts'
import { createModel, type Model } from '../../../src/place/model.ts'
import type { Place, PlaceId } from '../../../src/place/place.ts'
import { arbitraryPlace } from '../../support/generate.ts'
import { placeSource } from '../../support/place-source.ts'
import { manyKindsModel, placeIdOf } from '../../support/pools.ts'
import { until } from '../../support/until.ts'
import { ChangingNames } from '../index-world.ts'

export const seed = 20_261_121

const testLimits: SnapshotLimits = {
  changesMin: 1,
  pauseMillis: 0,
  failedMillis: 0,
  stopMillis: 60_000,
}

/** Places with ids and slugs of their own, every third a child of the one before. */
export function samplePlaces(count: number, salt = 0): Place[] {
  const made = fc.sample(arbitraryPlace(placeIdOf(0)), { numRuns: count, seed: seed + salt })
  return made.map((place, number) => ({
    ...place,
    id: placeIdOf(number),
    slug: `slug-${number}`,
    ...(number % 3 === 2 && { parent: { id: placeIdOf(number - 1) } }),
  }))
}

interface StartOptions {
  readonly model?: Model
  readonly limits?: Partial<SnapshotLimits>
  /** Where snapshots are read and written: a thread takes a third of a second of CPU time to start. */
  readonly worker?: 'thread' | 'inline'
}

/** A data folder and a journal, over which services start and stop: indexes with their keepers of snapshots. */
export class SnapshotWorld {
  readonly dataDir: string
  readonly names = new ChangingNames()
  readonly journal: JournalEntry[] = []
  historyId = 'history'

  constructor(place: TestContext | { readonly dataDir: string }) {
    this.dataDir = 'dataDir' in place ? place.dataDir : mkdtempSync(join(tmpdir(), 'gazetteer-test-'))
    if ('after' in place) place.after(() => rmSync(this.dataDir, { recursive: true, force: true }))
  }

  get folder(): string {
    return join(this.dataDir, 'index')
  }

  get revision(): number {
    return this.journal.length
  }

  files(): string[] {
    return readdirSync(this.folder, { withFileTypes: true }).map(({ name }) => name)
  }

  holdsText(text: string): boolean {
    return this.files().some((name) => readFileSync(join(this.folder, name)).includes(text))
  }

  put(place: Place): JournalEntry {
    return this.#append(place.id, { action: 'patch', document: JSON.stringify(place) })
  }

  /** As the record does it: what its entries told is gone. */
  purge(id: PlaceId): JournalEntry {
    for (const [at, { document: _, ...entry }] of this.journal.entries()) if (entry.id === id) this.journal[at] = entry
    return this.#append(id, { action: 'purge' })
  }

  /** Starts as a service does. */
  async start(options: StartOptions = {}): Promise<SnapshotService> {
    const service = new SnapshotService(this, options)
    await service.fill()
    return service
  }

  /** The index that is built from the journal alone. */
  async built(): Promise<PlaceIndex> {
    const index = new PlaceIndex({ model: manyKindsModel(), names: this.names, compaction: 'inline' })
    await index.load(this.present(), this.revision, this.names.all)
    return index
  }

  present(): PlaceSource {
    return placeSource([...new Map(this.journal.map((entry) => [entry.id, entry])).values()])
  }

  changes = async (after: number, limit: number): Promise<readonly JournalEntry[]> =>
    this.journal.slice(after, after + limit)

  #append(id: PlaceId, change: Pick<JournalEntry, 'action' | 'document'>): JournalEntry {
    const revision = this.journal.length + 1
    const entry = { revision, kind: 'place' as const, id, time: revision * 1000, who: 'test', ...change }
    this.journal.push(entry)
    return entry
  }
}

/** An index and the keeper of its snapshot, while they run. */
export class SnapshotService {
  readonly index: PlaceIndex
  readonly keeper: SnapshotKeeper
  readonly events: SnapshotEvent[] = []
  /** Whether the start found a snapshot of use. */
  restored = false
  readonly #world: SnapshotWorld

  constructor(world: SnapshotWorld, { model = manyKindsModel(), limits, worker = 'inline' }: StartOptions) {
    this.#world = world
    this.index = new PlaceIndex({
      model,
      names: world.names,
      compaction: 'inline',
      limits: { flushPlaces: 16, smallPlaces: 40 },
      onPurged: () => void this.keeper.remove(),
    })
    this.keeper = new SnapshotKeeper({
      dataDir: world.dataDir,
      model,
      store: { historyId: world.historyId, changes: world.changes },
      index: this.index,
      position: () => ({ revision: this.index.revision, transactionId: 0 }),
      worker: worker === 'thread' ? new WorkerThread(model, 1_000) : createInlineWorker(model),
      onEvent: (event) => this.events.push(event),
      limits: { ...testLimits, ...limits },
    })
  }

  get reasons(): string[] {
    return this.events.flatMap((event) => ('reason' in event ? [event.reason] : []))
  }

  async fill(): Promise<void> {
    this.restored = (await this.keeper.restore(this.#world.revision)) !== undefined
    if (!this.restored) await this.index.load(this.#world.present(), this.#world.revision, this.#world.names.all)
    this.keeper.open()
  }

  put(...places: readonly Place[]): void {
    this.index.apply(places.map((place) => this.#world.put(place)))
  }

  purge(id: PlaceId): void {
    this.index.apply([this.#world.purge(id)])
  }

  /** Waits until a snapshot of the present revision stands. */
  async written(): Promise<void> {
    const isWritten = () =>
      this.events.some((event) => event.kind === 'written' && event.revision === this.index.revision)
    await until('a snapshot of the present revision is written', isWritten, { saw: () => this.events.slice(-5) })
    await this.keeper.settle()
  }

  async stop(): Promise<void> {
    await this.keeper.close()
    await this.index.close()
  }

  /** As a killed process leaves the folder: nothing more is written. */
  async kill(): Promise<void> {
    this.index.state = () => undefined
    await this.index.close()
  }
}

/** The changes of a busy service, always the same: number `n` writes one of sixty places. */
export function* endlessPlaces(): Generator<Place> {
  const pool = samplePlaces(60)
  for (let n = 0; ; n++) yield { ...pool[n % pool.length]!, name: `Name ${n}` }
}

export const otherModel = (): Model => createModel({ ...manyKindsModel(), locale: 'da' })
