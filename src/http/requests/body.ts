import { isUtf8 } from 'node:buffer'
import type { Readable } from 'node:stream'
import { setTimeout as delay, setImmediate } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { within } from '../../common/pause.ts'
import { Problem } from '../../common/problem.ts'
import { Semaphore } from '../../common/semaphore.ts'
import { isJsonObject, type JsonObject, jsonKind } from '../../place/json.ts'
import { Pacer } from '../connections/backpressure.ts'
import { type BodyBytes, type BodyText, countedAs } from './body-bytes.ts'
import type { Call } from './call.ts'
import { nameOf } from './rate-limit.ts'

/** Maximum length of a body, in bytes (D20). */
const bodyBytesMax = 1024 * 1024
/** The same for routes that need no permission. */
const openBodyBytesMax = 4 * 1024
/** Above these sizes a body is large: it is parsed and processed in turns of its own, without any other work. */
const large = { bytes: 128 * 1024, values: 1_000 }
/** Pace of parsing and processing other bodies; those of a burst take about a millisecond each. */
const paceOfBodies = { concurrent: 4, concurrentMax: 32, millis: 4 }

const jsonTypes: readonly string[] = ['application/json']
const patchTypes: readonly string[] = ['application/json', 'application/merge-patch+json']

/** The form in which a request body is read: as one JSON object, as a stream, or not at all. */
export type BodyForm = 'json' | 'stream' | 'none'

/** Returns the form that matches a documented body. */
export function bodyFormOf(body: { readonly type: string } | undefined): BodyForm {
  if (body === undefined) return 'none'
  return patchTypes.includes(body.type) ? 'json' : 'stream'
}

/** Returns the maximum body length of a route in bytes, by the permission it needs. */
export function bodyBytesMaxOf(needs: string): number {
  return needs === 'nothing' ? openBodyBytesMax : bodyBytesMax
}

/** The dependencies of reading bodies. */
interface Reading {
  /** Media types of bodies that are read as streams. */
  readonly streamTypes: readonly string[]
  /** Reads all other bodies. */
  readonly bytes: BodyBytes
}

/** Registers this body form as the only one for the routes of this instance. */
export function readBodies(app: FastifyInstance, form: BodyForm, { streamTypes, bytes }: Reading): void {
  app.removeAllContentTypeParsers()
  if (form === 'json') readJsonBodies(app, bytes)
  else if (form === 'stream') {
    app.addContentTypeParser('*', (request, _payload, done) => done(unsupportedType(request, streamTypes)))
    for (const type of streamTypes) app.addContentTypeParser(type, (_request, payload, done) => done(null, payload))
  } else {
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume()
      done(null)
    })
  }
}

function readJsonBodies(app: FastifyInstance, bodies: BodyBytes): void {
  // The media type must be checked before the length (D45).
  app.addHook('preParsing', (request, _reply, payload, done) => {
    checkType(request)
    done(null, payload)
  })
  const turns = new BodyTurns()
  app.addContentTypeParser('*', (request: FastifyRequest, payload: Readable, done: Parsed) => {
    bodies.read(request, payload).then((body) => turns.take(request, body, done), done)
  })
}

type Parsed = (error: Error | null, body?: JsonObject) => void

/**
 * Parses small bodies a few per turn of the event loop. Large ones run one at a time, each after the previous one is
 * answered, and one of each caller in turn, so that many of one caller do not delay another.
 */
class BodyTurns {
  readonly #few = new Pacer(paceOfBodies)
  readonly #large = new Semaphore(1)

  take(request: FastifyRequest, { bytes, values }: BodyText, done: Parsed): void {
    if (bytes.length > large.bytes || values > large.values)
      void this.#large.run(() => handOnAlone(request, bytes, done), nameOf(countedAs(request)))
    else this.#few.take(request.raw.socket, () => done(...parse(bytes)))
  }
}

/** Resolves once the body is answered or its caller has left. */
async function handOnAlone(request: FastifyRequest, bytes: Buffer, done: Parsed): Promise<void> {
  if (request.letGo === undefined) return
  const { promise: answered, resolve } = Promise.withResolvers<void>()
  request.endTurn = resolve
  const parsed = await thenRest(() => parse(bytes))
  await thenRest(() => done(...parsed))
  await answered
}

/**
 * Runs some work, then yields the thread for as long as the work took. One turn of the event loop would not be enough:
 * each turn accepts only one connection.
 */
