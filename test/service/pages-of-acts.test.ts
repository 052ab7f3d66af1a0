import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Caller } from '../../src/access/access.ts'
import { noNames } from '../../src/place/directory-entry.ts'
import { Acts } from '../../src/service/acts.ts'
import type { Store } from '../../src/store/store.ts'

const callerOf = (id: string): Caller => ({ id, name: id, permissions: ['read'] })

test('pages of acts are read in turn, a few at once, and not for callers who have left', async () => {
  let [running, most] = [0, 0]
  const begun: string[] = []
  /** A read of acts, which takes a turn. */
  const reading = async (name: string) => {
    begun.push(name)
    running += 1
    most = Math.max(most, running)
    await setImmediate()
    running -= 1
    return []
  }
  const store = {
    acts: ({ owners }: { owners: readonly string[] }) => reading(owners[0]!),
    act: (id: string) => reading(id).then(() => undefined),
  } as unknown as Store
  const acts = new Acts({ store, engine: { storedPlace: async () => undefined }, names: noNames })
  const left = AbortSignal.abort()
  const list = (by: string, gone?: AbortSignal) => acts.list({ limit: 500, owners: [by] }, callerOf(by), gone)
  const many = Array.from({ length: 20 }, () => list('many'))
  const shown = assert.rejects(acts.show(randomUUID(), { limit: 1 }, callerOf('many')), /no act/)
  const gone = assert.rejects(list('gone', left))
  const other = list('other')
  await Promise.all([...many, shown, gone, other])
  assert.equal(most, 2)
  assert.equal(begun.length, 22)
  assert.ok(begun.indexOf('other') <= 3, 'who asks once waits for one of who asks often')
  assert.ok(!begun.includes('gone'))
})
