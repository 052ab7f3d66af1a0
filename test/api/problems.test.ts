import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

test('D45: an error is application/problem+json with all members', async () => {
  const problem = refused(await api.admin.get('/place/unknown-id?expand=owner'), 404)
  assert.deepEqual(Object.keys(problem).sort(), ['code', 'detail', 'instance', 'params', 'status', 'title', 'type'])
  assert.equal(problem.status, 404)
  assert.ok(problem.title.length > 0 && problem.type.length > 0)
  assert.ok(problem.detail.includes('unknown-id'))
  assert.deepEqual([problem.code, problem.params], ['no-place', { id: 'unknown-id' }])
  assert.equal(problem.instance, '/place/unknown-id')
})

test('D45: instance is the path, never the query', async () => {
  const problem = refused(await api.admin.get('/v4/place?limit=501&name=secret'), 400)
  assert.equal(problem.instance, '/v4/place')
  assert.ok(!JSON.stringify(problem).includes('secret'))
})

test('D45: a bad body has errors with a pointer and a detail each', async () => {
  const here = api.scene()
  const body = here.body({ name: null, published: 'x', contactInfo: { phone: { Number: 'y' } }, nonsense: 1 })
  const { errors } = refused(await api.admin.put('/place', body), 400)
  assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), [
    '/contactInfo/phone/Number',
    '/name',
    '/nonsense',
    '/published',
  ])
  for (const { detail } of errors ?? []) assert.ok(detail.length > 5, detail)
})

test('D46: broken JSON is 400, whatever is broken', async () => {
  for (const body of [
    '{',
    '',
    '   ',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1} x',
    'undefined',
    'NaN',
    '\u0000',
    '{"a":\u0001"b"}',
    '[1,',
    '"',
  ]) {
    refused(await api.admin.put('/place', body), 400)
  }
  refused(await api.admin.put('/place', new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])), 400)
})

test('D46: JSON that is no object is 400', async () => {
  for (const body of ['null', '1', '"text"', '[]', 'true']) refused(await api.admin.put('/place', body), 400)
})

test('D46: an unsupported or missing Content-Type is 415', async () => {
  const here = api.scene()
  const body = JSON.stringify(here.body())
  for (const type of ['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', 'x']) {
    refused(await api.admin.put('/place', body, { 'content-type': type }), 415)
  }
  refused(await api.admin.put('/place', new TextEncoder().encode(body), { 'content-type': '' }), 415)
  accepted(await api.admin.put('/place', body, { 'content-type': 'Application/JSON;charset=UTF-8' }), 201)
})

test('D46: __proto__ cannot harm', async () => {
  const here = api.scene()
  const body = JSON.stringify(here.body()).slice(0, -1)
  for (const harm of [
    '"__proto__":{"polluted":1}',
    '"constructor":{"prototype":{"polluted":1}}',
    '"contactInfo":{"__proto__":{"polluted":1}}',
  ]) {
    const answer = await api.admin.put('/place', `${body},${harm}}`)
    assert.equal(answer.status, 400, harm)
    const dropped = await api.admin.put('/place?allowOverposting=true', `${body},${harm}}`)
    assert.ok(dropped.status === 201 || dropped.status === 400, dropped.text)
    assert.ok(!dropped.text.includes('"polluted":1'), dropped.text)
  }
  const free = await api.admin.put(
    '/place',
    `${body.replace('"churchAndChapel":{}', '"cemetery":{"__proto__":{"polluted":1}}')}}`,
  )
  assert.ok(free.status === 201 || free.status === 400, free.text)
  assert.equal(({} as Record<string, unknown>).polluted, undefined)
})

test('D46: duplicate keys cannot harm', async () => {
  const here = api.scene()
  const body = JSON.stringify(here.body()).slice(0, -1)
  const answer = await api.admin.put(
    '/place',
    `${body},"name":"First","name":"Second","owner":{"id":"${here.owner}","id":"${here.owner}","type":"x"}}`,
  )
  if (answer.status !== 201) return void refused(answer, 400)
  assert.equal(answer.body.name, 'Second')
  assert.deepEqual(await here.names(), ['Second'])
})

test('D46: lone surrogates and NUL are answered, and what is stored can be read', async () => {
  const here = api.scene()
  for (const name of ['"a\\ud800b"', '"\\udc00"', '"a\\u0000b"', '"\\ud83d\\ude00"']) {
    const body = JSON.stringify(here.body({ name: 'NAME' })).replace('"NAME"', name)
    const answer = await api.admin.put('/place', body)
    if (answer.status !== 201) {
      refused(answer, 400, /name/)
      continue
    }
    assert.deepEqual(await here.get(answer.body.id), answer.body)
    assert.ok(answer.body.name.isWellFormed())
  }
})
