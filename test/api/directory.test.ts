import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { reason } from '../../src/common/reason.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { type Answer, accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

interface DirectoryPage {
  readonly TotalHits: number
  readonly Results: readonly { readonly id: string; readonly name: string }[]
}
const list = async (path: string) => accepted(await api.admin.get<DirectoryPage>(`/directory/${path}`))

test('directory: an entry is set, read, changed and removed', async () => {
  for (const [kind, id] of [
    ['owners', 'unit a/1'],
    ['categories', randomUUID()],
    ['tags', randomUUID()],
  ] as const) {
    const path = `/directory/${kind}/${encodeURIComponent(id)}`
    refused(await api.admin.get(path), 404)
    assert.deepEqual(accepted<unknown>(await api.admin.put(path, { name: ' Första ' }), 201), { id, name: 'Första' })
    assert.deepEqual(accepted(await api.admin.get(path)), { id, name: 'Första' })
    assert.deepEqual(accepted<unknown>(await api.admin.put(path, { name: 'Andra' })), { id, name: 'Andra' })
    accepted(await api.admin.delete(path), 204)
    refused(await api.admin.get(path), 404)
    refused(await api.admin.delete(path), 404)
  }
})

test('directory: owners have a type and contact details', async () => {
  const entry = { name: 'Enhet', type: 'Pastorat', contactInfo: { email: 'a@b.se', phone: { CountryCode: 46 } } }
  accepted(await api.admin.put('/directory/owners/full', entry), 201)
  assert.deepEqual(accepted(await api.admin.get('/directory/owners/full')), { id: 'full', ...entry })
  refused(await api.admin.put(`/directory/tags/${randomUUID()}`, entry), 400, /type/)
})

test('D20: the parts of a telephone number of an owner are 0 or more, also in an import', async () => {
  const phone = { CountryCode: 46, AreaCode: -8, Number: -5 }
  const { errors } = refused(await api.admin.put('/directory/owners/minus', { name: 'A', contactInfo: { phone } }), 400)
  const pointers = ['/contactInfo/phone/AreaCode', '/contactInfo/phone/Number']
  assert.deepEqual(
    errors?.map(({ pointer }) => pointer),
    pointers,
  )
  refused(await api.admin.get('/directory/owners/minus'), 404)
  const line = JSON.stringify({ kind: 'owner', id: 'minus', name: 'A', contactInfo: { phone } })
  const { text } = await api.admin.post('/import', line, { 'content-type': 'application/x-ndjson' })
  assert.deepEqual(
    (JSON.parse(text.split('\n')[0]!) as { errors: { pointer: string }[] }).errors.map(({ pointer }) => pointer),
    pointers,
  )
  const right = { name: 'A', contactInfo: { phone: { ...phone, AreaCode: 0, Number: 5 } } }
  accepted(await api.admin.put('/directory/owners/minus', right), 201)
})

test('directory: with If-None-Match: * only a new entry is taken', async () => {
  const path = '/directory/owners/only-new'
  const isNew = { 'If-None-Match': '*' }
  accepted(await api.admin.put(path, { name: 'Enheten' }, isNew), 201)
  const taken = reason('id-taken', { id: 'only-new', name: 'Enheten' })
  const { body } = await api.admin.put<JsonObject>(path, { name: 'En annan' }, isNew)
  assert.deepEqual([body.status, body.detail, body.errors], [412, taken.detail, [{ pointer: '/id', ...taken }]])
  assert.equal(accepted(await api.admin.get(path)).name, 'Enheten')
  accepted(await api.admin.delete(path), 204)
  accepted(await api.admin.put(path, { name: 'En annan' }, isNew), 201)
})

