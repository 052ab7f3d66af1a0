import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { accepted } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { until } from '../support/until.ts'

const api = suite()
const decoders = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
const codings = Object.keys(decoders) as (keyof typeof decoders)[]

interface Received {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Asked {
  readonly method?: string
  readonly key?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks without a client that decodes by itself. */
function ask(path: string, { method = 'GET', key = api.admin.key, headers }: Asked = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { 'x-api-key': key ?? '', ...headers } }
    const sent = request(api.url + path, options, (answer) => {
      const pieces: Buffer[] = []
      answer.on('data', (piece: Buffer) => pieces.push(piece)).on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) }),
      )
    })
    sent.on('error', reject).end()
  })
}

const encoded = (coding: string, more: Asked = {}): Asked => ({
  ...more,
  headers: { ...more.headers, 'accept-encoding': coding },
})

/** How many answers were compressed as brotli, which only this file asks for. */
const compressions = async () => {
  const { text } = await api.admin.get('/metrics')
  return Number(/^gazetteer_compressions_total\{coding="br"\} (\d+)$/m.exec(text)?.[1] ?? 0)
}

const long = (seed: string) => Array.from({ length: 400 }, (_, at) => `${seed} ${at * 7919}`).join(' ')

async function somePlaces(count: number) {
  const here = api.scene()
  for (let at = 0; at < count; at++) await here.add(`Place ${at}`)
  return { here, path: `/v4/place?owner_id=${here.owner}` }
}

test('a page is compressed as its caller asks, the first time and again, and is the same page', async () => {
  const { path } = await somePlaces(5)
  const plain = await ask(path)
  assert.equal(plain.headers['content-encoding'], undefined)
  for (const coding of codings) {
    for (const time of ['first', 'second']) {
      const answer = await ask(path, encoded(coding))
      assert.equal(answer.headers['content-encoding'], coding, time)
      assert.equal(answer.headers['content-length'], String(answer.body.length))
      assert.equal(answer.headers['content-type'], plain.headers['content-type'])
      assert.equal(answer.headers.etag, plain.headers.etag, 'a weak tag tells no bytes apart')
      assert.ok(answer.body.length < plain.body.length / 2)
      assert.deepEqual(decoders[coding](answer.body), plain.body)
    }
  }
})

test('every answer says that it depends on the coding', async () => {
  const { path } = await somePlaces(1)
  for (const address of [path, '/openapi.json', '/nowhere'])
    for (const coding of ['identity', 'gzip'])
      assert.match((await ask(address, encoded(coding))).headers.vary ?? '', /\bAccept-Encoding\b/)
})

test('weights are respected over HTTP, and what fits into a packet stays as it is unless that is refused', async () => {
  const { path } = await somePlaces(5)
  const codingOf = async (address: string, header: string) =>
    (await ask(address, encoded(header))).headers['content-encoding']
  assert.equal(await codingOf(path, 'gzip, deflate, br, zstd'), 'zstd')
  assert.equal(await codingOf(path, 'gzip;q=0.9, br;q=0.8, zstd;q=0.1'), 'gzip')
  assert.equal(await codingOf(path, 'deflate'), undefined)
  assert.equal(await codingOf(path, 'identity;q=0'), undefined)
  const small = `${path}&limit=0`
  assert.equal(await codingOf(small, 'gzip, br'), undefined)
  assert.equal(await codingOf(small, 'gzip, identity;q=0'), 'gzip')
  assert.equal(await codingOf(small, 'br, *;q=0'), 'br')
  const { body } = await ask(small, encoded('br, *;q=0'))
  assert.deepEqual(JSON.parse(brotliDecompressSync(body).toString()), { TotalHits: 5, Results: [] })
})

test('a long place has a strong tag of its own in each coding; each is known again and fits an If-Match', async () => {
  const { id } = await api.scene().add({ name: 'Long', longDescription: long('word') })
  const path = `/v4/place/${id}`
  const plain = await ask(path)
  const tags = [plain.headers.etag!]
  for (const coding of codings) {
    const answer = await ask(path, encoded(coding))
    assert.deepEqual(decoders[coding](answer.body), plain.body)
    tags.push(answer.headers.etag!)
  }
  assert.equal(new Set(tags).size, 4)
  for (const tag of tags) {
    assert.match(tag, /^"[^"]+"$/)
    for (const coding of ['identity', 'gzip']) {
      const same = await ask(path, encoded(coding, { headers: { 'if-none-match': `"x", ${tag}` } }))
      assert.equal(same.status, 304)
      assert.equal(same.headers.etag, tag, 'told by the tag that the caller has')
      assert.equal(same.body.length, 0)
    }
  }
  const changed = async (ifMatch: string) => {
    const change = { updatedBy: 'a', longDescription: long(ifMatch) }
    return (await api.admin.patch(path, change, { 'if-match': ifMatch })).status
  }
  assert.equal(await changed(tags[2]!), 204)
  const weak = `W/${(await ask(path, encoded('br'))).headers.etag}`
  assert.equal(await changed(weak), 204, 'as a proxy makes it that compresses')
  for (const tag of [...tags, weak]) {
    assert.equal((await ask(path, encoded('br', { headers: { 'if-none-match': tag } }))).status, 200)
    assert.equal(await changed(tag), 412)
  }
})

