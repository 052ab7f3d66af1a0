import { Readable } from 'node:stream'
import type { Caller } from '../../access/access.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import type { Revision } from '../../place/journal.ts'
import { type RawPair, splitQuery } from '../../query/parse/raw-query.ts'
import { declaredBy, type ParameterSpec, readParameters } from '../../query/parse/read-parameters.ts'
import type { Concern } from '../../service/events.ts'
import type { ChangesPage } from '../../service/history.ts'
import { eventTypes } from '../../webhooks/event-types.ts'
import { accepts } from '../answers/accept.ts'
import { type Answer, json, jsonBytes } from '../answers/answer.ts'
import { changesSchema, revisionsSchema } from '../openapi/answers.ts'
import { admitStill } from '../requests/admission.ts'
import { type Call, callerGone, nothingFollows } from '../requests/call.ts'
import {
  idParameter,
  jsonDoc,
  pageParameters,
  plannedRoute,
  type Route,
  revisionParameter,
  route,
  tagged,
} from '../route.ts'
import type { RouteParts } from '../route-parts.ts'

type HistoryParts = Pick<
  RouteParts,
  'sessions' | 'signIn' | 'history' | 'keys' | 'clock' | 'config' | 'metrics' | 'stopping' | 'limits'
>

const waitSecondsMax = 60

/** The history routes: the revisions of a place, and the change feed. */
export function historyRoutes(parts: HistoryParts): Route[] {
  return [listRevisions(parts), readRevision(parts), followChanges(parts)]
}

function listRevisions({ history }: HistoryParts): Route {
  return route('GET /place/:id/revisions', 'read', {
    parameters: pageParameters('Revisions'),
    tag: 'History',
    summary: 'List the revisions of a place, newest first',
    path: { id: 'Id of the place.' },
    success: [jsonDoc('The revisions.', revisionsSchema)],
    problems: ['not-found'],
    handle: async (request, page) => json(await history.revisions(idParameter(request), page, request.caller)),
  })
}

function readRevision({ history }: HistoryParts): Route {
  return route('GET /place/:id/revisions/:revision', 'read', {
    tag: 'History',
    summary: 'The place as it was in a revision',
    path: { id: 'Id of the place.', revision: 'Number of the revision.' },
    success: [jsonDoc('The place as it was.', { $ref: '#/components/schemas/Place' })],
    problems: ['not-found'],
    async handle(request) {
      return json(await history.revision(idParameter(request), revisionParameter(request), request.caller))
    },
  })
}

const changesSpec = {
  after: {
    form: 'integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    description:
      'The last revision that is known already; `Last-Event-ID` goes before it. Without either the feed begins at 0, and a stream with what comes from now on.',
  },
  limit: { form: 'integer', min: 1, max: 1000, default: 100, description: 'Changes looked at.' },
  wait: {
    form: 'integer',
    min: 0,
    max: waitSecondsMax,
    default: 0,
    description: 'Seconds to wait for the first change when there is none yet.',
  },
  type: {
    form: 'list',
    description:
      'Only changes of these types, such as `published` (of `gazetteer.place.published`) or `gazetteer.directory.changed`.',
    example: 'published,unpublished',
  },
  latest: {
    form: 'boolean',
    description: 'Without `after`: only the last changes, as many as `limit`, instead of the first.',
  },
  brief: {
    form: 'boolean',
    description: 'Only which ids have changed and how, without the places and entries themselves.',
  },
} as const satisfies ParameterSpec

const streamType = 'text/event-stream'
/**
 * Maximum number of open streams: per caller with documents, per caller without, and over all callers. The same limits
 * apply to waiting requests.
 */
const listenersMax = { whole: 20, brief: 100, all: 1000 } as const
/** Maximum number of characters of documents that a stream buffers for its reader. */
const streamCharactersMax = 256 * 1024

