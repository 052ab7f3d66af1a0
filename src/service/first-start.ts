import { makeKey } from '../access/secret.ts'
import { Problem } from '../common/problem.ts'
import { type Config, ConfigError } from '../config.ts'
import { demoRecords } from '../demo/demo.ts'
import { writeDemoDistricts } from '../demo/districts.ts'
import type { Directory } from '../directory/directory.ts'
import { ImportRun, type ImportTarget } from '../exchange/importing/import.ts'
import { type ImportRecord, recordOf } from '../exchange/reading/record.ts'
import { directoryKinds } from '../place/directory-kinds.ts'
import type { Instant } from '../place/place.ts'
import { defaultSource } from '../place/source.ts'
import { makePrivateFolder } from '../store/data-folder.ts'
import { isEmptyRecord } from '../store/sqlite/sqlite.ts'
import { reasonOf } from '../store/unwritable.ts'
import type { OpenRecord } from './open-record.ts'
import type { Places } from './places.ts'

/** The inputs of a first start, and where it writes. */
interface FirstStart {
  readonly record: OpenRecord
  /** The number of places before the start. */
  readonly placesKept: number
  /** True if the configuration names an admin key. */
  readonly hasAdminKey: boolean
  /** True if an empty record gets the demo. */
  readonly demo: boolean
  readonly places: Places
  readonly target: ImportTarget
  readonly clock: () => Instant
  /** Called before the demo is loaded. */
  readonly onDemo: () => void
}

/** The result of a first start; empty for later starts. */
export interface FirstStartResult {
  /** The number of places of the demo that were loaded. */
  readonly demoPlaces: number
  /** The secret of an admin key, which is returned only here. */
  readonly madeAdminKey?: string
}

/** Prepares the demo before the record is opened: writes the districts that give its places their municipalities. */
export function prepareDemo({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== undefined || !isEmptyRecord(dataDir)) return
  try {
    makePrivateFolder(dataDir)
    writeDemoDistricts(dataDir)
  } catch {
    // Opening the record reports faults of the folder.
  }
}

/**
 * Loads the demo into an empty folder where that is asked for, and makes an admin key where no key could open the
 * service. The key comes last: a first start that was interrupted before is begun again by the next.
 */
export async function completeFirstStart(start: FirstStart): Promise<FirstStartResult> {
  const { record, hasAdminKey, demo } = start
  const isLocked = !hasAdminKey && record.keys.list().length === 0
  const wantsDemo = demo && (record.revision === 0 || (isLocked && (await isDemoBegun(start))))
  try {
    const demoPlaces = wantsDemo ? await loadDemo(start) : 0
    return { demoPlaces, ...(isLocked && { madeAdminKey: await makeAdminKey(start) }) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new ConfigError(`the first start is not complete, and the next one goes on with it: ${reasonOf(error)}`)
  }
}

/** Resolves with true if an earlier start was interrupted while it loaded the demo, and nothing else has been written. */
async function isDemoBegun({ placesKept, record }: FirstStart): Promise<boolean> {
  if (placesKept === 0) return isDirectoryEmpty(record.directory) || isDirectoryOfDemo(record.directory)
  const first = demoRecords().find(({ key }) => typeof key === 'string')
  const [place] = await record.store.importedPlaces([{ source: defaultSource, key: String(first?.key) }])
  return place !== undefined
}

function isDirectoryEmpty(directory: Directory): boolean {
  return directoryKinds.every((kind) => directory.list(kind, { prefix: '', offset: 0, limit: 1 }).total === 0)
}

/** Resolves with true if the first entry of the demo exists. */
function isDirectoryOfDemo(directory: Directory): boolean {
  const [first] = demoRecords()
  return directory.entry('categories', String(first?.id)) !== undefined
}

async function loadDemo({ target, clock, onDemo }: FirstStart): Promise<number> {
  onDemo()
  let places = 0
  for await (const results of new ImportRun(target, { who: 'demo', clock }).import(demoImport())) {
    const refused = results.find(({ status }) => status === 'refused')
    if (refused !== undefined) throw new Error(`the demo was refused: ${JSON.stringify(refused)}`)
    places += results.filter(({ id }) => id !== undefined).length
  }
  return places
}

async function* demoImport(): AsyncGenerator<readonly ImportRecord[]> {
  let line = 0
  for (const body of demoRecords()) yield [recordOf(body, ++line)]
}

async function makeAdminKey({ places, clock }: FirstStart): Promise<string> {
  const { key, secret } = makeKey({ name: 'first admin', permissions: ['admin'] }, clock())
  await places.command({ kind: 'key', key, who: 'first start', now: key.created })
  return secret
}
