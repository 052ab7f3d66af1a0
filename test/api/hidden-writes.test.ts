import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { type Answer, accepted, type Client, type PlaceAnswer, refused } from '../support/client.ts'
import { type Scene, suite } from '../support/suite.ts'

const api = suite()

const narrowed = () => api.keyed(['read-published', 'create', 'update', 'delete'])
const blind = () => api.keyed(['create', 'update', 'delete'])
const unknown = '01900000-0000-7000-8000-000000000000'

/** A place that is not public, of each kind. */
async function hiddenPlaces(here: Scene): Promise<PlaceAnswer[]> {
  const draft = await here.add({ name: 'Utkastet', published: null })
  const others = await here.addAll(
    { name: 'Planerad', published: '2026-06-15T12:30Z' },
    { name: 'Avslutad', depublished: '2026-06-15T12:00Z' },
    { name: 'Delen', parent: { id: draft.id } },
    { name: 'Borttagen' },
  )
  await here.remove(others.at(-1)!.id)
  return [draft, ...others]
}

/** An answer without what differs between two ids that are asked for in the same way. */
function withoutId({ status, text, headers }: Answer<unknown>, id: string) {
  const kept = [...headers].filter(([name]) => !['date', 'x-request-id', 'server-timing'].includes(name))
  return { status, text: text.replaceAll(id, 'the id'), headers: kept.map(([name, value]) => [name, value]) }
}

test('D40: to who sees only what is public, a write to another place is one to none', async () => {
  const here = api.scene()
  const places = await hiddenPlaces(here)
  const writer = await narrowed()
  const body = here.body()
  const bodies: readonly JsonObject[] = [body, { ...body, name: '' }, { ...body, parent: { id: places[0]!.id } }]
  const headers = [{}, { 'if-match': '"1-0"' }, { 'if-match': '*' }, { 'if-none-match': '*' }]
  const writes = (id: string) =>
    headers.flatMap((sent) => [
      ...bodies.flatMap((given) => [
        () => writer.patch(`/place/${id}`, given, sent),
        () => writer.put(`/place/${id}`, given, sent),
      ]),
      () => writer.send('DELETE', `/place/${id}?deletedby=x`, { headers: sent }),
      () => writer.send('POST', `/place/${id}/restore?updatedby=x`, { headers: sent }),
    ])
  const wanted = await Promise.all(writes(unknown).map(async (write) => withoutId(await write(), unknown)))
  assert.ok(wanted.every(({ status }) => status === 404))
  for (const { id, name } of places) {
    const got = await Promise.all(writes(id).map(async (write) => withoutId(await write(), id)))
    assert.deepEqual(got, wanted, name)
  }
  assert.deepEqual((await here.get(places[0]!.id)).updated, places[0]!.updated)
})

test('D40: who may not read at all learns from a write that a place is there, and nothing else of it', async () => {
  const here = api.scene()
  const writer = await blind()
  const { id } = await here.add({ name: 'Hemlig', published: null })
  const change = { name: 'Ny', updatedBy: 'x' }
  refused(await writer.patch(`/place/${id}`, change, { 'if-match': '"1-0"' }), 412)
  accepted(await writer.patch(`/place/${id}`, change), 204)
  const body = here.body({ name: 'Ersatt', published: null })
  assert.equal(accepted(await writer.put<PlaceAnswer>(`/place/${id}`, body)).name, 'Ersatt')
  accepted(await writer.delete(`/place/${id}?deletedby=x`), 204)
  refused(await writer.patch(`/place/${id}`, change), 409)
  const restored = await writer.post(`/place/${id}/restore?updatedby=x`)
  accepted(restored, 204)
  assert.equal(restored.text, '')
  assert.match(restored.headers.get('etag') ?? '', /^"\d+-\w+"$/)
  assert.equal((await here.get(id)).name, 'Ersatt')
  const reader = await api.keyed(['read', 'delete'])
  accepted(await writer.delete(`/place/${id}?deletedby=x`), 204)
  assert.equal(accepted(await reader.post<PlaceAnswer>(`/place/${id}/restore?updatedby=x`)).name, 'Ersatt')
})

test('D40: no fault tells who may not read of a parent, or how many children there are', async () => {
  const here = api.scene()
  const grandparent = await here.add({ name: 'Hemlig moder', published: null })
  const open = await here.add({ name: 'Öppen moder' })
  const child = await here.add({ name: 'Hemlig del', published: null, parent: { id: grandparent.id } })
  const gone = await here.add({ name: 'Borttagen' })
  await here.remove(gone.id)
  const top = await here.add({ name: 'Öppen' })
  await here.add({ name: 'Hemligt barn', published: null, parent: { id: top.id } })
  for (const writer of [await narrowed(), await blind()]) {
    const faultOf = async (parent: string) => {
      const { errors, detail } = refused(await writer.put('/place', here.body({ parent: { id: parent } })), 400)
      return { errors, detail }
    }
    const wanted = await faultOf(unknown)
    for (const { id } of [child, gone]) assert.deepEqual(await faultOf(id), wanted)
    const { detail } = refused(await writer.patch(`/place/${top.id}`, { parent: { id: open.id }, updatedBy: 'x' }), 400)
    assert.match(detail, /a place with children cannot get a parent$/)
  }
  const part = await here.add({ name: 'Del', parent: { id: top.id } })
  await here.remove(part.id)
  await here.remove(top.id)
  const refusal = await (await blind()).post(`/place/${part.id}/restore?updatedby=x`)
  refused(refusal, 409)
  assert.ok(!refusal.text.includes(top.id))
  // Who reads is helped.
  const { detail } = refused(await api.admin.put('/place', here.body({ parent: { id: child.id } })), 400)
  assert.ok(detail.includes(grandparent.id))
})

