import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { createLocalDirectory } from '../../src/directory/local-directory.ts'
import { exportLines } from '../../src/exchange/formats/record-export.ts'
import { ImportRun, type ImportTarget } from '../../src/exchange/importing/import.ts'
import type { ImportOptions } from '../../src/exchange/importing/import-options.ts'
import type { ImportResult } from '../../src/exchange/importing/import-result.ts'
import type { Batches } from '../../src/exchange/importing/pipeline.ts'
import type { ImportRecord } from '../../src/exchange/reading/record.ts'
import type { JsonObject } from '../../src/place/json.ts'
import type { PlaceRequest, PresentPlace } from '../../src/place/request.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Store } from '../../src/store/store.ts'
import { importedPlace } from '../store/commands.ts'
import { model } from './support.ts'

/** A real record with its directory, in a folder of its own for one test. */
export interface TestService {
  readonly store: Store
  readonly target: ImportTarget
  import(records: Iterable<JsonObject> | Batches<ImportRecord>, more?: Partial<ImportOptions>): Promise<ImportResult[]>
  /** The present state of the place that was imported under a key, or undefined. */
  imported(key: string, source?: string): Promise<PresentPlace | undefined>
  write(request: PlaceRequest): Promise<string>
  export(): Promise<JsonObject[]>
}

export const now = Date.UTC(2026, 0, 1)

export async function openService(context: TestContext): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'gazetteer-exchange-'))
  const store = await openSqliteStore({ folder, model, locator: { layers: [] } })
  context.after(async () => {
    await store.close()
    await rm(folder, { recursive: true })
  })
  const directory = createLocalDirectory({ locale: 'sv' })
  const target: ImportTarget = {
    names: directory,
    present: store.importedPlaces,
    directoryWritable: true,
    async write(commands) {
      const outcomes = await store.write(commands)
      for (const outcome of outcomes) if (outcome.done) directory.apply(outcome.entries)
      return outcomes
    },
  }
  return {
    store,
    target,
    import: async (records, more = {}) => {
      const source = Symbol.asyncIterator in records ? records : numbered(records)
      const run = new ImportRun(target, { who: 'test', clock: () => now, ...more })
      return (await Array.fromAsync(run.import(source))).flat()
    },
    imported: (key, source) => importedPlace(store, key, source),
    async write(request) {
      const [outcome] = await store.write([{ kind: 'place', request }])
      if (!outcome?.done) throw new Error(JSON.stringify(outcome))
      return outcome.place?.id ?? ''
    },
    async export() {
      const lines = await Array.fromAsync(exportLines(store))
      return lines.map((line) => JSON.parse(line) as JsonObject)
    },
  }
}

async function* numbered(bodies: Iterable<JsonObject>): AsyncGenerator<readonly ImportRecord[]> {
  let line = 0
  for (const body of bodies) yield [{ line: ++line, body }]
}

/** A place that breaks no rule. */
export function place(more: JsonObject = {}): JsonObject {
  return {
    name: 'Åsens kyrka',
    updatedBy: 'anna',
    owner: { id: 'f1', type: 'Församling' },
    geolocation: { type: 'Feature', geometry: { type: 'Point', coordinates: [17.6, 59.8] } },
    placeTypes: { churchAndChapel: {} },
    ...more,
  }
}