test('a compressed search is revalidated without a body', async () => {
  const { here, path } = await somePlaces(5)
  const { headers } = await ask(path, encoded('zstd'))
  const again = encoded('zstd', { headers: { 'if-none-match': headers.etag! } })
  const same = await ask(path, again)
  assert.deepEqual([same.status, same.body.length, same.headers['content-encoding']], [304, 0, undefined])
  await here.add('Another')
  assert.equal((await ask(path, again)).status, 200)
})

test('HEAD has the headers of GET', async () => {
  const { path } = await somePlaces(5)
  for (const address of [path, '/openapi.json', '/docs/filters'])
    for (const coding of ['identity', ...codings]) {
      const whole = await ask(address, encoded(coding))
      const head = await ask(address, encoded(coding, { method: 'HEAD' }))
      assert.equal(head.body.length, 0)
      for (const name of ['etag', 'content-encoding', 'content-length', 'content-type', 'vary'])
        assert.equal(head.headers[name], whole.headers[name], `${address} ${coding} ${name}`)
    }
})

test('what is kept is never stale: a write, a new name of an owner, and the clock change what is answered', async () => {
  const { here, path } = await somePlaces(5)
  const address = `${path}&expand=owner`
  const page = async () => JSON.parse(gunzipSync((await ask(address, encoded('gzip'))).body).toString())
  assert.equal((await page()).TotalHits, 5)
  const { id } = await here.add({ name: 'Sixth', depublished: '2100-01-01' })
  assert.equal((await page()).TotalHits, 6)
  await here.patch(id, { name: 'Renamed' })
  assert.equal((await page()).Results.at(-1).name, 'Renamed')
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'New owner' }), 201)
  assert.equal((await page()).Results[0].owner.name, 'New owner')
  const reported = async () =>
    accepted(await api.admin.get<{ Revision: number }>('/changes?latest=true&brief=true&limit=1')).Revision
  const before = await reported()
  api.advance(100 * 365 * 86_400_000)
  assert.equal((await page()).TotalHits, 5)
  // The journal has the end of the publication a moment later, by which every answer gets another tag.
  await until('the end of the publication is reported', async () => (await reported()) > before)
})

test('what only some may see is not kept for others', async () => {
  const here = api.scene()
  for (let at = 0; at < 5; at++) await here.add({ name: `Place ${at}`, updatedBy: 'secret-writer' })
  const path = `/v4/place?owner_id=${here.owner}`
  const reader = await api.keyed(['read'])
  for (const key of [api.admin.key, reader.key, api.admin.key, reader.key]) {
    const text = zstdDecompressSync((await ask(path, encoded('zstd', { key }))).body).toString()
    assert.equal(text.includes('secret-writer'), key === api.admin.key)
  }
  assert.equal((await ask(path, encoded('zstd', { key: 'gz_unknown' }))).status, 401)
})

test('an address is compressed once, however many ask at once; with a key in it, nothing of it is kept', async () => {
  const here = api.scene()
  for (let at = 0; at < 5; at++) await here.add({ name: `Large ${at}`, longDescription: long(`word${at}`).repeat(15) })
  for (const path of [`/v4/place?owner_id=${here.owner}`, `/v4/place?owner_id=${here.owner}&limit=1`]) {
    const before = await compressions()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(path, encoded('br'))))
    const [first, ...others] = answers.map(({ body }) => body)
    for (const other of others) assert.deepEqual(other, first)
    assert.equal(await compressions(), before + 1)
  }
  const before = await compressions()
  for (let time = 0; time < 3; time++)
    await ask(`/v4/place?owner_id=${here.owner}&apikey=${api.admin.key}&limit=1`, encoded('br', { key: '' }))
  assert.equal(await compressions(), before + 3)
})

test('other answers are compressed too: the OpenAPI document, pages, changes; problems are not', async () => {
  await somePlaces(60)
  for (const address of ['/openapi.json', '/docs/filters', '/changes?limit=1000']) {
    const plain = await ask(address)
    assert.deepEqual(brotliDecompressSync((await ask(address, encoded('br'))).body), plain.body, address)
  }
  const refusal = await ask(`/v4/place?${'x'.repeat(3000)}=1`, encoded('gzip'))
  assert.deepEqual([refusal.status, refusal.headers['content-encoding']], [400, undefined])
})
