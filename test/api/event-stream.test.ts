import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import { type TestContext, test } from 'node:test'
import { directoryKinds } from '../../src/place/directory-kinds.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { stopTimeouts } from '../support/timeouts.ts'
import { nextEvent, until, within } from '../support/until.ts'

const api = suite()

interface Change {
  readonly revision: number
  readonly id: string
  readonly action: string
  readonly left?: boolean
  readonly place?: JsonObject
  readonly entry?: JsonObject
}
interface Feed {
  readonly Revision: number
  readonly Results: readonly Change[]
}

const feed = async (query = '', client = api.admin) => accepted(await client.get<Feed>(`/changes?limit=1000${query}`))
const lastRevision = async () => {
  let after = 0
  for (;;) {
    const { Revision, Results } = await feed(`&after=${after}`)
    if (Results.length === 0) return Revision
    after = Revision
  }
}
const told = ({ Results }: Feed) => Results.map(({ id, action, left }) => [id, action, ...(left ? ['left'] : [])])

test('the feed is narrowed by type, and by every filter of a search to what fits before or after', async () => {
  const after = await lastRevision()
  const scene = api.scene()
  const [mine, other] = [await scene.add({ published: null }), await scene.add({ owner: { id: 'else', type: 'x' } })]
  await scene.patch(mine.id, { published: '2020-01-01' })
  await scene.patch(other.id, { name: 'Elsewhere' })
  await scene.patch(mine.id, { owner: { id: 'else', type: 'x' } })
  await scene.patch(mine.id, { name: 'Gone elsewhere' })
  const own = `&after=${after}&owner_id=${scene.owner}`
  assert.deepEqual(told(await feed(own)), [
    [mine.id, 'create'],
    [mine.id, 'patch'],
    [mine.id, 'patch', 'left'],
  ])
  assert.deepEqual(told(await feed(`${own}&type=published`)), [[mine.id, 'patch']])
  assert.deepEqual(told(await feed(`&after=${after}&type=gazetteer.place.created`)), [
    [mine.id, 'create'],
    [other.id, 'create'],
  ])
  await scene.remove(other.id)
  assert.deepEqual(told(await feed(`&after=${after}&type=deleted,directory.changed`)), [[other.id, 'delete']])
  const none = await feed(`${own}&name=nobody`)
  assert.deepEqual([none.Results.length, none.Revision], [0, await lastRevision()], 'it says how far it has looked')
})

test('a filter of the feed obeys the rights of a search, and what is none is refused', async () => {
  const plain = await api.keyed(['read'])
  refused(await plain.get('/changes?createdby=anna'), 403)
  for (const query of ['nam=x', 'orderby=name', 'facets=is', 'type=vanished', 'bbox=1', 'include=deleted']) {
    refused(await api.admin.get(`/changes?${query}`), 400)
  }
  const scene = api.scene()
  const after = await lastRevision()
  await scene.add()
  const [change] = (await feed(`&after=${after}&type=created`, plain)).Results
  assert.ok(change?.place && !('createdBy' in change.place))
})

test('a mirror has everything, be it begun with the feed or with all places at once, while they are written', async () => {
  const scene = api.scene()
  const of = { categories: [{ id: randomUUID() }], tags: [{ id: randomUUID() }] }
  const named = [`owners/${scene.owner}`, `categories/${of.categories[0]!.id}`, `tags/${of.tags[0]!.id}`]
  for (const one of named) accepted(await api.admin.put(`/directory/${one}`, { name: `Namn i ${one}` }), 201)
  const bodies = Array.from({ length: 20 }, (_, at) => ({ name: `Spegel ${at}`, ...of }))
  const ids = (await scene.addAll(...bodies)).map(({ id }) => id)
  let isWriting = true
  const write = async (from: number) => {
    for (let at = from; isWriting; at = (at + 2) % ids.length) {
      await scene.patch(ids[at]!, { name: `Spegel ${at}, ny`, published: at % 3 === 0 ? null : '2020-01-01' })
      await scene.add()
    }
  }
  const writing = [write(0), write(1)]
  type Mirror = Map<string, unknown>
  const put = (mirror: Mirror, id: string, now: JsonObject | undefined) =>
    void (now ? mirror.set(id, now) : mirror.delete(id))
  const follow = async (mirror: Mirror, after: number): Promise<number> => {
    const { Revision, Results } = await feed(`&after=${after}`)
    for (const { id, place, entry } of Results) put(mirror, id, place ?? entry)
    return Results.length === 0 ? Revision : follow(mirror, Revision)
  }
  const [byFeed, atOnce]: Mirror[] = [new Map(), new Map()]
  const after = await follow(byFeed!, 0)
  const { Revision: begun } = accepted(await api.admin.get<Feed>('/changes?latest=true&limit=1'))
  const all = '/place?is=*&include=deleted,non-published&expand=owner,categories,tags&format=ndjson&limit=all'
  const { text } = await api.admin.get(all, { 'gazetteer-revision': String(begun) })
  for (const place of text
    .trim()
    .split('\n')
    .map((line): JsonObject => JSON.parse(line)))
    put(atOnce!, String(place.id), place)
  for (const list of directoryKinds) {
    const { Results } = accepted(await api.admin.get<{ Results: JsonObject[] }>(`/directory/${list}?limit=500`))
    for (const entry of Results) put(atOnce!, `${list}/${entry.id}`, entry)
  }
  isWriting = false
  await Promise.all(writing)
  await scene.remove(ids[0]!)
  accepted(await api.admin.post(`/place/${ids[1]}/purge?confirm=${ids[1]}`), 204)
  await follow(byFeed!, after)
  await follow(atOnce!, begun)
  assert.ok(byFeed!.size > 20 && byFeed!.has(ids[0]!) && !byFeed!.has(ids[1]!) && byFeed!.has(named[0]!))
  assert.deepEqual(atOnce, byFeed)
})

