import { randomUUID } from 'node:crypto'
import { formatInstant } from '../../place/dates.ts'
import { defaultSource } from '../../place/source.ts'
import type { Database, DatabaseTraits } from './database.ts'
import { ownerCharactersMax } from './record-tables.ts'

/** The steps of the schema, in order; a step never changes once a version with it is released. */
const steps: Readonly<Record<string, (traits: DatabaseTraits) => readonly string[]>> = {
  '0001-record': recordStep,
  '0002-slugs': slugsStep,
  '0003-marks': transactionIdsStep,
  '0004-callers': callersStep,
  '0005-webhooks': webhooksStep,
  '0006-publications': publicationsStep,
  '0007-child-events': childEventsStep,
  '0008-sources': sourcesStep,
  '0009-acts': actsStep,
}

/** The names of the steps that this program knows, in order. */
export const schemaSteps: readonly string[] = Object.keys(steps)

/** The journal of revisions, and the present state of places, directory and keys. */
function recordStep({ wholeNumber, text, indexesLongTexts }: DatabaseTraits): readonly string[] {
  const present = (table: string) =>
    `create table ${table} (id ${text} not null primary key, revision ${wholeNumber} not null unique)`
  return [
    `create table journal (
      revision ${wholeNumber} primary key,
      kind text not null,
      id ${text} not null,
      action text not null,
      time ${wholeNumber} not null,
      who text not null,
      document text,
      import_key ${text})`,
    // Only the ids of places are short everywhere, and only their history is queried.
    `create index journal_of on journal (kind, id, revision) ${indexesLongTexts ? '' : "where kind = 'place'"}`,
    `create table place (
      id ${text} not null primary key,
      revision ${wholeNumber} not null unique,
      slug ${text} not null unique,
      parent_id ${text},
      import_key ${text} unique,
      deleted integer not null)`,
    'create index place_parent on place (parent_id) where parent_id is not null',
    present('directory_entry'),
    present('access_key'),
    'create table meta (name text not null primary key, value text not null)',
  ]
}

/** The former slugs of places, and the counters that make new slugs unique (D21). */
function slugsStep({ wholeNumber, text }: DatabaseTraits): readonly string[] {
  return [
    `create table former_slug (
      slug ${text} not null,
      place_id ${text} not null,
      revision ${wholeNumber} not null,
      constraint former_slug_key primary key (slug, place_id))`,
    'create index former_slug_place on former_slug (place_id)',
    `create table slug_base (base ${text} not null primary key, next ${wholeNumber} not null)`,
  ]
}

/**
 * The transaction ids that distinguish histories with the same numbers, and the end of the journal where several
 * processes write.
 */
function transactionIdsStep({ wholeNumber, sharedWriting }: DatabaseTraits): readonly string[] {
  const mark = `alter table journal add column mark ${wholeNumber} default 0 not null`
  if (!sharedWriting) return [mark]
  const end = `create table journal_end (
    one integer primary key check (one = 1),
    revision ${wholeNumber} not null,
    mark ${wholeNumber} not null)`
  return [mark, end, 'insert into journal_end (one, revision, mark) values (1, 0, 0)']
}

/** The caller behind each change. */
function callersStep(): readonly string[] {
  return ['alter table journal add column caller text']
}

/** Webhooks, which are in the journal, and their progress and logs, which are not. */
function webhooksStep({ wholeNumber, text }: DatabaseTraits): readonly string[] {
  const logTable = (table: string, number: string) => `create table ${table} (
    webhook_id ${text} not null,
    ${number} ${wholeNumber} not null,
    place_id ${text},
    document text not null,
    constraint ${table}_key primary key (webhook_id, ${number}))`
  return [
    `create table webhook (id ${text} not null primary key, revision ${wholeNumber} not null unique)`,
    `create table webhook_cursor (
      webhook_id ${text} not null primary key, epoch ${wholeNumber} not null, document text not null)`,
    logTable('webhook_delivery', 'number'),
    logTable('webhook_dead_letter', 'revision'),
  ]
}

/** The next future instant of publication of each place (D57). */
function publicationsStep({ text, json }: DatabaseTraits): readonly string[] {
  const now = `'${formatInstant(Date.now())}'`
  return [
    `alter table place add column due ${text}`,
    `update place set due = found.due from (
      select revision, case when published > ${now} then published when depublished > ${now} then depublished end as due
      from (
        select place.revision, ${json} ->> 'published' as published, ${json} ->> 'depublished' as depublished
        from place join journal on journal.revision = place.revision) instants
      where published is not null and (depublished is null or depublished > published)) found
    where found.revision = place.revision and found.due is not null`,
    'create index place_due on place (due) where due is not null',
  ]
}

/** Several events of one revision can be dead letters: the one of a place, and those of its children (D57). */
function childEventsStep({ wholeNumber, text }: DatabaseTraits): readonly string[] {
  const columns = 'webhook_id, revision, place_id, document'
  return [
    'alter table webhook_dead_letter rename to former_dead_letter',
    `create table webhook_dead_letter (
      webhook_id ${text} not null,
      revision ${wholeNumber} not null,
      child ${text} default '' not null,
      place_id ${text},
      document text not null,
      constraint webhook_dead_letter_event primary key (webhook_id, revision, child))`,
    `insert into webhook_dead_letter (${columns}) select ${columns} from former_dead_letter`,
    'drop table former_dead_letter',
  ]
}

