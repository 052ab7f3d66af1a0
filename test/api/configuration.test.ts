import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { JsonObject } from '../../src/place/json.ts'
import { box, collection, feature } from '../support/boundaries.ts'
import { accepted, client, pointAt, refused, validPlace } from '../support/client.ts'
import type { Ending } from '../support/process.ts'
import { startService } from '../support/service.ts'
import { sharedSuite, suite } from '../support/suite.ts'

function folderWith(context: Ending, files: Readonly<Record<string, JsonObject>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-configuration-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(content))
  return folder
}

const cemetery = {
  type: 'object',
  'x-schema-org': 'Museum',
  properties: {
    graves: { type: 'integer', minimum: 0, description: 'Number of graves.' },
    faith: { type: 'string', maxLength: 50, description: 'Faith.' },
    open: { type: 'boolean', description: 'Takes new graves.' },
    parts: { type: 'array', items: { type: 'string' }, description: 'Its parts.' },
    built: { type: 'object', properties: { year: { type: 'integer' } }, description: 'When it was built.' },
  },
}
const boundaries = collection(
  feature({ county: 'Uppsala län', municipality: 'Uppsala', lkf: '038001' }, box(17, 59, 18, 60)),
  feature({ county: 'Stockholms län', municipality: 'Stockholm' }, box(18, 59, 19, 60)),
)
const origin = 'https://app.example.org'

/** A service without configuration. */
const plain = sharedSuite()
const configured = suite({
  env: {
    PLACE_TYPES: folderWith({ after }, { 'cemetery.json': cemetery }),
    BOUNDARIES: join(folderWith({ after }, { 'boundaries.json': boundaries }), 'boundaries.json'),
    PUBLIC_URL: 'https://places.example.org/base/',
    CORS_ORIGINS: `${origin},https://other.example.org`,
    LOCALE: 'en',
  },
})

test('D11: a schema of the operator describes a place type', async () => {
  const here = configured.scene()
  const put = (content: JsonObject) => configured.admin.put('/place', here.body({ placeTypes: { cemetery: content } }))
  const full = { graves: 12, faith: 'Ekumenisk', open: true, parts: ['norra', 'södra'], built: { year: 1890 } }
  assert.deepEqual(accepted(await put(full), 201).placeTypes, { cemetery: full })
  refused(await put({ graves: 'many' }), 400, /graves/)
  refused(await put({ graves: -1 }), 400, /graves/)
  refused(await put({ faith: 'x'.repeat(51) }), 400, /faith/)
  refused(await put({ Graves: 1 }), 400, /Graves/)
  refused(await put({ built: { month: 5 } }), 400, /month/)
})

test('D11: scalars that it describes are searchable and sortable', async () => {
  const here = configured.scene()
  for (const [name, graves, faith] of [
    ['A', 12, 'Ekumenisk'],
    ['B', 3, 'Judisk'],
    ['C', 100, 'Ekumenisk'],
  ] as const) {
    const content = { graves, faith, open: graves > 10, built: { year: 1900 + graves } }
    await here.add({ name, placeTypes: { cemetery: content } })
  }
  assert.deepEqual(await here.names('placetypes_cemetery_graves=12,3'), ['A', 'B'])
  assert.deepEqual(await here.names('placetypes_cemetery_faith=^eku'), ['A', 'C'])
  assert.deepEqual(await here.names('placetypes_cemetery_open=false'), ['B'])
  assert.deepEqual(await here.names('placetypes_cemetery_built_year=1912'), ['A'])
  assert.deepEqual(await here.names('orderby=placetypes_cemetery_graves-'), ['C', 'A', 'B'])
  assert.deepEqual(await here.names('q=judisk'), ['B'])
  refused(await here.search('placetypes_cemetery_graves=~1'), 400, /graves/)
  const { text } = await configured.admin.get('/openapi.json')
  assert.ok(text.includes('placetypes_cemetery_graves') && text.includes('Number of graves.'))
})

