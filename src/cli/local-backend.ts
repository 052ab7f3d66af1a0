import { shownKey } from '../access/access.ts'
import { hashSecret, makeKey, newSecret } from '../access/secret.ts'
import { Problem } from '../common/problem.ts'
import type { Config } from '../config.ts'
import { exportLines } from '../exchange/formats/record-export.ts'
import { ImportRun, type ImportTarget } from '../exchange/importing/import.ts'
import { removeSnapshot } from '../index/compaction/snapshot-files.ts'
import type { Instant } from '../place/place.ts'
import { EventFilters } from '../service/event-filters.ts'
import { geolocateAll } from '../service/geolocate.ts'
import { type OpenRecord, openRecord } from '../service/open-record.ts'
import { openWebhooks, type WebhookParts } from '../service/open-webhooks.ts'
import type { Command, Outcome } from '../store/store.ts'
import { createPlaceRules } from '../store/writing/place-rules.ts'
import { precompute } from '../store/writing/precomputed.ts'
import type { Webhooks } from '../webhooks/webhooks.ts'
import { type Backend, CommandError, commandLineName, type DataWanted } from './command.ts'
import { localPlanning } from './local-planning.ts'

/**
 * Opens the record itself: the data folder, which this process locks, or the database. Throws a FolderInUse if another
 * process has the folder.
 */
export async function openLocalBackend(config: Config, clock: () => Instant, data: DataWanted): Promise<Backend> {
  const warn = (text: string) => process.emitWarning(text)
  const record = await openRecord(config, {
    clock,
    fixedKeys: [],
    serves: false,
    onFault: warn,
    onDirectoryFailure: (kind, detail) => warn(`the remote directory failed (${kind}): ${detail}`),
  })
  const { store, model, directory } = record
  if (data === 'present' && record.revision === 0 && config.databaseUrl !== undefined) {
    await record.close()
    throw new CommandError('there is no data in the database that DATABASE_URL names')
  }
  const write = (commands: readonly Command[]) => writeAndApply(record, commands)
  const one = async (command: Command) => {
    const [outcome] = await write([command])
    if (outcome?.done === false) throw Problem.from(outcome.problem)
  }
  const known = (id: string) => {
    const key = record.keys.find(id)
    if (key) return key
    throw new Problem('not-found', `there is no key with the id '${id}'`)
  }
  const who = commandLineName
  const importTarget = async (): Promise<ImportTarget> => {
    // The writing thread has the most to do, so work that need not wait for the transaction is done here.
    const rules = await createPlaceRules(record)
    return {
      prepare: (command) => precompute(command, rules),
      write,
      present: store.importedPlaces,
      names: directory,
      directoryWritable: directory.writable,
      ...(config.databaseUrl === undefined && { grouping: groupingAlone }),
    }
  }
  const webhooks = localWebhooks(config, { record, clock, command: one, onFault: warn })
  return {
    model,
    async *import(records, call) {
      yield* new ImportRun(await importTarget(), { ...call, who, clock }).import(records)
    },
    ...localPlanning(record, { importTarget, clock }),
    export: () => exportLines(store),
    geolocate: () => geolocateAll({ store, clock, writeAll: write }),
    async purge(id) {
      await one({ kind: 'purge', id, who, now: clock(), confirmed: true })
      // Replicas that serve a database learn of the purge from the journal.
      if (config.databaseUrl === undefined) removeSnapshot(config.dataDir)
    },
    backup: (file) => store.backup(file),
    listKeys: async () => record.keys.list().map(shownKey),
    async createKey(given) {
      const { key, secret } = makeKey(given, clock())
      await one({ kind: 'key', key, who, now: clock() })
      return { ...shownKey(key), key: secret }
    },
    async rotateKey(id) {
      const [key, secret] = [known(id), newSecret()]
      await one({ kind: 'amend', id, change: { hash: hashSecret(secret) }, who, now: clock() })
      return { ...shownKey(key), key: secret }
    },
    webhooks,
    revokeKey: async (id) => one({ kind: 'revoke', id: known(id).id, who, now: clock() }),
    async [Symbol.asyncDispose]() {
      await webhooks.close()
      await record.close()
    },
  }
}

/** Webhooks to manage; only a service sends to them. */
function localWebhooks(
  config: Config,
  parts: Pick<WebhookParts, 'record' | 'clock' | 'command' | 'onFault'>,
): Webhooks {
  return openWebhooks(config, {
    ...parts,
    ...{ onAttempt: () => {}, onDeadLetter: () => {} },
    replica: { watermark: parts.record, nextCommit: () => Promise.resolve() },
    filters: new EventFilters(parts.record.model),
    events: {
      next: () => {
        throw new CommandError('only a service sends events: start it')
      },
    },
  })
}

/**
 * Nobody else can write while the data folder is locked, and fewer transactions flush fewer pages: a tenth more places
 * a second than with 1,000. Groups that wait behind the one being written keep both threads busy while the other is
 * delayed.
 */
const groupingAlone = { items: 4_000, patienceMillis: 1_000, groupsInFlightMax: 4 } as const

/** Writes commands and applies their entries to this run, such as the names of owners, except those of places. */
async function writeAndApply(record: OpenRecord, commands: readonly Command[]): Promise<readonly Outcome[]> {
  const outcomes = await record.store.write(commands)
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.done && !['place', 'precomputed'].includes(commands[index]!.kind)) record.apply(outcome.entries)
  }
  return outcomes
}
