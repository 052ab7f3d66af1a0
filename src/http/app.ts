import cors, { type FastifyCorsOptions } from '@fastify/cors'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { FairShare } from '../common/fair-share.ts'
import { unavailable } from '../common/problem.ts'
import { allRoutes } from './all-routes.ts'
import type { Answer } from './answers/answer.ts'
import { Compression } from './answers/compression.ts'
import { knownTo, type Sender, sendAnswer, sendError } from './answers/send.ts'
import { Pacer, UnreadAnswers } from './connections/backpressure.ts'
import { boundServer, defaultLimits, endOfAnswer, parsedHeadBytesMax } from './connections/connections.ts'
import { AccessLog, type AccessLogParts, findSecrets, requestIds } from './observability/access-log.ts'
import { createUnknownPage } from './pages/page.ts'
import {
  admit,
  admitStill,
  checkHead,
  createNoRoute,
  identify,
  isOpen,
  routesAt,
  sessionAwaited,
  sessionWaitsMax,
  wantedRevision,
} from './requests/admission.ts'
import { ignoreType, limitBodyTime, readBodies } from './requests/body.ts'
import { BodyBytes } from './requests/body-bytes.ts'
import { callerGone, nobody, pathOf, Timing } from './requests/call.ts'
import { streamTypes } from './requests/file-types.ts'
import { RateLimiter } from './requests/rate-limit.ts'
import type { Route } from './route.ts'
import type { HttpParts, RouteParts } from './route-parts.ts'

/** Pace of large answers: many callers may request one before they read any. */
const paceOfLarge = { concurrent: 8, concurrentMax: 8, millis: 4 }
/** Pace of requests that waited for a revision: many may have waited for the same one. */
const paceOfWoken = { concurrent: 8, concurrentMax: 32, millis: 4 }
/** Status in logs and metrics if the caller left before the answer was complete. */
const clientClosedRequest = 499
/**
 * The headers that an answer depends on: the key or session determines what the caller sees, and callers accept
 * different codings.
 */
const varyOnCaller = 'Accept-Encoding, Authorization, X-API-Key, SvkAuthSvc-ApiKey, Cookie'

/** The state that the requests of an app share. */
interface AppParts extends RouteParts, Sender {
  /** Paces large answers. */
  readonly large: Pacer
  /** Paces requests that waited. */
  readonly woken: Pacer
  readonly limiter: RateLimiter
  readonly sessionWaits: FairShare
}

/** Builds the HTTP application; it does not listen yet. */
export function buildApp(parts: HttpParts): FastifyInstance {
  const stop = new AbortController()
  const isSecret = findSecrets(parts.secrets)
  const limits = { ...defaultLimits, ...parts.limits }
  const count: AccessLogParts['count'] = ({ method, route, status, micros }) =>
    parts.metrics.request(method, route, status, micros / 1e6)
  const appParts: AppParts = {
    ...parts,
    limits,
    accessLog: new AccessLog({ write: parts.writeAccessLog, isSecret, count }),
    stopping: stop.signal,
    compression: new Compression(parts),
    unread: new UnreadAnswers(limits.unreadBytesMax),
    large: new Pacer(paceOfLarge),
    woken: new Pacer(paceOfWoken),
    limiter: new RateLimiter((kind) => parts.metrics.rateLimited(kind)),
    sessionWaits: new FairShare(sessionWaitsMax),
  }
  const routes = allRoutes(appParts)
  const app = createFastify(appParts, requestIds(isSecret), routes)
  app.addHook('preClose', async () => {
    stop.abort()
    app.server.closeIdleConnections()
    setTimeout(() => app.server.closeAllConnections(), limits.drainMillis).unref()
  })
  app.addHook('onClose', async () => appParts.accessLog.flush())
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error, appParts))
  if (parts.config.corsOrigins.length > 0) void app.register(cors, corsOptions(parts.config.corsOrigins))
  // After the plugins, whose headers come first.
  app.after(() => addRoutes(app, routes, appParts))
  return app
}