async function thenRest<Result>(work: () => Result): Promise<Result> {
  const began = performance.now()
  const result = work()
  // Includes the work that continues in promises.
  await setImmediate()
  await delay(performance.now() - began)
  return result
}

function parse(bytes: Buffer): Parameters<Parsed> {
  try {
    return [null, readJson(bytes)]
  } catch (error) {
    return [error as Error]
  }
}

/** Removes the type of a body that is not read, so that an unreadable type is not a fault. */
export function ignoreType({ raw }: Pick<FastifyRequest, 'raw'>): void {
  if (raw.headers['content-type'] !== undefined) delete raw.headers['content-type']
}

/** Answers 408 if the body of a request does not arrive in time. */
export function limitBodyTime(request: FastifyRequest, reply: FastifyReply, millis: number): void {
  const { headers, raw } = request
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return
  request.bodyTimer = setTimeout(() => {
    if (raw.complete || reply.sent) return
    reply.send(new Problem('request-timeout', `the body did not arrive within ${millis / 1000} s`))
  }, millis).unref()
}

/**
 * Yields the chunks of a body as they arrive; throws 408 if the next one takes too long. The unused rest is read and
 * dropped, so that the next request of the connection can be read.
 */
export async function* idleLimit(source: Readable, millis: number): AsyncGenerator<Uint8Array> {
  // Destroying the rest of a body would destroy the socket, and the answer with it.
  const pieces = source.iterator({ destroyOnReturn: false })
  const late = () => new Problem('request-timeout', `the body paused for more than ${millis / 1000} s`)
  try {
    for (;;) {
      const next = await within(pieces.next(), millis, late)
      if (next.done) return
      yield next.value as Uint8Array
    }
  } finally {
    const drop = () => void source.resume()
    pieces.return?.().then(drop, drop)
  }
}

/** Returns the JSON object in the body; throws 400 if there is none. */
export function bodyOf(request: Call): JsonObject {
  if (request.body === undefined) throw unreadable('the body is empty; a JSON object is wanted')
  return request.body as JsonObject
}

function readJson(bytes: Buffer): JsonObject {
  if (bytes.length === 0) throw unreadable('the body is empty; a JSON object is wanted')
  if (!isUtf8(bytes)) throw unreadable('the body is not UTF-8')
  const value = parseText(bytes.toString('utf8'))
  if (!isJsonObject(value)) throw unreadable(`the body must be a JSON object, got ${jsonKind(value)}`)
  return value
}

/** Throws a Problem if the body has a type, charset or coding that the route does not read. */
function checkType(request: FastifyRequest): void {
  const given = request.headers['content-type'] ?? ''
  const { 'content-length': length = '0', 'transfer-encoding': coded } = request.headers
  if (given === '' && Number(length) === 0 && coded === undefined) return
  const wanted = request.method === 'PATCH' ? patchTypes : jsonTypes
  if (!wanted.includes(given.split(';', 1)[0]!.trim().toLowerCase())) throw unsupportedType(request, wanted)
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(given)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new Problem('unsupported-media-type', `the charset of a body must be utf-8, got '${charset}'`)
  }
  const coding = request.headers['content-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'identity') {
    throw new Problem('unsupported-media-type', `bodies are read uncompressed, got Content-Encoding '${coding}'`, {
      headers: { 'Accept-Encoding': 'identity' },
    })
  }
}

/**
 * Creates the 415 of a Content-Type that the route does not read. For a PATCH it lists the accepted types (RFC 5789,
 * 2.2).
 */
export function unsupportedType(
  { headers, method }: Pick<Call, 'headers' | 'method'>,
  wanted: readonly string[],
): Problem {
  const given = headers['content-type']
  const got = given === undefined ? 'none was given' : `got '${given.slice(0, 100)}'`
  const detail = `the Content-Type of the body must be ${wanted.join(' or ')}; ${got}`
  return new Problem('unsupported-media-type', detail, {
    headers: method === 'PATCH' ? { 'Accept-Patch': wanted.join(', ') } : {},
  })
}

function unreadable(detail: string): Problem {
  return new Problem('unreadable-body', detail)
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  } catch (error) {
    const fault = (error as Error).message.replace(/, (\.\.\.)?".*$/s, '')
    throw unreadable(`the body is not JSON: ${fault}`)
  }
}
