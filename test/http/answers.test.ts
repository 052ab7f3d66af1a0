import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'
import { exchange } from './raw.ts'

const api = sharedSuite()

test('D47: without PUBLIC_URL the Location of a create is complete, at the version and host of the request', async () => {
  const here = api.scene()
  const root = await api.admin.put('/place', here.body())
  const id = accepted(root, 201).id
  assert.equal(root.headers.get('location'), `${api.url}/place/${id}`)
  const versioned = await api.admin.put('/v4/place', here.body())
  assert.equal(versioned.headers.get('location'), `${api.url}/v4/place/${accepted(versioned, 201).id}`)
})

test('the revision, which tells of each write, is for those who may read all places', async () => {
  const [reader, visitor] = [await api.keyed(['read']), await api.keyed(['read-published'])]
  const told = async (path: string, by = api.nobody) => (await by.get(path)).headers.has('gazetteer-revision')
  for (const path of ['/place', '/', '/health', '/openapi.json', '/nowhere'])
    assert.equal(await told(path), false, path)
  assert.equal(await told('/place', visitor), false)
  for (const path of ['/place', '/place/none', '/nowhere']) assert.equal(await told(path, reader), true, path)
})

test('a Host that is none does not get into Location', async () => {
  const body = JSON.stringify(api.scene().body())
  const head = ['PUT /place HTTP/1.1', 'Host: evil.test/path?x', `X-API-Key: ${api.admin.key}`, 'Connection: close']
  const rest = ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, '', '']
  const answer = await exchange(api.url, [...head, ...rest].join('\r\n'), Buffer.from(body).toString('latin1'))
  assert.match(answer, /^HTTP\/1\.1 201/)
  assert.doesNotMatch(answer, /evil/)
  assert.match(answer, new RegExp(`location: ${api.url}/place/`, 'i'))
})

test('D21: a former slug leads to the present one without the query, and no cache may keep that', async () => {
  const here = api.scene()
  const { id, slug } = await here.add('Before')
  await here.patch(id, { name: 'After' })
  const answer = await api.nobody.get(`/v4/place/by-slug/${slug}?apikey=${api.admin.key}`)
  assert.equal(answer.status, 301)
  const location = answer.headers.get('location') ?? ''
  assert.match(location, /^\/v4\/place\/by-slug\/[\w-]+after$/)
  assert.doesNotMatch(answer.text + location, new RegExp(api.admin.key ?? '-'))
  assert.match(answer.headers.get('cache-control') ?? '', /no-cache/)
  assert.equal(accepted(await api.admin.get(location)).id, id)
})

test('D43: a 304 has the headers of the answer it stands for, and no body', async () => {
  const { id } = await api.scene().add()
  for (const path of [`/place/${id}`, `/place?id=${id}`, '/openapi.json', `/place/${id}?test=true`]) {
    const plain = { 'accept-encoding': 'identity' }
    const whole = await api.admin.get(path, plain)
    const etag = whole.headers.get('etag') ?? ''
    assert.notEqual(etag, '', path)
    for (const given of [etag, `"other", ${etag}`, '*', etag.startsWith('W/') ? etag.slice(2) : `W/${etag}`]) {
      const same = await api.admin.get(path, { ...plain, 'if-none-match': given })
      assert.equal(same.status, 304, `${path} ${given}`)
      assert.equal(same.text, '')
      for (const name of ['etag', 'vary', 'cache-control'])
        assert.equal(same.headers.get(name), whole.headers.get(name))
    }
    assert.equal((await api.admin.get(path, { 'if-none-match': '"other", W/"x"' })).status, 200)
  }
})

test('D43: the sample place has a strong tag, sample searches have a weak one', async () => {
  const etag = async (path: string) => (await api.admin.get(path)).headers.get('etag') ?? ''
  assert.match(await etag('/place/x?test=true'), /^"[^"]+"$/)
  assert.match(await etag('/place?test=true'), /^W\/"[^"]+"$/)
})

