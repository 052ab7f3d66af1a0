import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessKey } from '../../src/access/access.ts'
import { KeyRing } from '../../src/access/key-ring.ts'
import { hashSecret } from '../../src/access/secret.ts'
import type { JournalEntry } from '../../src/place/journal.ts'

const secret = 'the first key, which somebody configured later'
const fixed: AccessKey = { id: 'admin', name: 'admin', hash: hashSecret(secret), permissions: ['admin'], created: 0 }
const stored: AccessKey = { ...fixed, id: 'first', name: 'first admin', permissions: ['read'], expires: 5 }

function entry(revision: number, document?: string): JournalEntry {
  const action = document === undefined ? 'revoke' : 'create'
  return {
    revision,
    kind: 'key',
    id: stored.id,
    action,
    time: 0,
    who: 'admin',
    ...(document !== undefined && { document }),
  }
}

test('D9: nothing takes its right from a key of the configuration, not even a stored one with the same secret', () => {
  const keys = new KeyRing([fixed])
  keys.apply([entry(1, JSON.stringify(stored))])
  assert.equal(keys.authenticate(secret, 1)?.id, fixed.id)
  assert.equal(keys.authenticate(secret, 9)?.id, fixed.id, 'when the stored one has expired')
  keys.apply([entry(2)])
  assert.equal(keys.authenticate(secret, 9)?.id, fixed.id, 'when the stored one was revoked')
  keys.reset([])
  assert.equal(keys.authenticate(secret, 9)?.id, fixed.id)
})

test('a key that was just used counts no more once it has expired, changed, was revoked, or its journal is another one', () => {
  const keys = new KeyRing([])
  const create = entry(1, JSON.stringify(stored))
  keys.apply([create])
  assert.equal(keys.authenticate(secret, 1)?.id, stored.id)
  assert.equal(keys.authenticate(secret, 5), undefined)
  keys.apply([entry(2, JSON.stringify({ ...stored, permissions: ['update'] }))])
  assert.deepEqual(keys.authenticate(secret, 1)?.permissions, ['update'])
  keys.apply([entry(3)])
  assert.equal(keys.authenticate(secret, 1), undefined)
  keys.apply([create])
  assert.equal(keys.authenticate(secret, 1)?.id, stored.id)
  keys.reset([])
  assert.equal(keys.authenticate(secret, 1), undefined)
})
