import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { createModel } from '../../src/place/model.ts'
import { accepted, type Client, type PageAnswer, type PlaceAnswer, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { hiddenContent } from '../support/written-members.ts'

const api = sharedSuite()

/** A word that stands in every restricted field and nowhere else. */
const secret = 'hemligheten'
const { media, ...signed } = hiddenContent(secret) as { media: { audio: [JsonObject] } }
const [medium] = media.audio
const restrictedContent: JsonObject = {
  ...signed,
  depublished: '2030-01-01',
  media: { ...media, links: [{ url: 'open' }] },
}
const restrictedNames = [...createModel().fields.values()].flatMap(({ visibility, path: [name = ''] }) =>
  visibility === 'restricted' ? [name] : [],
)

let reader: Client | undefined
const plain = async () => (reader ??= await api.keyed(['read', 'create', 'update', 'delete']))
const silent = (text: string) => assert.ok(!text.includes(secret), text)

test('restricted: whoever has read-restricted sees all of it', async () => {
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  accepted(await api.admin.delete(`/place/${id}?deletedby=${secret}`), 204)
  const place = accepted(await (await api.keyed(['read', 'read-restricted'])).get<PlaceAnswer>(`/place/${id}`))
  for (const name of restrictedNames) assert.equal(place[name as 'createdBy'], secret, name)
  assert.deepEqual(Object.keys(place.media ?? {}), ['audio', 'video', 'images', 'links'])
})

test('restricted: others see none of it, by id, by slug and in a search', async () => {
  const here = api.scene()
  const { id, slug } = await here.add(restrictedContent)
  const client = await plain()
  for (const path of [`/place/${id}`, `/place/by-slug/${slug}`, `/place?owner_id=${here.owner}`]) {
    const answer = await client.get<PlaceAnswer & PageAnswer>(path)
    accepted(answer)
    silent(answer.text)
    const place = answer.body.Results?.[0] ?? answer.body
    for (const name of restrictedNames) assert.equal(name in place, false, name)
    assert.deepEqual(place.media, { links: [{ url: 'open' }] })
  }
  accepted(await api.admin.delete(`/place/${id}?deletedby=${secret}`), 204)
  silent((await client.get(`/place/${id}`)).text)
  silent((await client.get(`/place?owner_id=${here.owner}&include=deleted`)).text)
})

test('restricted: media that hold nothing else are not shown as an empty object', async () => {
  const here = api.scene()
  const { id } = await here.add({ media: { audio: [medium] } })
  const client = await plain()
  assert.equal('media' in accepted(await client.get(`/place/${id}`)), false)
  const page = accepted(await client.get<PageAnswer>(`/place?owner_id=${here.owner}`))
  assert.equal('media' in (page.Results[0] ?? {}), false)
})

test('restricted: the answers to writes show none of it', async () => {
  const here = api.scene()
  const client = await plain()
  const created = await client.put('/place', here.body(restrictedContent))
  accepted(created, 201)
  silent(created.text)
  const replaced = await client.put(`/place/${created.body.id}`, here.body(restrictedContent))
  accepted(replaced)
  silent(replaced.text)
  accepted(await client.delete(`/place/${created.body.id}?deletedby=${secret}`), 204)
  const restored = await client.post(`/place/${created.body.id}/restore?updatedby=${secret}`)
  accepted(restored)
  silent(restored.text)
})

test('restricted: full text does not look into it for others', async () => {
  const here = api.scene()
  await here.add(restrictedContent)
  const client = await plain()
  const total = async (c: Client, q: string) =>
    accepted(await c.get<PageAnswer>(`/place?owner_id=${here.owner}&q=${q}`)).TotalHits
  assert.equal(await total(api.admin, secret), 1)
  assert.equal(await total(client, secret), 0)
  assert.equal(await total(client, secret.slice(0, 3)), 0)
  assert.equal(await total(client, 'testkyrkan'), 1)
})

test('restricted: neither filter nor order reaches it, whatever else the query asks and whoever asked it before', async () => {
  const client = await plain()
  for (const query of ['createdby=a', 'name=x&updatedby=!', 'orderby=name,publishedby', 'media_images_title=^h']) {
    accepted(await api.admin.get(`/place?${query}`))
    const needed = query.startsWith('media') ? /permission read-media/ : /permission read-restricted/
    const problem = refused(await client.get(`/place?${query}`), 403, needed)
    silent(JSON.stringify(problem))
  }
})

test('restricted: the order by relevance does not tell of it', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'A', longDescription: 'ordet' },
    { name: 'B', longDescription: 'ordet', updatedBy: 'ordet' },
  )
  const client = await plain()
  const page = accepted(await client.get<PageAnswer>(`/place?owner_id=${here.owner}&q=ordet`))
  assert.deepEqual(
    page.Results.map(({ name }) => name),
    ['A', 'B'],
  )
})

