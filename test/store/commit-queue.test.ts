import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Problem } from '../../src/common/problem.ts'
import type { JournalEntry } from '../../src/place/journal.ts'
import { CommitQueue } from '../../src/store/commit-queue.ts'
import type { Command, Store } from '../../src/store/store.ts'
import {
  create,
  done,
  importing,
  now,
  openSimpleStore,
  placeOf,
  purging,
  refusal,
  temporaryFolder,
} from './commands.ts'

/** A store on disk with a queue before it, and what the queue told. */
async function openQueue(context: Parameters<typeof temporaryFolder>[0], limits = {}) {
  const store = await openSimpleStore(temporaryFolder(context))
  context.after(() => store.close())
  const committed: JournalEntry[] = []
  const groups: (readonly [commands: number, entries: number])[] = []
  const faults: unknown[] = []
  const queue = new CommitQueue({
    store: {
      follow: (after, limit) => store.follow(after, limit),
      async write(commands) {
        const outcomes = await store.write(commands)
        groups.push([commands.length, outcomes.flatMap((outcome) => (outcome.done ? outcome.entries : [])).length])
        return outcomes
      },
    },
    onCommitted: (entries) => committed.push(...entries),
    onCommit: (_, fault) => faults.push(fault),
    limits,
  })
  return { store, queue, committed, groups, faults }
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => create({ name: `p${index}` }))
const revisionsTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1)

test('concurrent writes share groups, and each caller gets its own outcome', async (context) => {
  const { queue, committed, groups, faults } = await openQueue(context, { group: 100 })
  const commands = numbered(250)
  const outcomes = await Promise.all(commands.map((command) => queue.write(command)))
  assert.deepEqual(
    outcomes.map((outcome) => placeOf(outcome).place.name),
    commands.map((_, index) => `p${index}`),
  )
  assert.deepEqual(groups, [
    [100, 100],
    [100, 100],
    [50, 50],
  ])
  assert.deepEqual(faults, [undefined, undefined, undefined])
  assert.deepEqual(
    committed.map(({ revision }) => revision),
    revisionsTo(250),
  )
})

test('D44: the entries of a write are told before its caller learns of it', async (context) => {
  const { queue, committed } = await openQueue(context)
  await Promise.all(
    numbered(300).map(async (command) => {
      const { entries } = done(await queue.write(command))
      assert.ok(committed.some(({ revision }) => revision === entries[0]?.revision))
    }),
  )
})

test('a refused write and a dry run tell no entries', async (context) => {
  const { queue, committed } = await openQueue(context)
  const outcomes = await Promise.all([
    queue.write(create({ name: 'refused' })),
    queue.write(importing({ name: 'a' }, { importKey: 'k' }, true)),
    queue.write(purging('nobody')),
  ])
  assert.deepEqual(outcomes.map(refusal), ['invalid-body', undefined, 'not-found'])
  assert.deepEqual(committed, [])
})

test('beyond its limits the queue refuses at once, saying when to come back', async (context) => {
  const { queue } = await openQueue(context, { waiting: 3, waitingBytes: 100 })
  const sizes = [60, 60, 40, 0, 0]
  const settled = await Promise.allSettled(sizes.map((bytes) => queue.write(create({ name: 'a' }), bytes)))
  assert.deepEqual(
    settled.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'rejected'],
  )
  for (const result of settled) if (result.status === 'rejected') assert.ok(isBusy(result.reason))
  assert.ok(done(await queue.write(create({ name: 'b' }), 100)).place)
})

test('entries that others have written are told too, in order', async (context) => {
  const { store, queue, committed } = await openQueue(context)
  await store.write(numbered(3))
  await queue.write(create({ name: 'mine' }))
  assert.deepEqual(
    committed.map(({ revision }) => revision),
    [1, 2, 3, 4],
  )
})

