import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, type PlaceAnswer, refused } from '../support/client.ts'
import { type Scene, sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const named = (here: Scene, name: string, ownerName?: string) =>
  here.add({ name, owner: { id: here.owner, type: 'x', ...(ownerName !== undefined && { name: ownerName }) } })
const bySlug = (slug: string) => api.admin.get<PlaceAnswer>(`/place/by-slug/${encodeURIComponent(slug)}`)
/** The slug that the address of a former one leads to. */
const leadsTo = async (slug: string) => {
  const answer = await bySlug(slug)
  assert.equal(answer.status, 301, answer.text)
  const target = new URL(answer.headers.get('location') ?? '', `${api.url}/place/by-slug/${slug}`)
  return decodeURIComponent(target.pathname.split('/').at(-1) ?? '')
}

test('D21: the name of the directory is used, else the one sent, else the id', async () => {
  const here = api.scene()
  assert.equal((await named(here, 'Kyrkan')).slug, `${here.owner}-kyrkan`)
  assert.equal((await named(here, 'Kyrkan', 'Sänt namn')).slug, 'sant-namn-kyrkan')
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Katalogens namn' }), 201)
  assert.equal((await named(here, 'Kyrkan', 'Sänt namn')).slug, 'katalogens-namn-kyrkan')
})

test('D21: where nothing is left the id stands in', async () => {
  const place = await named(api.scene(), '!!!', '???')
  assert.equal(place.slug, place.id)
})

test('D21: a changed name with the same slug keeps it, without a number', async () => {
  const here = api.scene()
  const { id, slug } = await named(here, 'Kyrkan')
  await here.patch(id, { name: 'KYRKAN!' })
  assert.equal((await here.get(id)).slug, slug)
})

test('D21: by-slug answers the place that has it', async () => {
  const place = await named(api.scene(), 'Här')
  const answer = await bySlug(place.slug)
  assert.deepEqual(accepted(answer), place)
  refused(await bySlug('never-was'), 404)
  refused(await bySlug('constructor'), 404)
})

test('D21: a former slug leads to the present one, also over several steps and back', async () => {
  const here = api.scene()
  const { id, slug } = await named(here, 'Ett')
  await here.patch(id, { name: 'Två' })
  await here.patch(id, { name: 'Tre' })
  assert.equal(await leadsTo(slug), `${here.owner}-tre`)
  assert.equal(await leadsTo(`${here.owner}-tva`), `${here.owner}-tre`)
  await here.patch(id, { name: 'Ett' })
  assert.equal((await here.get(id)).slug, slug)
  accepted(await bySlug(slug))
  assert.equal(await leadsTo(`${here.owner}-tre`), slug)
})

test('D21: the address that a former slug leads to can be followed under /v4 too', async () => {
  const here = api.scene()
  const { id, slug } = await named(here, 'Ett')
  await here.patch(id, { name: 'Två' })
  for (const prefix of ['', '/v4']) {
    const response = await fetch(`${api.url}${prefix}/place/by-slug/${slug}`, {
      headers: { 'x-api-key': api.admin.key ?? '' },
    })
    assert.equal(response.status, 200)
    assert.equal(((await response.json()) as PlaceAnswer).id, id)
  }
})

test('D21: a present slug beats a former one, and the last holder beats earlier ones', async () => {
  const here = api.scene()
  const first = await named(here, 'Plats')
  await here.patch(first.id, { name: 'Första' })
  const second = await named(here, 'Plats')
  assert.equal(second.slug, first.slug, 'a former slug is free')
  assert.equal(accepted(await bySlug(first.slug)).id, second.id)
  await here.patch(second.id, { name: 'Andra' })
  assert.equal(await leadsTo(first.slug), `${here.owner}-andra`)
  await here.remove(second.id)
  assert.equal(await leadsTo(first.slug), `${here.owner}-forsta`)
  await here.remove(first.id)
  refused(await bySlug(first.slug), 404)
})

test('D21: a deleted place has -deleted- and the last 8 of its id, and its slug is free', async () => {
  const here = api.scene()
  const { id, slug } = await named(here, 'Borta')
  await here.remove(id)
  const gone = await here.get(id)
  assert.equal(gone.slug, `${slug}-deleted-${id.slice(-8)}`)
  assert.equal(accepted(await bySlug(gone.slug)).id, id)
  refused(await bySlug(slug), 404, /no place has the slug '.*', and none that is not deleted had it/)
  assert.equal((await named(here, 'Borta')).slug, slug)
})

test('D21: a restored place gets its slug back, or the next free one', async () => {
  const here = api.scene()
  const { id, slug } = await named(here, 'Åter')
  await here.remove(id)
  const { slug: deleted } = await here.get(id)
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=a`))
  assert.equal((await here.get(id)).slug, slug)
  assert.equal(await leadsTo(deleted), slug)
  await here.remove(id)
  await named(here, 'Åter')
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=a`))
  assert.equal((await here.get(id)).slug, `${slug}-2`)
})

test('D21: slugs are unique among places created at the same time', async () => {
  const here = api.scene()
  const places = await Promise.all(Array.from({ length: 20 }, () => named(here, 'Samtidigt')))
  assert.equal(new Set(places.map(({ slug }) => slug)).size, 20)
})

test('D21: the longest names give a slug that can be asked for', async () => {
  const here = api.scene()
  const owner = { id: here.owner, type: 'x', name: 'o'.repeat(500) }
  const place = await here.add({ name: 'n'.repeat(500), owner })
  assert.equal(accepted(await bySlug(place.slug)).id, place.id)
  assert.equal((await here.add({ name: 'n'.repeat(500), owner })).slug, `${place.slug}-2`)
  await here.patch(place.id, { name: 'short' })
  assert.equal(accepted(await api.admin.get(`/place/${place.id}`)).slug, await leadsTo(place.slug))
})

test('D21: a slug is searchable', async () => {
  const here = api.scene()
  const { slug } = await named(here, 'Sökt')
  assert.deepEqual(await here.names(`slug=${slug.toUpperCase()}`), ['Sökt'])
})