test('D40, D50: to who sees only what is public, a hidden parent is one that does not exist', async () => {
  const here = api.scene()
  const other = api.scene()
  const hidden = [...(await hiddenPlaces(here)), ...(await hiddenPlaces(other))]
  const [open, place, top] = await here.addAll('Öppen moder', 'Öppen', 'Öppen med del')
  await here.add({ name: 'Hemlig del', published: null, parent: { id: top!.id } })
  const bound = ['read-published', 'create', 'update', 'delete']
  for (const writer of [await narrowed(), await api.keyed(bound, { owners: [here.owner] })]) {
    const writes = (id: string) => {
      const parent = { id }
      return [
        () => writer.put('/place', here.body({ parent })),
        ...[place!, top!].flatMap((one) => [
          () => writer.patch(`/place/${one.id}`, { parent, updatedBy: 'x' }),
          () => writer.put(`/place/${one.id}`, here.body({ parent })),
        ]),
      ]
    }
    const answers = (id: string) => Promise.all(writes(id).map(async (write) => withoutId(await write(), id)))
    const wanted = await answers(unknown)
    assert.ok(wanted.every(({ status }) => status === 400))
    for (const { id, name } of hidden) assert.deepEqual(await answers(id), wanted, name)
    const statuses = (await answers(open!.id)).map(({ status }) => status)
    // A place with children cannot get a parent, whichever.
    assert.deepEqual(statuses, [201, 204, 200, 400, 400])
    await here.patch(place!.id, { parent: null })
  }
  // Who may not read at all may learn that the place exists.
  accepted(await (await blind()).put('/place', here.body({ parent: { id: hidden[0]!.id } })), 201)
})

test('D40, D50: a parent is judged at the moment of the write', async () => {
  const here = api.scene()
  const writer = await narrowed()
  const parent = await here.add({ name: 'Avslutas', depublished: '2026-06-15T13:00Z' })
  const write = () => writer.put('/place', here.body({ parent: { id: parent.id } }))
  accepted(await write(), 201)
  api.setNow('2026-06-15T13:00:00Z')
  refused(await write(), 400)
})

/** Puts an owner and a category into the directory, whose names and details stand nowhere else. */
async function secretEntries(word: string) {
  const [owner, category] = [`unit-${word}`, randomUUID()]
  const contactInfo = { email: `${word}@example.org` }
  const entry = { name: `Ägare ${word}`, type: 'Församling', contactInfo }
  accepted(await api.admin.put(`/directory/owners/${owner}`, entry), 201)
  accepted(await api.admin.put(`/directory/categories/${category}`, { name: `Kategori ${word}` }), 201)
  const body = (more: JsonObject = {}) =>
    api.scene().body({
      ...{ owner: { id: owner, type: 'Församling' }, categories: [{ id: category }] },
      ...{ contactInfo: { fetchAutomatically: true }, ...more },
    })
  // What is told of the entries beside their ids.
  const told = (answer: Answer<unknown>) =>
    ['Ägare', 'agare', 'Kategori', '@example.org'].filter((one) => answer.text.includes(one))
  return { body, told }
}

test('D40: a write tells who may not read nothing of an entry of the directory that no public place has', async () => {
  const create = (writer: Client, body: JsonObject) => writer.put<PlaceAnswer>('/place', body)
  for (const [number, writer] of [await narrowed(), await blind()].entries()) {
    const { body, told } = await secretEntries(`hemlig${number}`)
    const draft = await create(writer, body({ published: null }))
    assert.deepEqual([draft.status, told(draft)], [201, []])
    const open = await create(writer, body())
    assert.deepEqual([open.status, told(open)], [201, []])
    // Now there is a public place that has them, which tells visitors the same.
    const next = await create(writer, body({ published: null }))
    assert.deepEqual([next.status, told(next)], [201, ['Ägare', 'agare', 'Kategori', '@example.org']])
  }
  const { body, told } = await secretEntries('synlig')
  assert.equal(told(await create(await api.keyed(['read', 'create']), body())).length, 4)
})

test('D40: a replaced place is answered without what the caller does not see', async () => {
  const here = api.scene()
  const { body, told } = await secretEntries('ersatt')
  const parent = await here.add({ name: 'Hemlig moder', published: null })
  const place = await here.add({ name: 'Öppen' })
  const replaced = async (writer: Client, more: JsonObject = {}) => {
    const answer = await writer.put<PlaceAnswer>(`/place/${place.id}`, { ...body(more), updatedBy: 'Någon' })
    const { parent: shown, createdBy } = accepted(answer) as PlaceAnswer & { createdBy?: string }
    return { told: told(answer), parent: shown.id, createdBy }
  }
  const hidden = { told: [], parent: undefined, createdBy: undefined }
  assert.deepEqual(await replaced(await narrowed(), { published: null }), hidden)
  assert.deepEqual(await replaced(await blind(), { published: null, parent: { id: parent.id } }), hidden)
  const whole = await replaced(await api.keyed(['read', 'update']), { published: null, parent: { id: parent.id } })
  assert.deepEqual([whole.told.length, whole.parent], [4, parent.id])
})
