import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import fc, { type Arbitrary } from 'fast-check'
import { describePlace, fieldCatalogue } from '../../src/place/fields.ts'
import { builtInPlaceTypeSchemas } from '../../src/place/place-types.ts'
import { accepted, validPlace } from '../support/client.ts'
import { type HostileRequest, hostileCaller, sendBytes } from '../support/hostile.ts'
import { runs } from '../support/runs.ts'
import { suite } from '../support/suite.ts'

const json = { 'content-type': 'application/json' }
let caller: ReturnType<typeof hostileCaller>
let id = ''

const api = suite({
  async prepare({ url, admin, scene }) {
    caller = hostileCaller(url, admin.key ?? '')
    const here = scene()
    const body = (n: number) => here.body({ name: `Plats ${n}`, placeDetails: { hasWifi: n % 2 > 0 } })
    const lines = Array.from({ length: 60 }, (_, n) => JSON.stringify(body(n))).join('\n')
    accepted(await admin.post('/import', lines, { 'content-type': 'application/x-ndjson' }))
    id = (await here.add('The place')).id
  },
  async finish({ admin, nobody }) {
    caller.close()
    accepted(await nobody.get('/health/ready'))
    accepted(await admin.get(`/place/${id}`))
    assert.deepEqual(Object.keys(Object.prototype), [], 'nothing was polluted')
  },
})

/** Runs a property with a seed that is printed, so that a failure can be run again: FUZZ_SEED=… */
async function fuzz(context: TestContext, requests: Arbitrary<HostileRequest>, numRuns = 150): Promise<void> {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  context.diagnostic(`seed ${seed}`)
  const property = fc.asyncProperty(requests, async (hostile) => {
    await caller.ask(hostile)
  })
  await fc.assert(property, { seed, numRuns: runs(numRuns) })
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string(),
)
const encoded = text.map((value) => encodeURIComponent(value.toWellFormed()))

const filters = [...fieldCatalogue(describePlace(builtInPlaceTypeSchemas)).keys()]
const parameters = [
  'offset',
  'limit',
  'orderby',
  'q',
  'is',
  'nearby',
  'nearbyRadius',
  'bbox',
  'include',
  'expand',
  'test',
]
const date = fc.constantFrom(
  '2026-01-01',
  '20260101',
  '2026-01-01T10:00Z',
  '2026-02-30',
  '2026-01-01T10:00-05:00',
  '9999-12-31',
  '0000-01-01',
)
const number = fc.oneof(fc.double().map(String), fc.bigInt().map(String), fc.integer().map(String))
const word = fc.constantFrom(
  'plats',
  'kyrka',
  'åäö',
  'a',
  'true',
  'false',
  '*',
  'ChurchAndChapel',
  'deleted',
  'owner',
  'name',
  'distance',
)
const atom = fc.oneof(date, number, word, encoded)
const operator = fc.constantFrom('', '!', '^', '~', '!^', '!~', '!!', '~!', '\\', '\\!', '-', ' ')
const value = fc
  .array(
    fc
      .tuple(operator, atom, fc.constantFrom('', '-', '%20', '+', ',', '\\,'))
      .map(([sign, one, end]) => sign + one + end),
    { maxLength: 5 },
  )
  .chain((parts) => fc.constantFrom(',', '', '-', '+').map((between) => encodeURI(parts.join(between).toWellFormed())))
const parameterName = fc.oneof(fc.constantFrom(...filters), fc.constantFrom(...parameters), encoded)
const query = fc
  .array(fc.tuple(parameterName, value), { maxLength: 6 })
  .map((pairs) => pairs.map(([name, given]) => `${name}=${given}`.replace(/[^\x21-\x7e]/g, '')).join('&'))

test('fuzz: query strings from the grammar', async (context) => {
  await fuzz(
    context,
    query.map((all) => ({ method: 'GET', path: `/place?${all}` })),
    800,
  )
})

test('fuzz: one filter at a time', async (context) => {
  const one = fc.tuple(fc.constantFrom(...filters), value)
  await fuzz(
    context,
    one.map(([name, given]) => ({ method: 'GET', path: clean(`/place?${name}=${given}`) })),
    800,
  )
})

test('fuzz: query strings of anything that a line can hold', async (context) => {
  const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) })
  await fuzz(
    context,
    printable.map((all) => ({ method: 'GET', path: `/place?${all}` })),
  )
})

const methods = fc.constantFrom('GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND')
const piece = fc.oneof(
  fc.constantFrom(
    'place',
    'v4',
    'placetype',
    'keys',
    'directory',
    'owners',
    'by-slug',
    'revisions',
    'changes',
    '..',
    '.',
    '',
    '%2e%2e',
    '%00',
  ),
  fc.constantFrom(
    'import',
    'export',
    'health',
    'live',
    'docs',
    'openapi.json',
    'metrics',
    '__proto__',
    'constructor',
    '%ff',
    '%c0%af',
    '%',
  ),
  encoded,
)

test('fuzz: paths and methods', async (context) => {
  const path = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => clean(`/${pieces.join('/')}`))
  const requests = fc.record({ method: methods, path, headers: fc.constant(json), body: fc.constantFrom('', '{}') })
  await fuzz(context, requests, 500)
})

test('fuzz: parameters of the other routes', async (context) => {
  const paths = fc.constantFrom(
    `/place/${'x'}`,
    '/changes',
    '/keys',
    '/directory/owners',
    '/directory/tags',
    '/place/x/revisions',
  )
  const names = fc.constantFrom(
    'after',
    'limit',
    'offset',
    'q',
    'test',
    'expand',
    'childAction',
    'deletedby',
    'updatedby',
  )
  const requests = fc
    .tuple(paths, names, value)
    .map(([path, name, given]) => ({ method: 'GET', path: clean(`${path}?${name}=${given}`) }))
  await fuzz(context, requests)
})

