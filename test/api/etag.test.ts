import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { accepted, type Client, type PageAnswer, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()
const tagOf = async (id: string, client: Client = api.admin) =>
  (await client.get(`/place/${id}`)).headers.get('etag') ?? ''
const patch = (id: string, ifMatch: string, client: Client = api.admin) =>
  client.patch(`/place/${id}`, { updatedBy: 'a', longDescription: randomUUID() }, { 'if-match': ifMatch })

test('D43: a place has a strong ETag, a search a weak one', async () => {
  const here = api.scene()
  const { id } = await here.add()
  assert.match(await tagOf(id), /^"[\x21\x23-\x7e]+"$/)
  assert.match((await here.search()).headers.get('etag') ?? '', /^W\/"[\x21\x23-\x7e]+"$/)
})

test('D43: If-None-Match gives 304 without a body, for a place and for a search', async () => {
  const here = api.scene()
  const { id, slug } = await here.add()
  for (const path of [`/place/${id}`, `/v4/place/${id}`, `/place/by-slug/${slug}`, `/place?owner_id=${here.owner}`]) {
    const tag = (await api.admin.get(path)).headers.get('etag') ?? ''
    for (const header of [tag, `"x", ${tag}`, '*', tag.startsWith('W/') ? tag.slice(2) : `W/${tag}`]) {
      const answer = await api.admin.get(path, { 'if-none-match': header })
      assert.equal(answer.status, 304, `${path} ${header}`)
      assert.equal(answer.text, '')
      assert.equal(answer.headers.get('etag'), tag)
    }
    assert.equal((await api.admin.get(path, { 'if-none-match': '"other"' })).status, 200)
  }
})

test('D43: a change of the place changes both', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const [place, search] = [await tagOf(id), (await here.search()).headers.get('etag') ?? '']
  await here.patch(id, { longDescription: 'x' })
  assert.equal((await api.admin.get(`/place/${id}`, { 'if-none-match': place })).status, 200)
  const again = await api.admin.get(`/place?owner_id=${here.owner}`, { 'if-none-match': search })
  assert.equal(again.status, 200)
})

test('D43: of changes that are made at once each is answered with its own revision', async () => {
  const { id } = await api.scene().add()
  const changes = Array.from({ length: 12 }, () => patch(id, '*'))
  const tags = (await Promise.all(changes)).map((answer) => {
    accepted(answer, 204)
    return answer.headers.get('etag') ?? ''
  })
  assert.equal(new Set(tags.map((tag) => tag.split('-')[0])).size, tags.length, tags.join())
  const last = tags
    .toSorted((one, other) => Number.parseInt(one.slice(1), 10) - Number.parseInt(other.slice(1), 10))
    .at(-1)!
  for (const tag of tags) if (tag !== last) refused(await patch(id, tag), 412)
  accepted(await patch(id, last), 204)
})

test('D43: each form has an ETag of its own', async () => {
  const { id } = await api.scene().add()
  const plain = await api.keyed(['read'])
  assert.notEqual(await tagOf(id), await tagOf(id, plain))
})

test('D43: a PATCH is answered with the ETag that its caller then gets of the place', async () => {
  const here = api.scene()
  const entry = { name: 'Ägare 東京 😀', contactInfo: { email: 'a@example.org' } }
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, entry), 201)
  for (const contactInfo of [{}, { fetchAutomatically: true }]) {
    const { id } = await here.add({ contactInfo })
    for (const client of [api.admin, await api.keyed(['read', 'update'])]) {
      const answer = await client.patch(`/place/${id}`, { updatedBy: 'a', longDescription: 'Grön 東京 😀' })
      accepted(answer, 204)
      assert.equal(answer.headers.get('etag'), await tagOf(id, client))
    }
  }
})

test('D43: a changed name of the owner changes the ETag', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const before = await tagOf(id)
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Renamed' }), 201)
  assert.notEqual(await tagOf(id), before)
})

test('D43: a changed name of a category changes the ETag', async () => {
  const here = api.scene()
  const category = randomUUID()
  const { id } = await here.add({ categories: [{ id: category }] })
  const before = await tagOf(id)
  accepted(await api.admin.put(`/directory/categories/${category}`, { name: 'Named' }), 201)
  assert.notEqual(await tagOf(id), before)
  accepted(await patch(id, before), 204)
})

test('D43: a changed name of the parent changes the ETag of the child', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const { id } = await here.add({ parent: { id: parent.id } })
  const before = await tagOf(id)
  await here.patch(parent.id, { name: 'Renamed' })
  assert.notEqual(await tagOf(id), before)
})