/** A stream of server-sent events, read as lines. */
async function listen(context: TestContext, path: string, headers: Record<string, string> = {}) {
  const asked = get(`${api.url}${path}`, {
    agent: false,
    headers: { accept: 'text/event-stream', 'x-api-key': api.admin.key ?? '', ...headers },
  })
  context.after(() => asked.destroy())
  const [answer] = (await nextEvent(asked, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  // One that is closed here has been cut off.
  answer.on('error', () => {})
  const closed = new Promise((resolve) => answer.once('close', resolve))
  const events = () =>
    [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data]) => ({
      id: Number(id),
      change: JSON.parse(data!) as Change,
    }))
  return {
    answer,
    ended: () => within('the stream ends', closed, () => text.slice(-500)),
    text: () => text,
    events,
    history: () => JSON.parse(/^id: \d+\nevent: history\ndata: (.*)\n\n/.exec(text)?.[1] ?? 'null'),
    until: async (count: number) => {
      const isThere = () => events().length >= count
      await until(`${count} changes have come`, isThere, { on: [answer, 'data'], saw: () => text })
      return events()
    },
    close: () => asked.destroy(),
  }
}

test('the feed comes as server-sent events, and goes on from the last one', async (context) => {
  const scene = api.scene()
  const after = await lastRevision()
  const stream = await listen(context, `/changes?after=${after}&owner_id=${scene.owner}`)
  assert.match(stream.answer.headers['content-type'] ?? '', /^text\/event-stream/)
  assert.equal(stream.answer.headers['content-encoding'], undefined)
  const first = await scene.add('One')
  await stream.until(1)
  await api.scene().add('Of somebody else')
  await scene.patch(first.id, { name: 'Two' })
  const events = await stream.until(2)
  assert.deepEqual(
    events.map(({ change }) => change.place?.name),
    ['One', 'Two'],
  )
  assert.deepEqual(
    events.map(({ id }) => id),
    events.map(({ change }) => change.revision),
  )
  stream.close()
  await scene.patch(first.id, { name: 'Three' })
  const again = await listen(context, `/changes?after=0&owner_id=${scene.owner}`, {
    'last-event-id': String(events[1]!.id),
  })
  assert.deepEqual(
    (await again.until(1)).map(({ change }) => change.place?.name),
    ['Three'],
  )
})

test('a stream without a revision begins with what comes from now on, and one that is ahead is told so', async (context) => {
  const scene = api.scene()
  await scene.add('Before')
  const stream = await listen(context, `/changes?brief=true&owner_id=${scene.owner}`)
  await nextEvent(stream.answer, 'data')
  const { id } = await scene.add('After')
  const [{ change } = { change: undefined }] = await stream.until(1)
  const { History } = accepted(await api.admin.get<{ History: string }>('/changes?limit=1'))
  assert.deepEqual(stream.history(), { History }, 'it is told which journal that is of')
  assert.deepEqual([change?.id, change?.action, change?.place], [id, 'create', undefined])
  const ahead = await listen(context, '/changes', { 'last-event-id': '999999' })
  assert.equal(ahead.answer.statusCode, 409)
})