test('D44: whoever wants what another has just written sees it, although nothing had to be changed', async (context) => {
  const { store, queue, committed } = await openQueue(context)
  const entry = { id: 'x', name: 'X' }
  const putting: Command = { kind: 'directory', list: 'owners', id: 'x', entry, who: 'Ada', now }
  await store.write([putting])
  const [{ entries }] = await Promise.all([
    queue.write(putting).then(done),
    queue.write(importing({ name: 'a' }, { importKey: 'k' }, true)),
  ])
  assert.deepEqual(entries, [])
  assert.deepEqual(
    committed.map(({ revision }) => revision),
    [1],
  )
})

test('a group whose answer was lost is told although its callers are refused', async (context) => {
  const { store, committed } = await openQueue(context)
  const losing: Pick<Store, 'write' | 'follow'> = {
    follow: (after, limit) => store.follow(after, limit),
    async write(commands) {
      await store.write(commands)
      throw new Problem('unavailable', 'the answer was lost')
    },
  }
  const queue = new CommitQueue({ store: losing, onCommitted: (entries) => committed.push(...entries) })
  await assert.rejects(queue.write(create({ name: 'a' })), { code: 'unavailable' })
  assert.deepEqual(
    committed.map(({ revision }) => revision),
    [1],
  )
})

test('a journal that ends before what was seen is looked at until it is known that the history has diverged', async (context) => {
  const { store } = await openQueue(context)
  await store.write(numbered(3))
  const [last] = await store.changes(2, 1)
  const end = { revision: 3, transactionId: last!.transactionId! }
  for (const seen of [
    { revision: 5, transactionId: 1 },
    { revision: 3, transactionId: 1 },
  ]) {
    let [failures, diverged] = [1, 0]
    const queue = new CommitQueue({
      store: {
        write: (commands) => store.write(commands),
        async follow(after, limit) {
          if (failures-- > 0) throw new Problem('unavailable', 'the way to the database is broken')
          return store.follow(after, limit)
        },
      },
      onCommitted: () => {},
      onDiverged: async () => {
        diverged++
        return end
      },
    })
    queue.goOnFrom(seen)
    await queue.catchUp(3)
    assert.deepEqual([failures, diverged], [1, 0], 'news that may be old say nothing')
    await assert.rejects(queue.catchUp(end), { code: 'unavailable' })
    await queue.catchUp(3)
    assert.equal(diverged, 1)
    await queue.catchUp(end)
    assert.deepEqual([failures, diverged], [-2, 1], 'nothing more is looked for')
  }
})

test('a command that the database cannot take fails alone', async (context) => {
  const { store, committed } = await openQueue(context)
  const breaking: Pick<Store, 'write' | 'follow'> = {
    follow: (after, limit) => store.follow(after, limit),
    async write(commands) {
      const breaks = commands.some((command) => command.kind === 'purge')
      if (breaks) throw new Problem('internal', 'the change could not be recorded; nothing was written')
      return store.write(commands)
    },
  }
  const queue = new CommitQueue({
    store: breaking,
    onCommitted: (entries) => committed.push(...entries),
  })
  const commands = [...numbered(5), purging('x'), ...numbered(3)]
  const settled = await Promise.allSettled(commands.map((command) => queue.write(command)))
  assert.deepEqual(
    settled.map(({ status }) => status === 'rejected'),
    commands.map(({ kind }) => kind === 'purge'),
  )
  assert.deepEqual(
    committed.map(({ revision }) => revision),
    revisionsTo(8),
  )
})

test('closing answers what was taken and refuses the rest', async (context) => {
  const { queue } = await openQueue(context)
  const taken = numbered(20).map((command) => queue.write(command))
  const closed = queue.close()
  await assert.rejects(queue.write(create({ name: 'late' })), { code: 'unavailable' })
  await closed
  assert.equal((await Promise.all(taken)).length, 20)
})

function isBusy(error: unknown): boolean {
  return error instanceof Problem && error.code === 'unavailable' && error.headers['Retry-After'] === '1'
}

test('a group ends with a megabyte of bodies, since all of it is handed to the thread in one piece', async (context) => {
  const { queue, groups } = await openQueue(context)
  const bytes = 400 * 1024
  await Promise.all(numbered(7).map((command) => queue.write(command, bytes)))
  assert.deepEqual(
    groups.map(([commands]) => commands),
    [3, 3, 1],
  )
})
