import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { JsonObject } from '../../src/place/json.ts'
import { bodies, readText } from '../exchange/support.ts'
import { type Payload, refused, validPlace } from '../support/client.ts'
import { sharedSuite } from '../support/suite.ts'

const api = sharedSuite()
const ndjson = { 'content-type': 'application/x-ndjson' }

interface Line {
  readonly line: number
  readonly key?: string
  readonly status: string
  readonly id?: string
  readonly errors?: readonly { pointer: string; detail: string }[]
}

const lines = (...records: readonly (JsonObject | string)[]) =>
  records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n')

async function send(body: Payload, query = '', headers = ndjson): Promise<Line[]> {
  const answer = await api.admin.post(`/import${query}`, body, headers)
  assert.equal(answer.status, 200, answer.text)
  return answer.text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

test('D49: each line is answered: entries of the directory, places with their parents, and what is refused', async () => {
  const here = api.scene()
  const category = randomUUID()
  const [parent, child] = [1, 2].map((number) => `${here.owner}/${number}`)
  const results = await send(
    lines(
      { kind: 'owner', id: here.owner, name: 'Importerad ägare', type: 'Församling', contactInfo: { email: 'a@b.se' } },
      { kind: 'category', id: category, name: 'Importerad kategori' },
      { ...here.body({ name: 'Importerad plats', categories: [{ id: category }] }), key: parent! },
      '{broken',
      here.body({ name: '', slug: 'x', published: 'never' }),
      { ...here.body({ name: 'Del' }), key: child!, parentKey: parent! },
    ),
  )
  assert.deepEqual(
    results.map(({ line, key, status }) => [line, key, status]),
    [
      [1, here.owner, 'created'],
      [2, category, 'created'],
      [3, parent, 'created'],
      [4, undefined, 'refused'],
      [5, undefined, 'refused'],
      [6, child, 'created'],
    ],
  )
  assert.equal(results[3]?.errors?.length, 1)
  assert.deepEqual(results[4]?.errors?.map(({ pointer }) => pointer).sort(), ['/name', '/published', '/slug'])
  const place = await here.get(results[2]?.id ?? '')
  assert.equal(place.owner.name, 'Importerad ägare')
  assert.deepEqual(place.categories, [{ id: category, name: 'Importerad kategori' }])
  assert.ok(place.slug.startsWith('importerad-agare-importerad-plats'))
  assert.deepEqual((await here.get(results[5]?.id ?? '')).parent, { id: place.id, name: 'Importerad plats' })
})

test('import: a dry run judges everything and writes nothing', async () => {
  const here = api.scene()
  const results = await send(lines(here.body(), here.body({ name: 5 })), '?dryRun=true')
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'refused'],
  )
  assert.deepEqual(await here.names(), [])
})

test('D17: import drops what a client may not send when allowOverposting=true', async () => {
  const here = api.scene()
  const sent = lines(here.body({ name: 'Marked', osm_id: 7, slug: 'mine' }))
  assert.equal((await send(sent))[0]?.status, 'refused')
  assert.equal((await send(sent, '?allowOverposting=true'))[0]?.status, 'created')
  assert.deepEqual(await here.names(), ['Marked'])
})

test('import: a gzip that becomes more than 200 times as long is 400, beyond 16 MiB', async () => {
  const here = api.scene()
  const few = Buffer.from(`${JSON.stringify(here.body())}${' '.repeat(1000_000)}\n`)
  assert.deepEqual(
    (await send(gzipSync(Buffer.concat(Array(16).fill(few))))).map(({ status }) => status),
    Array(16).fill('created'),
  )
  const line = gzipSync(Buffer.alloc(20 * 2 ** 20, 'x'))
  refused(await api.admin.post('/import', line, ndjson), 400, /bytes of gzip become \d+, and more than 200 times/)
  const blank = gzipSync(Buffer.alloc(20 * 2 ** 20, '\n'))
  refused(await api.admin.post('/import', blank, ndjson), 400, /more than 200 times/)
})

