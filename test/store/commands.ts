import { randomUUIDv7 } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { ActRef } from '../../src/place/act.ts'
import type { JournalEntry, PresentKind } from '../../src/place/journal.ts'
import type { JsonObject } from '../../src/place/json.ts'
import type { Place } from '../../src/place/place.ts'
import type { ChildAction, PresentPlace } from '../../src/place/request.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../../src/store/sqlite/sqlite.ts'
import type { Command, Outcome, PurgeCommand, Store } from '../../src/store/store.ts'

export const now = Date.UTC(2026, 0, 1)
export const simpleRules = new URL('./simple-rules.ts', import.meta.url).href

/** An act as a request names it. */
export function actNamed(id: string, more: Partial<ActRef> = {}): ActRef {
  return { id, kind: 'group', holder: 'key-1', isNamed: true, ...more }
}

/** Makes a request for a place part of an act. */
export function within(act: ActRef, command: Command, more: { readonly now?: number } = {}): Command {
  if (command.kind !== 'place') throw new Error('only requests for places form acts')
  return { kind: 'place', request: { ...command.request, act, ...more } }
}

const common = { now, ownerEntries: {}, allowOverposting: false } as const

export function create(body: JsonObject, newId: string = randomUUIDv7()): Command {
  return { kind: 'place', request: { ...common, action: 'create', body, newId } }
}

export function patch(id: string, body: JsonObject, ifMatch?: readonly number[]): Command {
  return {
    kind: 'place',
    request: {
      ...common,
      action: 'patch',
      id,
      body,
      childActions: [],
      seesMedia: true,
      ...(ifMatch && { ifMatch }),
    },
  }
}

export function remove(id: string, childActions: readonly ChildAction[] = [], at = now): Command {
  return { kind: 'place', request: { ...common, now: at, action: 'remove', id, deletedBy: 'Ada', childActions } }
}

export function restore(id: string): Command {
  return { kind: 'place', request: { ...common, action: 'restore', id, updatedBy: 'Ada' } }
}

export interface ImportKeys {
  readonly source?: string
  readonly importKey?: string
  readonly parentKey?: string
}

export function importing(body: JsonObject, keys: ImportKeys, dryRun = false): Command {
  const { source = 'import', importKey, parentKey } = keys
  const request = {
    ...common,
    ...({ action: 'import', body, newId: randomUUIDv7(), dryRun } as const),
    ...(importKey !== undefined && { sourceKey: { source, key: importKey } }),
    ...(parentKey !== undefined && { parentKey: { source, key: parentKey } }),
  }
  return { kind: 'place', request }
}

export function purging(id: string): PurgeCommand {
  return { kind: 'purge', id, who: 'the law', now, confirmed: true }
}

/** What was done; fails when the command was refused. */
export function done(outcome: Outcome | undefined): Outcome & { done: true } {
  if (!outcome?.done) throw new Error(`refused: ${JSON.stringify(outcome)}`)
  return outcome
}

/** The code of the problem with which the command was refused, or undefined when it was done. */
export function refusal(outcome: Outcome | undefined): string | undefined {
  return outcome?.done === false ? outcome.problem.code : undefined
}

/** Carries out one command that must not be refused. */
export async function write(store: Store, command: Command): Promise<Outcome & { done: true }> {
  return done((await store.write([command]))[0])
}

/** The place that a command left. */
export async function writePlace(store: Store, command: Command): Promise<Place> {
  return placeOf(await write(store, command)).place
}

/** The place that a command left, as the entry of its revision has it; where nothing changed its id alone is known. */
export function placeOf(outcome: Outcome | undefined): PresentPlace {
  const { place, entries } = done(outcome)
  if (!place) throw new Error('the outcome has no place')
  const { document } = entries.find(({ revision }) => revision === place.revision) ?? {}
  return { revision: place.revision, place: (document ? JSON.parse(document) : { id: place.id }) as Place }
}

export async function allChanges(store: Store): Promise<readonly JournalEntry[]> {
  return store.changes(0, 1_000_000)
}

export async function allPresent(store: Store, kind: PresentKind = 'place'): Promise<readonly JournalEntry[]> {
  return (await Array.fromAsync(store.present(kind))).flat()
}

/** The present state of the place that was imported under a key, or undefined. */
export async function importedPlace(store: Store, key: string, source = 'import'): Promise<PresentPlace | undefined> {
  return (await store.importedPlaces([{ source, key }]))[0]
}

/** A folder that goes away with the test. */
export function temporaryFolder(test: Pick<TestContext, 'after'>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-store-'))
  test.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A store on SQLite under the simple rules. */
export async function openSimpleStore(folder: string, options: Partial<SqliteStoreOptions> = {}): Promise<Store> {
  const model = { placeTypeSchemas: {}, locale: 'sv' }
  return openSqliteStore({ folder, model, locator: { layers: [] }, rules: simpleRules, ...options })
}