test('D43: fetched contact details change the ETag', async () => {
  const here = api.scene()
  const { id } = await here.add({ contactInfo: { fetchAutomatically: true } })
  const before = await tagOf(id)
  const entry = { name: here.owner, contactInfo: { email: 'a@example.org' } }
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, entry), 201)
  assert.notEqual(await tagOf(id), before)
})

test('D43: If-Match takes any ETag of the present revision', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const reader = await api.keyed(['read'])
  const forms = [await tagOf(id), await tagOf(id, reader)]
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Renamed' }), 201)
  forms.push(await tagOf(id), await tagOf(id, reader))
  assert.equal(new Set(forms).size, 4)
  for (const [index, tag] of forms.entries()) {
    refused(await patch(id, tag.replace(/.$/, 'x"').replace(/^"\d+/, '"999999')), 412)
    const other = await here.add(`Other ${index}`)
    refused(await patch(other.id, tag), 412)
  }
  accepted(await patch(id, forms[3] ?? ''), 204)
  for (const tag of forms) refused(await patch(id, tag), 412)
})

test('D43: each of the forms alone is enough', async () => {
  const here = api.scene()
  const reader = await api.keyed(['read'])
  for (const client of [api.admin, reader]) {
    const { id } = await here.add()
    accepted(await patch(id, await tagOf(id, client)), 204)
  }
})

test('D43: If-Match lists and * are understood, and what is no tag of the place fits nothing', async () => {
  const here = api.scene()
  const { id } = await here.add()
  accepted(await patch(id, `"1-x", ${await tagOf(id)}`), 204)
  for (const list of ['"1-x",,@', ',@', '@,', '@ , ,"1-x"', ' , , W/@ ,'])
    accepted(await patch(id, list.replace('@', await tagOf(id))), 204)
  for (const noList of ['@ "1-x"', 'x,@', '@,W/', ',', '@,"'])
    refused(await patch(id, noList.replace('@', await tagOf(id))), 412)
  accepted(await patch(id, '*'), 204)
  refused(await patch(id, 'nonsense'), 412)
  refused(await patch(id, '""'), 412)
})

test('D43: else 412 and nothing is changed, for every kind of write', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const old = await tagOf(id)
  await here.patch(id, { longDescription: 'second' })
  const now = await here.get(id)
  const headers = { 'if-match': old }
  refused(await patch(id, old), 412)
  refused(await api.admin.put(`/place/${id}`, here.body(), headers), 412)
  refused(await api.admin.delete(`/place/${id}?deletedby=a`, headers), 412)
  assert.deepEqual(await here.get(id), now)
  await here.remove(id)
  refused(await api.admin.post(`/place/${id}/restore?updatedby=a`, undefined, headers), 412)
  assert.ok((await here.get(id)).deleted)
})

test('D43: PUT, PATCH and restore answer with the new ETag', async () => {
  const here = api.scene()
  const created = await api.admin.put('/place', here.body())
  const { id } = accepted(created, 201)
  assert.equal(created.headers.get('etag'), await tagOf(id))
  const patched = await patch(id, created.headers.get('etag') ?? '')
  accepted(patched, 204)
  assert.equal(patched.headers.get('etag'), await tagOf(id))
  const replaced = await api.admin.put(`/place/${id}`, here.body(), { 'if-match': patched.headers.get('etag') ?? '' })
  accepted(replaced)
  assert.equal(replaced.headers.get('etag'), await tagOf(id))
  const removed = await api.admin.delete(`/place/${id}?deletedby=a`, { 'if-match': await tagOf(id) })
  accepted(removed, 204)
  const headers = { 'if-match': await tagOf(id) }
  const restored = await api.admin.post(`/place/${id}/restore?updatedby=a`, undefined, headers)
  accepted(restored)
  assert.equal(restored.headers.get('etag'), await tagOf(id))
})

test('D43: If-None-Match: * on a PUT of what exists is 412, and nothing is changed', async () => {
  const here = api.scene()
  const { id, name } = await here.add()
  const put = (to: string, ifNoneMatch: string) =>
    api.admin.put(`/place/${to}`, here.body({ name: 'Other' }), { 'if-none-match': ifNoneMatch })
  refused(await put(id, '*'), 412, /If-None-Match/)
  assert.equal((await here.get(id)).name, name)
  refused(await put('01890a5d-ac96-774b-bcce-b302099a8057', '*'), 404)
  accepted(await put(id, '"x"'))
  accepted(await api.admin.put('/place', here.body(), { 'if-none-match': '*' }), 201)
})

test('D43: If-None-Match is 412 on every write when it names the present revision, weak or strong', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const writes = (headers: Readonly<Record<string, string>>) => [
    () => api.admin.patch(`/place/${id}`, { updatedBy: 'a' }, headers),
    () => api.admin.put(`/place/${id}`, here.body(), headers),
    () => api.admin.delete(`/place/${id}?deletedby=a`, headers),
    () => api.admin.post(`/place/${id}/restore?updatedby=a`, undefined, headers),
    () => api.admin.post(`/place/${id}/purge`, undefined, headers),
  ]
  for (const state of ['present', 'deleted'] as const) {
    if (state === 'deleted') await here.remove(id)
    const tag = await tagOf(id)
    const concerned = state === 'present' ? [0, 1, 2] : [3, 4]
    for (const named of [tag, `W/${tag}`, `"x", ${tag}`, '*'])
      for (const at of concerned) refused(await writes({ 'if-none-match': named })[at]!(), 412, /If-None-Match/)
    assert.equal(await tagOf(id), tag)
    for (const at of concerned.slice(0, -1)) assert.ok((await writes({ 'if-none-match': '"1-0"' })[at]!()).status < 300)
  }
})

