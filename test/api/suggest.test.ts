import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Suggestion } from '../../src/query/results/suggestion.ts'
import { accepted, type Client, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()

async function suggest(query: string, client: Client = api.admin): Promise<readonly Suggestion[]> {
  return accepted(await client.get<{ Results: readonly Suggestion[] }>(`/place/suggest?${query}`)).Results
}

const texts = async (query: string) => (await suggest(query)).map(({ text }) => text)

test('suggest: the text itself comes first, then what begins so, then what has words that begin so', async () => {
  await api.scene().addAll('Zinkgruvans kapell', 'Zink', 'Gamla zinkhyttan')
  assert.deepEqual(await texts('q=zink'), ['Zink', 'Zinkgruvans kapell', 'Gamla zinkhyttan'])
  assert.deepEqual(await texts('q=zinkh'), ['Gamla zinkhyttan'])
  assert.deepEqual(await texts('q=kap+ZINK'), ['Zinkgruvans kapell'])
  assert.deepEqual(await texts('q=zink&limit=2'), ['Zink', 'Zinkgruvans kapell'])
})

test('suggest: names of places and owners come with their counts, and with an id where it is one', async () => {
  const here = api.scene()
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Qvarnby pastorat', type: 'Pastorat' }), 201)
  const [one] = await here.addAll('Qvarnkyrkan', 'Qvarnhemmet', 'Qvarnhemmet')
  const found = await suggest('q=qvarn')
  assert.deepEqual(found, [
    { type: 'owner', text: 'Qvarnby pastorat', count: 3, id: here.owner },
    { type: 'place', text: 'Qvarnhemmet', count: 2 },
    { type: 'place', text: 'Qvarnkyrkan', count: 1, id: one!.id },
  ])
})

test('suggest: diacritics may be left out, and a slip is forgiven only where nothing fits', async () => {
  await api.scene().addAll('Överxby kyrka', 'Hjxlmarviken')
  assert.deepEqual(await texts('q=overxby'), ['Överxby kyrka'])
  assert.deepEqual(await texts('q=Hjxmla'), ['Hjxlmarviken'], 'one edit from four letters')
  assert.deepEqual(await texts('q=Hjxmlarvkien'), ['Hjxlmarviken'], 'two from eight')
  assert.deepEqual(await texts('q=hxj'), [], 'none below four')
  await api.scene().add('Hjxmlan')
  assert.deepEqual(await texts('q=Hjxmla'), ['Hjxmlan'], 'what fits exactly leaves out the rest')
})

test('D64: the forms of Sankt are one word to suggestions', async () => {
  const names = ['S:t Qeriks torg', 'S:ta Qeriks väg', 'Sankt Qeriks kyrka', 'Sankta Qeriks källa', 'St Qerik']
  await api.scene().addAll(...names, 'Qerik')
  for (const form of ['sankt', 's:t', 'st']) {
    assert.deepEqual((await texts(`q=${form}+qer&limit=20`)).sort(), names, form)
  }
})

test('suggest: only what the caller may find, as a search would', async () => {
  const here = api.scene()
  const draft = await here.add({ name: 'Wrdraft', published: null })
  const { id } = await here.add('Wrremoved')
  await here.remove(id)
  assert.deepEqual(await texts('q=wr'), [])
  assert.deepEqual(await texts('q=wr&include=non-published'), ['Wrdraft'])
  assert.deepEqual((await texts('q=wr&include=non-published,deleted')).sort(), ['Wrdraft', 'Wrremoved'])
  await here.patch(draft.id, { name: 'Wrrenamed' })
  assert.deepEqual(await texts('q=wr&include=non-published'), ['Wrrenamed'])
  assert.deepEqual(await texts('q=wr&include=non-published&is=Cemetery'), [])
})

test('suggest: what is wrong is said, and a q without words finds nothing', async () => {
  assert.deepEqual(await texts('q=-'), [])
  refused(await api.admin.get('/place/suggest'), 400, /q/)
  refused(await api.admin.get(`/place/suggest?q=${'x'.repeat(101)}`), 400, /at most 100 characters, got 101/)
  refused(await api.admin.get(`/place/suggest?q=${'a+'.repeat(21)}`), 400, /at most 20 words, got 21/)
  refused(await api.admin.get('/place/suggest?q=a&limit=21'), 400, /limit/)
  assert.equal((await api.nobody.get('/place/suggest?q=a')).status, 401)
})

test('suggest: an answer that the caller has is 304', async () => {
  const first = await api.admin.get('/place/suggest?q=a')
  const etag = first.headers.get('etag') ?? ''
  const again = await api.admin.get('/place/suggest?q=a', { 'if-none-match': etag })
  assert.equal(again.status, 304)
})
