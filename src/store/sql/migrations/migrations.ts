import type { Kysely } from 'kysely'
import type { Migration, MigrationProvider } from 'kysely/migration'
import type { DatabaseTraits } from '../traits.ts'
import * as record from './0001-record.ts'
import * as slugs from './0002-slugs.ts'
import * as marks from './0003-marks.ts'

type Step = { up(db: Kysely<unknown>, traits: DatabaseTraits): Promise<void> }

/** Every step of the schema, in order; a step is never changed once a version with it is out. */
const steps: Readonly<Record<string, Step>> = {
  '0001-record': record,
  '0002-slugs': slugs,
  '0003-marks': marks,
}

/** The names of the steps that this program knows, in order. */
export const schemaSteps: readonly string[] = Object.keys(steps)

/** The steps up to and with `last` (default: all) for Kysely's migrator. */
export function migrationProvider(traits: DatabaseTraits, last?: string): MigrationProvider {
  const wanted = Object.entries(steps).filter(([name]) => last === undefined || name <= last)
  const migrations = wanted.map(([name, step]): [string, Migration] => [name, { up: (db) => step.up(db, traits) }])
  return { getMigrations: async () => Object.fromEntries(migrations) }
}