test('D11, D53: the schema of a type names its type in the vocabulary of schema.org', async () => {
  for (const [key, type] of Object.entries({ cemetery: 'Museum', churchAndChapel: 'Church' })) {
    const { id } = await configured.scene().add({ placeTypes: { [key]: {} } })
    assert.equal(JSON.parse((await configured.admin.get(`/place/${id}?format=jsonld`)).text)['@type'], type)
  }
})

test('D11: the other types stay as they are', async () => {
  const here = configured.scene()
  await here.add({ placeTypes: { parishHome: { anything: [1] } } })
  const polling = { pollingStation: { canPrintDubblettrostkort: 1 } }
  refused(await configured.admin.put('/place', here.body({ placeTypes: polling })), 400, /canPrintDubblettrostkort/)
})

test('D24: geolocationInfo comes from the configured boundaries', async () => {
  const here = configured.scene()
  const at = (longitude: number, latitude: number) => here.add({ geolocation: pointAt(longitude, latitude) })
  const uppsala = await at(17.64, 59.86)
  const info = { lkf: '038001', county: 'Uppsala län', municipality: 'Uppsala', country: 'SE' }
  assert.deepEqual(uppsala.geolocationInfo, info)
  assert.deepEqual((await at(18.06, 59.33)).geolocationInfo, {
    county: 'Stockholms län',
    municipality: 'Stockholm',
    country: 'SE',
  })
  assert.deepEqual((await at(12.5683, 55.6761)).geolocationInfo, { country: 'DK' })
  assert.equal(accepted(await here.search('geolocationinfo_municipality=uppsala')).TotalHits, 1)
  await here.patch(uppsala.id, { geolocation: pointAt(18.5, 59.5) })
  const { geolocationInfo } = await here.get(uppsala.id)
  assert.deepEqual(geolocationInfo, { county: 'Stockholms län', municipality: 'Stockholm', country: 'SE' })
})

test('D47: PUBLIC_URL makes complete addresses', async () => {
  const answer = await configured.admin.put('/v4/place', configured.scene().body())
  const { id } = accepted(answer, 201)
  assert.equal(answer.headers.get('location'), `https://places.example.org/base/v4/place/${id}`)
})

test('D47: LOCALE decides the order of names', async () => {
  const [swedish, english] = [plain.scene(), configured.scene()]
  for (const here of [swedish, english]) await here.addAll('Ö', 'Z', 'O', 'Å')
  assert.deepEqual(await swedish.names(), ['O', 'Z', 'Å', 'Ö'])
  assert.deepEqual(await english.names(), ['Å', 'O', 'Ö', 'Z'])
})

test('D47: CORS_ORIGINS lets pages of those origins call', async () => {
  const allowed = await configured.admin.get('/place', { origin })
  assert.equal(allowed.headers.get('access-control-allow-origin'), origin)
  const foreign = await configured.admin.get('/place', { origin: 'https://evil.example.org' })
  assert.equal(foreign.headers.get('access-control-allow-origin'), null)
  const preflight = await configured.nobody.send('OPTIONS', '/v4/place/x', {
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,if-match',
    },
  })
  assert.ok(preflight.status === 200 || preflight.status === 204, `${preflight.status}`)
  assert.match(preflight.headers.get('access-control-allow-methods') ?? '', /PATCH/)
  assert.match(preflight.headers.get('access-control-allow-headers') ?? '', /authorization/i)
  assert.match(allowed.headers.get('access-control-expose-headers') ?? '', /etag/i)
})

test('D47: without CORS_ORIGINS no other origin is allowed', async () => {
  const answer = await plain.admin.get('/place', { origin })
  assert.equal(answer.headers.get('access-control-allow-origin'), null)
})

