import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SearchServers } from '../../src/sql-search/servers.ts'
import type { Session, SessionSource } from '../../src/store/postgres/session.ts'

test('the position that a standby must have never goes back, unless the history diverged', async () => {
  const sessions: SessionSource = { acquire: async () => ({}) as Session, release() {}, async close() {} }
  const servers = new SearchServers({ primary: sessions, standby: sessions })
  const wanted = () => servers.read(async (_, seen) => seen)
  servers.advance({ revision: 2, transactionId: 7, renamingSteps: 3 })
  servers.advance({ revision: 1, transactionId: 6, renamingSteps: 2 })
  assert.deepEqual(await wanted(), { revision: 2, transactionId: 7, renamingSteps: 3 })
  servers.forget()
  servers.advance({ revision: 1, transactionId: 8, renamingSteps: 3 })
  assert.deepEqual(await wanted(), { revision: 1, transactionId: 8, renamingSteps: 3 })
})
