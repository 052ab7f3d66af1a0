import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { hiddenMembers } from '../../src/place/visibility.ts'
import { accepted, refused } from '../support/client.ts'
import { suite } from '../support/suite.ts'
import { until, within } from '../support/until.ts'
import { type Receiver, startReceiver } from '../support/webhook-receiver.ts'

const env = { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.0/8', SECRETS_KEY: 'a-key-of-the-tests-with-32-characters' }
const api = suite({ env })

/** A word that stands in every member that not everybody sees, and nowhere else. */
const secret = 'hemligheten'
const medium = { url: secret, title: secret, description: secret, provider: secret, tags: [secret] }
const content: JsonObject = {
  updatedBy: secret,
  depublished: '2030-01-01',
  media: {
    audio: [medium],
    video: [medium],
    images: [{ ...medium, alternateDescription: secret }],
    links: [{ url: 'open' }],
  },
}

interface Hooked {
  readonly receiver: Receiver
  readonly key: string
  readonly path: string
}

async function hooked(context: TestContext, permissions: readonly string[], more: JsonObject = {}): Promise<Hooked> {
  const receiver = await startReceiver(context)
  const { id: key } = accepted(await api.admin.post<{ id: string }>('/keys', { name: 'k', permissions }), 201)
  const { id } = accepted(await api.admin.post<{ id: string }>('/webhooks', { url: receiver.url, key, ...more }), 201)
  context.after(() => api.admin.delete(`/webhooks/${id}`))
  return { receiver, key, path: `/webhooks/${id}` }
}

const subjects = ({ receiver }: Hooked) => receiver.received.map(({ body }) => JSON.parse(body).subject as string)

/** Asserts that nothing that was received tells of a member that not everybody sees. */
function assertSilent({ receiver }: Hooked): void {
  const paths = hiddenMembers.map(({ path }) => path.join('.'))
  for (const { body } of receiver.received) {
    assert.ok(!body.includes(secret), body)
    const { changed = [], place = {} } = JSON.parse(body).data
    for (const path of paths) {
      assert.ok(!changed.some((one: string) => one === path || one.startsWith(`${path}.`)), path)
      const [member = '', inner] = path.split('.')
      assert.ok(inner === undefined ? !(member in place) : !(inner in (place[member] ?? {})), path)
    }
  }
}

test('a webhook without read-restricted carries nothing restricted, in no event and in no changed members', async (context) => {
  const [plain, whole] = [await hooked(context, ['read']), await hooked(context, ['read', 'read-restricted'])]
  const scene = api.scene()
  const { id } = await scene.add(content)
  // Only what the plain one does not see: of that it is not told at all.
  await scene.patch(id, { media: { images: [{ ...medium, title: `${secret} 2` }] }, updatedBy: secret })
  await scene.patch(id, { name: 'Nytt', published: null, depublished: null, updatedBy: secret })
  await scene.patch(id, { published: '2020-01-01', depublished: '2030-01-01', updatedBy: secret })
  accepted(await api.admin.delete(`/place/${id}?deletedby=${secret}`), 204)
  accepted(await api.admin.post(`/place/${id}/restore?updatedby=${secret}`))
  const last = await scene.add('Sist')
  await until('the last has come to both', () => [plain, whole].every((one) => subjects(one).at(-1) === last.id))
  assert.equal(plain.receiver.received.length, 6)
  assert.equal(whole.receiver.received.length, 7)
  assertSilent(plain)
  assert.equal(whole.receiver.received.filter(({ body }) => body.includes(secret)).length, 6, 'it could have been told')
})

test('what does not say which places is refused in a filter, not taken without effect', async () => {
  const { id: key } = accepted(await api.admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }), 201)
  for (const given of ['similar=true', 'hours=resolved', 'limit=5', 'format=csv', 'Facets=is', 'after=x']) {
    const body = { url: 'http://127.0.0.1:9/', key, filter: `q=kyrka&${given}` }
    const { errors } = refused(await api.admin.post('/webhooks', body), 400)
    assert.deepEqual(
      errors?.map(({ pointer, code }) => [pointer, code]),
      [['/filter', 'no-filter']],
      given,
    )
  }
})

