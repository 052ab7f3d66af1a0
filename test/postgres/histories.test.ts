import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { JournalEntry } from '../../src/place/journal.ts'
import { openPostgresStore } from '../../src/store/postgres/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite.ts'
import type { Command } from '../../src/store/store.ts'
import { assertWhole } from '../store/assert-whole.ts'
import { allChanges, done, temporaryFolder } from '../store/commands.ts'
import { startNode } from '../support/child.ts'
import { testDatabases } from '../support/postgres/databases.ts'
import { storeParts, type Told, writers } from './random-commands.ts'

const databases = await testDatabases()
const missing = 'missing' in databases && databases.missing
const seed = Number(process.env.TEST_SEED ?? Date.now() % 1_000_000)
const groups = 40
interface Ended {
  readonly began: number
  readonly ended: number
  readonly done: boolean
  readonly revisions: readonly number[]
}

/** What several processes wrote at the same time, by the names of their changes. */
interface Written {
  readonly commands: ReadonlyMap<string, Command>
  readonly ended: ReadonlyMap<string, Ended>
  readonly journal: readonly JournalEntry[]
}

/** Lets processes write random changes side by side. The first is killed when it has told of so many, if that is given. */
async function writeTogether(url: string, killAfter = Number.POSITIVE_INFINITY): Promise<Written> {
  const commands = new Map<string, Command>()
  const ended = new Map<string, Ended>()
  const running = Array.from({ length: writers }, async (_, writer) => {
    const program = join(import.meta.dirname, 'random-writer.ts')
    const child = startNode([program, url, String(seed), String(writer), String(groups)])
    child.onLine((line) => {
      const told = JSON.parse(line) as Told
      if ('command' in told) commands.set(told.name, told.command)
      else ended.set(told.name, told)
      if (writer === 0 && commands.size > killAfter) child.process.kill('SIGKILL')
    })
    const status = await child.ended()
    assert.ok(
      status === 0 || (writer === 0 && killAfter < Number.POSITIVE_INFINITY),
      `writer ${writer} ended with ${status}: ${child.output().stderr}`,
    )
  })
  await Promise.all(running)
  const store = await openPostgresStore({ url, ...storeParts })
  try {
    await assertWhole(store)
    return { commands, ended, journal: await allChanges(store) }
  } finally {
    await store.close()
  }
}

/** The names of the changes in the order in which the journal has them. */
function orderOf({ journal }: Written): readonly string[] {
  return [...new Set(journal.map(({ who }) => who))]
}

/** What was answered is in the journal, and nothing else is but changes whose writer was killed. */
function assertAnswered(written: Written): void {
  const { commands, ended, journal } = written
  for (const [name, { done, revisions }] of ended) {
    const found = journal.filter(({ who }) => who === name).map(({ revision }) => revision)
    assert.deepEqual(found, done ? revisions : [], `${name} of seed ${seed}`)
  }
  for (const name of orderOf(written)) assert.ok(commands.has(name), `nobody wrote ${name} of seed ${seed}`)
}

/** A change that was answered before another was begun comes before it. */
function assertInTime({ ended }: Written): void {
  const made = [...ended.values()].filter(({ revisions }) => revisions.length > 0)
  for (const one of made) {
    for (const other of made) {
      if (one.ended >= other.began) continue
      assert.ok(one.revisions[0]! < other.revisions[0]!, `${JSON.stringify([one, other])} of seed ${seed}`)
    }
  }
}

/** The same changes one by one, in the order of the journal, in a database of another make, give the same journal. */
async function assertSameAlone(context: TestContext, written: Written): Promise<void> {
  const alone = await openSqliteStore({ folder: temporaryFolder(context), ...storeParts })
  try {
    for (const name of orderOf(written)) done((await alone.write([written.commands.get(name)!]))[0])
    const withoutDrawnIds = (entries: readonly JournalEntry[]) =>
      entries.map(({ transactionId: _, act: _act, ...entry }) => entry)
    assert.deepEqual(withoutDrawnIds(await allChanges(alone)), withoutDrawnIds(written.journal), `seed ${seed}`)
  } finally {
    await alone.close()
  }
}

async function assertHistory(context: TestContext, written: Written): Promise<void> {
  context.diagnostic(`seed ${seed}: ${written.commands.size} changes, ${written.journal.length} entries`)
  assert.ok(written.journal.length > 20, 'enough was written to tell')
  assertAnswered(written)
  assertInTime(written)
  await assertSameAlone(context, written)
}

test('what several processes write at once is as if they had written one after the other', {
  skip: missing,
}, async (t) => {
  assert.ok(!('missing' in databases))
  await assertHistory(t, await writeTogether(await databases.create()))
})

test('the same when one of them is killed while it writes', { skip: missing }, async (t) => {
  assert.ok(!('missing' in databases))
  await assertHistory(t, await writeTogether(await databases.create(), 60))
})
