import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../src/access/access.ts'
import { noNames } from '../../src/place/directory-entry.ts'
import type { Place } from '../../src/place/place.ts'
import { viewPlace } from '../../src/place/view.ts'
import { History } from '../../src/service/history.ts'
import { createCommitSignal } from '../../src/service/replica.ts'
import type { Store } from '../../src/store/store.ts'
import { create, openSimpleStore, patch, temporaryFolder, write, writePlace } from '../store/commands.ts'
import { until } from '../support/until.ts'

const revisions = 40
/** Everything is of concern. */
const events = {
  concerning: () => async () => ({ left: false }),
  view: async (place: Place) => viewPlace(place, noNames, undefined),
}

test('a page of revisions has each of them once, whatever is written while it is read', async (context) => {
  const store = await openSimpleStore(temporaryFolder(context))
  context.after(() => store.close())
  const { id } = await writePlace(store, create({ name: '1' }))
  for (let n = 2; n <= revisions; n++) await write(store, patch(id, { name: `${n}` }))
  const changing: Store = {
    ...store,
    async history(place, page) {
      const found = await store.history(place, page)
      await write(store, patch(id, { name: `${page.limit} more` }))
      return found
    },
  }
  const history = new History({
    events,
    store: changing,
    names: { version: 0 },
    replica: { nextCommit: async () => {}, watermark: { revision: 0, text: '0', tag: '' } },
  })
  const { Results } = await history.revisions(id, { offset: 0, limit: 1_000 }, {
    permissions: ['read'],
  } as unknown as Caller)
  const told = Results.map(({ revision }) => revision)
  assert.deepEqual(
    told,
    told.map((_, at) => told.length - at),
  )
})

test('those who wait for the same change share one reading of it, and a later one is read anew', async (context) => {
  const store = await openSimpleStore(temporaryFolder(context))
  context.after(() => store.close())
  const commits = createCommitSignal(4)
  let seen = 0
  let reads = 0
  const history = new History({
    events,
    store: {
      ...store,
      changes(after, limit) {
        reads++
        return store.changes(after, limit)
      },
    },
    names: { version: 0 },
    replica: {
      nextCommit: (signal) => commits.next(signal),
      get watermark() {
        return { revision: seen, text: `${seen}`, tag: `${seen}` }
      },
    },
  })
  const all = { permissions: ['read', 'read-restricted'] } as unknown as Caller
  const some = { permissions: ['read'] } as unknown as Caller
  const ask = (caller: Caller, after = 0) =>
    history.changes({ after, limit: 10, waitSeconds: 50 }, () => caller, new AbortController().signal)
  const waiting = Array.from({ length: 100 }, (_, n) => ask(n % 2 === 0 ? all : some))
  await until('both pages are read', () => reads === 2)
  reads = 0
  const change = async (name: string) => {
    await write(store, { kind: 'directory', list: 'owners', id: name, entry: { id: name, name }, who: 'x', now: 0 })
    seen++
    commits.notify()
  }
  await change('1')
  const pages = await Promise.all(waiting)
  assert.equal(reads, 2)
  assert.equal(new Set(pages.map(({ bytes }) => bytes)).size, 2)
  const before = ask(all)
  await change('2')
  const two = JSON.parse((await ask(all)).bytes.toString()) as { Results: unknown[] }
  assert.equal(two.Results.length, 2)
  await before
})

test('a page of changes over large documents lets others have their turns between them', async () => {
  const large = 10
  const place = JSON.stringify({ id: 'a', name: 'x'.repeat(200_000), owner: { id: 'o', type: 'external' } })
  const entries = Array.from({ length: large }, (_, at) => ({
    ...({ revision: at + 1, kind: 'place', id: 'a', action: 'patch', time: 0, who: '' } as const),
    document: place,
  }))
  const store = {
    historyId: 'h',
    lastRevision: async () => large,
    changes: async (after: number, limit: number) => entries.slice(after, after + limit),
  } as unknown as Store
  const history = new History({
    events,
    store,
    names: { version: 1 },
    replica: { nextCommit: async () => {}, watermark: { revision: 0, text: '0', tag: '' } },
  })
  let turns = 0
  let isOver = false
  const turn = () => {
    turns++
    if (!isOver) void setImmediate().then(turn)
  }
  turn()
  const caller = { permissions: ['read'] } as unknown as Caller
  const asked = { after: 0, limit: 100, waitSeconds: 0 }
  const { revision, bytes } = await history.changes(asked, () => caller, new AbortController().signal)
  isOver = true
  const { Results } = JSON.parse(bytes.toString()) as { Results: unknown[] }
  assert.deepEqual([revision, Results.length], [large, large])
  assert.ok(turns >= large - 1, `others had ${turns} turns`)
})