const writes = fc.constantFrom(
  { method: 'PUT', path: '/place' },
  { method: 'PUT', path: '/place?allowOverposting=true' },
  { method: 'PATCH', path: 'ID' },
  { method: 'PUT', path: 'ID' },
  { method: 'PATCH', path: 'ID?allowOverposting=true' },
  { method: 'POST', path: '/keys' },
  { method: 'PUT', path: '/directory/owners/fuzz' },
  { method: 'POST', path: '/import' },
)
const bodied = (bodies: Arbitrary<string | Uint8Array>): Arbitrary<HostileRequest> =>
  fc.tuple(writes, bodies).map(([{ method, path }, body]) => ({
    method,
    path: path.replace('ID', `/place/${id}`),
    headers: path === '/import' ? { 'content-type': 'application/x-ndjson' } : json,
    body,
  }))

const members = [
  'name',
  'updatedBy',
  'owner',
  'id',
  'type',
  'geolocation',
  'geometry',
  'coordinates',
  'placeTypes',
  'parent',
]
const moreMembers = [
  'openHours',
  'days',
  'mo',
  'from',
  'to',
  'media',
  'links',
  'tags',
  'contactInfo',
  'phone',
  'published',
  '__proto__',
]
const memberName = fc.oneof(
  fc.constantFrom(...members, ...moreMembers, 'toString', 'constructor', 'length'),
  fc.string(),
)
const anyJson = fc.jsonValue({ maxDepth: 4 })
const objects = fc.dictionary(memberName, fc.oneof(anyJson, fc.dictionary(memberName, anyJson)))

test('fuzz: bodies of random bytes', async (context) => {
  await fuzz(context, bodied(fc.uint8Array({ maxLength: 200 })))
})

test('fuzz: bodies of random JSON', async (context) => {
  await fuzz(context, bodied(fc.oneof(anyJson, objects).map((one) => JSON.stringify(one))), 500)
})

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    '',
    ' ',
    0,
    -1,
    1e308,
    2 ** 53,
    true,
    [],
    {},
    [null],
    [[]],
    '\u0000',
    '\ud800',
    '2026-01-01',
    '24:00',
    '-',
  ),
  anyJson,
  fc.string({ unit: 'binary' }),
)

/** A valid body with the value at a random path replaced. */
const mutated = fc
  .tuple(
    fc.array(fc.tuple(fc.array(memberName, { minLength: 1, maxLength: 3 }), odd), { minLength: 1, maxLength: 4 }),
    fc.boolean(),
  )
  .map(([changes]) => {
    const body = structuredClone(validPlace({ owner: { id: 'fuzz', type: 'x' } })) as Record<string, unknown>
    // Of its own: one list twice in a body may come to hold itself.
    for (const [path, replacement] of changes) put(body, path, structuredClone(replacement))
    return JSON.stringify(body)
  })

function put(target: Record<string, unknown>, [member = '', ...rest]: readonly string[], replacement: unknown): void {
  const inner = Object.hasOwn(target, member) ? target[member] : undefined
  const next = rest.length > 0 && typeof inner === 'object' && inner !== null
  if (next) put(inner as Record<string, unknown>, rest, replacement)
  else if (Array.isArray(target)) target.push(replacement)
  else
    Object.defineProperty(target, member, { value: replacement, enumerable: true, writable: true, configurable: true })
}

test('fuzz: valid bodies with something else in them; what is accepted can be read and searched', async (context) => {
  await fuzz(context, bodied(mutated), 700)
  accepted(await api.admin.get('/place?is=*&include=deleted,non-published&limit=500&orderby=owner_name,name-&q=x'))
  accepted(await api.admin.get('/place?owner_id=fuzz&limit=500'))
})

test('fuzz: headers', async (context) => {
  const visible = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) })
  const names = fc.constantFrom(
    'if-match',
    'if-none-match',
    'accept',
    'accept-encoding',
    'content-type',
    'x-request-id',
    'origin',
  )
  const more = fc.constantFrom(
    'x-api-key',
    'cookie',
    'range',
    'expect-ct',
    'x-forwarded-host',
    'x-forwarded-proto',
    'traceparent',
  )
  const headers = fc.dictionary(
    fc.oneof(names, more),
    visible.map((all) => all.replace(/\x7f/g, '').trim()),
    { maxKeys: 4 },
  )
  const requests = fc.record({
    method: fc.constantFrom('GET', 'PATCH', 'PUT'),
    path: fc.constant(`/place/${'x'}`),
    headers,
  })
  await fuzz(
    context,
    requests.map((one) => ({ ...one, ...(one.method !== 'GET' && { body: '{}' }) })),
  )
})

test('fuzz: bytes that are no HTTP', async (context) => {
  const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
  context.diagnostic(`seed ${seed}`)
  const line = fc.constantFrom(
    'GET /place HTTP/1.1\r\n',
    'PUT /place HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n',
    'GET ',
    '',
  )
  const bytes = fc
    .tuple(line, fc.string({ unit: 'binary', maxLength: 60 }))
    .map(([start, rest]) => `${start}${rest}\r\n\r\n`)
  const property = fc.asyncProperty(bytes, async (sent) => {
    assert.doesNotMatch(await sendBytes(api.url, sent, 30), /^HTTP\/1\.1 5/)
  })
  await fc.assert(property, { seed, numRuns: runs(60) })
  accepted(await api.nobody.get('/health/live'))
})

function clean(path: string): string {
  return path.replace(/[^\x21-\x7e]/g, '')
}
