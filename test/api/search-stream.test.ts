import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { placeFormats } from '../../src/exchange/formats/place-formats.ts'
import { accepted, type Client, refused } from '../support/client.ts'
import { searchPlace } from '../support/record.ts'
import { type Scene, suite } from '../support/suite.ts'
import { until } from '../support/until.ts'

/** Many small places, and as many bytes of large ones as do not lie in the sockets of a reader who reads nothing. */
let many: Scene
let here: Scene
const api = suite({
  limits: { http: { drainMillis: 100 }, database: { idleInTransactionMillis: 1_000 } },
  prepare: async (opened) => {
    many = opened.scene()
    here = opened.scene()
    await fill(opened.admin, many, { count: 300 })
    await fill(opened.admin, here, { count: 60, longDescription: '€'.repeat(100_000) })
  },
})

async function fill({ post }: Client, scene: Scene, { count, ...more }: { count: number; longDescription?: string }) {
  const lines = Array.from({ length: count }, (_, at) => {
    const body = scene.body({ name: `Kyrka ${(at * 7919) % count}`, ...more })
    return `${JSON.stringify({ key: `${scene.owner}/${at}`, ...body })}\n`
  })
  const answer = await post('/import', lines.join(''), { 'content-type': 'application/x-ndjson' })
  assert.equal(answer.text.split('"created"').length - 1, count, answer.text.slice(0, 500))
}

const pathOf = (query: string, { owner } = here) => `/place?owner_id=${owner}&limit=all&${query}`
const open = (query: string, signal?: AbortSignal) =>
  fetch(api.url + pathOf(query), { headers: { 'x-api-key': api.admin.key ?? '' }, ...(signal && { signal }) })
const namesOf = (ndjson: string) =>
  ndjson
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { name: string }).name)

test('D54: limit=all gives every match in the order of the search, in each format that is streamed', async () => {
  for (const order of ['', 'orderby=name-', 'orderby=updated,slug', 'nearby=17,59&orderby=name']) {
    const paged = accepted(await many.search(`limit=500&fields=name&${order}`)).Results.map(({ name }) => name)
    assert.equal(paged.length, 300)
    const text = (await api.admin.get(pathOf(`format=ndjson&fields=name&${order}`, many))).text
    assert.deepEqual(namesOf(text), paged, order)
    const rest = (await api.admin.get(pathOf(`format=ndjson&fields=name&offset=123&${order}`, many))).text
    assert.deepEqual(namesOf(rest), paged.slice(123), order)
  }
  for (const format of Object.keys(placeFormats)) {
    const path = pathOf(`format=${format}`, many)
    const stream = await api.admin.get(path)
    assert.equal(accepted(stream), stream.body, format)
    assert.equal(stream.text, (await api.admin.get(path.replace('limit=all', 'limit=500'))).text, format)
    assert.equal((await api.admin.send('HEAD', path)).text, '', format)
  }
  const none = JSON.parse((await api.admin.get(pathOf('format=geojson&name=nobody'))).text)
  assert.deepEqual([none.numberMatched, none.features], [0, []])
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
  const stream = await open('format=csv')
  await api.close()
  await assert.rejects(stream.text())
})
