import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type Client, type PageAnswer, type PlaceAnswer, pointAt, refused } from '../support/client.ts'
import { type Scene, suite, suiteStart } from '../support/suite.ts'

const api = suite()

let reader: Client | undefined
const visitor = async () => (reader ??= await api.keyed(['read-published']))
const medium = { url: 'https://pictures.invalid/hemlig.jpg', title: 'hemligbild' }

/** What every operation of the document answers to a key with `read-published` alone. */
const answers: Readonly<Record<string, number>> = {
  'GET /placetype': 200,
  'GET /place': 200,
  'PUT /place': 403,
  'GET /position': 200,
  'GET /position/doubts': 200,
  'GET /place/suggest': 200,
  'GET /place/tiles/{z}/{x}/{y}.mvt': 200,
  'GET /place/{id}': 200,
  'PATCH /place/{id}': 403,
  'PUT /place/{id}': 403,
  'DELETE /place/{id}': 403,
  'POST /place/{id}/restore': 403,
  'POST /place/{id}/purge': 403,
  'GET /place/by-slug/{slug}': 200,
  'GET /place/{id}/hours': 200,
  'GET /place/{id}/revisions': 403,
  'GET /place/{id}/revisions/{revision}': 403,
  'GET /changes': 403,
  'GET /directory/owners': 403,
  'GET /directory/owners/{id}': 403,
  'PUT /directory/owners/{id}': 403,
  'DELETE /directory/owners/{id}': 403,
  'GET /directory/categories': 403,
  'GET /directory/categories/{id}': 403,
  'PUT /directory/categories/{id}': 403,
  'DELETE /directory/categories/{id}': 403,
  'GET /directory/tags': 403,
  'GET /directory/tags/{id}': 403,
  'PUT /directory/tags/{id}': 403,
  'DELETE /directory/tags/{id}': 403,
  'GET /keys': 403,
  'POST /keys': 403,
  'GET /keys/self': 200,
  'GET /auth/login': 404,
  'POST /auth/code': 404,
  'POST /auth/key': 403,
  'POST /auth/logout': 200,
  'GET /acts': 403,
  'GET /acts/{id}': 403,
  'POST /acts/{id}/undo': 403,
  'GET /sessions': 403,
  'DELETE /sessions/{id}': 403,
  'GET /webhooks': 403,
  'POST /webhooks': 403,
  'GET /webhooks/{id}': 403,
  'PATCH /webhooks/{id}': 403,
  'DELETE /webhooks/{id}': 403,
  'POST /webhooks/{id}/ping': 403,
  'POST /webhooks/{id}/replay': 403,
  'POST /webhooks/{id}/skip': 403,
  'POST /webhooks/{id}/rotate': 403,
  'GET /webhooks/{id}/deliveries': 403,
  'GET /webhooks/{id}/dead-letters': 403,
  'POST /webhooks/{id}/dead-letters/{revision}/send': 403,
  'DELETE /keys/{id}': 403,
  'POST /keys/{id}/rotate': 403,
  'PATCH /keys/{id}': 403,
  'GET /import/{id}': 403,
  'DELETE /import/{id}': 403,
  'POST /import': 403,
  'POST /import/plan': 403,
  'GET /export': 403,
  'POST /mcp': 400,
  'POST /geolocate': 403,
  'POST /backup': 403,
  'GET /metrics': 403,
  'GET /health/live': 200,
  'GET /health/ready': 200,
}

test('D50: every route answers read-published what is published now, or refuses it', async () => {
  const { id, slug } = await api.scene().add()
  const document = accepted(await api.nobody.get<{ paths: Record<string, JsonObject> }>('/openapi.json'))
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).flatMap((method) => (method === 'servers' ? [] : [`${method.toUpperCase()} ${path}`])),
  )
  assert.deepEqual(operations.sort(), Object.keys(answers).sort())
  const queries: Readonly<Record<string, string>> = { '/place/suggest': '?q=a', '/position/doubts': '?at=17,59' }
  const parts: Readonly<Record<string, string>> = { id, slug, revision: '1', z: '0', x: '0', y: '0' }
  for (const [operation, status] of Object.entries(answers)) {
    const [method = '', pattern = ''] = operation.split(' ')
    const path = pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
    const query = queries[pattern] ?? ''
    const answer = await (await visitor()).send(method, `${path}${query}`, method === 'GET' ? {} : { body: {} })
    assert.equal(answer.status, status, `${operation}: ${answer.text.slice(0, 300)}`)
  }
})

