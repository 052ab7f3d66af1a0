import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { accepted, type PageAnswer, type PlaceAnswer } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const putEntry = async (path: string, entry: object) => {
  const { status, text } = await api.admin.put(`/directory/${path}`, JSON.stringify(entry))
  assert.ok(status === 200 || status === 201 || status === 204, `${status}: ${text}`)
}

test('D16: owner.name is the id where nobody knows better', async () => {
  const here = api.scene()
  assert.equal((await here.add()).owner.name, here.owner)
})

test('D16: owner.name may be sent and is used while the directory does not know the owner', async () => {
  const here = api.scene()
  const owner = { id: here.owner, name: 'Sent name', type: 'Församling' }
  const { id } = await here.add({ owner })
  assert.equal((await here.get(id)).owner.name, 'Sent name')
  assert.deepEqual(await here.names('owner_name=sent name'), ['Testkyrkan'])
  await putEntry(`owners/${here.owner}`, { name: 'Directory name' })
  assert.equal((await here.get(id)).owner.name, 'Directory name')
  assert.deepEqual(await here.names('owner_name=sent name'), [])
  accepted(await api.admin.delete(`/directory/owners/${here.owner}`), 204)
  assert.equal((await here.get(id)).owner.name, 'Sent name')
})

test('D16: in a search names are written only with expand, parent.name always', async () => {
  const here = api.scene()
  const [category, tag] = [randomUUID(), randomUUID()]
  await putEntry(`owners/${here.owner}`, { name: 'Owner name' })
  await putEntry(`categories/${category}`, { name: 'Category name' })
  await putEntry(`tags/${tag}`, { name: 'Tag name' })
  const parent = await here.add('Parent')
  await here.add({ name: 'Child', parent: { id: parent.id }, categories: [{ id: category }], tags: [{ id: tag }] })
  const one = async (expand: string) =>
    accepted(await here.search(`name=Child&is=*&expand=${expand}`)).Results[0] as PlaceAnswer
  const names = (place: PlaceAnswer) => [place.owner.name, place.categories?.[0]?.name, place.tags?.[0]?.name]
  assert.deepEqual(names(await one('')), [undefined, undefined, undefined])
  assert.deepEqual((await one('')).parent, { id: parent.id, name: 'Parent' })
  assert.deepEqual((await one('')).categories, [{ id: category }])
  assert.deepEqual(names(await one('owner')), ['Owner name', undefined, undefined])
  assert.deepEqual(names(await one('categories')), [undefined, 'Category name', undefined])
  assert.deepEqual(names(await one('tags')), [undefined, undefined, 'Tag name'])
  assert.deepEqual(names(await one('owner,categories,tags')), ['Owner name', 'Category name', 'Tag name'])
})

test('D16: GET and the bodies of PUT always carry the names', async () => {
  const here = api.scene()
  const [category, tag] = [randomUUID(), randomUUID()]
  await putEntry(`categories/${category}`, { name: 'Kyrkor' })
  await putEntry(`tags/${tag}`, { name: 'Lokal' })
  const body = here.body({ categories: [{ id: category }], tags: [{ id: tag }] })
  const created = accepted(await api.admin.put('/place', body), 201)
  const replaced = accepted(await api.admin.put(`/place/${created.id}`, body))
  for (const place of [created, replaced, await here.get(created.id)]) {
    assert.deepEqual(place.categories, [{ id: category, name: 'Kyrkor' }])
    assert.deepEqual(place.tags, [{ id: tag, name: 'Lokal' }])
    assert.equal(place.owner.name, here.owner)
  }
})

test('D16: an unknown category or tag is accepted and its name left out', async () => {
  const here = api.scene()
  const id = randomUUID()
  assert.deepEqual((await here.add({ categories: [{ id }], tags: [{ id }] })).categories, [{ id }])
})

test('D16: a renamed parent is renamed in its children, in answers and searches, without touching updated', async () => {
  const here = api.scene()
  const parent = await here.add('Former parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  api.advance(1000)
  await here.patch(parent.id, { name: 'Later parent' })
  const { updated, parent: shown } = await here.get(child.id)
  assert.deepEqual(shown, { id: parent.id, name: 'Later parent' })
  assert.equal(updated, child.updated)
  assert.deepEqual(await here.names('parent_name=later parent&is=*'), ['Child'])
  assert.deepEqual(await here.names('parent_name=former parent&is=*'), [])
  assert.deepEqual(await here.found('q=later&is=*'), ['Child', 'Later parent'])
})

test('D16: a name of the directory can be found by every place that has it', async () => {
  const here = api.scene()
  const category = randomUUID()
  await here.addAll({ name: 'A', categories: [{ id: category }] }, 'B')
  await putEntry(`categories/${category}`, { name: 'Medeltida' })
  assert.deepEqual(await here.names('categories_name=medeltida'), ['A'])
  assert.deepEqual(await here.names('q=medeltida'), ['A'])
  await putEntry(`categories/${category}`, { name: 'Modern' })
  assert.deepEqual(await here.names('categories_name=medeltida'), [])
  assert.deepEqual(await here.names('q=modern'), ['A'])
  const page = accepted(await api.admin.get<PageAnswer>(`/place?categories_id=${category}&expand=categories`))
  assert.equal(page.Results[0]?.categories?.[0]?.name, 'Modern')
})
