import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { accepted, type Client, client, type PlaceAnswer, validPlace } from '../support/client.ts'
import { temporaryFolder } from '../support/process.ts'
import { startService, type TestService } from '../support/service.ts'
import { openToVisitors } from '../support/visitors.ts'

const ends = new AsyncDisposableStack()
const images = [{ url: 'https://pictures.invalid/secret.jpg', title: 'Bildtitel' }]
let service: TestService
const made: Record<'place' | 'part' | 'hiddenPart' | 'draft' | 'deleted', PlaceAnswer> = {} as never

before(async () => {
  const dataDir = temporaryFolder({ after: (end) => ends.defer(async () => void (await end())) })
  const prepare = async (admin: Client) => {
    const put = async (more: JsonObject) => accepted(await admin.put<PlaceAnswer>('/place', validPlace(more)), 201)
    made.place = await put({ name: 'Domkyrkan', media: { images }, updatedBy: 'Märta Hemlig' })
    made.part = await put({ name: 'Kryptan', parent: { id: made.place.id } })
    made.hiddenPart = await put({ name: 'Tornets utkast', published: null, parent: { id: made.place.id } })
    made.draft = await put({ name: 'Nya kapellet', published: null })
    made.deleted = await put({ name: 'Den rivna' })
    accepted(await admin.delete(`/place/${made.deleted.id}?deletedby=Anna`), 204)
    made.deleted = accepted(await admin.get<PlaceAnswer>(`/place/${made.deleted.id}`))
  }
  service = await startService(await openToVisitors(prepare, { dataDir, permissions: ['read-published'] }))
  ends.defer(() => service.close())
})
after(() => ends.disposeAsync())

interface Rights {
  readonly permissions: readonly string[]
  readonly owners?: readonly string[]
}

/** Signs in by a key with these rights, and returns how the browser reads pages from then on. */
async function readerWith(rights: Rights | 'admin') {
  const admin = client(service.url, service.adminKey)
  const key =
    rights === 'admin'
      ? service.adminKey
      : accepted(await admin.post<{ key: string }>('/keys', { name: 'Läsaren', ...rights }), 201).key
  const answer = await client(service.url).post('/auth/key', { key }, { origin: service.url })
  assert.equal(answer.status, 200, answer.text)
  const cookie = answer.headers.getSetCookie()[0]!.replace(/;.*/, '')
  return (path: string) => client(service.url).get(path, { accept: 'text/html', 'accept-language': 'en', cookie })
}

const visitor = (path: string) => client(service.url).get(path, { accept: 'text/html', 'accept-language': 'en' })

/** What a reader finds, by the names below. */
async function seenBy(read: typeof visitor): Promise<readonly string[]> {
  const place = await read(`/p/${made.place.slug}`)
  const [draft, deleted] = [await read(`/p/${made.draft.slug}`), await read(`/p/${made.deleted.slug}`)]
  const lists = await Promise.all(
    ['/', '/?q=kapellet', '/in', `/owner/unit-1`, `/p/${made.place.slug}/parts`].map((path) => read(path)),
  )
  const texts = [place, draft, deleted, ...lists].map(({ text }) => text)
  const anywhere = (text: string) => texts.some((page) => page.includes(text))
  assert.ok(place.text.includes('<h1>Domkyrkan</h1>'))
  const found = {
    media: anywhere('Bildtitel') || anywhere('secret.jpg'),
    people: anywhere('Märta Hemlig'),
    drafts: draft.status === 200 || anywhere('Tornets utkast') || anywhere('Nya kapellet'),
    deleted: deleted.status === 200 || anywhere('Den rivna'),
    history: place.text.includes('/history"'),
    edit: place.text.includes('/edit"'),
    publish: place.text.includes('/publish"'),
    follows: place.text.includes('data-revision='),
    create: place.text.includes('manage/new'),
    restore: deleted.text.includes('/publish"'),
  }
  for (const { text } of [place, draft, deleted, ...lists]) assert.ok(!text.includes(service.adminKey))
  return Object.keys(found).filter((name) => found[name as keyof typeof found])
}

