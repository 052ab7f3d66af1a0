import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Caller } from '../src/access/access.ts'
import { History } from '../src/history.ts'
import type { Store } from '../src/store/store.ts'
import { create, openSimpleStore, patch, temporaryFolder, write, writePlace } from './store/commands.ts'

const revisions = 40

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
    store: changing,
    names: {} as never,
    nameOf: async () => undefined,
    nextCommit: async () => {},
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
