import assert from 'node:assert/strict'
import type { Fault } from '../../src/common/problem.ts'
import type { Reason } from '../../src/common/reason.ts'
import type { JsonObject, JsonValue } from '../../src/place/json.ts'
import type { PlaceView } from '../../src/place/place.ts'

/** A place as the service answers it; `distance` only with `expand=distance`. */
export type PlaceAnswer = PlaceView & { readonly distance?: number }
/** What a search answers. */
export interface PageAnswer {
  readonly TotalHits: number
  readonly Results: readonly PlaceAnswer[]
}
/** An error as the service answers it (RFC 9457). */
export interface ProblemAnswer extends Partial<Reason> {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly instance?: string
  readonly errors?: readonly Fault[]
}

/** An answer with its body as text and, where it is JSON, parsed; `body` is undefined where it is not. */
export interface Answer<Body = JsonObject> {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Body
}

export type HeaderFields = Readonly<Record<string, string>>
/** What a request sends: JSON of a value, or text or bytes as they are. */
export type Payload = JsonValue | Uint8Array | undefined

export interface RequestOptions {
  readonly headers?: HeaderFields
  readonly body?: Payload
}

/** The methods of HTTP on one service with one key; paths begin with `/`. */
export interface Client {
  readonly url: string
  readonly key: string | undefined
  send<Body = JsonObject>(method: string, path: string, options?: RequestOptions): Promise<Answer<Body>>
  get<Body = JsonObject>(path: string, headers?: HeaderFields): Promise<Answer<Body>>
  put<Body = PlaceAnswer>(path: string, body: Payload, headers?: HeaderFields): Promise<Answer<Body>>
  patch<Body = JsonObject>(path: string, body: Payload, headers?: HeaderFields): Promise<Answer<Body>>
  post<Body = JsonObject>(path: string, body?: Payload, headers?: HeaderFields): Promise<Answer<Body>>
  delete<Body = JsonObject>(path: string, headers?: HeaderFields): Promise<Answer<Body>>
}

/** A client that sends the key, if there is one, as a bearer token. Redirects are answered, not followed. */
export function client(url: string, key?: string): Client {
  const send = async <Body>(method: string, path: string, options: RequestOptions = {}): Promise<Answer<Body>> => {
    const response = await fetch(url + path, {
      method,
      redirect: 'manual',
      headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }), ...typeOf(options), ...options.headers },
      ...(options.body !== undefined && { body: encode(options.body) }),
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parsed(response, text) as Body }
  }
  return {
    url,
    key,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    put: (path, body, headers = {}) => send('PUT', path, { headers, body }),
    patch: (path, body, headers = {}) => send('PATCH', path, { headers, body }),
    post: (path, body, headers = {}) => send('POST', path, { headers, body }),
    delete: (path, headers = {}) => send('DELETE', path, { headers }),
  }
}

function typeOf({ body }: RequestOptions): HeaderFields {
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

function encode(body: Exclude<Payload, undefined>): string | Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return body
  return body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body)
}

function parsed(response: Response, text: string): unknown {
  const type = response.headers.get('content-type') ?? ''
  return text !== '' && /^application\/([\w.-]+\+)?json/.test(type) ? JSON.parse(text) : undefined
}

/** Search parameters by name; a list sends the parameter several times. Text is sent as it is. */
export type Params = string | Readonly<Record<string, string | number | readonly string[]>>

/** The parameters as a query string without `?`, each value percent-encoded. */
export function queryString(params: Params): string {
  if (typeof params === 'string') return params
  return Object.entries(params)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${name}=${encodeURIComponent(one)}`),
    )
    .join('&')
}

/** A GeoJSON Feature with a Point. */
export function pointAt(longitude: number, latitude: number): JsonObject {
  return { type: 'Feature', geometry: { type: 'Point', coordinates: [longitude, latitude] } }
}

/** The body of a create that the service accepts: a published church in Uppsala; members may be put over it. */
export function validPlace(overrides: JsonObject = {}): JsonObject {
  return {
    name: 'Testkyrkan',
    updatedBy: 'tester',
    owner: { id: 'unit-1', type: 'Församling' },
    geolocation: pointAt(17.6333, 59.8581),
    placeTypes: { churchAndChapel: {} },
    published: '2020-01-01',
    ...overrides,
  }
}

/** Asserts that the answer is a problem of that status whose detail says what the pattern asks; gives the problem. */
export function refused(answer: Answer<unknown>, status: number, says: RegExp = /./): ProblemAnswer {
  assert.equal(answer.status, status, `expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/)
  const problem = answer.body as ProblemAnswer
  const details = [problem.detail, ...(problem.errors ?? []).map((one) => `${one.pointer}: ${one.detail}`)].join('\n')
  assert.match(details, says)
  return problem
}

/** Asserts the status and gives the body. */
export function accepted<Body>(answer: Answer<Body>, status = 200): Body {
  assert.equal(answer.status, status, `expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer.body
}
