import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

const names = [
  ...['ChurchAndChapel', 'ParishHome', 'Secretariat', 'Cemetery', 'External'],
  ...['PollingStation', 'MainPollingStation', 'Partial'],
]

test('D10: GET /placetype gives the eight names in their order', async () => {
  assert.deepEqual(accepted(await api.admin.get<unknown>('/placetype')), names)
})

test('D11: what a schema describes is in the OpenAPI document', async () => {
  const { text } = await api.nobody.get('/openapi.json')
  assert.ok(text.includes('canPrintDubblettrostkort'))
  assert.ok(text.includes('placetypes_pollingstation_canprintdubblettrostkort'))
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