test('restricted: the history shows none of it', async () => {
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  await here.patch(id, { updatedBy: secret, media: { images: [{ ...medium, title: `${secret} två` }] } })
  const client = await plain()
  const list = await client.get<JsonObject>(`/place/${id}/revisions`)
  accepted(list)
  silent(list.text)
  assert.ok(!/media\.images|createdBy|updatedBy|publishedBy/.test(list.text), list.text)
  const numbers = [...list.text.matchAll(/"revision":(\d+)/g)].map(([, number]) => number)
  assert.equal(numbers.length, 2)
  for (const number of numbers) {
    const answer = await client.get(`/place/${id}/revisions/${number}`)
    accepted(answer)
    silent(answer.text)
    assert.ok((await api.admin.get(`/place/${id}/revisions/${number}`)).text.includes(secret))
  }
  assert.ok((await api.admin.get(`/place/${id}/revisions`)).text.includes(secret))
})

test('restricted: the change feed shows none of it', async () => {
  const { Revision } = accepted(await api.admin.get<{ Revision: number }>('/changes?latest=true&limit=1'))
  const path = `/changes?after=${Revision}&limit=500`
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  accepted(await api.admin.delete(`/place/${id}?deletedby=${secret}`), 204)
  const client = await plain()
  const changes = await client.get(path)
  accepted(changes)
  assert.ok(changes.text.includes(id))
  silent(changes.text)
  assert.ok((await api.admin.get(path)).text.includes(secret))
})

test('restricted: an ETag differs between who sees it and who does not', async () => {
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  const client = await plain()
  const [full, cut] = [await api.admin.get(`/place/${id}`), await client.get(`/place/${id}`)]
  const tag = full.headers.get('etag') ?? ''
  assert.notEqual(tag, cut.headers.get('etag'))
  assert.equal((await client.get(`/place/${id}`, { 'if-none-match': tag })).status, 200)
})

test('restricted: a writer without the right does not remove by PUT what it cannot see', async () => {
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  const client = await plain()
  accepted(await client.put(`/place/${id}`, here.body()))
  const { media } = await here.get(id)
  assert.deepEqual(Object.keys(media ?? {}).sort(), ['audio', 'images', 'video'])
})

test('D51: read-media shows and searches audio, video and images, and no names of people', async () => {
  const here = api.scene()
  const { id, slug } = await here.add(restrictedContent)
  const client = await api.keyed(['read', 'read-media'])
  for (const path of [`/place/${id}`, `/place/by-slug/${slug}`, `/place?owner_id=${here.owner}&media_images_title=~`]) {
    const place = path.includes('?') ? `${path}${secret}` : path
    const { body } = await client.get<PlaceAnswer & PageAnswer>(place)
    const seen = body.Results?.[0] ?? body
    assert.deepEqual(Object.keys(seen.media ?? {}), ['audio', 'video', 'images', 'links'], path)
    for (const name of restrictedNames) assert.equal(name in seen, false, name)
  }
  const total = async (q: string) =>
    accepted(await client.get<PageAnswer>(`/place?owner_id=${here.owner}&q=${q}`)).TotalHits
  assert.equal(await total(secret), 1)
  await here.patch(id, { media: null })
  assert.equal(await total(secret), 0, 'found by the names of people')
  refused(await client.get('/place?orderby=createdby'), 403, /permission read-restricted/)
  const revisions = accepted(await client.get<JsonObject>(`/place/${id}/revisions`))
  assert.match(JSON.stringify(revisions), /"media/)
  assert.doesNotMatch(JSON.stringify(revisions), /updatedBy|"who"/)
})

test('D39, D51: a writer with read-media removes by PUT what it sees; one without removes links only', async () => {
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  const blind = await plain()
  accepted(await blind.patch(`/place/${id}`, { media: null, updatedBy: 'x' }), 204)
  assert.deepEqual(Object.keys((await here.get(id)).media ?? {}).sort(), ['audio', 'images', 'video'])
  for (const permission of ['read-media', 'read-restricted']) {
    await here.patch(id, { media: restrictedContent.media! })
    const seeing = await api.keyed([permission, 'update'])
    accepted(await seeing.put(`/place/${id}`, here.body()))
    assert.equal('media' in (await here.get(id)), false, permission)
  }
})

test('D43, D51: each form of a place has a strong ETag of its own, and If-Match takes any of them', async () => {
  const here = api.scene()
  const { id } = await here.add(restrictedContent)
  const forms = [
    ['read'],
    ['read', 'read-media'],
    ['read', 'read-restricted'],
    ['read', 'read-media', 'read-restricted'],
  ]
  const tags = await Promise.all(
    forms.map(async (permissions) => (await (await api.keyed(permissions)).get(`/place/${id}`)).headers.get('etag')),
  )
  assert.equal(new Set(tags.slice(0, 3)).size, 3, String(tags))
  assert.equal(tags[3], tags[2], 'read-restricted implies read-media')
  const stale = { 'if-match': '"1-x"' }
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'x' }, stale), 412)
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'x' }, { 'if-match': tags[1] ?? '' }), 204)
})

test('restricted: parameters are checked alike, so that no other error tells of a value', async () => {
  const client = await plain()
  const texts = await Promise.all(
    ['createdby=hemligheten', 'createdby=finns inte'].map(async (query) => (await client.get(`/place?${query}`)).text),
  )
  const [one, other] = texts.map((text) => JSON.parse(text).detail)
  assert.equal(one, other)
})
