import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { accepted, type Client, client, refused } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'

let service: TestService
let admin: Client

before(async () => {
  service = await startService()
  admin = client(service.url, service.adminKey)
})
after(() => service.close())

/** The secret with which the command line on this machine comes. */
function localSecret(): string {
  for (const entry of readdirSync(service.dataDir, { withFileTypes: true })) {
    if (!entry.isFile()) continue
    const text = readFileSync(join(service.dataDir, entry.name)).toString('latin1')
    const secret = /"secret":\s*"(gz_[\w-]+)"/.exec(text)?.[1]
    if (secret !== undefined) return secret
  }
  throw new Error('the data folder holds no secret')
}

test('D8: an empty limit of a key is refused instead of being no limit', async () => {
  const make = (more: object) => admin.post('/keys', { name: 'n', permissions: ['create'], ...more })
  refused(await make({ owners: [] }), 400, /\/owners: must not be empty/)
  refused(await make({ expires: ' ' }), 400, /\/expires: must not be empty/)
  refused(await make({ owners: [' '] }), 400, /owners/)
  accepted(await make({ owners: null, expires: null }), 201)
})

test('D8: a key that has expired already, or has both admin and owners, is refused with all reasons', async () => {
  const body = { name: 'n', permissions: ['admin'], owners: ['a'], expires: '2001-01-01' }
  const { errors } = refused(await admin.post('/keys', body), 400)
  assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), ['/expires', '/owners'])
})

test('D8: a rotated key has a new secret and everything else as before', async () => {
  const made = accepted(await admin.post<Record<string, string>>('/keys', { name: 'n', permissions: ['read'] }), 201)
  const rotated = accepted(await admin.post<Record<string, string>>(`/keys/${made.id}/rotate`))
  assert.notEqual(rotated.key, made.key)
  assert.deepEqual({ ...rotated, key: '' }, { ...made, key: '' })
  refused(await client(service.url, made.key).get('/place'), 401)
  accepted(await client(service.url, rotated.key).get('/place'))
  refused(await admin.post('/keys/unknown/rotate'), 404)
})

test('a backup is written only where the command line of this machine says', async () => {
  const file = join(service.dataDir, 'copy.db')
  refused(await admin.post('/backup', { file }), 403)
  assert.ok(!existsSync(file))
  const local = client(service.url, localSecret())
  refused(await local.post('/backup', { file: 'relative.db' }), 400, /absolute/)
  refused(await local.post('/backup', {}), 400, /file/)
  accepted(await local.post('/backup', { file }))
  assert.ok(existsSync(file))
})

test('geolocating tells how far it is', async () => {
  const answer = await admin.post('/geolocate')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/x-ndjson/)
})

test('an entry of the directory is set, read, listed by prefix and removed', async () => {
  const entry = { name: 'Östra Uppsala', type: 'Pastorat' }
  const path = `/directory/owners/${encodeURIComponent('unit/Ö 1')}`
  accepted(await admin.put<object>(path, entry), 201)
  accepted(await admin.put<object>(path, entry), 200)
  assert.deepEqual(accepted(await admin.get(path)), { id: 'unit/Ö 1', ...entry })
  const listed = accepted(await admin.get<{ TotalHits: number }>(`/directory/owners?q=${encodeURIComponent('öst')}`))
  assert.equal(listed.TotalHits, 1)
  accepted(await admin.delete(path), 204)
  refused(await admin.delete(path), 404)
  refused(await admin.put('/directory/tags/no-uuid', { name: 'a' }), 400, /UUID/)
  refused(await admin.get('/directory/tags/no-uuid'), 404)
  refused(await admin.get('/directory/colours'), 404)
})
