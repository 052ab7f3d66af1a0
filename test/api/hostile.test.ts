import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted } from '../support/client.ts'
import { answerTo, hostileCaller, sendBytes } from '../support/hostile.ts'
import { suite } from '../support/suite.ts'

const json = { 'content-type': 'application/json' }
let caller: ReturnType<typeof hostileCaller>
let whole = ''

const api = suite({
  async prepare({ url, admin, scene }) {
    caller = hostileCaller(url, admin.key ?? '')
    const here = scene()
    whole = JSON.stringify(here.body({ name: 'NAME' }))
    const longDescription = 'a b c d '.repeat(50)
    const body = (n: number) => here.body({ name: `Plats nummer ${n} vid ån`, longDescription })
    const lines = Array.from({ length: 2000 }, (_, n) => JSON.stringify(body(n))).join('\n')
    accepted(await admin.post('/import', lines, { 'content-type': 'application/x-ndjson' }))
  },
  async finish({ nobody }) {
    caller.close()
    accepted(await nobody.get('/health/ready'))
  },
})

const get = async (query: string) => caller.ask({ method: 'GET', path: `/place?${query}` })
const put = async (body: string | Uint8Array) => caller.ask({ method: 'PUT', path: '/place', headers: json, body })
const many = (count: number, make: (n: number) => string, between: string) =>
  Array.from({ length: count }, (_, n) => make(n)).join(between)

test('hostile: filters of a thousand terms', async () => {
  for (const query of [
    `name=~${many(1000, (n) => `p${n}`, '+')}`,
    `name=~${many(1000, () => 'plats', '+')}`,
    `name=~${many(1000, (n) => `!t${n}`, '+')}`,
    `name=${many(1000, (n) => `^p${n}`, ',')}`,
    `name=${many(1000, (n) => `!~p${n}`, ',')}`,
    `longdescription=${many(1000, () => '~a+b+c', ',')}`,
    `q=${many(1000, () => 'a', '+')}`,
    `q=${many(1000, (n) => `${n}`, '+')}`,
    `created=${many(1000, () => '2026-01-01-', ',')}`,
    `created=${many(1000, () => '!2026-01-01', ',')}`,
    `name=${','.repeat(5000)}`,
    `name=${'!'.repeat(20_000)}`,
    `name=${'\\'.repeat(20_000)}`,
    `name=~${'-'.repeat(20_000)}`,
    `created=${'-'.repeat(20_000)}`,
    many(1000, () => 'name=~plats', '&'),
    many(1000, (n) => `p${n}=`, '&'),
    many(5000, () => '', '&'),
    `is=${many(2000, () => '*', ',')}`,
    `orderby=${many(3000, () => 'name', ',')}`,
    `include=${many(2000, () => 'deleted', ',')}`,
    `id=${many(800, () => 'aaaaaaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa', ',')}`,
  ]) {
    await get(query)
    await get(`${query}&orderby=name-&limit=500&nearby=17,59`)
  }
})

test('hostile: over-long addresses and heads are 431, and the connection is told', async () => {
  for (const length of [32 * 1024, 40_000, 63_000]) {
    const { status } = await get(`name=${'x'.repeat(length)}`)
    assert.equal(status, 431)
  }
  const head = `GET /place?name=${'x'.repeat(200_000)} HTTP/1.1\r\nHost: x\r\n\r\n`
  assert.match(await answerTo(api.url, head), /^HTTP\/1\.1 431/)
  const headers = many(5000, (n) => `x-${n}: ${'y'.repeat(20)}`, '\r\n')
  assert.match(await answerTo(api.url, `GET /place HTTP/1.1\r\nHost: x\r\n${headers}\r\n\r\n`), /^HTTP\/1\.1 431/)
})

test('hostile: long identifiers and slugs are not found', async () => {
  for (const path of [
    `/place/${'x'.repeat(20_000)}`,
    `/place/by-slug/${'%C3%A5'.repeat(3000)}`,
    `/keys/${'x'.repeat(9000)}`,
  ]) {
    const { status } = await caller.ask({ method: path.startsWith('/keys') ? 'DELETE' : 'GET', path })
    assert.ok(status === 404 || status === 414, `${status}`)
  }
})

test('hostile: deep nesting', async () => {
  const nest = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
  for (const depth of [100, 5000, 100_000]) {
    for (const inner of [nest('[', ']', depth), nest('{"a":', '}', depth).replace('{"a":}', '{}')]) {
      await put(inner)
      await put(`${whole.slice(0, -1)},"x":${inner}}`)
      const { status, text } = await put(whole.replace('"churchAndChapel":{}', `"cemetery":{"deep":${inner}}`))
      if (status !== 201) continue
      await caller.ask({ method: 'GET', path: `/place/${JSON.parse(text).id}` })
    }
  }
  await get('q=deep')
})

