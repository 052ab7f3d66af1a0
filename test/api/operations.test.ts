import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemCatalogue } from '../../src/common/problem.ts'
import { accepted, client, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { until } from '../support/until.ts'

const key = 'admin-Yk3pQ8vZr1LmXw7TbN5c'
const api = suite({ env: { ADMIN_KEY: key } })

interface Operation {
  readonly summary?: string
  readonly security?: unknown
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly description?: string }[]
  readonly responses: Readonly<Record<string, unknown>>
}
interface OpenApi {
  readonly openapi: string
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Record<string, unknown>; readonly securitySchemes: Record<string, unknown> }
}

test('health: live and ready answer without a key', async () => {
  for (const path of ['/health/live', '/health/ready']) {
    const answer = await api.nobody.get(path)
    accepted(answer)
    assert.match(answer.headers.get('content-type') ?? '', /json/)
  }
  refused(await api.admin.get('/health/other'), 404)
})

test('metrics: requests by route and status, latency, index and commits, never an address', async () => {
  const here = api.scene()
  const { id } = await here.add()
  await here.get(id)
  await api.admin.get('/place/not-there')
  const answer = await api.admin.get('/metrics')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  const { text } = answer
  assert.match(text, /requests_total\{[^}]*route="\/place\/:id"[^}]*status="200"[^}]*\} [1-9]/)
  assert.match(text, /requests_total\{[^}]*route="\/place\/:id"[^}]*status="404"[^}]*\} [1-9]/)
  assert.match(text, /_bucket\{[^}]*route="\/place"/)
  assert.match(text, /revision[^\n]* [1-9]/)
  assert.match(text, /commit[^\n]*_count/)
  assert.match(text, /gazetteer_index_memtable_places/)
  assert.ok(!text.includes(id) && !text.includes('not-there'))
})

test('metrics: unknown addresses do not grow them', async () => {
  for (let n = 0; n < 5; n++) await api.admin.get(`/unknown-${n}`)
  const { text } = await api.admin.get('/metrics')
  assert.ok(!text.includes('unknown-'))
})

test('operation: every answer has a request id, and Server-Timing with its steps', async () => {
  const { id } = await api.scene().add()
  for (const path of [`/place/${id}`, '/place', '/nothing', '/health/live', '/place?limit=x']) {
    const { headers } = await api.admin.get(path)
    assert.ok(headers.get('x-request-id'), path)
  }
  for (const path of [`/place/${id}`, '/place?q=x']) {
    assert.match((await api.admin.get(path)).headers.get('server-timing') ?? '', /\w+;dur=[\d.]+/, path)
  }
  const [one, other] = [await api.admin.get('/place'), await api.admin.get('/place')]
  assert.notEqual(one.headers.get('x-request-id'), other.headers.get('x-request-id'))
})

test('operation: a request id of the caller is kept when it is harmless', async () => {
  const given = await api.admin.get('/place', { 'x-request-id': 'trace-123' })
  assert.equal(given.headers.get('x-request-id'), 'trace-123')
  const odd = await api.admin.get('/place', { 'x-request-id': 'a b"\\{' })
  assert.notEqual(odd.headers.get('x-request-id'), 'a b"\\{')
})

test('D6: no log holds a key, whole or in part, also not of an address', async () => {
  await api.admin.get('/place')
  await api.nobody.get('/place', { 'x-api-key': key })
  for (const path of ['/place', '/nothing', '/place/x', '/place/%zz', '/v4/place']) {
    await api.nobody.get(`${path}?apikey=${key}`)
    await api.nobody.get(`${path}?limit=1&APIKEY=${key}&x=1`)
    await api.nobody.get(`${path}?a%70ikey=${key}`)
  }
  await client(api.url, `${key}-wrong`).get('/place')
  const made = accepted(await api.admin.post<{ key: string }>('/keys', { name: 'logged?', permissions: ['read'] }), 201)
  await client(api.url, made.key).get('/place')
  await api.admin.get('/health/ready', { 'x-request-id': 'the-last-one' })
  await until('the last request is logged', () => api.logged().includes('the-last-one'))
  const logged = api.logged()
  assert.ok(logged.includes('/place'), 'requests are logged')
  for (const secret of [key, made.key]) {
    for (let at = 0; at + 10 <= secret.length; at += 4) {
      assert.ok(!logged.includes(secret.slice(at, at + 10)), `the log holds a part of ${secret}`)
    }
  }
})

