import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { exampleBody } from '../../src/http/openapi/examples.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { samplePlace } from '../../src/place/sample.ts'
import { searchParameters } from '../../src/query/parse/search-parameters.ts'
import { type Answer, accepted, type Client } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

interface Content {
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
interface Responses {
  readonly [status: string]: { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }
}
type Operation = { readonly responses: Responses; readonly requestBody?: { readonly content: Record<string, Content> } }
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly responses: Responses }
}

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
const pointer = (...names: readonly string[]) => `#/${names.map((name) => encodeURIComponent(escaped(name))).join('/')}`

/** Checks values by the schemas of the document, and counts them. */
function checker(document: Document) {
  const ajv = addFormats.default(new Ajv2020({ strict: false, validateSchema: false, validateFormats: true }))
  ajv.addSchema(document as object, 'doc')
  const templates = Object.keys(document.paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+').replaceAll('.', '\\.')}$`) }))
    // A template without parameters goes before one with some.
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length)
  const check = (at: readonly string[], value: unknown, what: string) => {
    const validate = ajv.getSchema(`doc${pointer(...at, 'schema')}`)
    assert.ok(validate, `${what} has no schema`)
    assert.ok(validate(value), `${what}: ${JSON.stringify(validate.errors)}`)
  }
  let count = 0
  return {
    count: () => count,
    check,
    answer(method: string, path: string, { status, headers, body }: Answer<unknown>) {
      const what = `${method} ${path} ${status}`
      const [bare = ''] = path.split('?')
      const template = templates.find(({ pattern, path }) => pattern.test(bare) && document.paths[path]?.[method])
      assert.ok(template, `${what} is not in the document`)
      const responses = document.paths[template.path]![method]!.responses
      const response = responses[status]
      assert.ok(response, `${what} has no such status in the document`)
      const [type = ''] = (headers.get('content-type') ?? '').split(';')
      const at =
        response.$ref === undefined
          ? ['paths', template.path, method, 'responses', String(status)]
          : response.$ref.slice(2).split('/')
      const { content = {} } = response.$ref === undefined ? response : document.components.responses[at[2]!]!
      assert.equal(type, Object.keys(content)[0] ?? '', what)
      if (type !== '') check([...at, 'content', type], body, what)
      count += 1
    },
  }
}

test('500 answers of all kinds fit the document', async () => {
  const document = accepted(await api.nobody.get<Document>('/openapi.json'))
  const { answer, count } = checker(document)
  const get = async (path: string, client: Client = api.admin) => answer('get', path, await client.get(path))
  const here = api.scene()
  const made = await here.addAll(
    ...Array.from({ length: 20 }, (_, n) => ({ name: `Plats ${n}`, published: n % 3 ? '2026-01-01' : null })),
  )
  const { owner: _, parent: _parent, ...whole } = samplePlace() as unknown as JsonObject
  const overposted = await api.admin.put('/place?allowOverposting=true', here.body({ ...whole, updatedBy: 'x' }))
  answer('put', '/place', overposted)
  const ids = [...made.map(({ id }) => id), String((overposted.body as { id: string }).id)]
  const reader = await api.keyed(['read-published'])
  for (const id of ids) {
    for (const path of [
      '',
      '/hours',
      '/revisions',
      '/revisions/1',
      '?fields=name,owner_name',
      '?test=true',
      '?hours=resolved',
    ])
      await get(`/place/${id}${path}`)
    await get(`/place/${id}`, reader)
    await get(`/place/${id}`, api.nobody)
    const patched = { updatedBy: 'x', placeDetails: { hasWifi: true } }
    answer('patch', `/place/${id}`, await api.admin.patch(`/place/${id}`, patched))
    answer('patch', `/place/${id}`, await api.admin.patch(`/place/${id}`, { updatedBy: 'x', name: null }))
  }
  const model = createModel()
  for (const { name } of model.fields.values()) {
    await get(`/place?include=non-published&fields=${name}`)
    await get(`/place?fields=${name}`, reader)
  }
  for (const { name, example, description } of searchParameters(model)) {
    const shown = example ?? /`([^`]+)`/.exec(description)?.[1]
    if (shown !== undefined && name !== 'format') await get(`/place?${name}=${encodeURIComponent(shown)}`)
  }
  for (const search of [
    'limit=501',
    'limt=1',
    'facets=is,state,owner_id',
    'expand=owner,tags,categories',
    'test=true',
    'q=plts&similar=true',
  ])
    for (const client of [api.admin, reader, api.nobody]) await get(`/place?${search}`, client)
  for (const path of [
    '/placetype',
    '/place/suggest?q=pl',
    '/changes',
    '/changes?brief=true',
    '/changes?limit=3',
    '/keys',
    '/webhooks',
  ])
    for (const client of [api.admin, reader, api.nobody]) await get(path, client)
  for (const path of [
    '/directory/owners',
    '/directory/categories',
    '/directory/tags',
    '/directory/owners/none',
    '/health/live',
    '/health/ready',
  ])
    await get(path)
  const [first = '', second = ''] = ids
  answer('put', `/place/${first}`, await api.admin.put(`/place/${first}`, exampleBody))
  for (const id of [first, second, first, 'none'])
    answer('delete', `/place/${id}`, await api.admin.delete(`/place/${id}?deletedby=x`))
  answer('post', `/place/${first}/restore`, await api.admin.post(`/place/${first}/restore?updatedby=x`))
  answer('post', '/keys', await api.admin.post('/keys', { name: 'x', permissions: ['read'] }))
  await get('/changes?limit=500')
  assert.ok(count() >= 500, `only ${count()} answers`)
})

test('every example of the document fits its schema', async () => {
  const document = accepted(await api.nobody.get<Document>('/openapi.json'))
  const { check } = checker(document)
  const contents = (at: readonly string[], content: Readonly<Record<string, Content>> = {}) => {
    for (const [type, { example, examples = {} }] of Object.entries(content)) {
      for (const value of [example, ...Object.values(examples).map(({ value }) => value)])
        if (value !== undefined) check([...at, 'content', type], value, at.join(' '))
    }
  }
  for (const [name, response] of Object.entries(document.components.responses))
    contents(['components', 'responses', name], response.content)
  for (const group of ['paths', 'webhooks'] as const) {
    for (const [path, item] of Object.entries(document[group])) {
      for (const [method, { requestBody, responses }] of Object.entries(item)) {
        if (method === 'servers') continue
        contents([group, path, method, 'requestBody'], requestBody?.content)
        for (const [status, { content }] of Object.entries(responses))
          contents([group, path, method, 'responses', status], content)
      }
    }
  }
})
