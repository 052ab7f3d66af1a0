import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type Client, client, type PlaceAnswer, refused } from '../support/client.ts'
import { type Scene, suite } from '../support/suite.ts'

const api = suite({ env: { CORS_ORIGINS: 'https://pages.example' } })

interface Change {
  readonly id: string
  readonly action: string
  readonly name?: string
  readonly town?: string
  readonly changed: readonly string[]
}
interface Act {
  readonly id: string
  readonly kind: string
  readonly label?: string
  readonly who?: string
  readonly caller?: JsonObject
  readonly revisions: number
  readonly places: number
  readonly undoes?: string
  readonly undoneBy?: string
  readonly first?: Change
  readonly Places?: readonly Change[]
}
interface Undone {
  readonly Act: string
  readonly Undone: number
  readonly Kept: readonly { readonly id: string; readonly name: string; readonly members: readonly string[] }[]
  readonly Refused: readonly { readonly id: string; readonly detail: string }[]
  readonly Hidden: number
  readonly Next?: string
}

const acts = async (query = '', caller: Client = api.admin) =>
  accepted(await caller.get<{ Results: Act[]; Next?: number }>(`/acts?${query}`))
const newest = async (caller: Client = api.admin) => (await acts('limit=1', caller)).Results[0]!
const undo = async (id: string, caller: Client = api.admin, query = '') =>
  accepted(await caller.post<Undone>(`/acts/${id}/undo?updatedby=tester${query}`))
const header = (id: string, label?: string) => ({
  'gazetteer-act': id,
  ...(label !== undefined && { 'gazetteer-act-label': encodeURIComponent(label) }),
})
const whole = async (id: string) => {
  const { updated: _, updatedBy: _by, ...place } = accepted(await api.admin.get<PlaceAnswer>(`/place/${id}`))
  return place
}

test('D65: requests with one Gazetteer-Act are one act in lists, history and feed', async () => {
  const here = api.scene()
  const [one, two] = await here.addAll({ name: 'Ett', visitingInfo: { city: 'Sala' } }, 'Två')
  const id = randomUUID()
  for (const place of [one!, two!]) {
    const change = { shortDescription: 'Ny', longDescription: 'x', updatedBy: 'Ann' }
    accepted(await api.admin.patch(`/place/${place.id}`, change, header(id.toUpperCase(), 'Stängt <b>24</b> dec')), 204)
  }
  const act = await newest()
  assert.equal(act.id, id)
  assert.deepEqual(
    [act.kind, act.label, act.who, act.places, act.revisions],
    ['group', 'Stängt <b>24</b> dec', 'Ann', 2, 2],
  )
  assert.deepEqual(act.first?.changed, ['shortDescription', 'longDescription'])
  assert.deepEqual([act.first?.name, act.first?.town], ['Ett', 'Sala'])
  const { Places } = accepted(await api.admin.get<Act>(`/acts/${id}`))
  assert.deepEqual(Places?.map(({ name }) => name).sort(), ['Ett', 'Två'])
  const history = accepted(await api.admin.get<{ Results: { act?: string }[] }>(`/place/${one!.id}/revisions`)).Results
  assert.deepEqual(
    history.map((revision) => revision.act),
    [id, undefined],
  )
  const feed = accepted(await api.admin.get<{ Results: { act?: string }[] }>('/changes?latest=true&limit=2')).Results
  assert.deepEqual(
    feed.map((change) => change.act),
    [id, id],
  )
})

