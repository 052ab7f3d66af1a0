import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { reason } from '../../src/common/reason.ts'
import type { JsonObject } from '../../src/place/json.ts'
import { bodies, readText } from '../exchange/support.ts'
import { accepted, type Payload, refused, validPlace } from '../support/client.ts'
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

const statuses = async (...records: readonly (JsonObject | string)[]) =>
  (await send(lines(...records))).map(({ status }) => status)

test('D49: a line with kind is an entry of the directory, any other a place', async () => {
  const here = api.scene()
  const category = randomUUID()
  const results = await send(
    lines(
      { kind: 'owner', id: here.owner, name: 'Importerad ägare', type: 'Församling', contactInfo: { email: 'a@b.se' } },
      { kind: 'category', id: category, name: 'Importerad kategori' },
      here.body({ name: 'Importerad plats', categories: [{ id: category }] }),
    ),
  )
  assert.deepEqual(
    results.map(({ line, status }) => [line, status]),
    [
      [1, 'created'],
      [2, 'created'],
      [3, 'created'],
    ],
  )
  const place = await here.get(results[2]?.id ?? '')
  assert.equal(place.owner.name, 'Importerad ägare')
  assert.deepEqual(place.categories, [{ id: category, name: 'Importerad kategori' }])
  assert.ok(place.slug.startsWith('importerad-agare-importerad-plats'))
})

test('D49: importing again updates by key and writes nothing for what is unchanged', async () => {
  const here = api.scene()
  const record = { ...here.body({ name: 'Nycklad', longDescription: ' x ' }), key: `${here.owner}/1` }
  const [first] = await send(lines(record))
  assert.equal(first?.status, 'created')
  const before = await here.get(first?.id ?? '')
  api.advance(1000)
  assert.deepEqual(await send(lines(record)), [{ ...first, status: 'unchanged' }])
  assert.deepEqual(await here.get(before.id), before)
  assert.deepEqual(await send(lines({ ...record, name: 'Ändrad' })), [{ ...first, status: 'changed' }])
  const after = await here.get(before.id)
  assert.equal(after.name, 'Ändrad')
  assert.notEqual(after.updated, before.updated)
  assert.deepEqual(await here.names(), ['Ändrad'])
})

test('D49: unchanged is judged after D19, and updatedBy alone is no change', async () => {
  const here = api.scene()
  const record = { ...here.body({ name: 'Sjö' }), key: `${here.owner}/1` }
  const variants: JsonObject[] = [
    { name: '  Sjo\u0308 ' },
    { longDescription: '' },
    { shortDescription: 'Sjö' },
    { contactInfo: { email: null }, categories: [], media: {} },
    { published: '2020-01-01T00:00:00Z' },
    { placeTypes: { churchAndChapel: {}, cemetery: null } },
  ]
  assert.deepEqual(await statuses(record), ['created'])
  assert.deepEqual(
    await statuses(...variants.map((variant) => ({ ...record, ...variant }))),
    variants.map(() => 'unchanged'),
  )
})

test('D49: key is unique, and not part of the place', async () => {
  const here = api.scene()
  const key = `${here.owner}/1`
  const results = await send(lines({ ...here.body({ name: 'A' }), key }, { ...here.body({ name: 'B' }), key }))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'changed'],
  )
  assert.equal(results[0]?.id, results[1]?.id)
  const place = await here.get(results[0]?.id ?? '')
  assert.equal('key' in place, false)
  refused(await api.admin.put('/place', here.body({ key })), 400, /key/)
})

test('D49: parentKey finds the parent, earlier in the same import or in an earlier one', async () => {
  const here = api.scene()
  const at = (n: number) => `${here.owner}/${n}`
  const results = await send(
    lines(
      { ...here.body({ name: 'Parent' }), key: at(1) },
      { ...here.body({ name: 'Child' }), key: at(2), parentKey: at(1) },
    ),
  )
  const [later] = await send(lines({ ...here.body({ name: 'Later' }), parentKey: at(1) }))
  for (const child of [results[1], later]) {
    assert.deepEqual((await here.get(child?.id ?? '')).parent, { id: results[0]?.id, name: 'Parent' })
  }
  const [orphan, grandchild] = await send(
    lines({ ...here.body(), parentKey: at(9) }, { ...here.body(), parentKey: at(2) }),
  )
  assert.equal(orphan?.status, 'refused')
  assert.equal(grandchild?.status, 'refused')
})