/** The source of each key, which is unique within its source only, and the owner of each imported place (D49). */
function sourcesStep({ wholeNumber, text, json, dropsConstraints }: DatabaseTraits): readonly string[] {
  const columns = 'id, revision, slug, parent_id, import_key, deleted, due'
  const withoutUniqueKeys = [
    'alter table place rename to former_place',
    `create table place (
      id ${text} not null primary key,
      revision ${wholeNumber} not null unique,
      slug ${text} not null unique,
      parent_id ${text},
      import_key ${text},
      deleted integer not null,
      due ${text})`,
    `insert into place (${columns}) select ${columns} from former_place`,
    'drop table former_place',
    'create index place_parent on place (parent_id) where parent_id is not null',
    'create index place_due on place (due) where due is not null',
  ]
  const source = `add column source ${text} default '${defaultSource}' not null`
  return [
    ...(dropsConstraints ? ['alter table place drop constraint place_import_key_key'] : withoutUniqueKeys),
    `alter table place ${source}`,
    `alter table place add column owner_id ${text}`,
    `alter table journal ${source}`,
    `update place set owner_id = (
      select substr(${json} -> 'owner' ->> 'id', 1, ${ownerCharactersMax}) from journal
      where journal.revision = place.revision)
    where import_key is not null`,
    'create unique index place_key on place (import_key, source)',
    'create index place_source on place (source, owner_id) where import_key is not null',
  ]
}

/** The acts that changes belong to. A revision without one is an act of its own. */
function actsStep({ wholeNumber, text }: DatabaseTraits): readonly string[] {
  return [
    `create table act (
      number ${wholeNumber} primary key,
      id text not null unique,
      kind text not null,
      time ${wholeNumber} not null,
      who text not null,
      caller text,
      holder text not null,
      label text,
      undoes text,
      revisions ${wholeNumber} not null,
      places ${wholeNumber} not null)`,
    'create index act_undoes on act (undoes) where undoes is not null',
    `create table act_owner (
      act ${wholeNumber} not null,
      owner_id ${text} not null,
      constraint act_owner_key primary key (act, owner_id))`,
    'alter table journal add column act text',
    `create index journal_act on journal (act, id, revision) where kind = 'place' and act is not null`,
    `create index journal_single on journal (revision) where ${isSingle}`,
  ]
}

/** The condition of entries that are acts of their own and may be shown; that of an index and of its queries. */
export const isSingle = "act is null and kind <> 'key' and kind <> 'webhook'"

/**
 * Brings the schema to what this program knows (or to the step `last`) and returns the identity of the history, a
 * random UUID made with the record. Rejects if a newer version of the program has written the record, since this one
 * might destroy what that keeps. Rejects with the error of a failed step, which has then changed nothing.
 */
export async function migrate(db: Database, last?: string): Promise<string> {
  const id = await migrateUnfinished(db, last)
  await refuseUnfinishedCopy(db)
  return id
}

/** Does the same for a record that may be an incomplete copy. */
export async function migrateUnfinished(db: Database, last: string = schemaSteps.at(-1)!): Promise<string> {
  await refuseNewerSchema(db)
  if (!(await stepsDone(db)).includes(last)) await db.transaction((transaction) => makeSteps(transaction, last))
  const known = 'insert into meta (name, value) values (?, ?) on conflict do nothing'
  await db.query(known, ['history_id', randomUUID()])
  return readHistoryId(db)
}

async function makeSteps(db: Database, last: string): Promise<void> {
  if (db.traits.lockSchema) await db.query(db.traits.lockSchema)
  // The table keeps its first name, which earlier versions know.
  await db.query(
    `create table if not exists kysely_migration (
      name varchar(255) not null primary key, timestamp varchar(255) not null)`,
  )
  const done = await stepsDone(db)
  for (const [name, step] of Object.entries(steps)) {
    if (name > last || done.includes(name)) continue
    for (const text of step(db.traits)) await db.query(text)
    const time = new Date().toISOString()
    await db.query('insert into kysely_migration (name, timestamp) values (?, ?)', [name, time])
  }
}

/** Returns the history id of a database that cannot be written now; rejects if its schema differs from ours. */
export async function checkSchema(db: Database): Promise<string> {
  await refuseNewerSchema(db)
  const done = await stepsDone(db)
  const missing = schemaSteps.find((step) => !done.includes(step))
  if (missing !== undefined) {
    throw new Error(`the schema lacks the step ${missing}, which a start makes when the database takes writes`)
  }
  await refuseUnfinishedCopy(db)
  return readHistoryId(db)
}

/** The row of `meta` in an incomplete copy: the identity of the record that it is copied from. */
export const unfinishedCopy = 'unfinished_copy_of'

async function refuseUnfinishedCopy(db: Database): Promise<void> {
  const found = await readMeta(db, unfinishedCopy)
  if (found !== undefined)
    throw new Error('the record is a copy that is not complete: run the same `gazetteer copy` again')
}

async function refuseNewerSchema(db: Database): Promise<void> {
  const unknown = (await stepsDone(db)).find((name) => !schemaSteps.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `the data was written by a newer version of this program: its schema has the step ${unknown}, ` +
        `this version knows them up to ${schemaSteps.at(-1)}; start the newer version, or restore a backup`,
    )
}

async function stepsDone(db: Database): Promise<readonly string[]> {
  const [table] = await db.query(db.traits.findTable, ['kysely_migration'])
  if (table === undefined) return []
  const done = await db.query<{ name: string }>('select name from kysely_migration order by name')
  return done.map(({ name }) => name)
}

async function readHistoryId(db: Database): Promise<string> {
  const id = await readMeta(db, 'history_id')
  if (id === undefined) throw new Error('the record lacks the identity of its history')
  return id
}

/** Returns a fact about the whole record, or undefined if it is not there. */
export async function readMeta(db: Database, name: string): Promise<string | undefined> {
  const [row] = await db.query<{ value: string }>('select value from meta where name = ?', [name])
  return row?.value
}