test('hostile: huge numbers', async () => {
  for (const huge of ['1e400', '-1e400', '1e308', '9'.repeat(1000), '1e-400', '-0', '9007199254740993', '0.1e-6']) {
    for (const path of [
      '"geolocation":{"type":"Feature","geometry":{"type":"Point","coordinates":[HUGE,0]}}',
      '"contactInfo":{"phone":{"Number":HUGE}}',
    ]) {
      const { status, text } = await put(`${whole.slice(0, -1)},${path.replace('HUGE', huge)}}`)
      if (status === 201) assert.doesNotMatch(text, /null|Infinity|NaN/)
    }
    await put(whole.replace('"churchAndChapel":{}', `"cemetery":{"n":${huge}}`))
    await get(`contactinfo_phone_number=${huge}`)
    await get(`limit=${huge}`)
    await get(`offset=${huge}`)
    await get(`nearby=${huge},0`)
    await get(`nearby=0,0&nearbyRadius=${huge}`)
    await get(`bbox=${huge},0,1,1`)
    await caller.ask({ method: 'GET', path: `/changes?after=${huge}` })
  }
})

test('hostile: odd characters', async () => {
  const texts = [
    '\\ud800',
    '\\udfff\\ud800',
    '\\u0000',
    'a\\u0000b',
    '\\ufeff',
    '\\u202e',
    '\\uffff',
    '\\u2028',
    '\\ud83d\\ude00',
    '\\u0301',
  ]
  for (const text of [...texts, '\u00ad', '\u200b', 'ﷺ'.repeat(400), `e${'\u0301'.repeat(400)}`, 'İ'.repeat(400)]) {
    const { status, text: answer } = await put(whole.replace('NAME', text))
    if (status !== 201) continue
    const place = JSON.parse(answer)
    const read = await caller.ask({ method: 'GET', path: `/place/${place.id}` })
    assert.deepEqual(JSON.parse(read.text), place)
    assert.ok(place.name.isWellFormed())
    const found = JSON.parse((await get(`name=${encodeURIComponent(place.name)}&id=${place.id}`)).text)
    assert.ok(/[,!^~\\]/.test(place.name) || found.TotalHits === 1, JSON.stringify(place.name))
  }
})

test('hostile: bytes that are no UTF-8, in addresses and bodies', async () => {
  for (const bytes of ['%ff', '%c0%af', '%ed%a0%80', '%f5%80%80%80', '%', '%1', '%zz', '%00', '%0d%0aSet-Cookie:x']) {
    await get(`name=${bytes}`)
    await get(`${bytes}=x`)
    await caller.ask({ method: 'GET', path: `/place/${bytes}` })
    await caller.ask({ method: 'GET', path: `/place/by-slug/${bytes}` })
    const { headers } = await caller.ask({ method: 'DELETE', path: `/place/x?deletedby=${bytes}` })
    assert.equal(headers['set-cookie'], undefined)
  }
  const broken = new TextEncoder().encode(whole)
  broken[whole.indexOf('NAME')] = 0xff
  assert.equal((await put(broken)).status, 400)
})

test('hostile: extreme dates', async () => {
  for (const date of [
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '9999-12-31T23:59:59.999Z',
    '9999-12-31T23:59-23:59',
    '0000-01-01T00:00+23:59',
    '10000-01-01',
    '-0001-01-01',
    '+275760-09-13',
  ]) {
    const { status, text } = await put(`${whole.slice(0, -1)},"published":"${date}"}`)
    if (status === 201) assert.match(JSON.parse(text).published, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}00Z$/, date)
    await get(`created=${encodeURIComponent(date)}`)
    await get(`created=-${encodeURIComponent(date)}`)
    await get(`published=${encodeURIComponent(date)}-&include=non-published`)
  }
  await get('orderby=published')
})

test('hostile: a body whose length is a lie', async () => {
  const head = (length: string) =>
    `PUT /place HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${api.admin.key}\r\nContent-Length: ${length}\r\n\r\n`
  for (const length of ['-1', 'x', '99999999999999999999', '1e3', '5, 6']) {
    assert.match(await answerTo(api.url, `${head(length)}{}`), /^HTTP\/1\.1 4/, length)
  }
  const both = head('5').replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n')
  assert.match(await answerTo(api.url, `${both}0\r\n\r\n`), /^HTTP\/1\.1 4/)
})

test('hostile: a hundred half-open connections do not stop the others', async () => {
  const halves = Array.from({ length: 100 }, () =>
    sendBytes(api.url, 'PUT /place HTTP/1.1\r\nHost: x\r\nContent-Le', 400),
  )
  await get('limit=1')
  await Promise.all(halves)
  await get('limit=1')
})