test('D50, D8: metrics are for any valid key but one narrowed to what is published', async () => {
  for (const permissions of [
    ['read-published', 'read-media'],
    ['read-published', 'create', 'update'],
  ]) {
    refused(await (await api.keyed(permissions)).get('/metrics'), 403, /'read-published' without 'read', .*\(D50\)/)
  }
  for (const permission of ['read', 'read-media', 'read-restricted', 'create', 'update', 'delete', 'admin']) {
    assert.equal((await (await api.keyed([permission])).get('/metrics')).status, 200, permission)
  }
})

/** A place that is not published now, of each kind. */
async function hiddenPlaces(here: Scene): Promise<PlaceAnswer[]> {
  const places = await here.addAll(
    { name: 'Utkastet', published: null },
    { name: 'Planerad', published: '2026-06-15T12:30Z' },
    { name: 'Avslutad', depublished: '2026-06-15T12:00Z' },
    { name: 'Borttagen' },
  )
  await here.remove(places[3]!.id)
  return places
}

test('D50: what is not published now is 404 by id and slug, and no search finds it', async () => {
  const here = api.scene()
  const hidden = await hiddenPlaces(here)
  const client = await visitor()
  for (const { id, slug } of hidden) {
    const now = await here.get(id)
    for (const path of [id, `${id}/hours`, `by-slug/${slug}`, `by-slug/${now.slug}`]) {
      refused(await client.get(`/place/${path}`), 404)
    }
    assert.equal(accepted(await client.get<PageAnswer>(`/place?is=*&id=${id}`)).TotalHits, 0)
  }
  assert.equal(accepted(await client.get<PageAnswer>(`/place?is=*&owner_id=${here.owner}`)).TotalHits, 0)
  accepted(await (await api.keyed(['read'])).get('/place?include=deleted'))
  for (const path of ['/place?include=deleted', '/place?INCLUDE=non-published', '/place?nonsense=1&include=deleted']) {
    refused(await client.get(path), 403, /include needs the permission 'read'/)
  }
  refused(await client.get('/place/suggest?q=a&include=deleted'), 403, /include needs/)
  refused(await client.get('/place/tiles/0/0/0.mvt?include=deleted'), 403, /include needs/)
  assert.equal((await client.get('/place?test=true&include=deleted')).status, 200)
})

test('D50: a former slug leads to the last place that had it and is published', async () => {
  const here = api.scene()
  const [first, second] = [await here.add('Namnet'), await here.add('Annat')]
  await here.patch(first.id, { name: 'Första' })
  await here.patch(second.id, { name: 'Namnet' })
  await here.patch(second.id, { published: null })
  const client = await visitor()
  const led = await client.get<JsonObject>(`/place/by-slug/${first.slug}`)
  assert.deepEqual([led.status, led.body.id], [301, first.id])
  await here.patch(second.id, { name: 'Tredje' })
  assert.equal((await client.get(`/place/by-slug/${first.slug}`)).text, led.text)
  await here.patch(first.id, { published: null })
  refused(await client.get(`/place/by-slug/${first.slug}`), 404)
})

