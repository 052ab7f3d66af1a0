import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, pointAt, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const page = (path: string, client = api.admin) => client.get<{ Results: JsonObject[]; TotalHits: number }>(path)

test('D52: fields leaves the id and what it names, as deep as it names it, and the bytes of nothing else', async () => {
  const here = api.scene()
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Ägaren' }), 201)
  const { id, slug } = await here.add({
    name: 'Kyrkan',
    longDescription: 'lång '.repeat(1000),
    placeDetails: { hasWifi: true, hasCafe: false, accessibility: { hasRamp: true } },
    media: { links: [{ url: 'https://a.invalid', title: 'A' }, { title: 'B' }] },
  })
  const query = 'fields=NAME,owner_name,placedetails_haswifi,media_links_title,placedetails_accessibility'
  const wanted = {
    id,
    name: 'Kyrkan',
    owner: { name: 'Ägaren' },
    placeDetails: { hasWifi: true, accessibility: { hasRamp: true } },
    media: { links: [{ title: 'A' }, { title: 'B' }] },
  }
  for (const path of [`/place/${id}?${query}`, `/place/by-slug/${slug}?${query}`]) {
    const answer = await api.admin.get(path)
    assert.deepEqual(accepted(answer), wanted)
    assert.ok(answer.text.length < 400)
  }
  assert.deepEqual(accepted(await page(`/place?owner_id=${here.owner}&${query}`)), { TotalHits: 1, Results: [wanted] })
  assert.deepEqual(accepted(await page(`/place?owner_id=${here.owner}&fields=id`)).Results, [{ id }])
})

test('D52: fields takes whole objects, the distance, and stands beside expand, hours and facets', async () => {
  const here = api.scene()
  const openHours = [{ validTo: '2026-12-31', days: { mo: [{ from: '09:00', to: '17:00' }] } }]
  const { id } = await here.add({ openHours, geolocation: pointAt(17, 59) })
  const near = `/place?owner_id=${here.owner}&nearby=17,59`
  const [place] = accepted(await page(`${near}&fields=distance,geolocation,openHours&hours=resolved&facets=is`)).Results
  assert.deepEqual(place, { id, geolocation: pointAt(17, 59), openHours, distance: 0 })
  refused(await page(`/place?fields=distance`), 400, /the field distance needs nearby/)
})

test('D52: an unknown member is refused with the nearest; all faults of an address are told', async () => {
  const { id, slug } = await api.scene().add()
  for (const path of ['/place', `/place/${id}`, `/place/by-slug/${slug}`]) {
    refused(await api.admin.get(`${path}?fields=nmae`), 400, /fields does not know 'nmae', did you mean 'name'\?/)
  }
  refused(await api.admin.get('/place?fields=constructor&limit=x'), 400, /2 faults/)
})

test('D52: members that the caller does not see are 403 by name, and not in what holds them', async () => {
  const here = api.scene()
  const medium = { title: 'hemlig', url: 'https://a.invalid/hemlig.jpg' }
  const { id, slug } = await here.add({ media: { images: [medium], links: [{ title: 'öppen' }] } })
  const reader = await api.keyed(['read'])
  for (const path of ['/place', `/place/${id}`, `/place/by-slug/${slug}`]) {
    for (const name of ['createdBy', 'media_images', 'media_images_title', 'name,UPDATEDBY']) {
      refused(await reader.get(`${path}?fields=${name}&limit=x`), 403, /is shown only with the permission read-/)
    }
  }
  const seen = { id, media: { links: [{ title: 'öppen' }] } }
  assert.deepEqual(accepted(await reader.get(`/place/${id}?fields=media`)), seen)
  assert.deepEqual(accepted(await page(`/place?id=${id}&fields=media`, reader)).Results, [seen])
})

test('D52, D43: answers with other fields have other tags, and each is 304 by its own', async () => {
  const { id } = await api.scene().add()
  const paths = [`/place/${id}`, `/place/${id}?fields=name`, `/place/${id}?fields=slug`]
  const tags: string[] = []
  for (const path of paths) {
    const tag = (await api.admin.get(path)).headers.get('etag') ?? ''
    assert.equal((await api.admin.get(path, { 'if-none-match': tag })).status, 304)
    tags.push(tag)
  }
  assert.equal(new Set(tags).size, tags.length)
  assert.equal((await api.admin.get(paths[2]!, { 'if-none-match': tags[1]! })).status, 200)
  const change = { updatedBy: 'a', longDescription: 'ny' }
  accepted(await api.admin.patch(`/place/${id}`, change, { 'if-match': tags[1]! }), 204)
})
