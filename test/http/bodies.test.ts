import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { recordBytesMax } from '../../src/exchange/reading/record.ts'
import { accepted, refused, validPlace } from '../support/client.ts'
import { runs } from '../support/runs.ts'
import { sharedSuite } from '../support/suite.ts'
import { exchange, problemOf } from './raw.ts'

const api = sharedSuite()

test('D46: a body that is not JSON, not UTF-8, empty or no object is 400', async () => {
  refused(await api.admin.put('/place', '{"name":'), 400, /not JSON/)
  refused(await api.admin.put('/place', new Uint8Array([0x7b, 0xff, 0x7d])), 400, /UTF-8/)
  refused(await api.admin.put('/place', ''), 400, /empty/)
  refused(await api.admin.put('/place', undefined), 400, /empty/)
  for (const [body, kind] of [
    ['[]', 'a list'],
    ['null', 'null'],
    ['"x"', 'a string'],
    ['1', 'a number'],
  ] as const) {
    refused(await api.admin.put('/place', body), 400, new RegExp(`got ${kind}`))
  }
})

test('D46: an unsupported type, charset or coding of a body is 415', async () => {
  const send = (headers: Record<string, string>) => api.admin.put('/place', JSON.stringify(validPlace()), headers)
  refused(await send({ 'content-type': 'text/plain' }), 415, /application\/json/)
  refused(await send({ 'content-type': 'application/x-www-form-urlencoded' }), 415)
  refused(await send({ 'content-type': 'application/merge-patch+json' }), 415)
  refused(await send({ 'content-type': 'application/json; charset=latin1' }), 415, /utf-8/)
  refused(await send({ 'content-encoding': 'gzip' }), 415, /gzip/)
  accepted(await send({ 'content-type': 'application/json; charset="UTF-8"' }), 201)
  accepted(await send({ 'content-type': 'APPLICATION/JSON' }), 201)
})

test('D38: PATCH takes both types', async () => {
  const { id } = await api.scene().add()
  for (const type of ['application/json', 'application/merge-patch+json; charset=utf-8']) {
    const answer = await api.admin.patch(`/place/${id}`, { updatedBy: 'a' }, { 'content-type': type })
    accepted(answer, 204)
    assert.equal(answer.headers.get('location'), `place/${id}`)
  }
})

test('a deeply nested body is 400, in an object and in a list, and brackets in strings do not count', async () => {
  for (const [open, close] of [
    ['{"a":', '}'],
    ['[', ']'],
  ] as const) {
    const deep = `{"name":${open.repeat(100_000)}1${close.repeat(100_000)}}`
    refused(await api.admin.put('/place', deep), 400, /deeper than 64/)
  }
  const name = `\\"${'['.repeat(200)}`
  accepted(await api.admin.put('/place', JSON.stringify(validPlace({ name }))), 201)
})

test('D46: __proto__ and duplicate members cannot harm', async () => {
  const body = JSON.stringify(validPlace())
  const withProto = `${body.slice(0, -1)},"__proto__":{"polluted":true}}`
  refused(await api.admin.put('/place', withProto), 400, /__proto__/)
  assert.equal(({} as { polluted?: boolean }).polluted, undefined)
  const twice = `${body.slice(0, -1)},"name":"Last"}`
  assert.equal(accepted(await api.admin.put('/place', twice), 201).name, 'Last')
})

test('D20: a body without Content-Length is bounded too', async () => {
  const head = `PUT /place HTTP/1.1\r\nHost: x\r\nX-API-Key: ${api.admin.key}\r\nContent-Type: application/json\r\n`
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`
  const pieces = [
    `${head}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
    ...Array(20).fill(chunk),
    '0\r\n\r\n',
  ]
  const { status } = problemOf(await exchange(api.url, ...pieces))
  assert.equal(status, 413)
})

test('the connection is usable after a body that was refused', async () => {
  for (let round = 0; round < 3; round++) {
    refused(await api.admin.put('/place', ' '.repeat(2 * 1024 * 1024)), 413)
    refused(await api.nobody.put('/place', ' '.repeat(2 * 1024 * 1024)), 401)
    accepted(await api.admin.get('/placetype'))
  }
})