test('D49: a bad line is refused with every reason and its number, the rest is imported', async () => {
  const here = api.scene()
  const results = await send(
    lines(here.body({ name: 'Good' }), '{broken', '[]', here.body({ name: '', slug: 'x', published: 'never' }), {
      kind: 'castle',
      id: 'x',
      name: 'y',
    }),
  )
  assert.deepEqual(
    results.map(({ line, status }) => [line, status]),
    [
      [1, 'created'],
      [2, 'refused'],
      [3, 'refused'],
      [4, 'refused'],
      [5, 'refused'],
    ],
  )
  assert.deepEqual(results[3]?.errors?.map(({ pointer }) => pointer).sort(), ['/name', '/published', '/slug'])
  for (const { status, errors } of results) assert.equal(status === 'refused', (errors?.length ?? 0) > 0)
  assert.deepEqual(await here.names(), ['Good'])
})

test('D49: a directory line again changes or leaves the entry', async () => {
  const owner = { kind: 'owner', id: api.scene().owner, name: 'A', type: 'x' }
  assert.deepEqual(await statuses(owner), ['created'])
  assert.deepEqual(await statuses(owner), ['unchanged'])
  assert.deepEqual(await statuses({ ...owner, name: 'B' }), ['changed'])
  const [bad] = await send(lines({ kind: 'tag', id: 'no-uuid', name: 'x' }))
  assert.equal(bad?.status, 'refused')
})

test('import: empty lines count but are no records; the last line needs no end', async () => {
  const here = api.scene()
  const results = await send(`\n${JSON.stringify(here.body())}\n\r\n${JSON.stringify(here.body())}`)
  assert.deepEqual(
    results.map(({ line }) => line),
    [2, 4],
  )
  assert.deepEqual(await send(''), [])
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

test('D12: a place type that nobody knows is answered with the nearest one', async () => {
  const here = api.scene()
  const [result] = await send(lines(here.body({ placeTypes: { ParisHome: {} } })))
  assert.match(JSON.stringify(result), /did you mean 'parishHome'\?/)
})

test('import: gzip is read', async () => {
  const here = api.scene()
  const packed = gzipSync(lines(here.body({ name: 'Packed' })))
  assert.equal((await send(packed))[0]?.status, 'created')
  assert.deepEqual(await here.names(), ['Packed'])
})

test('import: many lines in one request, each answered in order', async () => {
  const here = api.scene()
  const results = await send(lines(...Array.from({ length: 1500 }, (_, n) => here.body({ name: `P${n}` }))))
  assert.deepEqual(
    results.map(({ line }) => line),
    Array.from({ length: 1500 }, (_, n) => n + 1),
  )
  assert.equal(accepted(await here.search('limit=0')).TotalHits, 1500)
})

test('D20: each line of an import may have 1 MiB and no more', async () => {
  const here = api.scene()
  const results = await send(lines(here.body(), JSON.stringify(here.body()) + ' '.repeat(1024 * 1024), here.body()))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'refused', 'created'],
  )
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

test('import: it ends where more than ten thousand records are refused, and these are most of all', async () => {
  const here = api.scene()
  const results = await send(`${lines(here.body())}\n${'1\n'.repeat(100_000)}`)
  assert.equal(results[0]?.status, 'created')
  assert.ok(results.length > 10_000 && results.length < 50_000, `${results.length}`)
  assert.match(results.at(-1)?.errors?.[0]?.detail ?? '', /reading stopped: \d+ records were refused/)
})

test('import: another type of body is 415', async () => {
  refused(await api.admin.post('/import', '[]', { 'content-type': 'application/json' }), 415)
  refused(await api.admin.post('/import', 'x', { 'content-type': 'text/csv' }), 415)
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

test('D20: a key has at most 500 characters, however many units each takes', async () => {
  const here = api.scene()
  const [fits, long] = await send(
    lines(
      { ...here.body({ name: 'Fits' }), key: `${'😀'.repeat(500)} ` },
      { ...here.body({ name: 'Long' }), key: '😀'.repeat(501), parentKey: 'x'.repeat(501) },
    ),
  )
  assert.equal(fits?.status, 'created')
  const tooLong = reason('max-characters', { max: 500, count: 501 })
  assert.equal(tooLong.detail, 'must have at most 500 characters, got 501')
  assert.deepEqual(long?.errors, [
    { pointer: '/key', ...tooLong },
    { pointer: '/parentKey', ...tooLong },
  ])
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