test('D44: a stopped and started service answers the same', async (context) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'gazetteer-restart-'))
  context.after(() => rmSync(dataDir, { recursive: true, force: true }))
  const paths: string[] = [
    '/place?include=deleted,non-published&is=*&expand=owner',
    '/directory/owners',
    '/keys',
    '/changes',
  ]
  const first = await startService({ dataDir })
  const admin = client(first.url, first.adminKey)
  accepted(await admin.put('/directory/owners/unit-1', { name: 'Enheten' }), 201)
  const made = accepted(await admin.post<{ key: string }>('/keys', { name: 'kept', permissions: ['read'] }), 201)
  const parent = accepted(await admin.put('/place', validPlace({ name: 'Parent' })), 201)
  const child = accepted(await admin.put('/place', validPlace({ name: 'Child', parent: { id: parent.id } })), 201)
  accepted(await admin.patch(`/place/${parent.id}`, { updatedBy: 'a', name: 'Renamed' }), 204)
  accepted(await admin.delete(`/place/${child.id}?deletedby=a`), 204)
  paths.push(`/place/${parent.id}`, `/place/${child.id}/revisions`, `/place/by-slug/${parent.slug}`)
  const answers = async (url: string, key: string) =>
    Promise.all(
      paths.map(async (path) => {
        const { status, text, headers } = await client(url, key).get(path)
        return [path, status, text, headers.get('etag')]
      }),
    )
  const before = await answers(first.url, first.adminKey)
  await first.close()
  const second = await startService({ dataDir })
  context.after(() => second.close())
  assert.deepEqual(await answers(second.url, second.adminKey), before)
  accepted(await client(second.url, made.key).get('/place'))
})

test('D44: a read after an answered write sees it, at once', async () => {
  const here = plain.scene()
  await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const name = `Direkt ${n}`
      const { id, slug } = await here.add(name)
      assert.equal((await here.get(id)).name, name)
      assert.equal(accepted(await plain.admin.get(`/place/by-slug/${slug}`)).id, id)
      assert.equal(accepted(await here.search({ name })).TotalHits, 1)
      await here.patch(id, { name: `${name} b` })
      assert.equal(accepted(await here.search({ name })).TotalHits, 0)
    }),
  )
})

const wrongValues: readonly (readonly [name: string, value: string])[] = [
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', 'no such host'],
  ['LOG_LEVEL', 'loud'],
  ['LOCALE', 'not a locale'],
  ['DATA_DIR', '/proc/no-folder'],
  ['PUBLIC_URL', 'example.org'],
  ['PLACE_TYPES', '/missing-folder'],
  ['BOUNDARIES', '/missing-file.json'],
  ['DIRECTORY_URL', 'ftp://example.org'],
  ['CORS_ORIGINS', 'example.org/path'],
  ['MAP_STYLE_URL', 'style'],
  ['SEARCH', 'elsewhere'],
]

test('D47: a wrong value stops the start, and the message says which and why', async () => {
  for (const [name, value] of wrongValues) {
    await assert.rejects(
      async () => (await startService({ env: { [name]: value } })).close(),
      ({ message }: Error) => message.includes(name) && message.includes(value) && !message.includes('\n'),
      `${name}=${value}`,
    )
  }
})

test('D47: a wrong secret is not repeated', async () => {
  await assert.rejects(
    async () => (await startService({ env: { ADMIN_KEY: 'two words' } })).close(),
    ({ message }: Error) => message.includes('ADMIN_KEY') && !message.includes('two words'),
  )
})

test('D11: a schema that cannot be used stops the start', async (context) => {
  for (const files of [
    { 'castle.json': {} },
    { 'cemetery.json': { type: 'nonsense' } },
    { 'cemetery.json': [] as never },
    { 'cemetery.json': { ...cemetery, 'x-schema-org': 'a museum' } },
    { 'cemetery.json': { ...cemetery, 'x-schema-org': 5 } },
  ]) {
    const PLACE_TYPES = folderWith(context, files)
    await assert.rejects(
      async () => (await startService({ env: { PLACE_TYPES } })).close(),
      ({ message }: Error) => message.includes('PLACE_TYPES') && message.includes(Object.keys(files)[0] ?? ''),
    )
  }
})