test('every answer carries a request id, and a clean one of the caller is taken over', async () => {
  const given = async (id: string) =>
    (await api.admin.get('/placetype', { 'x-request-id': id })).headers.get('x-request-id')
  assert.equal(await given('trace-7.A_b'), 'trace-7.A_b')
  for (const bad of ['with space', 'x'.repeat(65), '"quoted"', 'gz_abc', '']) assert.notEqual(await given(bad), bad)
  const [one, other] = [await api.admin.get('/place'), await api.nobody.get('/nowhere')]
  assert.match(one.headers.get('x-request-id') ?? '', /^[\w-]+$/)
  assert.notEqual(one.headers.get('x-request-id'), other.headers.get('x-request-id'))
})

test('Server-Timing names the steps of a search, of a read and of a write', async () => {
  const { id } = await api.scene().add()
  const steps = async (path: string) => (await api.admin.get(path)).headers.get('server-timing') ?? ''
  assert.match(
    await steps('/place'),
    /^key;dur=[\d.]+, parse;dur=[\d.]+, search;dur=[\d.]+, (compress;dur=[\d.]+, )?total;dur=[\d.]+$/,
  )
  assert.match(await steps(`/place/${id}`), /read;dur=/)
  const write = await api.admin.patch(`/place/${id}`, { updatedBy: 'a' })
  assert.match(write.headers.get('server-timing') ?? '', /write;dur=/)
})

test('a problem names its path and never its query', async () => {
  const secret = 'gz_not-a-real-key'
  const problem = refused(await api.nobody.get(`/place/x?apikey=${secret}&name=~hidden`), 401)
  assert.equal(problem.instance, '/place/x')
  assert.doesNotMatch(JSON.stringify(problem), /hidden|gz_/)
  assert.equal(problem.type, '/docs/errors#unauthorized')
})

test('answers depend on the key, and say so', async () => {
  const { headers } = await api.admin.get('/place')
  assert.equal(headers.get('vary'), 'Accept-Encoding, Authorization, X-API-Key, SvkAuthSvc-ApiKey, Cookie, Accept')
  assert.equal(headers.get('access-control-allow-origin'), null)
})

test('GET /export gives NDJSON that an import takes back unchanged', async () => {
  await api.scene().addAll('One', 'Two')
  const exported = await api.admin.get('/export')
  assert.match(exported.headers.get('content-type') ?? '', /^application\/x-ndjson/)
  assert.equal((await api.admin.send('HEAD', '/export')).text, '')
  const answer = await api.admin.post('/import?dryRun=true', exported.text, { 'content-type': 'application/x-ndjson' })
  const results = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { status: string })
  assert.equal(results.length, exported.text.trim().split('\n').length)
  assert.ok(
    results.every(({ status }) => status !== 'refused'),
    answer.text,
  )
})

test('GET /changes answers at once when there is something, and when a change comes while it waits', async () => {
  type Changes = { Revision: number; Results: { id: string; action: string }[] }
  const here = api.scene()
  await here.add('Known')
  const first = accepted(await api.admin.get<Changes>('/changes?latest=true&limit=1'))
  const waiting = api.admin.get<Changes>(`/changes?after=${first.Revision}&wait=30`)
  const { id } = await here.add('New')
  const next = accepted(await waiting)
  assert.deepEqual(
    next.Results.map((change) => [change.id, change.action]),
    [[id, 'create']],
  )
  assert.deepEqual(accepted(await api.admin.get<Changes>(`/changes?after=${next.Revision}`)).Results, [])
})

test('a purge leaves a tombstone among the changes and nothing else', async () => {
  const { Revision } = accepted(await api.admin.get<{ Revision: number }>('/changes?latest=true&limit=1'))
  const { id } = await api.scene().add('To be forgotten')
  accepted(await api.admin.post(`/place/${id}/purge?confirm=${id}`), 204)
  refused(await api.admin.get(`/place/${id}`), 404)
  refused(await api.admin.post(`/place/${id}/purge`), 404)
  const { text } = await api.admin.get(`/changes?after=${Revision}&limit=1000`)
  assert.match(text, new RegExp(`"${id}","action":"purge"`))
  assert.doesNotMatch(text, /To be forgotten/)
})
