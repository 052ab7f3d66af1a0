import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, pointAt, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const q = (text: string) => ({ q: text })

const reached: readonly [string, JsonObject, string][] = [
  ['the name', { name: 'Kalkstenen' }, 'kalkst'],
  ['the shortDescription', { shortDescription: 'Kalkstenen' }, 'kalkst'],
  ['the longDescription', { longDescription: 'En **kalksten** vid vägen' }, 'kalkst'],
  ['visitingInfo', { visitingInfo: { description: 'vid kalkstenen' } }, 'kalkst'],
  ['contactInfo', { contactInfo: { email: 'kalksten@example.org' } }, 'kalkst'],
  ['a number', { contactInfo: { phone: { Number: 987654 } } }, '9876'],
  ['placeDetails', { placeDetails: { accessibility: { info: 'kalksten' } } }, 'kalkst'],
  ['the texts of links', { media: { links: [{ title: 'x', tags: ['kalksten'] }] } }, 'kalkst'],
  ['the texts of pictures', { media: { images: [{ title: 'Kalksten', url: 'u' }] } }, 'kalkst'],
  ['geolocationInfo', { geolocation: pointAt(10.75, 59.91) }, 'no'],
  ['the owner', { owner: { id: 'kalksten-1', name: 'Stenen', type: 'Brottet' } }, 'brott'],
  ['who wrote it', { updatedBy: 'Kalksten' }, 'kalkst'],
  ['the object of a type without a schema', { placeTypes: { cemetery: { stone: { kind: ['kalksten'] } } } }, 'kalkst'],
  ['numbers of a type without a schema', { placeTypes: { cemetery: { graves: 4711 } } }, '4711'],
]

for (const [what, overrides, term] of reached) {
  test(`D32: q looks into ${what}`, async () => {
    const here = api.scene()
    const owner = overrides.owner as JsonObject | undefined
    const { id } = await here.add({ ...overrides, ...(owner && { owner: { ...owner, id: here.owner } }) })
    await here.add('Another')
    const found = accepted(await here.search(q(term))).Results.map((place) => place.id)
    assert.deepEqual(found, [id])
  })
}

test('D32: q looks into the id and name of the owner, and names of the directory and the parent', async () => {
  const here = api.scene()
  const tag = randomUUID()
  accepted(await api.admin.put(`/directory/tags/${tag}`, { name: 'Pilgrimsled' }), 201)
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Domkapitlet' }), 201)
  const parent = await here.add('Storgården')
  await here.addAll({ name: 'Rummet', parent: { id: parent.id } }, { name: 'Leden', tags: [{ id: tag }] })
  assert.deepEqual(await here.names('is=*&q=pilgrim'), ['Leden'])
  assert.deepEqual(await here.names({ is: '*', q: 'storgård' }), ['Storgården', 'Rummet'])
  assert.equal((await here.names('is=*&q=domkapitlet')).length, 3)
})

test('D32: not into dates, geolocation, nor the UUIDs of id, parent, categories and tags', async () => {
  const here = api.scene()
  const tag = 'abcdef01-2345-4789-8abc-def012345678'
  const { id } = await here.add({
    published: '2019-07-08',
    tags: [{ id: tag }],
    openHours: [{ validFrom: '2018-05-06' }],
    geolocation: { ...pointAt(17.71717, 59.61616), properties: { note: 'mitt' } },
  })
  for (const term of ['2019', '2026', id.slice(0, 8), 'abcdef01', '2018', '59', '71717', 'mitt', 'Feature', 'Point']) {
    assert.deepEqual(await here.names(q(term)), [], term)
  }
})

test('D32: every term must begin a word of some field, not of the same', async () => {
  const here = api.scene()
  await here.addAll({ name: 'Röda stugan', visitingInfo: { city: 'Ekerö' } }, 'Röda huset')
  assert.deepEqual(await here.names(q('röda eke')), ['Röda stugan'])
  assert.deepEqual(await here.names(q('röda huset eke')), [])
  assert.deepEqual(await here.names(q('stugan')), ['Röda stugan'])
  assert.deepEqual(await here.names(q('tugan')), [])
})

test('D32: a term without letter or digit is ignored', async () => {
  const here = api.scene()
  await here.addAll('Alpha & Omega', 'Alpha')
  assert.deepEqual(await here.names(q('alpha & omega')), ['Alpha & Omega'])
  assert.deepEqual(await here.found(q('alpha - ! ^')), ['Alpha', 'Alpha & Omega'])
  assert.deepEqual(await here.found(q('*** ---')), ['Alpha', 'Alpha & Omega'])
  assert.deepEqual(await here.found(q('!alpha')), ['Alpha', 'Alpha & Omega'])
})

test('D32: a term with several words needs each of them', async () => {
  const here = api.scene()
  await here.addAll('Q:z Olof', 'Olof', 'Stenen')
  assert.deepEqual(await here.names(q('q:z')), ['Q:z Olof'])
  assert.deepEqual(await here.names(q('z/ol')), ['Q:z Olof'])
  assert.deepEqual(await here.names(q('olof,stenen')), [])
})