test('D65: an act belongs to its key, for a day; faulty headers are 400', async () => {
  const here = api.scene()
  const { id } = await here.add('Egen')
  const [one, other] = [await api.keyed(['read', 'update']), await api.keyed(['read', 'update'])]
  const act = randomUUID()
  const patch = (caller: Client, headers: Record<string, string>) =>
    caller.patch(`/place/${id}`, { shortDescription: randomUUID(), updatedBy: 'x' }, headers)
  accepted(await patch(one, header(act)), 204)
  refused(await patch(other, header(act)), 409, /another key/)
  refused(await patch(one, { 'gazetteer-act': 'christmas' }), 400, /must be a UUID, got 'christmas'/)
  for (const label of ['%', '%C3%28', 'é'.repeat(201), 'a\nb'].map((text, at) =>
    at < 2 ? text : encodeURIComponent(text),
  )) {
    refused(await patch(one, { ...header(act), 'gazetteer-act-label': label }), 400, /Gazetteer-Act-Label/)
  }
  accepted(await patch(one, header(randomUUID(), '\u{1F384}'.repeat(200))), 204)
  accepted(await patch(one, header(randomUUID(), 'Stängt\u202e ‏hela julen')), 204)
  assert.equal((await newest()).label, 'Stängt hela julen', 'without characters that turn the direction of text')
  api.advance(24 * 3_600_000 + 1)
  refused(await patch(one, header(act)), 409, /older than 24 hours/)
  const preflight = await fetch(`${api.url}/place/${id}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://pages.example', 'access-control-request-method': 'PATCH' },
  })
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /Gazetteer-Act, Gazetteer-Act-Label/)
})

test('D65: an import is an act, and so is a plan that is executed twice', async () => {
  const here = api.scene()
  const lines = ['a', 'b']
    .map((key) => JSON.stringify({ key: `${here.owner}${key}`, ...here.body({ name: key }) }))
    .join('\n')
  const headers = { 'content-type': 'application/x-ndjson', 'gazetteer-act-label': 'Import%20av%20listan' }
  accepted(await api.admin.post('/import', lines, headers))
  const act = await newest()
  assert.deepEqual([act.kind, act.label, act.places], ['import', 'Import av listan', 2])
  const planned = lines.replaceAll(`"${here.owner}`, `"plan-${here.owner}`)
  const type = { 'content-type': 'application/x-ndjson' }
  const plan = accepted(await api.admin.post<{ id: string }>('/import/plan?updatedby=tester', planned, type))
  const execute = async () => {
    const answer = await api.admin.post(`/import?plan=${plan.id}&updatedby=tester`)
    assert.doesNotMatch(answer.text, /refused/)
    return newest()
  }
  const executed = await execute()
  assert.deepEqual([executed.kind, executed.places, executed.id === act.id], ['import', 2, false])
  assert.deepEqual(await execute(), executed)
  const [line] = accepted(await api.admin.get<Act>(`/acts/${executed.id}`)).Places ?? []
  accepted(await api.admin.post(`/place/${line?.id}/purge?confirm=${line?.id}`), 204)
  const again = await execute()
  const { id, places, revisions } = accepted(await api.admin.get<Act>(`/acts/${executed.id}`))
  assert.deepEqual([id, places, revisions, again.kind], [executed.id, 2, 2, 'one'], 'it continues its act')
})

test('D66: undoing gives members their former values, keeps what has changed since, and is an act', async () => {
  const here = api.scene()
  const [one, two] = await here.addAll(
    { name: 'Ett', visitingInfo: { city: 'Sala' } },
    { name: 'Två', longDescription: 'x' },
  )
  const before = await Promise.all([one!, two!].map(({ id }) => whole(id)))
  const act = randomUUID()
  const change = { visitingInfo: { city: 'Heby', address: 'Torget' }, longDescription: null, published: null }
  for (const { id } of [one!, two!]) {
    accepted(await api.admin.patch(`/place/${id}`, { ...change, updatedBy: 'Ann' }, header(act, 'Flytt')), 204)
  }
  await here.patch(two!.id, { visitingInfo: { address: 'Gatan' } })
  const undone = await undo(act)
  assert.deepEqual([undone.Undone, undone.Refused, undone.Hidden, undone.Next], [2, [], 0, undefined])
  assert.deepEqual(undone.Kept, [{ id: two!.id, name: 'Två', members: ['visitingInfo.address'] }])
  assert.deepEqual({ ...(await whole(one!.id)), publishedBy: '' }, { ...before[0], publishedBy: '' })
  const kept = await whole(two!.id)
  assert.deepEqual([kept.visitingInfo, kept.longDescription], [{ address: 'Gatan' }, 'x'])
  const own = await newest()
  assert.deepEqual([own.id, own.kind, own.undoes, own.label], [undone.Act, 'undo', act, 'Flytt'])
  const undoneBy = async () => accepted(await api.admin.get<Act>(`/acts/${act}`)).undoneBy
  assert.equal(await undoneBy(), own.id)
  assert.equal((await undo(act)).Undone, 0, 'a second time nothing is left')
  assert.equal((await undo(own.id)).Undone, 2, 'the undoing is undone')
  assert.equal((await whole(one!.id)).visitingInfo?.city, 'Heby')
  assert.equal(await undoneBy(), undefined)
})

test('D66: what an act created is deleted, what it deleted comes back, children with their parents', async () => {
  const here = api.scene()
  const parent = await here.add('Gård')
  const [first, second] = await here.addAll(
    { name: 'Del 1', parent: { id: parent.id } },
    { name: 'Del 2', parent: { id: parent.id } },
  )
  const act = randomUUID()
  accepted(await api.admin.patch(`/place/${first!.id}`, { name: 'Del ett', updatedBy: 'Ann' }, header(act)), 204)
  const made = accepted(await api.admin.put('/place', here.body({ name: 'Ny' }), header(act)), 201)
  accepted(await api.admin.put('/place', here.body({ name: 'Ny del', parent: { id: made.id } }), header(act)), 201)
  const foreign = await here.add({ name: 'Andras del', parent: { id: made.id } })
  accepted(await api.admin.delete(`/place/${second!.id}?deletedby=Ann`, header(act)), 204)
  accepted(await api.admin.delete(`/place/${parent.id}?deletedby=Ann`, header(act)), 204)
  const undone = await undo(act)
  assert.deepEqual([undone.Kept, undone.Refused, undone.Undone], [[], [], 5])
  assert.deepEqual(await here.found('is=*'), ['Andras del', 'Del 1', 'Del 2', 'Gård'])
  assert.equal((await whole(first!.id)).parent.id, parent.id)
  assert.deepEqual((await whole(foreign.id)).parent, {})
})

test('D66: a revision is undone alone, also one of an act; only places are undone', async () => {
  const here = api.scene()
  const { id } = await here.add({ name: 'Ensam', shortDescription: 'a' })
  await here.patch(id, { shortDescription: 'b' })
  const one = await newest()
  assert.deepEqual([one.kind, one.places, one.first?.changed], ['one', 1, ['shortDescription']])
  assert.equal((await undo(one.id)).Undone, 1)
  assert.equal((await whole(id)).shortDescription, 'a')
  accepted(await api.admin.put(`/directory/owners/${here.owner}`, { name: 'Ägaren' }), 201)
  const entry = await newest()
  assert.deepEqual([entry.first?.action, entry.places], ['put', 0])
  assert.equal((await undo(entry.id)).Undone, 0)
  refused(await api.admin.post('/acts/999999999/undo?updatedby=x'), 404, /no act/)
  refused(await api.admin.post(`/acts/${randomUUID()}/undo?updatedby=x`), 404, /no act/)
  refused(await api.admin.get('/acts/nothing'), 404, /no act/)
})

/** An act of three owners' places. */
async function actOfMany(here: Scene, count: number): Promise<string> {
  const act = randomUUID()
  for (let n = 0; n < count; n++) {
    accepted(await api.admin.put('/place', here.body({ name: `Ny ${n}` }), header(act, 'Nya')), 201)
  }
  return act
}

test('D66: a large act is undone in several calls, each of which can be repeated', async () => {
  const here = api.scene()
  const act = await actOfMany(here, 7)
  let next = ''
  const told: number[] = []
  const own = randomUUID()
  do {
    const call = () =>
      api.admin.post<Undone>(
        `/acts/${act}/undo?updatedby=x&limit=3${next && `&before=${next}`}`,
        undefined,
        header(own),
      )
    const { Undone, Next, Act } = accepted(await call())
    assert.equal(Act, own)
    assert.equal(accepted(await call()).Undone, 0)
    told.push(Undone)
    next = Next ?? ''
  } while (next)
  assert.deepEqual(told, [3, 3, 1])
  assert.deepEqual(await here.found('is=*'), [])
  assert.equal((await newest()).places, 7)
})

test('D66: each place takes the right of its own write, and its owner', async () => {
  const [here, there] = [api.scene(), api.scene()]
  const [mine, other] = [await here.add('Min'), await there.add('Andras')]
  const act = randomUUID()
  for (const { id } of [mine, other]) {
    accepted(await api.admin.patch(`/place/${id}`, { shortDescription: 'ny', updatedBy: 'Ann' }, header(act)), 204)
  }
  accepted(await api.admin.put('/place', here.body({ name: 'Ny' }), header(act)), 201)
  const editor = await api.keyed(['read', 'update'], { owners: [here.owner] })
  const undone = await undo(act, editor)
  assert.deepEqual([undone.Undone, undone.Refused.length], [1, 2])
  assert.match(JSON.stringify(undone.Refused), /delete is missing/)
  assert.equal((await whole(mine.id)).shortDescription, 'Min')
  assert.equal((await whole(other.id)).shortDescription, 'ny')
  refused(await (await api.keyed(['read'])).post(`/acts/${act}/undo?updatedby=x`), 403, /'update', or 'delete'/)
  refused(await (await api.keyed(['read-published', 'update'])).get('/acts'), 403)
})

test('D65: filters by person, owner and period; names need read-restricted', async () => {
  const [here, there] = [api.scene(), api.scene()]
  api.setNow('2027-03-01T12:00Z')
  const mine = await here.add({ name: 'Min', updatedBy: 'Anna Ek' })
  const act = randomUUID()
  api.setNow('2027-03-05T12:00Z')
  for (const scene of [there, here])
    accepted(await api.admin.put('/place', scene.body({ name: 'Ny', updatedBy: 'Bo' }), header(act)), 201)
  api.setNow('2027-03-09T12:00Z')
  await here.patch(mine.id, { owner: { id: there.owner, type: 'Församling' }, updatedBy: 'anna ek' })
  const told = async (query: string) =>
    (await acts(query)).Results.map(({ id, first }) => (id === act ? 'act' : first?.action))
  assert.deepEqual(await told(`owner=${here.owner}`), ['patch', 'act', 'create'])
  assert.deepEqual(await told(`owner=${there.owner}`), ['patch', 'act'])
  assert.deepEqual(await told(`owner=${here.owner}&person=ANNA`), ['patch', 'create'])
  assert.deepEqual(await told(`owner=${here.owner}&from=2027-03-02&to=2027-03-05`), ['act'])
  assert.deepEqual(await told(`owner=${here.owner}&to=2027-03-01`), ['create'])
  assert.deepEqual(await told('owner=nobody'), [])
  const reader = await api.keyed(['read'])
  refused(await reader.get('/acts?person=anna'), 403, /read-restricted/)
  refused(await reader.get('/acts?from=yesterday'), 400, /from/)
  for (const one of (await acts('', reader)).Results) assert.deepEqual([one.who, one.caller], [undefined, undefined])
  const pages: string[] = []
  for (let before = ''; ; ) {
    const { Results, Next } = await acts(`limit=2${before}`, reader)
    pages.push(...Results.map(({ id }) => id))
    if (Next === undefined) break
    before = `&before=${Next}`
  }
  assert.equal(new Set(pages).size, pages.length)
  assert.ok(pages.includes(act))
})

test('D65: who does not see a place or a member learns nothing of it from acts', async () => {
  const here = api.scene()
  const act = randomUUID()
  const hidden = await here.add({ name: 'Hemlig plats', published: null })
  const shown = await here.add('Synlig')
  const caller = await api.keyed(['read-published', 'update'])
  const media = { images: [{ url: 'https://x.example/bild.jpg', title: 'bild' }] }
  accepted(await api.admin.patch(`/place/${shown.id}`, { media, updatedBy: 'Namn Namnsson' }), 204)
  const reader = await api.keyed(['read'])
  const probe = JSON.stringify([await newest(reader), accepted(await reader.get(`/acts/${(await newest()).id}`))])
  assert.doesNotMatch(probe, /images|bild|Namnsson/)
  accepted(await caller.patch(`/place/${shown.id}`, { shortDescription: 'ny', updatedBy: 'x' }, header(act)), 204)
  refused(await caller.patch(`/place/${hidden.id}`, { shortDescription: 'ny', updatedBy: 'x' }, header(act)), 404)
  const own = await here.add({ name: 'Nyss synlig' })
  accepted(await caller.patch(`/place/${own.id}`, { shortDescription: 'ny', updatedBy: 'x' }, header(act)), 204)
  await here.patch(own.id, { published: null })
  refused(await caller.post(`/acts/${(await newest()).id}/undo?updatedby=x`), 404, /no act/)
  const answer = await caller.post<Undone>(`/acts/${act}/undo?updatedby=x`)
  assert.deepEqual([accepted(answer).Undone, answer.body.Hidden, answer.body.Kept], [1, 1, []])
  assert.doesNotMatch(answer.text, new RegExp(`${own.id}|Nyss`))
  assert.equal((await whole(own.id)).shortDescription, 'ny')
  const { key } = accepted(
    await api.admin.post<{ key: string }>('/keys', { name: 'blind', permissions: ['update'] }),
    201,
  )
  const blind = client(api.url, key)
  const other = randomUUID()
  accepted(await blind.patch(`/place/${own.id}`, { shortDescription: 'blint', updatedBy: 'x' }, header(other)), 204)
  const unseen = await blind.post<Undone>(`/acts/${other}/undo?updatedby=x`)
  assert.deepEqual([accepted(unseen).Undone, unseen.body.Hidden], [1, 1])
  assert.doesNotMatch(unseen.text, new RegExp(own.id))
})

test('D65: a page of acts, and one of an act, ends where its places grow large, and the next call goes on behind it', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const long = 'å'.repeat(99_000)
  const made = 100
  for (let time = 0; time < made; time++) await here.patch(id, { longDescription: `${long}${time}` })
  const page = await acts(`limit=500&owner=${here.owner}`)
  assert.ok(page.Results.length > 1 && page.Results.length < made, String(page.Results.length))
  const rest = await acts(`limit=500&owner=${here.owner}&before=${page.Next}`)
  assert.equal(page.Results.length + rest.Results.length, made + 1)
  assert.equal(rest.Next, undefined)

  const act = randomUUID()
  const many = await here.addAll(
    ...Array.from({ length: made }, (_, at) => ({ name: `Lång ${at}`, longDescription: long })),
  )
  for (const place of many)
    accepted(await api.admin.patch(`/place/${place.id}`, { name: 'Ny', updatedBy: 'x' }, header(act)), 204)
  assert.equal(accepted(await api.admin.get<Act>(`/acts/${act}?limit=0`)).Places!.length, 0)
  const first = accepted(await api.admin.get<Act & { Next?: string }>(`/acts/${act}?limit=500`))
  const told = first.Places!.length
  assert.ok(told > 1 && told < made, String(told))
  const second = accepted(await api.admin.get<Act & { Next?: string }>(`/acts/${act}?limit=500&before=${first.Next}`))
  assert.equal(told + second.Places!.length, made)
})
