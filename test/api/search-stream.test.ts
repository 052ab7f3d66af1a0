import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { accepted, type Client, client, refused } from '../support/client.ts'
import { searchPlace } from '../support/record.ts'
import { startService } from '../support/service.ts'
import { type Scene, suite } from '../support/suite.ts'
import { until } from '../support/until.ts'

const count = 300
let here: Scene
const api = suite({
  limits: { database: { idleInTransactionMillis: 1_000 } },
  prepare: async (opened) => {
    here = opened.scene()
    await fill(opened.admin, here)
  },
})

/** Places that are together longer than what lies in the sockets of a reader who reads nothing. */
async function fill(client: Client, scene: Pick<Scene, 'body'>): Promise<void> {
  const lines = Array.from({ length: count }, (_, at) => {
    const body = scene.body({ name: `Kyrka ${(at * 7919) % count}`, longDescription: 'x'.repeat(60_000) })
    return `${JSON.stringify({ key: `k${at}`, ...body })}\n`
  })
  const headers = { 'content-type': 'application/x-ndjson' }
  const answer = await client.send('POST', '/import', { body: lines.join(''), headers })
  assert.equal(answer.text.split('"created"').length - 1, count, answer.text.slice(0, 500))
}

const pathOf = (query: string) => `/place?owner_id=${here.owner}&limit=all&${query}`
const open = (query: string, signal?: AbortSignal) =>
  fetch(api.url + pathOf(query), { headers: { 'x-api-key': api.admin.key ?? '' }, ...(signal && { signal }) })
const namesOf = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { name: string }).name)

test('D54: limit=all gives every match in the order of the search, in each format that is streamed', async () => {
  for (const order of ['', 'orderby=name-', 'orderby=updated,slug', 'nearby=17,59&orderby=name']) {
    const paged = accepted(await here.search(`limit=500&fields=name&${order}`)).Results.map(({ name }) => name)
    const text = (await api.admin.get(pathOf(`format=ndjson&fields=name&${order}`))).text
    assert.deepEqual(namesOf(text), paged, order)
    const rest = (await api.admin.get(pathOf(`format=ndjson&fields=name&offset=123&${order}`))).text
    assert.deepEqual(namesOf(rest), paged.slice(123), order)
  }
  const list = JSON.parse((await api.admin.get(pathOf('format=geojson&fields=name'))).text)
  assert.deepEqual([list.numberMatched, list.features.length], [count, count])
  const table = (await api.admin.get(pathOf('format=csv&fields=name'))).text
  assert.equal(table.trim().split('\r\n').length, count + 1)
  const graph = JSON.parse((await api.admin.get(pathOf('format=jsonld&fields=name'))).text)
  assert.equal(graph['@graph'].length, count)
  const none = JSON.parse((await api.admin.get(pathOf('format=geojson&name=nobody'))).text)
  assert.deepEqual([none.numberMatched, none.features], [0, []])
  assert.equal((await api.admin.send('HEAD', pathOf('format=csv'))).text, '')
})

test('D54: a stream is of the moment when it began, however slowly it is read', async () => {
  const stream = await open('format=ndjson')
  const paged = accepted(await here.search('limit=500&fields=name')).Results
  // Longer than a database otherwise waits for what goes on in a transaction.
  if (process.env[searchPlace] === 'database') await setTimeout(1_500)
  for (const { id } of paged.slice(-20)) await here.patch(id, { name: 'Omdöpt' })
  assert.deepEqual(
    namesOf(await stream.text()),
    paged.map(({ name }) => name),
  )
  assert.equal((await here.names('name=Omdöpt')).length, 20)
})

test('D54: limit=all needs a format that is streamed, and read', async () => {
  refused(
    await api.admin.get(pathOf('')),
    400,
    /limit=all needs a format that is streamed: format must be one of geojson/,
  )
  refused(
    await api.admin.get(pathOf('limit=501').replace('limit=all&', '')),
    400,
    /from 0 to 500, got '501'; all is for all, with format=geojson, csv, jsonld, ndjson/,
  )
  const visitor = await api.keyed(['read-published'])
  refused(await visitor.get(pathOf('format=csv')), 403, /limit=all needs the permission 'read'/)
  assert.equal((await visitor.get(`/place?limit=500&format=csv`)).status, 200)
  assert.equal((await api.admin.get('/place?test=true&limit=all&format=ndjson')).status, 200)
})

test('D54: few streams are open at a time; those that nobody reads any more make way', async () => {
  const leaving = new AbortController()
  const streams = await Promise.all(Array.from({ length: 4 }, () => open('format=ndjson', leaving.signal)))
  assert.deepEqual(
    streams.map(({ status }) => status),
    [200, 200, 200, 200],
  )
  refused(await api.admin.get(pathOf('format=ndjson')), 503, /4 long answers are being read/)
  leaving.abort()
  await until('streams make way', async () => (await api.admin.get(pathOf('format=ndjson&fields=name'))).status === 200)
})

test('D54: a stream that a stop cuts off is no whole answer', async () => {
  const service = await startService({ limits: { http: { drainMillis: 100 } } })
  const headers = { 'x-api-key': service.adminKey }
  await fill(client(service.url, service.adminKey), here)
  const stream = await fetch(`${service.url}/place?limit=all&format=csv`, { headers })
  await service.close()
  await assert.rejects(stream.text())
})
