import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { begin, expecting, openSocket, problemOf, readToEnd } from '../http/raw.ts'
import { accepted, client, type PlaceAnswer, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { stopTimeouts } from '../support/timeouts.ts'

const api = suite()

interface Revision {
  readonly revision: number
  readonly time: string
  readonly action: string
  readonly who?: string
  readonly changed: readonly string[]
}
interface Change extends Omit<Revision, 'changed'> {
  readonly kind: string
  readonly id: string
  readonly place?: PlaceAnswer
  readonly entry?: JsonObject
}

const revisions = async (id: string, query = '') =>
  accepted(await api.admin.get<{ TotalHits: number; Results: Revision[] }>(`/place/${id}/revisions${query}`))
const changes = async (after: number, query = '') =>
  accepted(
    await api.admin.get<{ Revision: number; History: string; Results: Change[] }>(`/changes?after=${after}${query}`),
  )
/** The last revision of all. */
async function last(): Promise<number> {
  let after = 0
  for (;;) {
    const page = await changes(after, '&limit=1000')
    if (page.Revision === after) return after
    after = page.Revision
  }
}

test('revisions: number, time, who, action and changed members, newest first', async () => {
  const here = api.scene()
  api.setNow('2026-06-16T10:00Z')
  const { id } = await here.add({ updatedBy: 'one', visitingInfo: { city: 'A' } })
  api.setNow('2026-06-17T10:00Z')
  await here.patch(id, { updatedBy: 'two', visitingInfo: { city: 'B' }, longDescription: 'x' })
  accepted(await api.admin.put(`/place/${id}`, here.body({ updatedBy: 'three' })))
  accepted(await api.admin.delete(`/place/${id}?deletedby=four`), 204)
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=five`))
  const { TotalHits, Results } = await revisions(id)
  assert.equal(TotalHits, 5)
  assert.deepEqual(
    Results.map(({ action, who }) => [action, who]),
    [
      ['restore', 'five'],
      ['delete', 'four'],
      ['replace', 'three'],
      ['patch', 'two'],
      ['create', 'one'],
    ],
  )
  const numbers = Results.map(({ revision }) => revision)
  assert.deepEqual(
    numbers,
    [...numbers].sort((one, other) => other - one),
  )
  assert.equal(Results[4]?.time, '2026-06-16T10:00:00.00000Z')
  assert.equal(Results[3]?.time, '2026-06-17T10:00:00.00000Z')
  assert.ok(Results[3]?.changed.includes('visitingInfo.city') && Results[3].changed.includes('longDescription'))
  assert.equal(Results[3]?.changed.includes('name'), false)
})

test('revisions: pages, and their limits', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (let n = 0; n < 3; n++) await here.patch(id, { longDescription: `${n}` })
  const all = await revisions(id)
  assert.deepEqual(await revisions(id, '?offset=1&limit=2'), { TotalHits: 4, Results: all.Results.slice(1, 3) })
  assert.deepEqual(await revisions(id, '?offset=9'), { TotalHits: 4, Results: [] })
  refused(await api.admin.get(`/place/${id}/revisions?limit=501`), 400, /limit/)
  refused(await api.admin.get(`/place/${id}/revisions?offset=-1`), 400, /offset/)
})

test('revisions: the place as it was', async () => {
  const here = api.scene()
  const first = await here.add('First')
  await here.patch(first.id, { name: 'Second' })
  const second = await here.get(first.id)
  await here.remove(first.id)
  const { Results } = await revisions(first.id)
  const at = async (index: number) =>
    accepted(await api.admin.get<PlaceAnswer>(`/place/${first.id}/revisions/${Results[index]?.revision}`))
  assert.deepEqual(await at(2), first)
  assert.deepEqual(await at(1), second)
  assert.ok((await at(0)).deleted)
})

test('revisions: an unknown place or revision is 404', async () => {
  const here = api.scene()
  const [one, other] = await here.addAll('One', 'Other')
  refused(await api.admin.get(`/place/${randomUUID()}/revisions`), 404)
  const [revision] = (await revisions(other?.id ?? '')).Results
  for (const number of [`${revision?.revision}`, '0', '-1', 'x', '1.5', '99999999999999999999']) {
    refused(await api.admin.get(`/place/${one?.id}/revisions/${number}`), 404)
  }
})

test('D40: revisions tell of children that came along', async () => {
  const here = api.scene()
  const parent = await here.add('Parent')
  const child = await here.add({ name: 'Child', parent: { id: parent.id } })
  await here.patch(parent.id, { depublished: '2030-01-01' })
  accepted(await api.admin.delete(`/place/${parent.id}?deletedby=boss`), 204)
  accepted(await api.admin.post(`/place/${parent.id}/restore?updatedby=boss`))
  const { Results } = await revisions(child.id)
  assert.equal(Results.length, 4)
  assert.deepEqual(
    Results.map(({ who }) => who),
    ['boss', 'boss', 'tester', 'tester'],
  )
})

test('changes: what happened after a revision, in order, deletions included', async () => {
  const here = api.scene()
  const start = await last()
  const { id } = await here.add('A')
  await here.patch(id, { name: 'B' })
  await here.remove(id)
  const { Revision, History, Results } = await changes(start)
  assert.match(History, /\S/)
  assert.equal((await changes(Revision)).History, History)
  assert.deepEqual(
    Results.map((change) => [change.kind, change.id, change.action, change.revision]),
    [
      ['place', id, 'create', start + 1],
      ['place', id, 'patch', start + 2],
      ['place', id, 'delete', start + 3],
    ],
  )
  assert.equal(Revision, start + 3)
  assert.deepEqual(Results[2]?.place, await here.get(id))
  assert.equal(Results[1]?.place?.name, 'B')
})

test('changes: entries of the directory are told of, keys never', async () => {
  const start = await last()
  const tag = randomUUID()
  accepted(await api.admin.put(`/directory/tags/${tag}`, { name: 'Tagg' }), 201)
  const made = accepted(await api.admin.post<{ id: string }>('/keys', { name: 'nyckeln', permissions: ['read'] }), 201)
  accepted(await api.admin.delete(`/directory/tags/${tag}`), 204)
  const answer = await api.admin.get<{ Results: Change[] }>(`/changes?after=${start}`)
  assert.deepEqual(
    answer.body.Results.map(({ kind, action }) => [kind, action]),
    [
      ['directory', 'put'],
      ['directory', 'delete'],
    ],
  )
  assert.ok(!answer.text.includes(made.id) && !answer.text.includes('nyckeln') && !answer.text.includes('hash'))
})

test('changes: the last ones, as many as the limit, where they are asked for', async () => {
  const here = api.scene()
  await here.addAll('A', 'B', 'C')
  const end = await last()
  const latest = async (query: string) =>
    accepted(await api.admin.get<{ Revision: number; Results: Change[] }>(`/changes?latest=true${query}`))
  assert.deepEqual(await latest('&limit=2'), await changes(end - 2, '&limit=2'))
  assert.deepEqual(await latest(`&after=${end - 1}`), await changes(end - 1), 'after goes before it')
  assert.equal((await latest('&limit=1&brief=true')).Revision, end)
})

test('changes: pages follow each other without a gap', async () => {
  const here = api.scene()
  const start = await last()
  await here.addAll(...Array.from({ length: 7 }, (_, n) => `P${n}`))
  const names: (string | undefined)[] = []
  for (let after = start; ; ) {
    const page = await changes(after, '&limit=3')
    if (page.Results.length === 0) break
    names.push(...page.Results.map(({ place }) => place?.name))
    after = page.Revision
  }
  assert.deepEqual(names, ['P0', 'P1', 'P2', 'P3', 'P4', 'P5', 'P6'])
})

test('changes: wait answers when something happens, and after its time when nothing does', async () => {
  const here = api.scene()
  const start = await last()
  const waiting = changes(start, '&wait=20')
  await here.add('Awaited')
  const page = await waiting
  assert.equal(page.Results[0]?.place?.name, 'Awaited')
  const nothing = await changes(page.Revision, '&wait=1')
  assert.deepEqual(nothing, { Revision: page.Revision, History: page.History, Results: [] })
})

/** A request for changes that waits; resolves when the service waits, with a promise of its problem. */
async function poll(key: string) {
  const path = `/changes?after=${await last()}`
  const head = [`GET ${path}&wait=50 HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, expecting]
  const socket = openSocket(api.url)
  const answer = readToEnd(socket)
  await begin(socket, [...head, 'Connection: close', '', ''].join('\r\n'))
  // Who asks the same gets the same page, so once this is answered, the first page of the poll has been read.
  accepted(await client(api.url, key).get(path))
  return { problem: answer.then((text) => problemOf(text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))) }
}