function createFastify(
  parts: AppParts,
  nextId: ReturnType<typeof requestIds>,
  routes: readonly Route[],
): FastifyInstance {
  const server = boundServer({ ...parts, nextId })
  const { trustProxy = [] } = parts.config
  return Fastify({
    logger: false,
    genReqId: nextId,
    ...(trustProxy.length > 0 && { trustProxy: [...trustProxy] }),
    return503OnClosing: false,
    serverFactory: (handle) => server.listen(handle),
    clientErrorHandler: (error, socket) => server.answerUnread(error, socket),
    routerOptions: {
      maxParamLength: parsedHeadBytesMax,
      // Each route reads its query itself (route.ts).
      querystringParser: () => ({}),
    },
    frameworkErrors(error, request, reply) {
      begin(request, reply)
      const refusal = isOpen(routesAt(pathOf(request.url), routes)) ? undefined : refusalOf(request, parts)
      sendError(request, reply, refusal ?? error, parts)
      record(request, reply, parts, reply.statusCode)
    },
  })
}

/**
 * Configures calls from pages of other origins (CORS_ORIGINS); a single `*` allows any. Pages send keys themselves,
 * browsers never do.
 */
function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  const keys = ['Authorization', 'X-API-Key', 'SvkAuthSvc-ApiKey']
  const both = ['X-Request-Id', 'Gazetteer-Revision']
  const acts = ['Gazetteer-Act', 'Gazetteer-Act-Label']
  const rates = ['RateLimit', 'RateLimit-Policy']
  return {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'],
    allowedHeaders: [...keys, 'Content-Type', 'If-Match', 'If-None-Match', 'Last-Event-ID', ...acts, ...both],
    exposedHeaders: ['ETag', 'Link', 'Location', 'Server-Timing', 'Retry-After', 'Allow', 'Hint', ...rates, ...both],
    maxAge: 600,
    strictPreflight: false,
  }
}

/** Returns the 401 of a request whose address cannot be read. It precedes the fault in the address (D45). */
function refusalOf(request: FastifyRequest, parts: HttpParts): unknown {
  try {
    identify(request, parts)
    return undefined
  } catch (error) {
    return error
  }
}

function addRoutes(app: FastifyInstance, routes: readonly Route[], parts: AppParts): void {
  observe(app, parts, createNoRoute(routes, parts, createUnknownPage(parts)))
  app.removeAllContentTypeParsers()
  app.setNotFoundHandler((request, reply) => handle(request, reply, parts))
  const reading = { streamTypes, bytes: new BodyBytes(parts.limits.bodiesBytesMax) }
  for (const form of ['json', 'stream', 'none'] as const) {
    void app.register(async (scope) => {
      readBodies(scope, form, reading)
      for (const route of routes) if (route.body === form) addRoute(scope, route, parts)
    })
  }
}

/** Adds the hooks that run for every request: id, limits, log line and metrics. */
function observe(app: FastifyInstance, parts: AppParts, noRoute: ReturnType<typeof createNoRoute>): void {
  for (const field of [
    'route',
    'caller',
    'session',
    'timing',
    'proceed',
    'gone',
    'known',
    'bodyTimer',
    'rateFields',
    'countedAs',
    'letGo',
    'endTurn',
  ])
    app.decorateRequest(field)
  app.decorateRequest('bodyBytes', 0)
  app.decorateRequest('isLarge', false)
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply)
    reply.raw.on('close', () => {
      endOfAnswer(request)
      record(request, reply, parts, reply.raw.writableFinished ? reply.raw.statusCode : clientClosedRequest)
      if (parts.stopping.aborted) app.server.closeIdleConnections()
    })
    checkHead(request.raw)
    if (parts.stopping.aborted) throw unavailable('the service is being stopped', 1)
    // This must run before the framework's own body checks (D45).
    if (request.is404) {
      const answer = noRoute(request)
      request.proceed = () => answer
    }
    done()
  })
}