function followChanges(parts: HistoryParts): Route {
  const streams = new Listeners('streams')
  const waits = new Listeners('waiting requests')
  return plannedRoute('GET /changes', 'read', {
    negotiates: true,
    tag: 'History',
    summary: 'Read the changes after a revision',
    description:
      'The journal for those who keep a copy: places and directory entries, deletions and purges included. Ask again with `after` set to the `Revision` of the answer. Every filter of a search narrows it to places that fit before or after the change; one with `left` does not fit any more. With `Accept: text/event-stream` the same comes as server-sent events, the revision as their id, for as long as the caller listens; the first, `history`, has the identity of the journal.',
    parameters: changesSpec,
    takesFilters: true,
    headers: { 'Last-Event-ID': 'Of a stream: the revision that was read last; goes before `after`.' },
    success: tagged(jsonDoc('The changes in order.', changesSchema)),
    problems: ['conflict'],
    plan(rawQuery, asked) {
      const pairs = splitQuery(rawQuery)
      const known = declaredBy(changesSpec).byKey
      const own = pairs.filter(({ key }) => known.has(key))
      const { after, limit, wait, type, latest, brief } = readParameters(queryOfPairs(own), changesSpec)
      const filter = queryOfPairs(pairs.filter(({ key }) => !known.has(key)))
      const concern = concernOf(type.map(fullType), filter)
      // Faults of a filter must be reported before any waiting.
      if (concern) parts.history.checkConcern(concern, asked.caller)
      return (call) => {
        const signal = AbortSignal.any([parts.stopping, callerGone(call), nothingFollows(call)])
        const callerNow = () => {
          admitStill(call, { needs: 'read' }, parts)
          return call.caller
        }
        const wanted = { limit, concern, brief, ...(wantsStream(call) && { charactersMax: streamCharactersMax }) }
        const follow = (after: Revision, waitSeconds: number) =>
          parts.history.changes({ ...wanted, after, waitSeconds }, callerNow, signal)
        if (wantsStream(call)) {
          const source = {
            history: parts.history,
            follow,
            callerNow,
            signal,
            commentMillis: parts.limits.commentMillis,
          }
          const enter = () => {
            const leave = streams.enter(call.caller, brief)
            parts.metrics.changeStream(1)
            return () => {
              leave()
              parts.metrics.changeStream(-1)
            }
          }
          return streamOf(call, lastEventId(call) ?? after, source, enter)
        }
        const first = latest ? Math.max(0, parts.history.watermark - limit) : 0
        const leave = wait > 0 ? waits.enter(call.caller, brief) : () => {}
        return follow(after ?? first, wait)
          .then(({ bytes, etag }) => jsonBytes(bytes, { etag }))
          .finally(leave)
      }
    },
  })
}

function queryOfPairs(pairs: readonly RawPair[]): string {
  return pairs.map(({ name, rawValue }) => `${encodeURIComponent(name)}=${rawValue}`).join('&')
}

function concernOf(types: readonly string[], filter: string): Concern | undefined {
  if (types.length === 0 && filter === '') return undefined
  return { ...(types.length > 0 && { types }), ...(filter !== '' && { filter }) }
}

/** Returns the full name of an event type; its last word suffices as input. */
function fullType(name: string): string {
  const type = eventTypes.find(
    (one) => one === name || one === `gazetteer.place.${name}` || one === `gazetteer.${name}`,
  )
  if (type !== undefined) return type
  throw new Problem(
    'invalid-parameter',
    `type must be of ${eventTypes.join(', ')}, or the end of one, got '${name.slice(0, 100)}'`,
  )
}

function wantsStream({ headers }: Call): boolean {
  return accepts(headers.accept, streamType)
}

/** Returns the revision from which a disconnected browser resumes; undefined without the header. */
function lastEventId({ headers }: Call): Revision | undefined {
  const id = headers['last-event-id']
  if (id === undefined || id === '') return undefined
  if (typeof id === 'string' && /^\d{1,15}$/.test(id)) return Number(id)
  throw new Problem('bad-request', `Last-Event-ID must be a revision, got '${String(id).slice(0, 100)}'`)
}