test('D7: a long poll is 401 when its key was revoked or has expired, at a commit and when its wait ends', async (context) => {
  const revoked = { name: 'revoked', permissions: ['read'] }
  const { id, key } = accepted(await api.admin.post<{ id: string; key: string }>('/keys', revoked), 201)
  const [first, second] = [
    await api.keyed(['read'], { expires: '2026-06-18T00:00:00Z' }),
    await api.keyed(['read'], { expires: '2026-06-18T01:00:00Z' }),
  ]
  const untilRevoked = await poll(key)
  accepted(await api.admin.delete(`/keys/${id}`), 204)
  const untilCommit = await poll(first.key ?? '')
  api.setNow('2026-06-18T00:00:00Z')
  // A commit that the feed does not show.
  await api.keyed(['read'])
  const pass = stopTimeouts(context)
  const untilTime = await poll(second.key ?? '')
  api.setNow('2026-06-18T01:00:00Z')
  pass(50_000)
  for (const { problem } of [untilRevoked, untilCommit, untilTime]) {
    const { status, problem: told } = await problem
    assert.equal(status, 401)
    assert.match(told.detail, /expired or was revoked/)
  }
})

test('changes: wrong parameters are 400', async () => {
  for (const query of ['after=-1', 'after=x', 'limit=0', 'limit=100000', 'wait=-1', 'wait=99999', 'since=1']) {
    refused(await api.admin.get(`/changes?${query}`), 400)
  }
})

