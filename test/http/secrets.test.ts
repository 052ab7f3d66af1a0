import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Client, client } from '../support/client.ts'
import { startService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { exchange } from './raw.ts'

const adminKey = 'gz_the-key-that-no-log-may-hold'
let service: TestService
let admin: Client

before(async () => {
  service = await startService({ env: { ADMIN_KEY: adminKey } })
  admin = client(service.url, adminKey)
})
after(() => service.close())

/** What has been logged, once the batch of the access log has been handed on. */
async function logged(last: RegExp): Promise<string> {
  await until(`${last} is logged`, () => last.test(service.logged.join('')))
  return service.logged.join('')
}

test('D6: no log holds a key, wherever in a request it came', async () => {
  const nobody = client(service.url)
  const addresses = [
    `/placetype?apikey=${adminKey}`,
    `/nowhere?apikey=${adminKey}`,
    `/place/${adminKey}`,
    `/place/x%3Fapikey=${adminKey}`,
    `/place/x;apikey=${adminKey}`,
    `/place?name=${adminKey}&apikey=${adminKey}`,
    `/place/%zz?apikey=${adminKey}`,
    `/placetype?APIKEY=${adminKey}`,
  ]
  for (const address of addresses) await nobody.get(address)
  await nobody.get('/placetype', { 'x-api-key': adminKey })
  await nobody.get('/placetype', { 'svkauthsvc-apikey': adminKey })
  await admin.get('/placetype', { 'x-request-id': adminKey })
  await exchange(
    service.url,
    `GET http://x/placetype?apikey=${adminKey} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
  )
  await exchange(service.url, `GET /place ${adminKey} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await admin.get('/health/live?x=the-end')
  await admin.get('/health/ready')
  assert.doesNotMatch(await logged(/health\/ready/), /no-log-may-hold|gz_/)
})

test('D6: a configured key of any form is logged nowhere', async () => {
  const key = 'Correct-Horse.Battery'
  const [other, answers] = [await startService({ env: { ADMIN_KEY: key } }), [] as string[]]
  try {
    const caller = client(other.url, key)
    for (const path of [`/place/${key}`, `/${key}/x`, `/place/Correct%2dHorse.Battery`, `/x;${key}x`])
      await caller.get(path)
    const { headers } = await caller.get('/placetype', { 'x-request-id': `x${key}` })
    answers.push(headers.get('x-request-id') ?? '')
    await caller.get('/place/the-end')
    await until('the last request is logged', () => /the-end/.test(other.logged.join('')))
    assert.doesNotMatch([...other.logged, ...answers].join(''), /Horse/)
    assert.equal(other.logged.join('').match(/\[withheld\]/g)?.length, 4)
  } finally {
    await other.close()
  }
})

test('D6: no answer shows a configured key that came as the name of a parameter', async () => {
  const [secret, another] = ['Correct-Horse.Battery', `Staple.${'x'.repeat(80)}`]
  const other = await startService({ env: { ADMIN_KEY: secret, SECRETS_KEY: another } })
  try {
    const caller = client(other.url, secret)
    for (const path of ['/place', '/place/x', '/changes', '/health/live', '/map/places', '/keys'])
      for (const name of [
        secret,
        another,
        'x:Correct%2dHorse.Battery[]',
        'Correct-Horse%0A.Battery',
        'Correct-%2548orse.Battery',
      ])
        for (const asked of [caller, client(other.url)]) {
          const { text, status } = await asked.get(`${path}?${name}=1&nothing=1`)
          assert.doesNotMatch(text, /Horse|Staple/, `${path}?${name}`)
          if (path === '/place' && asked === caller) {
            assert.equal(status, 400)
            assert.match(text, /unknown parameter '…'.*unknown parameter 'nothing'/)
          }
        }
  } finally {
    await other.close()
  }
})

test('a request is one line with its id, status, time and key', async () => {
  const answer = await admin.get('/placetype', { 'x-request-id': 'one-line' })
  const lines = (await logged(/one-line/)).split('\n').filter((line) => line.includes('one-line'))
  assert.equal(lines.length, 1)
  const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>
  assert.deepEqual([line.method, line.path, line.status, line.key], ['GET', '/placetype', 200, 'admin'])
  assert.equal(line.bytes, answer.text.length)
  assert.ok(Number.isInteger(line.micros) && Number(line.micros) > 0)
})

test('/metrics counts requests by route and status, with the index and the commits beside them', async () => {
  await admin.get('/v4/place/unknown')
  await client(service.url).get('/place')
  await admin.get('/nowhere-at-all')
  const { text } = await admin.get('/metrics')
  assert.match(text, /gazetteer_requests_total\{method="GET",route="\/place\/:id",status="404"\} \d/)
  assert.match(text, /gazetteer_requests_total\{method="GET",route="\/place",status="401"\} \d/)
  assert.match(text, /gazetteer_requests_total\{method="GET",route="unknown",status="404"\} \d/)
  assert.match(text, /gazetteer_request_seconds_bucket\{le="0.001",method="GET",route="\/placetype"\}/)
  for (const name of [
    'index_places',
    'index_revision',
    'index_memtable_places',
    'commit_seconds',
    'directory_failures',
  ]) {
    assert.match(text, new RegExp(`^gazetteer_${name}`, 'm'))
  }
  assert.match(text, /^process_/m)
  assert.doesNotMatch(text, /nowhere-at-all/)
})
