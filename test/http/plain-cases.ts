import fc, { type Arbitrary } from 'fast-check'

/** What a caller does on one connection; all in Latin-1. */
export interface Conversation {
  /** Requests of which it is certain where they end, however wrong they may be otherwise. */
  readonly requests: readonly string[]
  /** The last one, which may be anything; the caller closes its side behind it. */
  readonly last: string
  /** Where they are cut into packets: shares of the whole. */
  readonly cuts: readonly number[]
  /** Whether each request is sent when the one before it is answered, or all of them at once. */
  readonly inTurn: boolean
}

export interface Subjects {
  readonly key: string
  /** A key that is not known any more. */
  readonly revokedKey: string
  readonly ids: readonly string[]
  /** A tag of the first place. */
  readonly etag: string
}

/** Stands where the request says which conversation it is of; set by whoever sends it. */
export const idPlace = 'ID'

/** Bytes that are read differently by those who read HTTP carelessly. */
const pitfalls = [
  ...'\r\n\t \0\x0b\x0c\x1f\x7f\x80\x85\xa0\xff:,;#?%/"\\=@AzÅ',
  '\r\n',
  '\r\n\r\n',
  '%00',
  '%0d%0a',
  ': ',
]

/** Conversations with the packets and the faults that callers may send. */
export function conversations(subjects: Subjects): Arbitrary<Conversation> {
  const right = lines('GET', 'HTTP/1.1', subjects)
  const tame = withFields(right, tameFields(subjects))
  const plain = withFields(right, fields(subjects, harmlessFields(subjects)))
  const odd = withFields(
    fc.oneof(right, ...methods.map((method) => lines(method, 'HTTP/1.1', subjects)), ...oddVersions(subjects)),
    fields(subjects, [...harmlessFields(subjects), ...oddFields]),
  )
  const broken = fc
    .tuple(fc.oneof(tame, odd), fc.array(mistakes, { minLength: 1, maxLength: 3 }))
    .map(([text, wrong]) => wrong.reduce((changed, mistake) => mistake(changed), text))
  const mixed = fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: withBody(subjects) })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  return fc.record({
    requests: fc.oneof(fc.array(tame, { maxLength: 3 }), fc.array(mixed, { maxLength: 4 })),
    last: fc.oneof(tame, odd, sly(tame), broken),
    cuts: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(share, { maxLength: 4 }) },
    ),
    inTurn: fc.boolean(),
  })
}

/** A request with a pitfall behind one of its fields. */
function sly(request: Arbitrary<string>): Arbitrary<string> {
  return fc.tuple(request, fc.constantFrom(...pitfalls), fc.nat()).map(([text, pitfall, place]) => {
    const parts = text.split('\r\n')
    const at = 1 + (place % (parts.length - 3))
    return parts.with(at, `${parts[at]}${pitfall}`).join('\r\n')
  })
}

const methods = ['HEAD', 'get', 'OPTIONS']
const oddVersions = (subjects: Subjects) =>
  ['HTTP/1.0', 'HTTP/2.0', 'http/1.1', 'HTTP/1.1 ', 'HTTP/1.10'].map((version) => lines('GET', version, subjects))

function lines(method: string, version: string, { ids }: Subjects): Arbitrary<string> {
  const target = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...targets(ids)) },
    { weight: 1, arbitrary: fc.nat(5_000).map((length) => `/place?q=${'a'.repeat(length)}`) },
  )
  return target.map((text) => `${method} ${text} ${version}`)
}

function withFields(line: Arbitrary<string>, rest: Arbitrary<string[]>): Arbitrary<string> {
  return fc.tuple(line, rest, fc.nat()).map(([first, others, place]) => {
    const named = others.toSpliced(place % (others.length + 1), 0, `X-Request-Id: ${idPlace}`)
    return [first, ...named, '', ''].join('\r\n')
  })
}

/** Of requests that Node need not read. */
function tameFields({ key, etag }: Subjects): Arbitrary<string[]> {
  const some = [
    'Accept-Encoding: gzip, br',
    'Accept: */*',
    'Connection: keep-alive',
    `If-None-Match: ${etag}`,
    'X-A: 1',
  ]
  return fc.subarray(some).map((more) => ['Host: x', `X-API-Key: ${key}`, ...more])
}