test('D50: a place is public only while its parent is, which moves without any write', async () => {
  const here = api.scene()
  const parent = await here.add({
    name: 'Moderkyrkan',
    published: '2026-06-15T13:00Z',
    depublished: '2026-06-15T14:00Z',
  })
  const { id, slug } = await here.add({ name: 'Delen', parent: { id: parent.id } })
  const client = await visitor()
  const total = async (query: string) =>
    accepted(await client.get<PageAnswer>(`/place?owner_id=${here.owner}&${query}`)).TotalHits
  const isPublic = async () => {
    const paths = [id, `${id}/hours`, `by-slug/${slug}`]
    const statuses = await Promise.all(paths.map(async (path) => (await client.get(`/place/${path}`)).status))
    const totals = [
      'is=*',
      `is=*&id=${id}`,
      `is=*&parent_id=${parent.id}`,
      'is=*&parent_name=^moder',
      'is=*&q=delen',
      'is=Partial',
    ]
    const found = await Promise.all(totals.map(total))
    const { Results } = accepted(await client.get<{ Results: unknown[] }>('/place/suggest?q=delen&is=*'))
    assert.ok(
      statuses.every((status) => status === statuses[0]),
      statuses.join(),
    )
    const one = statuses[0] === 200
    assert.deepEqual(found, one ? [2, 1, 1, 1, 1, 1] : [0, 0, 0, 0, 0, 0])
    assert.equal(Results.length > 0, one)
    if (one)
      assert.deepEqual((await client.get<PlaceAnswer>(`/place/${id}`)).body.parent, {
        id: parent.id,
        name: 'Moderkyrkan',
      })
    return one
  }
  assert.equal(await isPublic(), false)
  assert.equal((await here.get(id)).parent.id, parent.id, 'for others it is there')
  assert.deepEqual(await here.names('is=*&name=delen'), ['Delen'])
  api.setNow('2026-06-15T13:00:00Z')
  assert.equal(await isPublic(), true)
  api.setNow('2026-06-15T14:00:00Z')
  assert.equal(await isPublic(), false)
  api.setNow(suiteStart)
  await here.patch(parent.id, { published: '2020-01-01', depublished: null }, 'childAction=skip-depublished')
  assert.equal(await isPublic(), true)
  await here.patch(parent.id, { published: null })
  assert.equal(await isPublic(), false)
  await here.patch(parent.id, { published: '2020-01-01' })
  await here.patch(id, { published: '2026-06-15T12:30Z' })
  assert.equal(await total('is=Partial'), 0, 'nor before it is published itself')
  api.setNow('2026-06-15T12:30:00Z')
  assert.equal(await isPublic(), true)
  await here.patch(id, { parent: null })
  await here.remove(parent.id)
  assert.equal(await total(`id=${id}`), 1, 'without a parent it is public by itself')
})

test('D50: who writes sees what it wrote, and of parents no more than elsewhere', async () => {
  const here = api.scene()
  const parent = await here.add({ name: 'Hemlig moder', published: null })
  const writer = await api.keyed(['read-published', 'create', 'update'])
  refused(await writer.put('/place', here.body({ parent: { id: parent.id } })), 400, /parent must exist/)
  const { id } = await here.add({ name: 'Delen', published: null, parent: { id: parent.id } })
  refused(await writer.get(`/place/${id}`), 404)
  const change = { updatedBy: 'x', published: '2020-01-01' }
  refused(await writer.patch(`/place/${id}`, change), 404)
  await here.patch(id, change)
  refused(await writer.get(`/place/${id}`), 404)
  await here.patch(parent.id, { published: '2020-01-01' })
  assert.equal(accepted(await writer.get<PlaceAnswer>(`/place/${id}`)).parent.id, parent.id)
  const made = await writer.put('/place', here.body({ published: null, parent: { id: parent.id } }))
  assert.equal(accepted(made, 201).parent.id, parent.id)
  refused(await writer.get(`/place/${made.body.id}`), 404)
})