/** The source of a stream. */
interface StreamSource {
  readonly history: RouteParts['history']
  readonly follow: (after: Revision, waitSeconds: number) => Promise<ChangesPage>
  /** Returns the current caller; throws if the key or session has ended. */
  readonly callerNow: () => Caller
  readonly signal: AbortSignal
  readonly commentMillis: number
}

/**
 * Generates the changes as server-sent events. Ends when the caller leaves, the service stops, or the key or session
 * ends or changes its permissions.
 */
async function* eventsOf(
  { history, follow, callerNow, signal, commentMillis }: StreamSource,
  after: Revision,
): AsyncGenerator<string> {
  let cursor = after
  let waitSeconds = 0
  yield `id: ${after}\nevent: history\ndata: ${JSON.stringify({ History: history.historyId })}\n\n`
  while (!signal.aborted) {
    const rights = String(callerNow().permissions)
    const page = await follow(cursor, waitSeconds)
    if (signal.aborted) return
    for (const { revision, bytes } of page.changes) {
      // Stops within a page that was built for other permissions, however slowly it is read.
      if (String(callerNow().permissions) !== rights) return
      yield `id: ${revision}\ndata: ${bytes.toString()}\n\n`
    }
    // An id alone is not an event; a reconnecting client resumes from it.
    if (page.changes.length === 0) yield page.revision > cursor ? `id: ${page.revision}\n\n` : ':\n\n'
    waitSeconds = page.revision > cursor ? 0 : commentMillis / 1000
    cursor = page.revision
  }
}

/**
 * Answers with a stream of the changes after a revision, or from now on. `enter` counts the stream and returns the
 * function that ends the count.
 */
async function streamOf(
  call: Call,
  wanted: Revision | undefined,
  source: StreamSource,
  enter: () => () => void,
): Promise<Answer> {
  // Faults can be reported only before the stream starts.
  if (wanted !== undefined) await source.history.checkNotAhead(wanted)
  const after = wanted ?? source.history.watermark
  const headers = { 'content-type': `${streamType}; charset=utf-8`, 'x-accel-buffering': 'no' }
  if (call.method === 'HEAD') return { status: 200, headers }
  const leave = enter()
  const body = Readable.from(closedInOrder(eventsOf(source, after)), { objectMode: false })
  body.once('close', leave)
  return { status: 200, headers, body }
}

/** Counts listeners, so that no caller takes all of them and a change wakes only as many as can be answered. */
class Listeners {
  readonly #what: string
  readonly #byCaller = new Map<string, number>()
  #all = 0

  constructor(what: string) {
    this.#what = what
  }

  /** Counts a listener of a caller, and returns the function that removes it. Throws 429 or 503 beyond the limits. */
  enter({ id }: Caller, brief: boolean): () => void {
    const [caller, most] = brief ? [`${id} brief`, listenersMax.brief] : [id, listenersMax.whole]
    const own = this.#byCaller.get(caller) ?? 0
    if (own >= most) {
      const detail = `${own} ${this.#what} of this caller are open, which are the most${brief ? '' : '; with brief=true there may be more'}`
      throw new Problem('too-many-requests', detail, { headers: { 'retry-after': '5' } })
    }
    if (this.#all >= listenersMax.all)
      throw unavailable(`${listenersMax.all} ${this.#what} are open; try again later`, 5)
    this.#count(caller, 1)
    return () => this.#count(caller, -1)
  }

  #count(caller: string, change: 1 | -1): void {
    const own = (this.#byCaller.get(caller) ?? 0) + change
    this.#all += change
    if (own === 0) this.#byCaller.delete(caller)
    else this.#byCaller.set(caller, own)
  }
}

/** Closes the stream normally if the key ended or the journal was restored; the next request reports the reason. */
async function* closedInOrder(events: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    yield* events
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
