import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGazetteer } from 'gazetteer/client'
import { runNode } from '../support/child.ts'
import { suite } from '../support/suite.ts'

const api = suite()
const example = new URL('../../client/example.mjs', import.meta.url)

test('the client as it is published searches, and tells problems apart from answers', async () => {
  const { name, owner } = await api.scene().add('Klientkyrkan')
  const gazetteer = createGazetteer({ url: api.url, key: () => api.admin.key })
  const query = { owner_id: owner.id, expand: ['owner' as const, 'tags' as const] }
  const { data } = await gazetteer.GET('/place', { params: { query } })
  assert.deepEqual(
    data?.Results.map((place) => place.name),
    [name],
  )
  const { error, response } = await createGazetteer({ url: api.url }).GET('/place', { params: { query } })
  assert.equal(response.status, 401)
  assert.match(error?.detail ?? '', /a key is needed/)
})

test('the example prints what a search finds', async () => {
  await api.scene().add('Exempelkapellet')
  const args = [example.pathname, api.url, api.admin.key ?? '', 'exempelkapellet']
  const { status, stdout, stderr } = await runNode(args)
  assert.match(stdout, /^1 places\nExempelkapellet \(/, stderr)
  assert.equal(status, 0)
})