/** Everything that somebody could ask to learn of what is not published. */
function questions(here: Scene, places: readonly PlaceAnswer[]): string[] {
  const all = `is=*&limit=500&expand=owner,categories,tags`
  const fields = ['parent_id', 'parent_name', 'name', 'owner_id', 'geolocationinfo_municipality']
  return [
    `/place?${all}`,
    `/place?${all}&facets=is,state,${fields.join()}`,
    ...fields.flatMap((field) => [`/place?${all}&orderby=${field},name`, `/place?${all}&orderby=${field}-`]),
    ...['hemlig', 'moder', 'hemligbild', 'nytt', 'hem', 'delen'].flatMap((word) => [
      `/place?${all}&q=${word}`,
      `/place?${all}&parent_name=~${word}`,
      `/place?${all}&parent_name=!^${word}`,
      `/place?${all}&name=${word}`,
      `/place/suggest?is=*&q=${word}`,
    ]),
    ...['', '!', ...places.map(({ id }) => id)].flatMap((id) => [`/place?${all}&parent_id=${id}`]),
    ...['is=', 'is=Partial', 'is=ChurchAndChapel', 'deleted=', 'deleted=!', 'published=!'].map(
      (part) => `/place?${part}`,
    ),
    `/place?${all}&nearby=17.6333,59.8581&nearbyRadius=1000&expand=distance`,
    `/place?${all}&openAt=now`,
    `/place?${all}&owner_id=${here.owner},dold`,
    `/place?${all}&updated=2026-06-15&orderby=updated-,created-`,
    '/place/suggest?is=*&q=dold',
    '/place/tiles/0/0/0.mvt?is=*',
    '/place/tiles/10/562/297.mvt?is=*',
    ...places.flatMap(({ id, slug }) => [
      `/place?is=*&id=${id}`,
      `/place/${id}`,
      `/place/${id}/hours`,
      `/place/by-slug/${slug}`,
    ]),
  ]
}

test('D50: two worlds that differ in what is not published only give the same answers, to the byte', async () => {
  const here = api.scene()
  api.setNow(suiteStart)
  const hidden = await hiddenPlaces(here)
  const draft = await here.add({ name: 'Hemlig moder', published: null })
  const parent = await here.add({ name: 'Öppen moder' })
  const shown = await here.addAll(
    { name: 'Delen', parent: { id: draft.id } },
    { name: 'Delen', parent: { id: hidden[1]!.id }, depublished: '2030-01-01' },
    { name: 'Delen', parent: { id: parent.id } },
    { name: 'Delen' },
  )
  const clients = [await visitor(), await api.keyed(['read-published', 'read-media'])]
  const asked = questions(here, [...hidden, draft, parent, ...shown])
  const world = async () => {
    const answers = []
    for (const client of clients) {
      for (const path of asked) {
        const { status, text, headers } = await client.get(path)
        answers.push({ path, status, text, etag: headers.get('etag'), bytes: headers.get('content-length') })
      }
    }
    return answers
  }
  const before = await world()
  await here.patch(draft.id, { name: 'Nytt namn', owner: { id: 'dold', name: 'Dold ägare', type: 'Församling' } })
  await here.patch(draft.id, { media: { images: [medium] }, geolocation: pointAt(17.6334, 59.8582) })
  await here.patch(hidden[1]!.id, { name: 'Hemlig moder', published: '2026-06-15T12:45Z', updatedBy: 'hemlig' })
  await here.patch(shown[0]!.id, { name: 'Hemlig del', media: { images: [medium] } })
  await here.add({ name: 'Delen', parent: { id: draft.id } })
  await hiddenPlaces(here)
  await here.addAll({ name: 'Hemlig', published: null, owner: { id: 'dold', type: 'Pastorat' } })
  accepted(await api.admin.put('/directory/owners/dold', { name: 'Hemlig ägare', type: 'Pastorat' }), 201)
  assert.deepEqual(await world(), before)
})

test('D51: two worlds that differ in media only give the same answers to whoever does not see them', async () => {
  const here = api.scene()
  api.setNow(suiteStart)
  const [place] = await here.addAll({ name: 'Bildkyrkan' })
  const { id, slug } = place!
  const all = `is=*&owner_id=${here.owner}`
  const asked = [
    ...[`/place?${all}`, `/place?${all}&facets=name`, `/place?${all}&q=hemligbild`, `/place?${all}&q=bildkyrkan`],
    ...['/place/suggest?q=hemligbild', '/place/tiles/0/0/0.mvt', `/place/${id}`, `/place/by-slug/${slug}`],
  ]
  const clients = [await visitor(), await api.keyed(['read'])]
  const world = async () => {
    const answers = []
    for (const client of clients) for (const path of asked) answers.push((await client.get(path)).text)
    return answers
  }
  const before = await world()
  await here.patch(id, { media: { images: [medium], audio: [medium], video: [medium] } })
  assert.deepEqual(await world(), before)
})
