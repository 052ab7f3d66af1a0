import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

const names = [
  ...['ChurchAndChapel', 'ParishHome', 'Secretariat', 'Cemetery', 'External'],
  ...['PollingStation', 'MainPollingStation', 'Partial'],
]

test('D10: GET /placetype gives the eight names in their order', async () => {
  assert.deepEqual(accepted(await api.admin.get<unknown>('/placetype')), names)
})

test('D10: an unknown key is refused', async () => {
  const here = api.scene()
  refused(await api.admin.put('/place', here.body({ placeTypes: { castle: {} } })), 400, /castle/)
  refused(await api.admin.put('/place', here.body({ placeTypes: { ChurchAndChapel: {} } })), 400, /ChurchAndChapel/)
  refused(await api.admin.put('/place', here.body({ placeTypes: { constructor: {} } })), 400, /constructor/)
})

test('D11: without a schema any object is kept, but nulls', async () => {
  const here = api.scene()
  const free = {
    Built: 1350,
    nested: { deep: [1, 'two', { three: null }], empty: {}, blank: ' ' },
    none: null,
    list: [],
  }
  const place = await here.add({ placeTypes: { cemetery: free } })
  const kept = place.placeTypes.cemetery as Record<string, unknown>
  assert.equal(kept.Built, 1350)
  assert.equal('none' in kept, false)
  assert.deepEqual((kept.nested as Record<string, unknown>).empty, {})
  assert.deepEqual(await here.get(place.id), place)
})

test('D11: the value of a type is an object', async () => {
  const here = api.scene()
  for (const value of [1, 'x', true, []]) {
    refused(await api.admin.put('/place', here.body({ placeTypes: { cemetery: value } })), 400, /cemetery/)
  }
  for (const value of [1, 'x', []]) {
    refused(await api.admin.put('/place', here.body({ placeTypes: value })), 400, /placeTypes/)
  }
})

test('D11: a type with a schema takes only what the schema knows', async () => {
  const here = api.scene()
  const put = (pollingStation: object) =>
    api.admin.put('/place', JSON.stringify(here.body({ placeTypes: { pollingStation: pollingStation as never } })))
  refused(await put({ canPrintDubblettrostkort: 'yes' }), 400, /canPrintDubblettrostkort/)
  refused(await put({ rooms: 3 }), 400, /rooms/)
  refused(await put({ canprintdubblettrostkort: true }), 400, /canprintdubblettrostkort/)
})

test('D11: what a schema describes is in the OpenAPI document', async () => {
  const { text } = await api.nobody.get('/openapi.json')
  assert.ok(text.includes('canPrintDubblettrostkort'))
  assert.ok(text.includes('placetypes_pollingstation_canprintdubblettrostkort'))
})

test('D12: without a type a place is external', async () => {
  const here = api.scene()
  const { placeTypes, ...bare } = here.body()
  assert.deepEqual(accepted(await api.admin.put('/place', bare), 201).placeTypes, { external: {} })
  for (const none of [null, {}, { cemetery: null }, { cemetery: null, parishHome: null }]) {
    assert.deepEqual((await here.add({ placeTypes: none })).placeTypes, { external: {} }, JSON.stringify(none))
  }
  assert.deepEqual((await here.add({ placeTypes: { cemetery: { a: 1 }, partial: null } })).placeTypes, {
    cemetery: { a: 1 },
  })
})

test('D12: a replace without a type makes the place external', async () => {
  const here = api.scene()
  const { id } = await here.add({ placeTypes: { cemetery: {} } })
  const { placeTypes, ...bare } = here.body()
  assert.deepEqual(accepted(await api.admin.put(`/place/${id}`, bare)).placeTypes, { external: {} })
})

test('D12: the last type removed by PATCH leaves external', async () => {
  const here = api.scene()
  for (const change of [null, { cemetery: null }]) {
    const { id } = await here.add({ placeTypes: { cemetery: { graves: 2 } } })
    await here.patch(id, { placeTypes: change })
    assert.deepEqual((await here.get(id)).placeTypes, { external: {} })
  }
})

test('D12: an empty PATCH of placeTypes changes nothing', async () => {
  const here = api.scene()
  const { id } = await here.add({ placeTypes: { cemetery: { graves: 2 } } })
  await here.patch(id, { placeTypes: {} })
  assert.deepEqual((await here.get(id)).placeTypes, { cemetery: { graves: 2 } })
})

test('D12: a PATCH that removes another type than the present one changes nothing', async () => {
  const here = api.scene()
  const { id } = await here.add({ placeTypes: { cemetery: { graves: 2 } } })
  await here.patch(id, { placeTypes: { parishHome: null } })
  assert.deepEqual((await here.get(id)).placeTypes, { cemetery: { graves: 2 } })
  await here.patch(id, { placeTypes: { parishHome: null, cemetery: null } })
  assert.deepEqual((await here.get(id)).placeTypes, { external: {} })
})

test('D12: a PATCH that names the present type and another is 400', async () => {
  const here = api.scene()
  const { id } = await here.add({ placeTypes: { cemetery: {} } })
  const placeTypes = { cemetery: { graves: 2 }, parishHome: {} }
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', placeTypes }), 400, /placeTypes/)
})

test('D12: more than one type is 400', async () => {
  const here = api.scene()
  const two = { cemetery: {}, parishHome: {} }
  refused(await api.admin.put('/place', here.body({ placeTypes: two })), 400, /placeTypes/)
  const { id } = await here.add()
  refused(await api.admin.put(`/place/${id}`, here.body({ placeTypes: two })), 400, /placeTypes/)
  refused(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', placeTypes: two }), 400, /placeTypes/)
})

test('D13: a filter on the parent that finds nothing without Partial has a hint', async () => {
  const here = api.scene()
  const { id } = await here.add('Parent')
  const hint = async (query: string) => (await here.search(query)).headers.get('hint')
  // Twice, since the second answer may be one that was kept.
  for (const _ of [1, 2]) assert.match((await hint(`parent_id=${id}`)) ?? '', /only with is=Partial or is=\*$/)
  assert.equal(await hint(`parent_id=${id}&is=*`), null)
})

test('D13: a child that is disconnected is no longer Partial', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  assert.deepEqual(await here.names('is=ChurchAndChapel'), ['Parent'])
  await here.patch(child.id, { parent: null })
  assert.deepEqual(await here.names('is=ChurchAndChapel'), ['Child', 'Parent'])
})
