import assert from 'node:assert/strict'
import type { Store } from '../../src/store/store.ts'
import { allChanges, allPresent } from './commands.ts'

/** Runs a test on an empty store of its own. */
export type Check = (title: string, body: (store: Store) => Promise<void>) => void

/** The numbers have no gaps, and what is present is what the journal says. */
export async function assertWhole(store: Store): Promise<void> {
  const changes = await allChanges(store)
  assert.deepEqual(
    changes.map(({ revision }) => revision),
    Array.from(changes, (_, index) => index + 1),
  )
  const newest = new Map(changes.filter(({ kind }) => kind === 'place').map((entry) => [entry.id, entry]))
  const expected = [...newest.values()].filter(({ document }) => document !== undefined)
  assert.deepEqual(
    await allPresent(store),
    expected.toSorted((a, b) => a.revision - b.revision),
  )
}
