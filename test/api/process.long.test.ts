import assert from 'node:assert/strict'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { accepted, client, type PageAnswer, refused, validPlace } from '../support/client.ts'
import { startProcess, startRefused, temporaryFolder } from '../support/process.ts'
import { until } from '../support/until.ts'

test('D9: without ADMIN_KEY the first start makes one, prints it once and keeps only its hash', async (context) => {
  const folder = temporaryFolder(context)
  const first = await startProcess(context, folder)
  const key = /gz_[\w-]{43}/.exec(first.output().stdout)?.[0] ?? ''
  assert.ok(key, first.output().stdout)
  accepted(await client(first.url, key).get('/keys'))
  assert.equal(await first.end('SIGTERM'), 0)
  assert.ok(!first.output().stderr.includes(key), 'the log has no key')
  const isOld = process.versions.node.localeCompare('26.12.1', 'en', { numeric: true }) < 0
  const warnings = first.output().stderr.split('lacks security fixes of 26.12.1').length - 1
  assert.equal(warnings, isOld ? 1 : 0, 'of an old Node it is said once')

  const second = await startProcess(context, folder)
  assert.doesNotMatch(second.output().stdout, /gz_/)
  accepted(await client(second.url, key).get('/keys'))
  await second.end('SIGTERM')
  const data = join(folder, 'data')
  for (const file of readdirSync(data, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    assert.ok(!readFileSync(join(file.parentPath, file.name)).includes(key), `${file.name} holds the key`)
  }
})

test('D44: what was answered survives a kill of the process', async (context) => {
  const folder = temporaryFolder(context)
  const env = { ADMIN_KEY: 'kill-test-key', LOG_LEVEL: 'error' }
  const answered = new Map<string, string>()
  for (let round = 0; round < 2; round++) {
    const server = await startProcess(context, folder, env)
    const admin = client(server.url, env.ADMIN_KEY)
    for (const [id, name] of answered) assert.equal(accepted(await admin.get(`/place/${id}`)).name, name)
    const total = accepted(await admin.get<PageAnswer>('/place?limit=0')).TotalHits
    assert.ok(total >= answered.size, `${total} places, ${answered.size} answered`)
    const writer = async (number: number) => {
      for (let n = 0; ; n++) {
        const answer = await admin
          .put('/place', validPlace({ name: `P${round}-${number}-${n}` }))
          .catch(() => undefined)
        if (answer === undefined) return
        answered.set(accepted(answer, 201).id, answer.body.name)
      }
    }
    const writers = Promise.all([0, 1, 2, 3].map(writer))
    await until('enough is answered', () => answered.size >= 40 * (round + 1), { saw: () => answered.size })
    assert.equal(await server.end('SIGKILL'), null)
    await writers
  }
  const server = await startProcess(context, folder, env)
  const admin = client(server.url, env.ADMIN_KEY)
  for (const [id, name] of answered) assert.equal(accepted(await admin.get(`/place/${id}`)).name, name)
  await server.end('SIGTERM')
})

test('a start that fails after the record was opened ends with one line that says why', {
  timeout: 60_000,
}, async (context) => {
  const folder = temporaryFolder(context)
  const first = await startProcess(context, folder)
  await first.end('SIGTERM')
  const database = new DatabaseSync(join(folder, 'data', 'gazetteer.db'))
  database.exec('drop table access_key')
  database.close()
  const { status, said } = await startRefused(context, { DATA_DIR: join(folder, 'data') })
  assert.equal(status, 2, said)
  assert.match(said, /gazetteer: no such table: access_key\n$/)
})

test('D47: a wrong value stops the start with one line that says which and why', async (context) => {
  for (const [name, value] of [
    ['PORT', 'eighty'],
    ['BOUNDARIES', './missing-file.json'],
  ] as const) {
    const { status, said } = await startRefused(context, { [name]: value })
    assert.ok(status !== 0 && status !== null, `exit status ${status}`)
    const lines = said.split('\n').filter((line) => line.trim() !== '')
    assert.equal(lines.length, 1, said)
    assert.ok(lines[0]?.includes(name) && lines[0].includes(value.replace('./', '')), said)
  }
})

test('D47: two processes never serve the same folder', async (context) => {
  const folder = temporaryFolder(context)
  const first = await startProcess(context, folder, { ADMIN_KEY: 'k1' })
  await assert.rejects(startProcess(context, folder, { ADMIN_KEY: 'k1' }), /in use|locked|another|already/i)
  accepted(await client(first.url, 'k1').get('/placetype'))
  await first.end('SIGTERM')
})

test('D47: a .env file configures too, and a stop finishes what it answers and ends with 0', async (context) => {
  const folder = temporaryFolder(context)
  writeFileSync(join(folder, '.env'), 'ADMIN_KEY=k1\nLOG_LEVEL=error\n')
  const server = await startProcess(context, folder)
  const admin = client(server.url, 'k1')
  const writes = Array.from({ length: 50 }, (_, n) => admin.put('/place', validPlace({ name: `P${n}` })))
  await writes[0]
  const ended = server.end('SIGTERM')
  const sent = await Promise.allSettled(writes)
  assert.equal(await ended, 0)
  const answers = sent.filter((one) => one.status === 'fulfilled').map(({ value }) => value)
  const made = answers.filter(({ status }) => status === 201)
  // Whatever the process reads after the signal is refused, and how much that is depends on the machine.
  for (const answer of answers) if (answer.status !== 201) refused(answer, 503, /being stopped/)

  const next = await startProcess(context, folder)
  const { TotalHits } = accepted(await client(next.url, 'k1').get<PageAnswer>('/place?limit=0'))
  assert.equal(TotalHits, made.length, 'all that was answered, and nothing else')
  await next.end('SIGTERM')
})

test('D6: no log of the program holds a key', async (context) => {
  const key = 'gz_QzFhTWxyN2VBVDZKcGtTd0hYb2RVbkdpYlZ2Y1B5RkI'
  const server = await startProcess(context, temporaryFolder(context), { ADMIN_KEY: key, LOG_LEVEL: 'trace' })
  const admin = client(server.url, key)
  const nobody = client(server.url)
  accepted(await admin.get('/place'))
  accepted(await nobody.get('/place', { 'x-api-key': key }))
  accepted(await nobody.get('/place', { 'svkauthsvc-apikey': key }))
  for (const path of ['/place', '/nothing', '/place/x', '/place/%zz']) await nobody.get(`${path}?apikey=${key}&limit=1`)
  refused(await nobody.get(`/place?apikey=${key.slice(0, -1)}`), 401)
  refused(await nobody.get('/place', { authorization: `Bearer ${key}x` }), 401)
  await server.end('SIGTERM')
  const { stdout, stderr } = server.output()
  assert.ok(stderr.includes('/place'), 'requests are logged')
  for (let at = 3; at + 10 <= key.length; at += 5) {
    assert.ok(!`${stdout}${stderr}`.includes(key.slice(at, at + 10)), 'a part of the key is logged')
  }
})