test('changes: a later state without restricted fields for whom may not see them, who left out', async () => {
  const here = api.scene()
  const start = await last()
  await here.add({ updatedBy: 'someone' })
  const reader = await api.keyed(['read'])
  const after = accepted(await reader.get<{ Results: Change[] }>(`/changes?after=${start}`))
  assert.equal(after.Results[0]?.who, undefined)
  assert.equal(after.Results[0]?.place?.createdBy, undefined)
})

test('purge: a place and its history are gone for good, a tombstone stays', async () => {
  const here = api.scene()
  const start = await last()
  const { id, slug } = await here.add({ name: 'Ska glömmas', longDescription: 'personuppgift' })
  await here.patch(id, { name: 'Ska verkligen glömmas' })
  const answer = await api.admin.post(`/place/${id}/purge?confirm=${id}`)
  assert.ok(answer.status === 204 || answer.status === 200, answer.text)
  refused(await api.admin.get(`/place/${id}`), 404)
  refused(await api.admin.get(`/place/by-slug/${slug}`), 404)
  assert.deepEqual(await here.names('include=deleted,non-published&is=*'), [])
  const { text, body } = await api.admin.get<{ Results: Change[] }>(`/changes?after=${start}`)
  assert.ok(!text.includes('glömmas') && !text.includes('personuppgift'), text)
  const tombstone = body.Results.at(-1)
  assert.deepEqual([tombstone?.id, tombstone?.action, tombstone?.place], [id, 'purge', undefined])
  const history = await api.admin.get(`/place/${id}/revisions`)
  assert.ok(!history.text.includes('glömmas'))
  for (let revision = start + 1; revision <= start + 3; revision++) {
    refused(await api.admin.get(`/place/${id}/revisions/${revision}`), 404)
  }
  refused(await api.admin.post(`/place/${id}/restore?updatedby=a`), 404)
  assert.equal((await here.add('Ska glömmas')).slug, slug)
})

