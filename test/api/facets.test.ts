import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type PageAnswer, refused } from '../support/client.ts'
import { type Scene, suite } from '../support/suite.ts'

const api = suite()

type Counted = { readonly value: string | number | boolean; readonly name?: string; readonly count: number }
type FacetPage = PageAnswer & { readonly Facets: Readonly<Record<string, readonly Counted[]>> }

async function facetsOf(here: Scene, query: string, client = api.admin): Promise<FacetPage> {
  return accepted(await client.get<FacetPage>(`/place?owner_id=${here.owner}&${query}`))
}

const inCity = (name: string, city: string): JsonObject => ({ name, visitingInfo: { city } })

test('facets: values among all matches, the greatest count first, and none without the parameter', async () => {
  const here = api.scene()
  await here.addAll(inCity('a', 'Uppsala'), inCity('b', 'Knivsta'), inCity('c', 'Uppsala'), 'd')
  const page = await facetsOf(here, 'facets=visitinginfo_city,placedetails_haswifi&limit=1')
  assert.deepEqual(page.Facets, {
    visitinginfo_city: [
      { value: 'Uppsala', count: 2 },
      { value: 'Knivsta', count: 1 },
    ],
    placedetails_haswifi: [],
  })
  assert.equal(page.TotalHits, 4)
  assert.equal(page.Results.length, 1)
  const narrowed = await facetsOf(here, 'facets=visitinginfo_city&limit=0&name=a,b')
  assert.deepEqual(narrowed.Facets.visitinginfo_city, [
    { value: 'Knivsta', count: 1 },
    { value: 'Uppsala', count: 1 },
  ])
  assert.deepEqual(Object.keys(await facetsOf(here, 'limit=1')), ['TotalHits', 'Results'])
})

test('D25: facets take texts that differ in case for one value, written as the first match by name writes it', async () => {
  const here = api.scene()
  await here.addAll(inCity('b', 'UPPSALA'), inCity('a', 'Uppsala'), inCity('c', 'uppsala'), inCity('d', 'Üppsala'))
  const { Facets } = await facetsOf(here, 'facets=visitinginfo_city')
  assert.deepEqual(Facets.visitinginfo_city, [
    { value: 'Uppsala', count: 3 },
    { value: 'Üppsala', count: 1 },
  ])
  const { Facets: others } = await facetsOf(here, 'facets=visitinginfo_city&name=!a')
  assert.deepEqual(others.visitinginfo_city?.[0], { value: 'UPPSALA', count: 2 })
})

test('facets of numbers and flags are numbers and flags', async () => {
  const here = api.scene()
  const place = (name: string, AreaCode: number, hasWifi: boolean) => ({
    name,
    contactInfo: { phone: { AreaCode } },
    placeDetails: { hasWifi },
  })
  await here.addAll(place('a', 18, true), place('b', 18, false), place('c', 8, true))
  const { Facets } = await facetsOf(here, 'facets=contactinfo_phone_areacode,placedetails_haswifi')
  assert.deepEqual(Facets.contactinfo_phone_areacode, [
    { value: 18, count: 2 },
    { value: 8, count: 1 },
  ])
  assert.deepEqual(Facets.placedetails_haswifi, [
    { value: true, count: 2 },
    { value: false, count: 1 },
  ])
})

test('D16: facets of owners, categories and tags come with the names that the directory has now', async () => {
  const here = api.scene()
  const [music, quiet] = ['0b0f8a4e-0000-4000-8000-00000000fa01', '0b0f8a4e-0000-4000-8000-00000000fa02']
  accepted(await api.admin.put(`/directory/categories/${music}`, { name: 'Musik' }), 201)
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Scenens ägare' }), 201)
  await here.addAll(
    { name: 'a', categories: [{ id: music }, { id: quiet }] },
    { name: 'b', categories: [{ id: music }] },
  )
  const first = await facetsOf(here, 'facets=owner_id,categories_id,categories_name')
  assert.deepEqual(first.Facets, {
    owner_id: [{ value: here.owner, name: 'Scenens ägare', count: 2 }],
    categories_id: [
      { value: music, name: 'Musik', count: 2 },
      { value: quiet, count: 1 },
    ],
    categories_name: [{ value: 'Musik', count: 2 }],
  })
  accepted(await api.admin.put(`/directory/categories/${music}`, { name: 'Sång' }))
  accepted(await api.admin.put(`/directory/categories/${quiet}`, { name: 'Sång' }), 201)
  const second = await facetsOf(here, 'facets=categories_name')
  assert.deepEqual(second.Facets.categories_name, [{ value: 'Sång', count: 2 }])
})