function targets(ids: readonly string[]): string[] {
  const [id = '', other = ''] = ids
  return [
    ...ids.map((each) => `/place/${each}`),
    `/v4/place/${id.toUpperCase()}`,
    `/place/${id}?include=non-published`,
    `/place/${id}/`,
    `/place/${other}?fields=name`,
    `//place/${id}`,
    `http://elsewhere/place/${id}`,
    `/place/${id}#here`,
    `/place/${id}?#here`,
    '/place',
    '/place?',
    '/place/',
    '/place/01a1fc91-5ff6-7054-96f6-374ea09fb77c',
    '/place?limit=2&offset=1',
    '/place?limit=100&include=non-published',
    '/place?limit=1&limit=2',
    '/place?q=kyrka&facet=placeType',
    '/place?name=^t&orderby=name',
    '/place?q=%00',
    '/place?q=%',
    '/place?q=%c3%b6&limit=1',
    '/place??limit=1',
    '/place?limit=x',
    '/place?unknown=1',
    '/place?internalNotes=~a',
    '/v4/place?limit=1',
    '/nowhere',
    '*',
  ]
}

function fields({ key, revokedKey }: Subjects, others: readonly string[]): Arbitrary<string[]> {
  const credentials = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(`X-API-Key: ${key}`, `Authorization: Bearer ${key}`, `svkauthsvc-apikey:${key}`),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `X-API-Key: ${revokedKey}`,
        `x-api-key: \t${key}\t `,
        `AUTHORIZATION: bearer  ${key}`,
        '',
      ),
    },
  )
  const host = fc.oneof(
    { weight: 9, arbitrary: fc.constant('Host: x') },
    { weight: 1, arbitrary: fc.constantFrom('host:x', 'HOST: a b', 'Host:', 'Host: x\r\nHost: x', 'X-Host: x') },
  )
  const more = fc.array(fc.constantFrom(...others), { maxLength: 3 })
  return fc
    .tuple(host, credentials, more)
    .map(([first, second, rest]) => [first, second, ...rest].filter((field) => field !== ''))
}

function harmlessFields({ etag }: Subjects): string[] {
  return [
    'Accept-Encoding: gzip, br',
    'Accept-Encoding: identity;q=0',
    'accept-encoding: zstd',
    'Accept: application/json',
    'Accept: application/geo+json',
    `If-None-Match: ${etag}`,
    `If-None-Match: "a",  ${etag} `,
    'If-None-Match: *',
    'If-Modified-Since: Sat, 29 Oct 1994 19:43:31 GMT',
    'Range: bytes=0-10',
    'Origin: https://elsewhere.example',
    'Connection: keep-alive',
    'Connection: Keep-Alive',
    'Connection: keep-alive, X-API-Key',
    'Keep-Alive: timeout=1',
    'TE: trailers',
    'Content-Length: 0',
    'Content-Type: text/plain',
    'Gazetteer-Revision: 1',
    'Cookie: a=b; c=d',
    'X-A: 1',
    'X-A: 2',
    'X-A:',
    'X-A:  b\t ',
    'x-latin: \xe4\xf6',
    '__proto__: x',
    `X-Long: ${'b'.repeat(5_000)}`,
  ]
}

/** After which no more may be read, or nothing in the same way. */
const oddFields = [
  'Connection: close',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Upgrade: h2c',
  'Proxy-Connection: close',
  'Expect: 100-continue',
  'Expect: nothing',
  'X-B: a\x0b',
  'X-B: a\x0c',
  'X-B: a\x7f',
  'X-B: a\xa0',
  'X-B: a\n',
  'X-B: a\r',
  'X-B : a',
  ' folded',
  'Å: x',
]

/** A request whose body must not be taken for a request. */
function withBody({ key, ids }: Subjects): Arbitrary<string> {
  const inside = `GET /place/${ids[0]} HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n\r\n`
  const head = (method: string, ...more: string[]) =>
    [`${method} /place HTTP/1.1`, 'Host: x', `X-API-Key: ${key}`, `X-Request-Id: ${idPlace}`, ...more, '', ''].join(
      '\r\n',
    )
  const whole = (method: string) => `${head(method, `Content-Length: ${inside.length}`)}${inside}`
  const chunk = `${inside.length.toString(16)}\r\n${inside}\r\n0\r\n\r\n`
  return fc.constantFrom(whole('GET'), whole('DELETE'), `${head('GET', 'Transfer-Encoding: chunked')}${chunk}`)
}

/** A change somewhere in the bytes of a request. */
const mistakes: Arbitrary<(text: string) => string> = fc
  .record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    taken: fc.integer({ min: 0, max: 2 }),
    put: fc.constantFrom('', ...pitfalls),
  })
  .map(({ at, taken, put }) => (text) => {
    const index = Math.floor(at * text.length)
    return text.slice(0, index) + put + text.slice(index + taken)
  })