test('D43: the writes of the directory know If-Match, in any coding of the answer', async () => {
  const path = `/directory/owners/${randomUUID()}`
  refused(await api.admin.put(path, { name: 'A' }, { 'if-match': '*' }), 412)
  accepted(await api.admin.put(path, { name: 'A' }), 201)
  const tagged = (coding: string) => api.admin.get(path, { 'accept-encoding': coding })
  const tags = [await tagged('identity'), await tagged('gzip')].map(({ headers }) => headers.get('etag') ?? '')
  for (const [index, tag] of tags.entries()) {
    assert.match(tag, /^"/)
    accepted(await api.admin.put(path, { name: 'A', type: `${index}` }, { 'if-match': '*' }))
    for (const wrong of [tag, `W/${tag}`, '"x"', 'x']) {
      refused(await api.admin.put(path, { name: 'C' }, { 'if-match': wrong }), 412)
      refused(await api.admin.delete(path, { 'if-match': wrong }), 412)
    }
    accepted(await api.admin.put(path, { name: 'A' }))
    accepted(await api.admin.put(path, { name: 'A' }, { 'if-match': `"x", ${tag}` }))
  }
  accepted(await api.admin.delete(path, { 'if-match': tags[0]! }), 204)
})

test('D43: a PUT of an entry answers with the tag that a GET gives, also where it changed nothing', async () => {
  const path = `/directory/owners/${randomUUID()}`
  const contactInfo = { email: 'a@b.se', phone: { CountryCode: 46 } }
  const reordered = { contactInfo: { phone: { CountryCode: 46 }, email: 'a@b.se' }, type: 'x', name: 'A' }
  for (const body of [{ name: 'A' }, { name: 'A', type: 'x', contactInfo }, reordered]) {
    const put = await api.admin.put(path, body)
    const { text, headers } = await api.admin.get(path)
    assert.match(put.headers.get('etag') ?? '', /^"/)
    assert.deepEqual([put.text, put.headers.get('etag')], [text, headers.get('etag')])
  }
})

test('directory: entries are listed by name, by prefix, in pages', async () => {
  for (const name of ['Prefix Öster', 'prefix alfa', 'Prefix Beta', 'Annat']) {
    accepted(await api.admin.put(`/directory/tags/${randomUUID()}`, { name }), 201)
  }
  const names = async (query: string) => (await list(`tags?${query}`)).Results.map(({ name }) => name)
  assert.deepEqual(await names('q=prefix'), ['prefix alfa', 'Prefix Beta', 'Prefix Öster'])
  assert.deepEqual(await names('q=PREFIX%20%C3%B6'), ['Prefix Öster'])
  assert.deepEqual(await names('q=prefix&offset=1&limit=1'), ['Prefix Beta'])
  assert.equal((await list('tags?q=prefix&limit=0')).TotalHits, 3)
  assert.deepEqual(await names('q=refix'), [])
  assert.deepEqual(await names('words=alf%20pre'), ['prefix alfa'])
  assert.deepEqual(await names('words=oster'), ['Prefix Öster'])
  assert.deepEqual(await names('words=refix'), [])
  assert.deepEqual(await names('q=prefix&words=b'), ['Prefix Beta'])
  refused(await api.admin.get(`/v4/directory/tags?words=${'a+'.repeat(11)}`), 400, /at most 10 words, got 11/)
  refused(await api.admin.get('/directory/tags?limit=501'), 400, /limit/)
})

test('directory: another list is 404', async () => {
  refused(await api.admin.get('/directory/places'), 404)
  refused(await api.admin.get('/directory'), 404)
  refused(await api.admin.put('/directory/keys/x', { name: 'x' }), 404)
})

test('directory: ids of categories and tags are UUIDs, in any case', async () => {
  const id = randomUUID()
  for (const kind of ['categories', 'tags']) {
    accepted(await api.admin.put(`/directory/${kind}/${id.toUpperCase()}`, { name: 'x' }), 201)
    assert.equal(accepted(await api.admin.get(`/directory/${kind}/${id}`)).id, id)
    const { status } = await api.admin.put(`/directory/${kind}/no-uuid`, { name: 'x' })
    assert.ok(status === 400 || status === 404, `${status}`)
  }
})

test('D19, D20: the id of an owner is trimmed and in NFC, and as long as places may have it', async () => {
  const here = api.scene()
  for (const [given, kept] of [
    [' blanks ', 'blanks'],
    ['a\u030are', 'åre'],
    ['ö'.repeat(2000), 'ö'.repeat(2000)],
  ] as const) {
    const path = `/directory/owners/${encodeURIComponent(given)}`
    assert.equal(accepted(await api.admin.put<{ id: string }>(path, { name: 'Known' }), 201).id, kept)
    accepted(await api.admin.get(path))
    const place = await here.add({ owner: { id: given, type: 'x' } })
    assert.deepEqual(place.owner, { id: kept, name: 'Known', type: 'x' })
    accepted(await api.admin.delete(path), 204)
    refused(await api.admin.get(`/directory/owners/${encodeURIComponent(kept)}`), 404)
  }
  refused(await api.admin.put(`/directory/owners/${'x'.repeat(2001)}`, { name: 'x' }), 400, /1 to 2000 characters/)
})

test('directory: a wrong entry is 400 with all faults', async () => {
  const put = (body: JsonObject) => api.admin.put('/directory/owners/wrong', body) as Promise<Answer<unknown>>
  refused(await put({}), 400, /name/)
  refused(await put({ name: '  ' }), 400, /name/)
  refused(await put({ name: 5 }), 400, /name/)
  refused(await put({ name: 'x'.repeat(501) }), 400, /name/)
  refused(await put({ name: 'x', id: 'other' }), 400, /id/)
  refused(await put({ name: 'x', contactInfo: { email: 5 } }), 400, /email/)
  const { errors } = refused(await put({ type: 5, color: 'red' }), 400)
  assert.deepEqual(errors?.map(({ pointer }) => pointer).sort(), ['/color', '/name', '/type'])
})

test('directory: a changed name reaches every place without touching updated', async () => {
  const here = api.scene()
  const { id, updated } = await here.add()
  api.advance(1000)
  for (const name of ['Ett namn', 'Ett annat']) {
    await api.admin.put(`/directory/owners/${here.owner}`, { name })
    const place = await here.get(id)
    assert.deepEqual([place.owner.name, place.updated], [name, updated])
    assert.deepEqual(await here.names({ owner_name: name }), ['Testkyrkan'])
    assert.deepEqual(await here.names({ q: name }), ['Testkyrkan'])
    assert.equal(accepted(await here.search('expand=owner')).Results[0]?.owner.name, name)
  }
  assert.deepEqual(await here.names('owner_name=ett namn'), [])
})

test('directory: an order by owner_name follows the names of the directory', async () => {
  const [one, other] = [api.scene(), api.scene()]
  await one.add('One')
  await other.add('Other')
  const order = async () => {
    const query = `/place?owner_id=${one.owner},${other.owner}&orderby=owner_name`
    const page = accepted(await api.admin.get<{ Results: { name: string }[] }>(query))
    return page.Results.map(({ name }) => name)
  }
  await api.admin.put(`/directory/owners/${one.owner}`, { name: 'A' })
  await api.admin.put(`/directory/owners/${other.owner}`, { name: 'B' })
  assert.deepEqual(await order(), ['One', 'Other'])
  await api.admin.put(`/directory/owners/${one.owner}`, { name: 'Ö' })
  assert.deepEqual(await order(), ['Other', 'One'])
})

test('directory: a removed category leaves its id in the places', async () => {
  const here = api.scene()
  const id = randomUUID()
  accepted(await api.admin.put(`/directory/categories/${id}`, { name: 'Borta snart' }), 201)
  const place = await here.add({ categories: [{ id }] })
  assert.deepEqual(place.categories, [{ id, name: 'Borta snart' }])
  accepted(await api.admin.delete(`/directory/categories/${id}`), 204)
  assert.deepEqual((await here.get(place.id)).categories, [{ id }])
  assert.deepEqual(await here.names('categories_name=borta snart'), [])
  assert.deepEqual(await here.names(`categories_id=${id}`), ['Testkyrkan'])
})

test('directory: readers may read it', async () => {
  const reader = await api.keyed(['read'])
  accepted(await reader.get('/directory/owners'))
  refused(await reader.put('/directory/owners/x', { name: 'x' }), 403, /admin/)
})