test('openapi: a document of version 3.1 with every route', async () => {
  const document = accepted(await api.nobody.get<OpenApi>('/openapi.json'))
  assert.match(document.openapi, /^3\.1\./)
  const paths = Object.keys(document.paths).map((path) => path.replace(/^\/v4/, ''))
  const expected = ['/place', '/place/{id}', '/placetype', '/place/{id}/restore', '/place/by-slug/{slug}', '/keys']
  const more = [
    '/keys/{id}',
    '/place/{id}/revisions',
    '/place/{id}/revisions/{revision}',
    '/changes',
    '/import',
    '/export',
  ]
  for (const path of [
    ...expected,
    ...more,
    '/directory/owners',
    '/directory/owners/{id}',
    '/metrics',
    '/health/live',
  ]) {
    assert.ok(paths.includes(path), `${path} of ${paths}`)
  }
  assert.ok(Object.keys(document.components.securitySchemes).length >= 3)
})

test('openapi: every operation has a summary, its parameters a description, its answers a status', async () => {
  const { paths } = accepted(await api.nobody.get<OpenApi>('/openapi.json'))
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!['get', 'put', 'patch', 'post', 'delete'].includes(method)) continue
      assert.ok(operation.summary, `${method} ${path}`)
      for (const { name, description } of operation.parameters ?? [])
        assert.ok(description, `${method} ${path} ${name}`)
      assert.ok(
        Object.keys(operation.responses).some((status) => /^[23]/.test(status)),
        `${method} ${path}`,
      )
    }
  }
})

test('openapi: success statuses are those of the specification', async () => {
  const { paths } = accepted(await api.nobody.get<OpenApi>('/openapi.json'))
  const prefix = '/v4/place' in paths ? '/v4' : ''
  const success = (path: string, method: string) =>
    Object.keys(paths[prefix + path]?.[method]?.responses ?? {}).filter((status) => status.startsWith('2'))
  assert.deepEqual(success('/place', 'get'), ['200'])
  assert.deepEqual(success('/place', 'put'), ['201'])
  assert.deepEqual(success('/place/{id}', 'put'), ['200'])
  assert.deepEqual(success('/place/{id}', 'patch'), ['204'])
  assert.deepEqual(success('/place/{id}', 'delete'), ['204'])
})

test('docs: the reference page works without the internet', async () => {
  const response = await fetch(`${api.url}/docs`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /text\/html/)
  const page = await response.text()
  assert.doesNotMatch(page, /(src|href)="(https?:)?\/\//)
})

test('docs: every code of the catalogue of errors is explained where its type leads', async () => {
  const { type } = refused(await api.admin.get('/place/x'), 404)
  const page = await (await fetch(new URL(type, api.url))).text()
  for (const code of Object.keys(problemCatalogue)) assert.ok(page.includes(`id="${code}"`), code)
})

test('docs: / leads to a page', async () => {
  const response = await fetch(`${api.url}/`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-type') ?? '', /text\/html/)
})

test('keys: a rotated key has a new secret, the former stops at once, the rest stays', async () => {
  const request = { name: 'rotates', permissions: ['read'], owners: ['unit-1'] }
  const made = accepted(await api.admin.post<{ id: string; key: string }>('/keys', request), 201)
  const rotated = accepted(await api.admin.post<typeof made & typeof request>(`/keys/${made.id}/rotate`))
  assert.equal(rotated.id, made.id)
  assert.notEqual(rotated.key, made.key)
  assert.deepEqual([rotated.name, rotated.permissions, rotated.owners], ['rotates', ['read'], ['unit-1']])
  refused(await client(api.url, made.key).get('/place'), 401)
  accepted(await client(api.url, rotated.key).get('/place'))
  refused(await api.admin.post('/keys/nothing/rotate'), 404)
})
