import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

test('write: a create answers 201 with the whole place and its complete address', async () => {
  const here = api.scene()
  const answer = await api.admin.put('/place', here.body({ name: 'New' }))
  const place = accepted(answer, 201)
  assert.equal(answer.headers.get('location'), `${api.url}/place/${place.id}`)
  assert.deepEqual(await here.get(place.id), place)
  const versioned = await api.admin.put('/v4/place', here.body({ name: 'New' }))
  const address = accepted(versioned, 201) && versioned.headers.get('location')
  assert.ok(address?.startsWith(`${api.url}/`), `${address}`)
  const followed = await fetch(address ?? '', { headers: { authorization: `Bearer ${api.admin.key}` } })
  assert.deepEqual(await followed.json(), versioned.body)
})

test('D17: over-posting is refused by every write, and dropped with allowOverposting=true', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const body = here.body({ slug: 'mine', contactInfo: { fax: '1', email: 'a' } })
  for (const [method, path] of [
    ['PUT', '/place'],
    ['PUT', `/place/${id}`],
    ['PATCH', `/place/${id}`],
  ] as const) {
    for (const query of ['', '?allowOverposting=false']) {
      const { errors = [] } = refused(await api.admin.send(method, `${path}${query}`, { body }), 400)
      assert.deepEqual(errors.map(({ pointer }) => pointer).sort(), ['/contactInfo/fax', '/slug'], method)
    }
    const answer = await api.admin.send(method, `${path}?allowOverposting=true`, { body })
    assert.ok(answer.status < 300, answer.text)
  }
  const { slug, contactInfo } = await here.get(id)
  assert.deepEqual([slug === 'mine', contactInfo], [false, { email: 'a' }])
})