test('a route that wants no body leaves one unread', async () => {
  const { id } = await api.scene().add()
  accepted(await api.admin.send('DELETE', `/place/${id}?deletedby=a`, { body: '{broken' }), 204)
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=a`, 'x', { 'content-type': 'text/plain' }))
  accepted(
    await api.admin.send('DELETE', `/place/${id}?deletedby=a`, { headers: { 'content-type': 'application/json' } }),
    204,
  )
})

test('whatever bytes come as a body, the answer is a 4xx', async () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => new TextEncoder().encode(text)),
  )
  await fc.assert(
    fc.asyncProperty(bytes, async (body) => {
      const { status, text } = await api.admin.put('/place', body)
      assert.ok(status >= 400 && status < 500, `${status}: ${text}`)
    }),
    { numRuns: runs(150) },
  )
})

test('whatever JSON comes as a member, the answer is no 500', async () => {
  const member = fc.constantFrom(
    'name',
    'owner',
    'geolocation',
    'openHours',
    'placeTypes',
    'media',
    'tags',
    'parent',
    'published',
  )
  await fc.assert(
    fc.asyncProperty(member, fc.jsonValue({ maxDepth: 4 }), async (name, value) => {
      const body = JSON.stringify({ ...validPlace(), [name]: value })
      const { status, text } = await api.admin.put('/place', body)
      assert.ok(status === 201 || (status >= 400 && status < 500), `${status}: ${text}`)
    }),
    { numRuns: runs(150) },
  )
})

test('numbers beyond every range, lone surrogates and NUL are no 500', async () => {
  for (const value of ['1e999', '-1e999', '"\\ud800"', '"\\u0000"', '99999999999999999999']) {
    for (const member of ['name', 'shortDescription', 'updatedBy', 'published']) {
      const body = JSON.stringify(validPlace()).replace('{', `{"${member}":${value},`)
      const answer = await api.admin.put('/place', body)
      assert.ok(answer.status < 500, `${member} ${value}: ${answer.text}`)
    }
    const free = JSON.stringify(validPlace({ placeTypes: { cemetery: { rows: 'HERE' } } })).replace('"HERE"', value)
    const answer = await api.admin.put('/place', free)
    assert.ok(answer.status < 500, `${value}: ${answer.text}`)
    if (answer.status === 201) accepted(await api.admin.get(`/place/${answer.body.id}`))
  }
})

test('POST /import takes the types of files, gzipped or not, and reads them as stated', async () => {
  const line = `${JSON.stringify({ kind: 'tag', id: '5f0c1a52-7f0e-4a57-9d0c-0000000000aa', name: 'Stilla' })}\n`
  const type = { 'content-type': 'application/x-ndjson' }
  const plain = await api.admin.post('/import', line, type)
  assert.deepEqual(JSON.parse(plain.text).status, 'created')
  const packed = await api.admin.post('/import', new Uint8Array(gzipSync(line)), type)
  assert.deepEqual(JSON.parse(packed.text).status, 'unchanged')
  const table = await api.admin.post('/import', line, { 'content-type': 'text/csv' })
  assert.deepEqual(JSON.parse(table.text).status, 'refused')
  refused(await api.admin.post('/import', line, { 'content-type': 'text/html' }), 415, /x-ndjson or .*geo\+json/)
})

test('D20: a place of the longest body is imported from its own export, which has more bytes', async () => {
  // U+0958 has twice as many bytes in NFC.
  const links = Array.from({ length: 330 }, (_, at) => ({
    url: `https://example.org/${at}`,
    title: '\u0958'.repeat(999),
  }))
  const longest = { ...validPlace({ media: { links } }), longDescription: '' }
  longest.longDescription = 'x'.repeat(1024 * 1024 - Buffer.byteLength(JSON.stringify(longest)))
  const { id } = accepted(await api.admin.put<{ id: string }>('/place', longest), 201)
  const { text } = await api.admin.get('/export')
  const line = text.split('\n').find((line) => line.includes(id)) ?? ''
  assert.ok(Buffer.byteLength(line) > 1.9 * 1024 * 1024 && Buffer.byteLength(line) < recordBytesMax)
  const answer = await api.admin.post('/import', line, { 'content-type': 'application/x-ndjson' })
  assert.equal((JSON.parse(answer.text) as { status: string }).status, 'unchanged', answer.text)
})

test('D20: an import of more than its line limit goes on, a line over the limit is refused alone', async () => {
  const good = JSON.stringify({ ...validPlace(), key: 'good' })
  const long = JSON.stringify({ ...validPlace({ longDescription: 'x'.repeat(recordBytesMax) }), key: 'long' })
  const answer = await api.admin.post('/import', `${long}\n${good}\n`, { 'content-type': 'application/x-ndjson' })
  const results = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { line: number; status: string })
  assert.deepEqual(
    results.map(({ line, status }) => [line, status]),
    [
      [1, 'refused'],
      [2, 'created'],
    ],
  )
})
