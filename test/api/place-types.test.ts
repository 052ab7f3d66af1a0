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

test('D13, D36: a search that finds nothing has a hint on what it leaves out, as far as the caller may ask for it', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const part = await here.add({ name: 'Part', parent: { id: parent.id } })
  const draft = await here.add({ name: 'Draft', published: null })
  await here.add('Other')
  const later = await here.add({ name: 'Later', published: '2031-01-01T00:00Z' })
  const gone = await here.add('Gone')
  await here.remove(gone.id)
  const goneDraft = await here.add({ name: 'Gone draft', published: null })
  await here.remove(goneDraft.id)
  const family = await here.add('Family')
  const gonePart = await here.add({ name: 'Gone part', parent: { id: family.id } })
  await here.remove(family.id)
  const draftPart = await here.add({ name: 'Draft part', parent: { id: parent.id }, published: null })
  const goneDraftPart = await here.add({ name: 'Gone draft part', parent: { id: parent.id }, published: null })
  await here.remove(goneDraftPart.id)
  const unpublished = 'places that are not published now are left out: include=non-published finds 1'
  const hints = {
    [`id=${part.id}`]: 'parts of other places are left out: is=* finds 1',
    [`slug=${part.slug}&is=Cemetery,ChurchAndChapel`]: 'parts of other places are left out: Partial in is finds 1',
    [`id=${part.id}&is=*`]: null,
    [`id=${draft.id}`]: unpublished,
    [`q=${draft.id}`]: unpublished,
    [`id=${draft.id}&published=`]: unpublished,
    'published=2031-01-01': unpublished,
    [`id=${gone.id}&deleted=!`]: 'deleted places are left out: include=deleted finds 1',
    [`id=${goneDraft.id}&is=*`]:
      'places that are not published now and deleted places are left out: include=non-published and include=deleted finds 1',
    [`id=${gonePart.id}`]: 'parts of other places and deleted places are left out: is=* and include=deleted finds 1',
    'name=Gone part': 'parts of other places and deleted places are left out: is=* and include=deleted finds 1',
    [`id=${draftPart.id}`]:
      'places that are not published now and parts of other places are left out: include=non-published and is=* finds 1',
    [`id=${goneDraftPart.id}`]:
      'places that are not published now, parts of other places, and deleted places are left out: include=non-published, is=*, and include=deleted finds 1',
    [`id=${gonePart.id},${draftPart.id},${goneDraftPart.id},${draft.id}`]: unpublished,
    [`id=${parent.id}`]: null,
    'id=01890000-0000-7000-8000-000000000000': null,
    'contactinfo_email=nobody@example.org':
      'contactinfo_email finds what is stored with a place, not what is fetched from its owner',
    'name=!Parent,!Draft':
      'name excludes nothing, since one of its alternatives always holds: write name=! once for each value',
    'name=!Parent&name=!Draft': null,
    'name=!^P,!^Pa': null,
    'tags_id=!a,!b': null,
  }
  for (const [query, hint] of Object.entries(hints)) {
    for (const _ of [1, 2]) assert.equal((await here.search(query)).headers.get('hint'), hint, query)
  }
  const visitor = await api.keyed(['read-published'])
  const hintTo = async (query: string) => (await visitor.get(`/place?${query}`)).headers.get('hint')
  assert.equal(await hintTo(`id=${part.id}`), 'parts of other places are left out: is=* finds 1')
  for (const { id } of [draft, later, gone]) assert.equal(await hintTo(`id=${id}`), null)
})

test('D13: a child that is disconnected is no longer Partial', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  assert.deepEqual(await here.names('is=ChurchAndChapel'), ['Parent'])
  await here.patch(child.id, { parent: null })
  assert.deepEqual(await here.names('is=ChurchAndChapel'), ['Child', 'Parent'])
})