/** Sets the fields of a request, and the headers that every answer has. */
function begin(request: FastifyRequest, reply: FastifyReply): void {
  request.timing = new Timing()
  request.caller = nobody
  reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  const vary = reply.getHeader('vary')
  reply.header('vary', vary === undefined ? varyOnCaller : `${String(vary)}, ${varyOnCaller}`)
}

/** Records a finished request in the log and in the metrics. */
function record(request: FastifyRequest, reply: FastifyReply, { accessLog }: AppParts, status: number): void {
  accessLog.add({
    id: request.id,
    method: request.method,
    url: request.url,
    route: request.route?.path ?? 'unknown',
    callerId: request.caller.id,
    time: Date.now(),
    status,
    micros: request.timing.microseconds(),
    bytes: bytesOf(reply),
  })
}

/** Returns the length of the response body; -1 for a stream, which has no Content-Length. */
function bytesOf(reply: FastifyReply): number {
  const length = reply.getHeader('content-length')
  if (length !== undefined) return Number(length)
  return reply.statusCode === 204 || reply.statusCode === 304 ? 0 : -1
}

type EntranceCall = [request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void]

/** Returns the hook that admits requests to a route, once the revision that they require is reached. */
function entrance(route: Route, parts: AppParts): (...call: EntranceCall) => void {
  const { replica, limits } = parts
  return (request, reply, done) => {
    if (route.negotiates) reply.header('vary', `${String(reply.getHeader('vary'))}, Accept`)
    admit(request, route, parts)
    if (route.body === 'none') ignoreType(request)
    if (route.body === 'json') limitBodyTime(request, reply, limits.bodyMillis)
    const wanted = wantedRevision(request.headers)
    const isReached = wanted === 0 || wanted <= replica.watermark.revision
    if (isReached && request.renewal === undefined) return done()
    const waitingFor = async () => {
      await request.renewal
      if (request.renewal !== undefined) admit(request, route, parts)
      if (!isReached) await replica.reach(wanted, callerGone(request))
    }
    waitingFor().then(() => parts.woken.take(reply.raw, done), done)
  }
}

function addRoute(scope: FastifyInstance, route: Route, parts: AppParts): void {
  const slowMicros = 1_000 * parts.limits.recheckMillis
  const enter = entrance(route, parts)
  for (const prefix of route.rootOnly ? [''] : ['', '/v4']) {
    scope.route({
      method: route.method === 'GET' ? ['GET', 'HEAD'] : [route.method],
      url: `${prefix}${route.path}`,
      exposeHeadRoute: false,
      onRequest(request, reply, done) {
        const awaited = route.needs === 'nothing' ? undefined : sessionAwaited(request, parts)
        if (awaited === undefined) enter(request, reply, done)
        else awaited.then(() => enter(request, reply, done)).catch(done)
      },
      handler(request, reply) {
        // While a body arrived slowly, its key or session may have ended or lost the permission.
        if (route.body === 'json' && route.needs !== 'nothing' && request.timing.microseconds() > slowMicros)
          admitStill(request, route, parts)
        return handle(request, reply, parts)
      },
    })
  }
}

/** Runs the route. A synchronous answer is sent in the same turn. */
function handle(request: FastifyRequest, reply: FastifyReply, parts: AppParts): void {
  request.known = knownTo(request, parts)
  if (request.isLarge) parts.large.take(reply.raw, () => void sendLater(request, reply, parts))
  else {
    const answer = request.proceed(request)
    if (answer instanceof Promise) void sendLater(request, reply, parts, answer)
    else sendAnswer(request, reply, answer, parts)
  }
}

async function sendLater(
  request: FastifyRequest,
  reply: FastifyReply,
  sender: Sender,
  begun?: Promise<Answer>,
): Promise<void> {
  try {
    const answer = begun ?? request.proceed(request)
    // A synchronous answer must be sent within this turn, because the pace measures that time.
    sendAnswer(request, reply, answer instanceof Promise ? await answer : answer, sender)
  } catch (error) {
    reply.send(error instanceof Error ? error : new Error(String(error)))
  }
}