test('D43: an entry of the directory knows If-None-Match as places do', async () => {
  const path = '/directory/owners/if-none-match'
  const entry = { name: 'One', type: 'Församling' }
  const tag = (await api.admin.put(path, entry)).headers.get('etag')!
  for (const named of [tag, `W/${tag}`, '*']) {
    refused(await api.admin.put(path, { ...entry, name: 'Two' }, { 'if-none-match': named }), 412)
    refused(await api.admin.delete(path, { 'if-none-match': named }), 412)
  }
  accepted(await api.admin.put(path, { ...entry, name: 'Two' }, { 'if-none-match': '"x"', 'if-match': `W/${tag}` }))
  accepted(await api.admin.delete(path, { 'if-none-match': tag }), 204)
})

test('D43: the weak form of a tag, which a proxy makes of it that compresses, fits as the strong one does', async () => {
  const { id } = await api.scene().add()
  const tag = await tagOf(id)
  accepted(await patch(id, `"x", W/${tag}`), 204)
  refused(await patch(id, `W/${tag}`), 412, /changed/)
})

test('D43: both are optional', async () => {
  const here = api.scene()
  const { id } = await here.add()
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a' }), 204)
  accepted(await api.admin.get(`/place/${id}`))
})

test('D43: of two writers with the same ETag one wins', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const tag = await tagOf(id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => patch(id, tag)))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(7).fill(412)])
})

test('D43: Cache-Control is private, no-cache', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (const path of [`/place/${id}`, '/place', '/placetype', '/directory/owners']) {
    assert.equal((await api.admin.get(path)).headers.get('cache-control'), 'private, no-cache', path)
  }
  const cached = await api.admin.get(`/place/${id}`, { 'if-none-match': await tagOf(id) })
  assert.equal(cached.headers.get('cache-control'), 'private, no-cache')
})

test('D43: the passing of a publication changes the ETag of a search, time alone does not', async () => {
  const here = api.scene()
  await here.add({ published: '2026-08-01T00:00Z' })
  const path = `/place?owner_id=${here.owner}`
  const tag = async () => (await api.admin.get(path)).headers.get('etag') ?? ''
  api.setNow('2026-07-30T00:00:00Z')
  const before = await tag()
  api.setNow('2026-07-31T00:00:00Z')
  assert.equal(await tag(), before)
  api.setNow('2026-08-01T00:00:00Z')
  assert.notEqual(await tag(), before)
  assert.equal((await api.admin.get(path, { 'if-none-match': before })).status, 200)
  api.setNow('2026-07-31T00:00:00Z')
  assert.equal(await tag(), before)
})

test('D43: so does its end, of a place that was written before and of one that has just been', async () => {
  const here = api.scene()
  const { id } = await here.add({ published: '2020-01-01', depublished: '2026-08-03T00:00Z' })
  const path = `/place?owner_id=${here.owner}`
  for (const end of ['2026-08-03T00:00:00.000Z', '2026-08-05T00:00:00.000Z']) {
    api.setNow(new Date(Date.parse(end) - 1).toISOString())
    const before = await api.admin.get<PageAnswer>(path)
    assert.equal(before.body.TotalHits, 1)
    api.setNow(end)
    const after = await api.admin.get<PageAnswer>(path, { 'if-none-match': before.headers.get('etag') ?? '' })
    assert.equal(accepted(after).TotalHits, 0)
    await here.patch(id, { depublished: '2026-08-05T00:00Z' })
  }
})

test('D43: an If-Match that is no list of tags fits nothing', async () => {
  const { id } = await api.scene().add()
  const tag = await tagOf(id)
  for (const wrong of [`${tag};x`, `"x" ${tag}`, `${tag}"`, `*, ${tag}`, tag.slice(1), `w/${tag}`, '']) {
    refused(await patch(id, wrong), 412, /changed/)
  }
  assert.equal((await patch(id, `"x, y" , ${tag}`)).status, 204)
})