test('D50, D51, D58: a page shows each kind of reader what their rights allow, and nothing else', async () => {
  const media = ['read', 'read-media']
  assert.deepEqual(await seenBy(visitor), [], 'a visitor')
  assert.deepEqual(await seenBy(await readerWith({ permissions: ['read-published'] })), [])
  assert.deepEqual(await seenBy(await readerWith({ permissions: ['read-published', 'read-media'] })), ['media'])
  assert.deepEqual(await seenBy(await readerWith({ permissions: ['create'] })), ['create'], 'as a visitor')
  const read = ['drafts', 'deleted', 'follows']
  assert.deepEqual(await seenBy(await readerWith({ permissions: ['read'] })), read)
  assert.deepEqual(await seenBy(await readerWith({ permissions: media })), ['media', ...read])
  const restricted = ['media', 'people', ...read]
  assert.deepEqual(await seenBy(await readerWith({ permissions: ['read', 'read-restricted'] })), restricted)
  const editor = { permissions: ['read', 'update', 'delete'] }
  assert.deepEqual(await seenBy(await readerWith({ ...editor, owners: ['other'] })), [
    ...['drafts', 'deleted', 'history', 'follows'],
  ])
  assert.deepEqual(await seenBy(await readerWith({ ...editor, owners: ['unit-1'] })), [
    ...['drafts', 'deleted', 'history', 'edit', 'publish', 'follows', 'restore'],
  ])
  assert.deepEqual(await seenBy(await readerWith('admin')), [
    ...['media', 'people', 'drafts', 'deleted', 'history', 'edit', 'publish', 'follows', 'create', 'restore'],
  ])
})

test('D58: editors find drafts among parts and lists, with their state', async () => {
  const read = await readerWith({ permissions: ['read', 'update'] })
  const { text } = await read(`/p/${made.place.slug}`)
  assert.match(text, /<b>Tornets utkast<\/b> <b class="badge" data-state="draft">Draft<\/b>/)
  assert.match((await read(`/p/${made.draft.slug}`)).text, /This is a draft\./)
  assert.match((await read(`/p/${made.deleted.slug}`)).text, /This place was deleted on/)
  assert.match((await read('/owner/unit-1')).text, /Nya kapellet<\/a> <b class="badge"/)
})

test('D58: a redirect for a person with a session is kept by no cache', async () => {
  const read = await readerWith({ permissions: ['read'] })
  for (const path of [`/p/${made.draft.id}`, `/p/${made.draft.slug}/`, `/p/${made.place.id}/parts`]) {
    const { status, headers } = await read(path)
    assert.equal(status, 301, path)
    assert.equal(headers.get('cache-control'), 'private, no-store', path)
  }
  assert.equal((await visitor(`/p/${made.draft.id}`)).status, 404)
})

test('D58: without PUBLIC_KEY a page for reading is the sign-in for strangers, and the page for those with a session', async (context) => {
  const dataDir = temporaryFolder(context)
  const closed = await startService({ dataDir })
  context.after(() => closed.close())
  const admin = client(closed.url, closed.adminKey)
  const { slug } = accepted(await admin.put<PlaceAnswer>('/place', validPlace({ name: 'Domkyrkan' })), 201)
  const paths = [`/p/${slug}`, '/p/none', '/in', '/owner/unit-1', `/p/${slug}/parts`]
  for (const path of paths) {
    const stranger = await client(closed.url).get(path)
    assert.equal(stranger.status, 401, path)
    assert.match(stranger.text, /<div id="page">/)
    assert.doesNotMatch(stranger.text, /Domkyrkan/)
    assert.match(stranger.text, /noindex/)
  }
  const signIn = (key: string) => client(closed.url).post('/auth/key', { key }, { origin: closed.url })
  const cookieOf = async (key: string) => (await signIn(key)).headers.getSetCookie()[0]!.replace(/;.*/, '')
  const cookie = await cookieOf(closed.adminKey)
  assert.match((await client(closed.url).get(`/p/${slug}`, { cookie })).text, /<h1>Domkyrkan<\/h1>/)
  assert.match((await client(closed.url).get('/', { cookie })).text, /<b>Domkyrkan<\/b>/)
  const { key } = (await admin.post<{ key: string }>('/keys', { name: 'writer', permissions: ['create'] })).body
  const writer = await client(closed.url).get(`/p/${slug}`, { cookie: await cookieOf(key) })
  assert.equal(writer.status, 403)
  assert.doesNotMatch(writer.text, /Domkyrkan/)
})