test('purge: it needs admin and a place', async () => {
  const { id } = await api.scene().add()
  const editor = await api.keyed(['read', 'create', 'update', 'delete'])
  refused(await editor.post(`/place/${id}/purge`), 403, /admin/)
  refused(await api.admin.post(`/place/${randomUUID()}/purge`), 404)
})

test('purge: of a place that is not deleted it has to be confirmed by its id', async () => {
  const here = api.scene()
  const { id } = await here.add()
  for (const query of ['', '?confirm=', '?confirm=true', `?confirm=${randomUUID()}`]) {
    refused(await api.admin.post(`/place/${id}/purge${query}`), 409, new RegExp(`confirm=${id}`))
  }
  await here.remove(id)
  accepted(await api.admin.post(`/place/${id}/purge`), 204)
})

test('D43: purge: If-Match of another revision is 412, and nothing is purged', async () => {
  const { id } = await api.scene().add()
  const { headers } = await api.admin.get(`/place/${id}`)
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', name: 'B' }), 204)
  const path = `/place/${id}/purge?confirm=${id}`
  refused(await api.admin.post(path, undefined, { 'if-match': headers.get('etag') ?? '' }), 412)
  const now = await api.admin.get(`/place/${id}`)
  accepted(await api.admin.post(path, undefined, { 'if-match': now.headers.get('etag') ?? '' }), 204)
})

test('purge: its children are changed by whom it names, and else keep who changed them last', async () => {
  const here = api.scene()
  for (const [query, changedBy, told] of [
    ['', 'tester', undefined],
    ['&updatedby=%20anna', 'anna', 'anna'],
  ] as const) {
    const parent = await here.add('Parent')
    const child = await here.add({ name: 'Child', parent: { id: parent.id } })
    api.advance(1000)
    accepted(await api.admin.post(`/place/${parent.id}/purge?confirm=${parent.id}${query}`), 204)
    const after = await here.get(child.id)
    assert.deepEqual([after.updatedBy, after.parent], [changedBy, {}])
    assert.ok(after.updated > child.updated)
    const { Results } = accepted(await api.admin.get<{ Results: { who?: string }[] }>(`/place/${child.id}/revisions`))
    assert.equal(Results[0]?.who, told)
  }
  const { id } = await here.add()
  refused(await api.admin.post(`/place/${id}/purge?confirm=${id}&updatedby=%20`), 400, /updatedby/)
})

test('restricted: what only they see leaves no trace in the changed members', async () => {
  const { id } = await api.scene().add()
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', media: { audio: [{ url: 'u', title: 't' }] } }), 204)
  accepted(await api.admin.patch(`/place/${id}`, { updatedBy: 'a', media: null }), 204)
  const plain = await api.keyed(['read'])
  const { Results } = accepted(await plain.get<{ Results: Revision[] }>(`/place/${id}/revisions`))
  assert.deepEqual(
    Results.map(({ changed }) => changed.includes('media')),
    [false, false, false],
  )
})

test('changes: a page ends where it grows large, and the next call goes on behind it', async () => {
  const here = api.scene()
  const { id } = await here.add()
  const [first] = (await revisions(id)).Results
  const long = 'å'.repeat(99_000)
  for (let time = 0; time < 90; time++) await here.patch(id, { longDescription: `${long}${time}` })
  const changes = async (after: number) =>
    accepted(await api.admin.get<{ Revision: number; Results: unknown[] }>(`/changes?after=${after}&limit=1000`))
  const page = await changes(first!.revision)
  assert.ok(page.Results.length > 1 && page.Results.length < 90, String(page.Results.length))
  const rest = await changes(page.Revision)
  assert.equal(page.Results.length + rest.Results.length, 90)
})

test('changes: a follower that is ahead of the journal is told so', async () => {
  refused(
    await api.admin.get('/changes?after=999999'),
    409,
    /revision 999999 is not in this history, which ends at \d+/,
  )
})
