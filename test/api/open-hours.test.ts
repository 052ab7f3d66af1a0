import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, type PageAnswer, type PlaceAnswer, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const mondays = { days: { mo: [{ from: '08:00', to: '17:00' }] } }
const year = { validFrom: '2026-01-01', validTo: '2026-12-31', ...mondays }
const easter = { validFrom: '2026-04-06', validTo: '2026-04-06' }
const apart = [{ ...year, validTo: '2026-04-05' }, easter, { ...year, validFrom: '2026-04-07' }]

test('D22: hours=resolved answers entries that do not overlap, of one place and in a search', async () => {
  const here = api.scene()
  const free = { openHours: [{ a: '"openHours":[{' }, { b: [{ '}': ']\\' }] }] }
  const overlapping = await here.add({ name: 'b', openHours: [year, easter], placeTypes: { churchAndChapel: free } })
  const plain = await here.add({ name: 'a' })
  const last = await here.add({ name: 'c', openHours: [year] })
  const one = accepted(await api.admin.get<PlaceAnswer>(`/place/${overlapping.id}?hours=resolved`))
  assert.deepEqual(one, { ...overlapping, openHours: apart })
  const found = accepted(await here.search('hours=resolved&expand=owner,distance&nearby=17,59&orderby=name&facets=is'))
  const stored = accepted(await here.search('expand=owner,distance&nearby=17,59&orderby=name&facets=is'))
  assert.deepEqual(
    found.Results.map(({ id, openHours }) => [id, openHours]),
    [
      [plain.id, undefined],
      [overlapping.id, apart],
      [last.id, [year]],
    ],
  )
  const withoutHours = ({ Results, ...rest }: PageAnswer) => ({
    ...rest,
    Results: Results.map(({ openHours: _, ...place }) => place),
  })
  assert.deepEqual(withoutHours(found), withoutHours(stored))
  assert.deepEqual(accepted(await here.search('hours=resolved&limit=0')), { TotalHits: 3, Results: [] })
})

test('D43: hours=resolved has an ETag of its own, which If-Match takes', async () => {
  const { id } = await api.scene().add({ openHours: [year, easter] })
  const tagOf = async (path: string) => (await api.admin.get(path)).headers.get('etag') ?? ''
  const tag = await tagOf(`/place/${id}?hours=resolved`)
  assert.notEqual(tag, await tagOf(`/place/${id}`))
  assert.match(tag, /^"\d+-/)
  const again = await api.admin.get(`/place/${id}?hours=resolved`, { 'if-none-match': tag })
  assert.equal(again.status, 304)
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', name: 'b' }, { 'if-match': tag }), 204)
  refused(await api.admin.get(`/place/${id}?hours=resolvd`), 400, /did you mean 'resolved'/)
})