test('a filter looks at nothing that the key does not see, also when the key loses it later', async (context) => {
  for (const filter of [`createdby=${secret}`, `media_images_title=${secret}`, `orderby=createdby`]) {
    const { id: key } = accepted(
      await api.admin.post<{ id: string }>('/keys', { name: 'k', permissions: ['read'] }),
      201,
    )
    const { errors } = refused(await api.admin.post('/webhooks', { url: 'http://127.0.0.1:9/', key, filter }), 400)
    assert.deepEqual(
      errors?.map(({ pointer }) => pointer),
      ['/filter'],
      filter,
    )
  }
  const words = await hooked(context, ['read'], { filter: `q=${secret}` })
  const names = await hooked(context, ['read', 'read-restricted'], { filter: `createdby=${secret}` })
  const all = await hooked(context, ['read'])
  const scene = api.scene()
  const first = await scene.add(content)
  await until('who may see it is told', () => subjects(names).includes(first.id))
  accepted(await api.admin.patch(`/keys/${names.key}`, { permissions: ['read'] }))
  await scene.add(content)
  const last = await scene.add({ ...content, name: secret })
  await until('the last has come', () => subjects(all).at(-1) === last.id)
  await until('a place whose name has the word has come', () => subjects(words).includes(last.id))
  assert.deepEqual(subjects(words), [last.id], 'what it does not see is not looked into')
  const { state, reason } = accepted(await api.admin.get<{ state: string; reason: string }>(names.path))
  assert.equal(state, 'paused')
  assert.match(reason, /filter.*createdby/)
  assert.deepEqual(subjects(names), [first.id], 'nothing is sent by a filter that the key may not use any more')
})

test('with read-published a webhook is told what becomes public, what changes meanwhile, and what ceases to be', async (context) => {
  const [narrowed, whole] = [await hooked(context, ['read-published']), await hooked(context, ['read'])]
  const scene = api.scene()
  const { id } = await scene.add({ name: 'Hemlig', published: null })
  await scene.patch(id, { name: 'Hemlig ännu' })
  const steps = [{ name: 'Ute', published: '2020-01-01' }, { name: 'Kvar' }, { name: 'Hemlig', published: null }]
  for (const [at, step] of steps.entries()) {
    await scene.patch(id, step)
    await narrowed.receiver.until((received) => received.length === at + 1)
  }
  await scene.patch(id, { name: 'Hemlig igen' })
  await scene.remove(id)
  const last = await scene.add('Sist')
  await until('the last has come to both', () => [narrowed, whole].every((one) => subjects(one).at(-1) === last.id))
  const told = narrowed.receiver.received.map(({ body }) => JSON.parse(body))
  assert.deepEqual(
    told.map(({ type, data }) => [type.replace('gazetteer.place.', ''), data.kinds.length, data.place?.name]),
    [
      ['published', 1, 'Ute'],
      ['changed', 1, 'Kvar'],
      ['unpublished', 1, undefined],
      ['published', 1, 'Sist'],
    ],
  )
  assert.ok(!JSON.stringify(told).includes('Hemlig'))
  assert.equal(whole.receiver.received.length, 8)
})

test('D50: with read-published the filter of a webhook is that of a search, by the parent too, and of a hidden one nothing is told', async (context) => {
  const scene = api.scene()
  const [shown, hidden] = [await scene.add('Moder'), await scene.add({ name: 'Dold moder', published: null })]
  const hooks = await Promise.all(
    [`parent_id=${shown.id}`, 'is=Partial', 'is=ChurchAndChapel', undefined].map((filter) =>
      hooked(context, ['read-published'], filter === undefined ? {} : { filter }),
    ),
  )
  const part = await scene.add({ name: 'Del', parent: { id: shown.id } })
  await scene.add({ name: 'Dold del', parent: { id: hidden.id } })
  const last = await scene.add('Sist')
  const all = hooks.at(-1)!
  await until('the last has come', () => subjects(all).at(-1) === last.id)
  await until('the last has come by its type', () => subjects(hooks[2]!).at(-1) === last.id)
  await until('the part has come by its parent', () => [0, 1].every((at) => subjects(hooks[at]!).length === 1))
  assert.deepEqual(hooks.map(subjects), [[part.id], [part.id], [last.id], [part.id, last.id]])
  const [event] = hooks[0]!.receiver.received.map(({ body }) => JSON.parse(body))
  assert.equal(event.data.place.parent.name, 'Moder')
})