test('D32: q combines with filters', async () => {
  const here = api.scene()
  await here.addAll('Röda kyrkan', 'Röda huset', 'Blå kyrkan')
  assert.deepEqual(await here.names({ q: 'röda', name: '~kyrk' }), ['Röda kyrkan'])
})

test('D32: with q the order is whole words of the name, then prefixes, then the rest, each by name', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'Zeta', longDescription: 'sol' },
    { name: 'Alfa', longDescription: 'sol' },
    'Solrosen',
    'Solbacken',
    'Västra Sol',
    'En sol',
  )
  assert.deepEqual(await here.names(q('sol')), ['En sol', 'Västra Sol', 'Solbacken', 'Solrosen', 'Alfa', 'Zeta'])
  assert.deepEqual(await here.names('q=sol&orderby=relevance,name'), await here.names(q('sol')))
})

test('D32: the tiers ask for all terms', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'A sol', longDescription: 'måne' },
    { name: 'B solen månen' },
    { name: 'C sol måne' },
    { name: 'D', longDescription: 'sol måne' },
  )
  assert.deepEqual(await here.names(q('sol måne')), ['C sol måne', 'B solen månen', 'A sol', 'D'])
})

test('D32: whole words of the name count without diacritics too', async () => {
  const here = api.scene()
  await here.addAll({ name: 'A', longDescription: 'Råå' }, 'Rååbyn', 'Råå')
  assert.deepEqual(await here.names(q('raa')), ['Råå', 'Rååbyn', 'A'])
})

test('D32: with nearby the order is by distance, also with q', async () => {
  const here = api.scene()
  await here.addAll(
    { name: 'Sol', geolocation: pointAt(10, 50) },
    { name: 'Solrosen', geolocation: pointAt(17, 59) },
    { name: 'X', longDescription: 'sol', geolocation: pointAt(17.1, 59) },
  )
  assert.deepEqual(await here.names('q=sol&nearby=17,59'), ['Solrosen', 'X', 'Sol'])
  assert.deepEqual(await here.names('q=sol&nearby=17,59&orderby=relevance'), ['Sol', 'Solrosen', 'X'])
})

test('D32: without either the order is by name as in Swedish, case ignored', async () => {
  const here = api.scene()
  const names = ['Öland', 'ärla', 'Åre', 'zebra', 'Abbe', 'abc', 'Éva', 'eva b', 'Eva', 'W', 'V', 'X']
  await here.addAll(...names)
  const sorted = [...names].sort(new Intl.Collator('sv', { sensitivity: 'accent' }).compare)
  const answered = await here.names()
  assert.deepEqual(answered.slice(-4), ['zebra', 'Åre', 'ärla', 'Öland'])
  assert.deepEqual(answered, sorted)
})

test('D32: the id is the last key, so pages never overlap', async () => {
  const here = api.scene()
  const places = await here.addAll(...Array.from({ length: 9 }, () => 'Samma'))
  const ids = places.map(({ id }) => id).sort()
  const paged: string[] = []
  for (let offset = 0; offset < 9; offset += 2) {
    paged.push(...accepted(await here.search({ offset, limit: 2 })).Results.map(({ id }) => id))
  }
  assert.deepEqual(paged, ids)
  const descending = accepted(await here.search('orderby=name-')).Results.map(({ id }) => id)
  assert.deepEqual(descending, ids)
})

test('D32: q is bounded', async () => {
  const many = Array.from({ length: 2000 }, (_, n) => `t${n}`).join('+')
  const answer = await api.admin.get(`/place?q=${many}`)
  if (answer.status !== 200) refused(answer, 400, /q/)
})

test('D64: Sankt, Sankta, St, S:t and S:ta are one word to q and to completions, in no filter', async () => {
  const here = api.scene()
  await here.addAll(
    'Sankt Qeriks kyrka',
    'Sankta Qeriks källa',
    'St Qerik',
    'S:t Qeriks torg',
    'S:ta Qeriks väg',
    'Qerik',
  )
  const all = ['S:t Qeriks torg', 'S:ta Qeriks väg', 'Sankt Qeriks kyrka', 'Sankta Qeriks källa', 'St Qerik']
  for (const form of ['sankt', 'Sankta', 'ST', 's:t', 'S:ta', 'SANK'])
    assert.deepEqual(await here.found(q(`${form} qerik`)), all, form)
  assert.deepEqual(await here.names(q('sankt qerik')), [
    'St Qerik',
    'S:t Qeriks torg',
    'S:ta Qeriks väg',
    'Sankt Qeriks kyrka',
    'Sankta Qeriks källa',
  ])
  for (const form of ['sankt', 's:t', 'st']) {
    const { Results } = accepted(
      await api.admin.get<{ Results: { text: string }[] }>(`/place/suggest?q=${form}+qer&limit=20`),
    )
    assert.deepEqual(Results.map(({ text }) => text).sort(), all, form)
  }
  assert.deepEqual(await here.found({ name: '~sankt' }), ['Sankt Qeriks kyrka', 'Sankta Qeriks källa'])
  assert.deepEqual(await here.found({ name: '~s t' }), ['S:t Qeriks torg', 'S:ta Qeriks väg'])
})