test('D13: the facet is counts types as the parameter takes them, Partial ones apart', async () => {
  const here = api.scene()
  const church = await here.add('church')
  await here.addAll({ name: 'room', parent: { id: church.id } }, { name: 'graves', placeTypes: { cemetery: {} } })
  const { Facets } = await facetsOf(here, 'facets=is&is=*')
  assert.deepEqual(Facets.is, [
    { value: 'Cemetery', count: 1 },
    { value: 'ChurchAndChapel', count: 1 },
    { value: 'Partial', count: 1 },
  ])
  for (const { value, count } of Facets.is ?? []) {
    assert.equal((await facetsOf(here, `is=${value}`)).TotalHits, count, String(value))
  }
})

test('D36: the facet state counts states at the moment of the request', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'published' },
    { name: 'draft', published: null },
    { name: 'scheduled', published: '2026-07-01' },
    { name: 'ended', depublished: '2026-06-01' },
  )
  const { id } = await here.add({ name: 'deleted draft', published: null })
  await here.remove(id)
  const states = async () => {
    const { Facets } = await facetsOf(here, 'facets=state&include=deleted,non-published')
    return Object.fromEntries((Facets.state ?? []).map(({ value, count }) => [value, count]))
  }
  assert.deepEqual(await states(), { deleted: 1, draft: 1, published: 1, scheduled: 1, unpublished: 1 })
  api.setNow('2026-07-02T00:00:00Z')
  assert.deepEqual(await states(), { deleted: 1, draft: 1, published: 2, unpublished: 1 })
  api.setNow('2026-06-15T12:00:00Z')
  assert.deepEqual((await facetsOf(here, 'facets=state')).Facets.state, [{ value: 'published', count: 1 }])
})

test('facets of more values than are answered: the most frequent, equal ones in the order of their characters', async () => {
  const here = api.scene()
  const cities = Array.from({ length: 23 }, (_, number) => `Ort ${String.fromCharCode(97 + number)}`)
  for (const city of [...cities.toReversed(), 'Ort w']) await here.add(inCity('x', city))
  const { Facets } = await facetsOf(here, 'facets=visitinginfo_city')
  const wanted = ['Ort w', ...cities.slice(0, 19)]
  assert.deepEqual(
    Facets.visitinginfo_city?.map(({ value }) => value),
    wanted,
  )
})

test('restricted: facets of fields that not everybody sees need their permission, whatever else is wrong', async () => {
  const here = api.scene()
  await here.add({ name: 'a', updatedBy: 'hemlig' })
  const reader = await api.keyed(['read'])
  for (const facets of ['createdby', 'is,UpdatedBy', 'nonsense,media_images_title']) {
    const needed = facets.includes('media')
      ? /only with the permission read-media/
      : /only with the permission read-restricted/
    refused(await reader.get(`/place?facets=${facets}`), 403, needed)
  }
  const seeing = await api.keyed(['read', 'read-restricted'])
  const { Facets } = await facetsOf(here, 'facets=updatedby', seeing)
  assert.deepEqual(Facets.updatedby, [{ value: 'hemlig', count: 1 }])
})

test('D3: an unknown facet is 400 and names the nearest', async () => {
  refused(await api.admin.get('/place?facets=visitinginfo_cty'), 400, /did you mean 'visitinginfo_city'/)
  refused(await api.admin.get('/place?facets=stat'), 400, /did you mean 'state'/)
  refused(await api.admin.get('/place?facet=is'), 400, /did you mean 'facets'/)
})

test('D37: with test=true facets are checked and then ignored', async () => {
  const page = accepted(await api.admin.get('/place?test=true&facets=is'))
  assert.deepEqual(Object.keys(page), ['TotalHits', 'Results'])
  refused(await api.admin.get('/place?test=true&facets=nonsense'), 400)
})
