import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, type PageAnswer, type Params, refused } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

type SimilarAnswer = PageAnswer & { readonly Similar?: { readonly q: string } }

/** What is searched instead, and the names found. */
async function similar(here: Scene, params: Readonly<Record<string, string>>): Promise<[string | undefined, string[]]> {
  const page: SimilarAnswer = accepted(await here.search({ similar: 'true', ...params } as Params))
  assert.ok(page.TotalHits >= page.Results.length)
  return [page.Similar?.q, page.Results.map(({ name }) => name)]
}

test('D63: where q finds nothing, similar=true finds what suggestions forgive, and tells what that was', async () => {
  const here = api.scene()
  await here.addAll('Xtorkyrkan', 'Xtorkyrkans krypta', 'Vxstra kapellet')
  assert.deepEqual(await similar(here, { q: 'xtorkirkan' }), ['xtorkyrkan', ['Xtorkyrkan', 'Xtorkyrkans krypta']])
  assert.deepEqual(await similar(here, { q: 'XTORKIRKAN kapellet' }), [undefined, []], 'no place has both')
  assert.deepEqual(await similar(here, { q: 'krpyta xtorkirkan' }), ['krypta xtorkyrkan', ['Xtorkyrkans krypta']])
  assert.deepEqual(await similar(here, { q: 'vxs' }), [undefined, ['Vxstra kapellet']], 'nothing is told where q fits')
  assert.deepEqual(await similar(here, { q: 'vsx' }), [undefined, []], 'none below four letters')
  assert.deepEqual(await here.names({ q: 'xtorkirkan' }), [], 'nothing is forgiven unasked')
})

test('D63: each word that nothing has is taken as some name, municipality or owner has it', async () => {
  const here = api.scene()
  await here.addAll({ name: 'Xulkyrkan', shortDescription: 'Kalkstenen' }, 'Xulkyrkans torn')
  assert.deepEqual(await similar(here, { q: 'xulkirkan kalkst' }), ['xulkyrkan kalkst', ['Xulkyrkan']])
})

test('D63: words are taken apart where they are few, and known outside of what is searched', async () => {
  const here = api.scene()
  await here.addAll({ name: 'Xelvkyrkan', shortDescription: 'Marmor granit skiffer tegel' }, 'Xelvkapellet')
  assert.deepEqual(await similar(here, { q: 'xelvkirkan marmor granit skiffer' }), [
    'xelvkyrkan marmor granit skiffer',
    ['Xelvkyrkan'],
  ])
  assert.deepEqual(await similar(here, { q: 'xelvkirkan marmor granit skiffer tegel' }), [undefined, []])
})

test('D63: what is meant is told with its diacritics, and found by the other filters', async () => {
  const here = api.scene()
  await here.addAll('Xödeborgs kyrka', { name: 'Xödeborgs hus', placeTypes: { parishHome: {} } })
  assert.deepEqual(await similar(here, { q: 'xodeborsg', is: 'ParishHome' }), ['xödeborgs', ['Xödeborgs hus']])
  assert.deepEqual(await similar(here, { q: 'xodeborsg', is: 'Cemetery' }), [undefined, []])
  const [total] = [accepted(await here.search({ q: 'xodeborsg', similar: 'true', limit: '0' }))]
  assert.equal(total.TotalHits, 2)
})

test('D63: pages of what was meant lead on, and an answer that the caller has is 304', async () => {
  const here = api.scene()
  await here.addAll('Xagbyn ett', 'Xagbyn två', 'Xagbyn tre')
  const query = `/place?owner_id=${here.owner}&q=xagbny&similar=true&limit=2`
  const first = await api.admin.get<SimilarAnswer>(query)
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
  const second = accepted(await api.admin.get<SimilarAnswer>(next))
  assert.deepEqual(second.Similar, { q: 'xagbyn' })
  assert.deepEqual(
    [...accepted(first).Results, ...second.Results].map(({ name }) => name),
    ['Xagbyn ett', 'Xagbyn tre', 'Xagbyn två'],
  )
  const again = await api.admin.get(query, { 'if-none-match': first.headers.get('etag') ?? '' })
  assert.equal(again.status, 304)
  await here.add('Xagbny')
  const exact = accepted(await api.admin.get<SimilarAnswer>(query))
  assert.deepEqual([exact.Similar, exact.TotalHits], [undefined, 1])
})

test('D63: nothing is meant that the caller may not find', async () => {
  const here = api.scene()
  const draft = await here.add({ name: 'Xhemligheten', published: null })
  await here.add({ name: 'Öppet', media: { images: [{ title: 'Xbildtiteln', url: 'https://example.org/b.jpg' }] } })
  const visitor = await api.keyed(['read-published'])
  for (const q of ['xhemlighetne', 'xbildtitlen']) {
    const page = accepted(await visitor.get<SimilarAnswer>(`/place?q=${q}&similar=true`))
    assert.deepEqual([page.TotalHits, page.Similar], [0, undefined], q)
  }
  await here.patch(draft.id, { published: '2026-01-01' })
  assert.deepEqual(await similar(here, { q: 'xhemlighetne' }), ['xhemligheten', ['Xhemligheten']])
})

test('D63: it is told in JSON alone', async () => {
  refused(await api.admin.get('/place?q=a&similar=true&format=csv'), 400, /similar=true takes the format json alone/)
  refused(await api.admin.get('/place?q=a&similar=perhaps'), 400, /similar/)
})
