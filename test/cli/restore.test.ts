import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type TestContext, test } from 'node:test'
import { createProgram, type Program } from './program.ts'

const owner = { kind: 'owner', id: 'f1', name: 'Åsens församling' }

/** A program with a record, and a backup of it in `b.db`. */
async function withBackup(context: TestContext): Promise<Program> {
  const program = await createProgram(context)
  writeFileSync(join(program.folder, 'a.ndjson'), `${JSON.stringify(owner)}\n`)
  for (const args of [
    ['import', 'a.ndjson'],
    ['backup', 'b.db'],
  ])
    assert.equal((await program.run(args)).status, 0)
  return program
}

function historyOf(file: string): unknown {
  using database = new DatabaseSync(file, { readOnly: true })
  return database.prepare(`select value from meta where name = 'history_id'`).get()?.value
}

test('restore puts a backup into an empty data folder, each time with a history of its own', async (context) => {
  const program = await withBackup(context)
  const backup = join(program.folder, 'b.db')
  const bytes = readFileSync(backup)
  const exported = (await program.run(['export'])).stdout
  const histories = [historyOf(backup)]
  for (const DATA_DIR of ['one', 'two']) {
    // What a service leaves in a folder whose record was moved away.
    mkdirSync(join(program.folder, DATA_DIR, 'index'), { recursive: true })
    const { status, stdout, stderr } = await program.run(['restore', 'b.db'], '', { DATA_DIR })
    assert.equal(status, 0, stderr)
    assert.match(stdout, /^restored .*b\.db to .*\n$/)
    const record = join(program.folder, DATA_DIR, 'gazetteer.db')
    assert.equal(statSync(record).mode & 0o777, 0o600)
    assert.ok(!existsSync(join(program.folder, DATA_DIR, 'index')))
    histories.push(historyOf(record))
    assert.equal((await program.run(['export'], '', { DATA_DIR })).stdout, exported)
  }
  assert.equal(new Set(histories).size, 3)
  assert.deepEqual(readFileSync(backup), bytes)
})

test('restore overwrites nothing, says in one line why it cannot, and leaves nothing behind', async (context) => {
  const program = await withBackup(context)
  const path = (name: string) => join(program.folder, name)
  writeFileSync(path('text.db'), 'no database at all, but long enough to be read as a header of one')
  using other = new DatabaseSync(path('other.db'))
  other.exec('create table places (id text)')
  using written = new DatabaseSync(path('written.db'))
  written.exec('pragma journal_mode = wal; create table meta (name text, value text)')
  mkdirSync(path('log'))
  writeFileSync(path('log/gazetteer.db-wal'), 'a log without its file')
  const before = readFileSync(path('data/gazetteer.db'))
  const refusals: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['b.db', {}, /gazetteer\.db is there, and is not overwritten/],
    ['b.db', { DATA_DIR: 'log' }, /gazetteer\.db-wal is there, and is not overwritten/],
    ['nothere.db', { DATA_DIR: 'new' }, /there is no file .*nothere\.db/],
    ['text.db', { DATA_DIR: 'new' }, /text\.db is damaged, or no backup \(file is not a database\)/],
    ['other.db', { DATA_DIR: 'new' }, /other\.db is a database, but no backup of a record/],
    ['written.db', { DATA_DIR: 'new' }, /written\.db-wal has changes that .*written\.db lacks/],
    ['b.db', { DATABASE_URL: 'postgres://u:secret@localhost/places' }, /restore is for a data folder: use pg_restore/],
  ]
  for (const [file, env, says] of refusals) {
    const { status, stderr } = await program.run(['restore', file], '', env)
    assert.equal(status, 2, stderr)
    assert.match(stderr, says)
    assert.match(stderr, /^gazetteer: [^\n]+\n$/)
  }
  assert.deepEqual(readFileSync(path('data/gazetteer.db')), before)
  assert.deepEqual(
    readdirSync(path('new')).filter((name) => !name.startsWith('lock.db')),
    [],
  )
  const stop = await program.serve()
  const { status, stderr } = await program.run(['restore', 'b.db'])
  assert.deepEqual([status, /in use by another process: stop it first/.test(stderr)], [2, true], stderr)
  await stop()
})
