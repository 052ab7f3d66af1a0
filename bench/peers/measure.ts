import { inBlocks } from '../support/blocks.ts'
import { medianOf } from '../support/figures.ts'
import { applyLoad, type LoadClient, type LoadResult } from '../support/load.ts'
import { type Latency, measureLatency } from '../support/open-loop.ts'
import { zipfRanks } from '../support/random.ts'
import { type Request, send } from '../support/request.ts'
import type { Asked } from './asked.ts'
import { type Askable, requestTo, revalidating } from './check.ts'
import type { Question } from './questions.ts'
import type { RunningSystem } from './system.ts'

/** In what order the values of a question are asked. */
export type Mode = 'distinct' | 'zipf' | 'repeated'

/** One question, asked of both systems in blocks A B B A. */
export interface Comparison {
  readonly question: string
  readonly mode: Mode
  /** When it was measured (RFC 3339), and over how many connections. */
  readonly measured: string
  readonly connections: number
  /** The share of the processors that other programs used meanwhile: the median of the blocks. */
  readonly others: number
  readonly own: readonly LoadResult[]
  readonly peer: readonly LoadResult[]
  readonly latencies?: readonly LatencyPair[]
}

/** Latencies of both systems at the same rate, a share of what the slower one can do. */
export interface LatencyPair {
  readonly share: number
  readonly requestsPerSecond: number
  /** How long each was asked; not kept of earlier runs, which took 2. */
  readonly seconds?: number
  readonly own: Latency
  readonly peer: Latency
}

/** How much is measured of each question, and by whom. */
export interface Measuring {
  /** Seconds for which both are asked before the blocks at least, since processes compile what they run. */
  readonly warmingSeconds: number
  readonly pairs: number
  readonly seconds: number
  /** Of each block of writes, which leave work for later: parts of an index to merge, a log to write back. */
  readonly writeSeconds: number
  readonly connections: number
  /** Connections of questions that write. */
  readonly writers: number
  readonly distinct: number
  /** Seconds of each measurement of latency; 0 for none. */
  readonly latencySeconds: number
  readonly random: () => number
  readonly client: LoadClient
}

/** What is asked of one of the two, in turn. */
export interface Side {
  readonly running: Pick<RunningSystem, 'url' | 'cpuSeconds'>
  readonly requests: readonly Request[]
}

/** Both. */
export interface Sides {
  readonly own: Side
  readonly peer: Side
}

const revalidated = 500
/** Writes are asked for longer, and few of them twice, so they have this many times the values of other questions. */
const writtenTimes = 15

/** The requests of a question to both systems, the same in the same order. */
export async function sidesOf(
  question: Question,
  mode: Mode,
  { own, peer }: { readonly own: Askable; readonly peer: Askable },
  { distinct, random }: Measuring,
): Promise<Sides> {
  const count = countOf(question.kind, distinct)
  const asked = orderOf(Array.from({ length: count }, question.ask), mode, random)
  const requests = async (askable: Askable) => {
    if (question.kind !== 'revalidation') return asked.map((one) => requestTo(askable, one))
    const tagged: Request[] = []
    for (const one of asked) {
      const request = requestTo(askable, one)
      tagged.push((await revalidating(askable.running.url, request)) ?? request)
    }
    return tagged
  }
  return {
    own: { running: own.running, requests: await requests(own) },
    peer: { running: peer.running, requests: await requests(peer) },
  }
}

/** How many values a question is asked with. */
function countOf(kind: Question['kind'], distinct: number): number {
  if (kind === 'write') return writtenTimes * distinct
  // An entity tag has to be fetched for each value and system first.
  return kind === 'revalidation' ? Math.min(distinct, revalidated) : distinct
}

