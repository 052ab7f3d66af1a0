import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { type TestContext, test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'

const api = suite()

interface Change {
  readonly revision: number
  readonly id: string
  readonly action: string
  readonly left?: boolean
  readonly place?: { readonly name: string; readonly createdBy?: string }
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

/** A stream of server-sent events, read as lines. */
async function listen(context: TestContext, path: string, headers: Record<string, string> = {}) {
  const asked = get(`${api.url}${path}`, {
    agent: false,
    headers: { accept: 'text/event-stream', 'x-api-key': api.admin.key ?? '', ...headers },
  })
  context.after(() => asked.destroy())
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  let text = ''
  answer.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  // One that is closed here has been cut off.
  answer.on('error', () => {})
  const ended = new Promise((resolve) => answer.once('close', resolve))
  const events = () =>
    [...text.matchAll(/^id: (\d+)\ndata: (.*)$/gm)].map(([, id, data]) => ({
      id: Number(id),
      change: JSON.parse(data!) as Change,
    }))
  return {
    answer,
    ended,
    events,
    history: () => JSON.parse(/^id: \d+\nevent: history\ndata: (.*)\n\n/.exec(text)?.[1] ?? 'null'),
    until: async (count: number) => {
      while (events().length < count) await Promise.race([once(answer, 'data'), ended])
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
  await once(stream.answer, 'data')
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
  for (let count = 0; count < 100; count++)
    streams.push(await listen(context, '/changes?after=0&limit=1&brief=true', own))
  assert.ok(streams.every(({ answer }) => answer.statusCode === 200))
  const more = await listen(context, '/changes?brief=true', own)
  assert.equal(more.answer.statusCode, 429)
  streams[0]!.close()
  await streams[0]!.ended
  accepted(await api.admin.delete(`/keys/${body.id}`), 204)
  await api.scene().add()
  await Promise.all(streams.map(({ ended }) => ended))
  const narrowed = await api.keyed(['read-published'])
  const closed = await listen(context, '/changes', { 'x-api-key': narrowed.key ?? '' })
  assert.equal(closed.answer.statusCode, 403)
  const wrong = await listen(context, '/changes', { 'last-event-id': 'x' })
  assert.equal(wrong.answer.statusCode, 400)
})