test('D57: what becomes public or ceases to be with its parent is sent for each child, refused, skipped and sent again by itself', async (context) => {
  const scene = api.scene()
  const parent = await scene.add({ name: 'Moder', published: null })
  const parts: string[] = []
  for (const name of ['Ett', 'Två', 'Tre']) parts.push((await scene.add({ name, parent: { id: parent.id } })).id)
  const hook = await hooked(context, ['read-published'], { skipAfter: 1 })
  api.advance(1000)
  await hook.receiver.order({ next: ['take', 'take', 'refuse'] })
  await scene.patch(parent.id, { published: '2020-01-01' })
  await hook.receiver.until((received) => received.length === 4)
  const told = hook.receiver.received.map(({ body }) => JSON.parse(body))
  assert.deepEqual(subjects(hook), [parent.id, ...parts])
  const revision = told[0].data.revision
  for (const [at, event] of told.entries()) {
    const part = at === 0 ? '' : `-${parts[at - 1]}`
    assert.match(event.id, new RegExp(`-${revision}${part}$`))
    const kind = 'gazetteer.place.published'
    assert.deepEqual([event.type, event.data.kinds, event.data.changed.length > 0], [kind, [kind], at === 0])
    assert.equal(event.data.place.id, event.subject)
  }
  type Letter = { readonly revision: number; readonly place: string; readonly event: string }
  const letters = async () => accepted(await api.admin.get<Letter[]>(`${hook.path}/dead-letters`))
  await until('the refused one is a dead letter', async () => (await letters()).length === 1)
  assert.deepEqual(
    (await letters()).map(({ place, event }) => [place, event]),
    [[parts[1], told[2].id]],
  )
  const again = `${hook.path}/dead-letters/${revision}/send`
  assert.equal(accepted(await api.admin.post<{ status: number }>(again)).status, 204)
  assert.deepEqual([hook.receiver.received.at(-1)?.id, await letters()], [told[2].id, []])
  api.advance(1000)
  await scene.remove(parent.id)
  await hook.receiver.until((received) => received.length === 9)
  const gone = hook.receiver.received.slice(5).map(({ body }) => JSON.parse(body))
  assert.deepEqual(
    gone.map(({ type, subject, data }) => [type, subject, data.place]).toSorted(),
    [parent.id, ...parts].map((id) => ['gazetteer.place.unpublished', id, undefined]).toSorted(),
  )
})

/** Reads a stream up to its first change. */
async function firstEvents(path: string, key: string): Promise<string> {
  const { body } = await fetch(`${api.url}${path}`, { headers: { accept: 'text/event-stream', 'x-api-key': key } })
  let text = ''
  const reading = async () => {
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      text += piece
      // The first event names the history.
      if ((text.match(/^data: .*\n\n/gm)?.length ?? 0) > 1) break
    }
  }
  await within('the first change comes', reading(), () => text)
  return text
}

test('the feed and its stream obey the same, and tell no more in brief', async () => {
  const scene = api.scene()
  const plain = await api.keyed(['read'])
  const { id } = await scene.add(content)
  for (const brief of ['', '&brief=true']) {
    const path = `/changes?after=0&limit=1000&owner_id=${scene.owner}${brief}`
    const answer = await plain.get(path)
    accepted(answer)
    for (const text of [answer.text, await firstEvents(path, plain.key ?? '')]) {
      assert.ok(!text.includes(secret) && text.includes(id), text)
      assert.equal(text.includes(scene.owner), brief === '', text)
    }
  }
  const found = accepted(
    await plain.get<{ Results: unknown[] }>(`/changes?limit=1000&owner_id=${scene.owner}&q=${secret}`),
  )
  assert.deepEqual(found.Results, [])
})