/** Asks both sides until they are warm, then in blocks, and then at fixed rates. */
export async function compare(
  { name, kind, mode }: { readonly name: string; readonly kind: Question['kind']; readonly mode: Mode },
  sides: Sides,
  measuring: Measuring,
): Promise<Comparison> {
  const { warmingSeconds, writers, writeSeconds } = measuring
  const writes = kind === 'write'
  const pace = writes ? { connections: writers, seconds: writeSeconds } : await paceOf(sides.peer, measuring)
  const taken = { own: 0, peer: 0 }
  const ask = async (which: 'own' | 'peer', seconds: number) => {
    const { running, requests } = sides[which]
    const result = await applyLoad(running, {
      requests,
      first: taken[which],
      ...pace,
      seconds,
      client: measuring.client,
    })
    // wrk leaves what is in work when its time is over, and a server carries that out all the same: a create that comes twice
    // is another question.
    taken[which] += result.requests + pace.connections
    return result
  }
  for (const which of ['own', 'peer'] as const) await warm((seconds) => ask(which, seconds), warmingSeconds)
  const blocks = await inBlocks(measuring.pairs, {
    own: () => ask('own', writes ? writeSeconds : measuring.seconds),
    other: () => ask('peer', pace.seconds),
  })
  const own = blocks.map((pair) => pair.own)
  const peer = blocks.map((pair) => pair.other)
  const slower = Math.min(
    ...[own, peer].map((results) => medianOf(results.map(({ requestsPerSecond }) => requestsPerSecond))),
  )
  const latencies = await latenciesOf(notYetAsked(sides, taken), slower, { ...measuring, ...pace })
  const measured = new Date().toISOString()
  const others = medianOf([...own, ...peer].map((one) => one.others))
  const common = { question: name, mode, measured, connections: pace.connections, others, own, peer }
  return { ...common, ...(latencies.length > 0 && { latencies }) }
}

/** So many times as long is waited for a system that becomes faster still, by more than this from one time to the next. */
const warmingTimes = 8
const stillFaster = 1.05

/** Asks until it is answered no faster than before: a backend of PostgreSQL maps shared memory, page after page, for some 20 s. */
async function warm(ask: (seconds: number) => Promise<LoadResult>, seconds: number): Promise<void> {
  if (seconds === 0) return
  let fastest = 0
  for (let time = 0; time < warmingTimes; time++) {
    const { requestsPerSecond } = await ask(seconds)
    if (time > 0 && requestsPerSecond < stillFaster * fastest) return
    fastest = Math.max(fastest, requestsPerSecond)
  }
}

/** Both begin where the blocks ended, as far as there are values that nobody has asked for. */
function notYetAsked({ own, peer }: Sides, taken: Readonly<Record<'own' | 'peer', number>>): Sides {
  const from = ({ running, requests }: Side, first: number): Side => {
    const at = first % requests.length
    return { running, requests: [...requests.slice(at), ...requests.slice(0, at)] }
  }
  return { own: from(own, taken.own), peer: from(peer, taken.peer) }
}

const shares = [0.5, 0.8]
const answersLeast = 20
/** Enough for p99.9, unless that takes more than so many times as long. */
const answersWanted = 1_000
const latencyTimes = 6

async function latenciesOf(sides: Sides, slower: number, measuring: Measuring): Promise<LatencyPair[]> {
  const { latencySeconds, connections } = measuring
  if (latencySeconds * slower < answersLeast) return []
  const pairs: LatencyPair[] = []
  for (const share of shares) {
    const requestsPerSecond = slower * share
    const seconds = Math.min(latencyTimes * latencySeconds, Math.max(latencySeconds, answersWanted / requestsPerSecond))
    const at = (side: Side) =>
      measureLatency({ url: side.running.url, requests: side.requests, requestsPerSecond, seconds, connections })
    pairs.push({ share, requestsPerSecond, seconds, own: await at(sides.own), peer: await at(sides.peer) })
  }
  return pairs
}

/** A question that takes a peer long is asked over fewer connections and for longer, so that some answers are counted. */
const slowSeconds = 0.05
const slowConnections = 4
const answersCounted = 8
const longestSeconds = 6

async function paceOf(
  { running, requests }: Side,
  { connections, seconds }: Measuring,
): Promise<Pick<Measuring, 'connections' | 'seconds'>> {
  const started = performance.now()
  const some = requests.slice(0, 3)
  for (const request of some) await (await send(running.url, request)).arrayBuffer()
  const each = (performance.now() - started) / 1000 / some.length
  if (each < slowSeconds) return { connections, seconds }
  return {
    connections: slowConnections,
    seconds: Math.min(longestSeconds, Math.ceil(Math.max(seconds, each * answersCounted))),
  }
}

const zipfRequests = 20_000

/** Zipf: the n-th is asked as often as 1/n of the first (exponent 1). */
function orderOf(distinct: readonly Asked[], mode: Mode, random: () => number): readonly Asked[] {
  if (mode === 'distinct') return distinct
  if (mode === 'repeated') return distinct.slice(0, 1)
  const rank = zipfRanks(distinct.length, random)
  return Array.from({ length: zipfRequests }, () => distinct[rank()]!)
}
