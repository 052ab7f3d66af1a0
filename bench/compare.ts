import { isDeepStrictEqual } from 'node:util'
import type { Operation } from './operation.ts'
import type { Question } from './questions.ts'
import { medianOf, type Spread, spreadOf } from './support/figures.ts'
import { applyLoad, type Block, type Loaded, type Request, send } from './support/load.ts'

/** The amount of measuring per question. */
export interface Measuring {
  /** Seconds per block. */
  readonly seconds: number
  /** Seconds per block of writes, which leave work for later: an index to merge, a log to write back. */
  readonly writeSeconds: number
  /** Seconds per round of reads at fixed times. */
  readonly readSeconds: number
  /** Number of neighbouring blocks of both, in the order A B B A. */
  readonly pairs: number
  /** Maximum number of blocks until a system is warm. */
  readonly warmings: number
  readonly connections: number
  readonly writers: number
  /** Number of distinct values per question. */
  readonly distinct: number
}

/** A running system, and its form of requests. */
export interface Askable extends Loaded {
  requestOf(asked: Operation): Request
}

/** The requests to one of the two systems, in turn. */
export interface Side {
  readonly running: Loaded
  readonly requests: readonly Request[]
}

/** Medians of the blocks of one system. */
interface Rate {
  readonly requestsPerSecond: number
  readonly cpuMicroseconds: number
}

/** The result of one question for both systems. */
export interface Comparison {
  readonly question: string
  readonly own: Rate
  readonly peer: Rate
  /** Our request rate divided by the peer's: the ratios of neighbouring blocks. */
  readonly ratio: Spread
}

/** Writes run longer and should rarely repeat, so they have this many times the values of other questions. */
const writtenTimes = 15
const tagsMax = 500
const timesChecked = 8

/** The requests of a question to both systems, equal and in the same order. */
export async function sidesOf(question: Question, own: Askable, peer: Askable, { distinct }: Measuring) {
  const count = { read: distinct, write: writtenTimes * distinct, revalidation: Math.min(distinct, tagsMax) }
  const asked = Array.from({ length: count[question.kind] }, question.ask)
  const sideOf = async (running: Askable): Promise<Side> => {
    const requests = asked.map(running.requestOf)
    return { running, requests: question.kind === 'revalidation' ? await tagged(running.url, requests) : requests }
  }
  return { own: await sideOf(own), peer: await sideOf(peer) }
}

/** The requests with `If-None-Match` and the current tag. @throws if an answer has no entity tag. */
export async function tagged(url: string, requests: readonly Request[]): Promise<Request[]> {
  const known: Request[] = []
  for (const request of requests) {
    const withTag = (tag: string) => ({ ...request, headers: { ...request.headers, 'If-None-Match': tag } })
    const answer = await send(url, withTag('"unknown"'))
    await answer.arrayBuffer()
    const tag = answer.headers.get('etag')
    if (tag === null) throw new Error(`${url}${request.path} has no entity tag`)
    known.push(withTag(tag))
  }
  return known
}

/** Measures both after warming up, in blocks A B B A, so that drift over time affects both alike. */
export async function compare(
  { name, kind }: Pick<Question, 'name' | 'kind'>,
  sides: { readonly own: Side; readonly peer: Side },
  measuring: Measuring,
): Promise<Comparison> {
  const writes = kind === 'write'
  const pace = writes
    ? { connections: measuring.writers, seconds: measuring.writeSeconds }
    : await paceOf(sides.peer, measuring)
  const taken = { own: 0, peer: 0 }
  const block = async (which: 'own' | 'peer', seconds: number) => {
    const { running, requests } = sides[which]
    const done = await applyLoad(running, { requests, first: taken[which], ...pace, seconds })
    // A server finishes requests that wrk leaves in flight at the end; a repeated create would be a different question.
    taken[which] += done.requests + pace.connections
    return done
  }
  const ownSeconds = writes ? pace.seconds : measuring.seconds
  await warm(() => block('own', ownSeconds), measuring)
  await warm(() => block('peer', pace.seconds), measuring)
  const [own, peer]: [Block[], Block[]] = [[], []]
  for (let pair = 0; pair < measuring.pairs; pair++) {
    if (pair % 2 === 1) peer.push(await block('peer', pace.seconds))
    own.push(await block('own', ownSeconds))
    if (pair % 2 === 0) peer.push(await block('peer', pace.seconds))
  }
  return {
    question: name,
    own: rateOf(own),
    peer: rateOf(peer),
    ratio: spreadOf(own.map(({ requestsPerSecond }, pair) => requestsPerSecond / peer[pair]!.requestsPerSecond)),
  }
}