test('a stream ends with its key, needs read, and is one of a bounded number', async (context) => {
  const { body } = await api.admin.post<{ id: string; key: string }>('/keys', {
    name: 'listener',
    permissions: ['read'],
  })
  const own = { 'x-api-key': body.key }
  const streams = []
  for (const [path, most] of [
    ['/changes?after=0&limit=1&brief=true', 100],
    ['/changes?after=0&limit=1', 20],
  ] as const) {
    for (let count = 0; count < most; count++) streams.push(await listen(context, path, own))
    const { answer } = await listen(context, path, own)
    assert.equal(answer.statusCode, 429, path)
  }
  assert.ok(streams.every(({ answer }) => answer.statusCode === 200))
  streams[0]!.close()
  await streams[0]!.ended()
  accepted(await api.admin.delete(`/keys/${body.id}`), 204)
  await Promise.all(streams.map(({ ended }) => ended()))
  assert.ok(
    streams.slice(1).every(({ answer }) => answer.complete),
    'in order',
  )
  const narrowed = await api.keyed(['read-published'])
  const closed = await listen(context, '/changes', { 'x-api-key': narrowed.key ?? '' })
  assert.equal(closed.answer.statusCode, 403)
  const wrong = await listen(context, '/changes', { 'last-event-id': 'x' })
  assert.equal(wrong.answer.statusCode, 400)
})

test('requests that wait for changes are as many as streams, and beside them', async (context) => {
  const { key } = await api.keyed(['read'])
  const ask = (path: string) => {
    const asked = get(`${api.url}${path}`, { agent: false, headers: { 'x-api-key': key ?? '' } })
    context.after(() => asked.destroy())
    return nextEvent(
      asked.on('error', () => {}),
      'response',
    ).then(([answer]) => (answer as IncomingMessage).resume())
  }
  const { answer } = await listen(context, '/changes', { 'x-api-key': key ?? '' })
  assert.equal(answer.statusCode, 200)
  for (const [brief, most] of [
    [true, 100],
    [false, 20],
  ] as const) {
    const path = `/changes?after=${await lastRevision()}&limit=1&wait=60&brief=${brief}`
    const waiting = Array.from({ length: most + 1 }, () => ask(path))
    const refused = await Promise.race(waiting)
    assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '5'], `${most}`)
    await api.scene().add()
    const answers = await Promise.all(waiting)
    assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, most)
    assert.equal((await ask(path)).statusCode, 200, 'and there is capacity again')
  }
})

test('a stream on which nothing happens has a comment every 15 s, until its key has expired', async (context) => {
  const expires = '2026-06-16T12:00:00Z'
  const { key = '' } = await api.keyed(['read'], { expires })
  const pass = stopTimeouts(context)
  const stream = await listen(context, '/changes?brief=true', { 'x-api-key': key })
  const comments = () =>
    stream
      .text()
      .split('\n')
      .filter((line) => line === ':').length
  /** What the service has to do by now is done when it has answered another. */
  const turn = async () => void accepted(await api.nobody.get('/health/live'))
  await until('it has looked', () => comments() === 1)
  for (const count of [1, 2]) {
    await turn()
    pass(14_999)
    await turn()
    assert.equal(comments(), count)
    pass(1)
    await until('there is one more', () => comments() === count + 1)
  }
  await turn()
  api.setNow(expires)
  pass(15_000)
  await stream.ended()
  assert.ok(stream.answer.complete, 'in order')
})

test('1,000 streams are open at most, whosever they are', async (context) => {
  const isOpen = async (count: number) =>
    new RegExp(`^gazetteer_change_streams ${count}$`, 'm').test((await api.admin.get('/metrics')).text)
  const open = (key = '') => listen(context, '/changes?brief=true', { 'x-api-key': key })
  await until('those of before are closed', () => isOpen(0))
  const streams = []
  for (let caller = 0; caller < 10; caller++) {
    const { key } = await api.keyed(['read'])
    streams.push(...(await Promise.all(Array.from({ length: 100 }, () => open(key)))))
  }
  assert.ok(streams.every(({ answer }) => answer.statusCode === 200))
  assert.ok(await isOpen(1000))
  const { key } = await api.keyed(['read'])
  const { answer, ended, text } = await open(key)
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '5'])
  await ended()
  assert.match(JSON.parse(text()).detail, /^1000 streams are open; try again later/)
  streams[0]!.close()
  await until('there is capacity for the next', async () => (await open(key)).answer.statusCode === 200)
})