test('import: another type of body is 415', async () => {
  refused(await api.admin.post('/import', '[]', { 'content-type': 'application/json' }), 415)
  refused(await api.admin.post('/import', 'x', { 'content-type': 'text/html' }), 415)
  const macRoman = { 'content-type': 'text/csv; charset=macintosh' }
  refused(await api.admin.post('/import', 'x', macRoman), 415, /utf-8, utf-16 or windows-1252, got 'macintosh'/)
})

test('export: it is what import reads, and importing it again changes nothing', async () => {
  const here = api.scene()
  const keys = { parent: `${here.owner}/p`, child: `${here.owner}/c` }
  await send(
    lines(
      { kind: 'owner', id: here.owner, name: 'Exporterad', contactInfo: { city: 'X' } },
      { ...here.body({ name: 'Parent', depublished: '2030-01-01' }), key: keys.parent },
      {
        ...here.body({ name: 'Child', media: { images: [{ url: 'u', title: 't' }] } }),
        key: keys.child,
        parentKey: keys.parent,
      },
    ),
  )
  const gone = await here.add('Gone')
  await here.remove(gone.id)
  const answer = await api.admin.get('/export')
  assert.equal(answer.status, 200)
  assert.match(answer.headers.get('content-type') ?? '', /ndjson/)
  const exported = answer.text.split('\n').filter(Boolean)
  const mine = exported
    .map((line) => JSON.parse(line) as JsonObject)
    .filter((one) => JSON.stringify(one).includes(here.owner))
  assert.deepEqual(
    mine.map(({ kind, key, parentKey }) => [kind, key, parentKey]),
    [
      ['owner', undefined, undefined],
      [undefined, keys.parent, undefined],
      [undefined, keys.child, keys.parent],
    ],
  )
  assert.ok(!answer.text.includes(gone.id))
  const again = await send(mine.map((one) => JSON.stringify(one)).join('\n'))
  assert.deepEqual(
    again.map(({ status }) => status),
    ['unchanged', 'unchanged', 'unchanged'],
  )
})

test('export: it needs admin, since it holds what is restricted', async () => {
  const reader = await api.keyed(['read', 'create', 'update', 'delete'])
  refused(await reader.get('/export'), 403, /admin/)
})

test('import: one who waits for each answer before sending more gets it', async () => {
  const { owner } = api.scene()
  const lines = ['a', 'b'].map((key) => `${JSON.stringify({ ...validPlace({ name: key }), key: `${owner}-${key}` })}\n`)
  const answered = Promise.withResolvers<void>()
  async function* body() {
    yield new TextEncoder().encode(lines[0])
    await answered.promise
    yield new TextEncoder().encode(lines[1])
  }
  const init = { method: 'POST', body: body(), duplex: 'half', headers: { 'x-api-key': 'test-admin-key' } }
  const answer = await fetch(`${api.url}/import`, {
    ...init,
    headers: { ...init.headers, 'content-type': 'application/x-ndjson' },
  } as unknown as RequestInit)
  const results: string[] = []
  for await (const chunk of answer.body!) {
    results.push(...new TextDecoder().decode(chunk).trim().split('\n'))
    answered.resolve()
  }
  assert.deepEqual(
    results.map((line) => (JSON.parse(line) as { status: string }).status),
    ['created', 'created'],
  )
})

test('the examples of the document are imported, and the table says the same as the lines', async () => {
  const document = readFileSync(new URL('../../docs/import.md', import.meta.url), 'utf8')
  const example = (format: string) => new RegExp(`\`\`\`${format}\n(.*?)\`\`\``, 's').exec(document)?.[1] ?? ''
  const first = await send(example('ndjson'))
  assert.deepEqual(
    first.map(({ status }) => status),
    ['created', 'created', 'created'],
  )
  const table = bodies(await readText(example('csv'), { format: 'csv' }))
  const again = await send(lines(...table), `?updatedby=${encodeURIComponent('Anna Berg')}`)
  assert.deepEqual(
    again.map(({ status, id }) => ({ status, id })),
    [{ status: 'unchanged', id: first[1]?.id }],
  )
})