function rateOf(blocks: readonly Block[]): Rate {
  return {
    requestsPerSecond: medianOf(blocks.map(({ requestsPerSecond }) => requestsPerSecond)),
    cpuMicroseconds: medianOf(blocks.map(({ cpuMicroseconds }) => cpuMicroseconds)),
  }
}

const stillFaster = 1.05
/** Number of consecutive blocks that must be no faster: a single one may hit a slow moment of the machine. */
const slowerBlocks = 2

/** Repeats until the rate no longer rises: a backend of PostgreSQL maps shared memory page by page, for some 20 s. */
async function warm(ask: () => Promise<Block>, { warmings }: Measuring): Promise<void> {
  let fastest = 0
  for (let time = 0, slower = 0; time < warmings && slower < slowerBlocks; time++) {
    const { requestsPerSecond } = await ask()
    slower = requestsPerSecond < stillFaster * fastest ? slower + 1 : 0
    fastest = Math.max(fastest, requestsPerSecond)
  }
}

const slowSeconds = 0.05
const slowConnections = 4
const longestSeconds = 6

/**
 * A question that is slow for the peer runs over fewer connections and for longer, so that some answers are counted.
 */
async function paceOf({ running, requests }: Side, { connections, seconds }: Measuring) {
  const started = performance.now()
  for (const request of requests.slice(0, 3)) await (await send(running.url, request)).arrayBuffer()
  const each = (performance.now() - started) / 3000
  if (each < slowSeconds) return { connections, seconds }
  return { connections: slowConnections, seconds: Math.min(longestSeconds, Math.ceil(Math.max(seconds, each * 8))) }
}

/** Asks both some values of a question. @throws if totals, ids, their order or the result of a write differ. */
export async function expectEqual({ name, kind, ask }: Question, own: Askable, peer: Askable): Promise<void> {
  if (kind === 'revalidation') return
  for (let time = 0; time < timesChecked; time++) {
    const asked = ask()
    const [wanted, got] = [await resultOf(own, asked), await resultOf(peer, asked)]
    if (isDeepStrictEqual(got, wanted)) continue
    const shown = [asked, got, wanted].map((value) => JSON.stringify(value).slice(0, 400))
    throw new Error(`${name}: the peer answers ${shown[0]} with ${shown[1]} instead of ${shown[2]}`)
  }
}

async function resultOf(askable: Askable, asked: Operation): Promise<unknown> {
  const text = await answerTo(askable, asked)
  if (asked.what === 'search') {
    const { TotalHits, Results } = JSON.parse(text) as { TotalHits: number; Results: { id: string }[] }
    return { total: TotalHits, ids: Results.map(({ id }) => id) }
  }
  const id = 'id' in asked ? asked.id : (JSON.parse(text) as { id: string }).id
  const { id: _, ...place } = JSON.parse(await answerTo(askable, { what: 'place', id })) as Record<string, unknown>
  // Each system sets its own instants.
  return asked.what === 'place' ? place : { ...place, created: typeof place.created, updated: typeof place.updated }
}

async function answerTo(askable: Askable, asked: Operation): Promise<string> {
  const answer = await send(askable.url, askable.requestOf(asked))
  const text = await answer.text()
  if (answer.ok) return text
  throw new Error(`${JSON.stringify(asked)} was answered ${answer.status}: ${text.slice(0, 300)}`)
}
