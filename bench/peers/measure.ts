import { quantile } from '../support/figures.ts'
import { applyLoad, type LoadClient, type LoadResult } from '../support/load.ts'
import type { Askable } from './check.ts'
import type { Asked, Question, Random } from './questions.ts'

/** In what order the paths of a question are asked. */
export type Mode = 'distinct' | 'zipf' | 'repeated'

/** One question, asked of both systems in blocks A B B A. */
export interface Comparison {
  readonly question: string
  readonly mode: Mode
  /** The rate of the service divided by that of the peer, of each pair of blocks. */
  readonly ratios: readonly number[]
  /** Requests a second and microseconds of CPU a request, of each block. */
  readonly own: readonly LoadResult[]
  readonly peer: readonly LoadResult[]
}

export interface Measuring {
  readonly pairs: number
  readonly seconds: number
  readonly connections: number
  readonly distinct: number
  readonly random: Random
  readonly client: LoadClient
}

/** Asks both systems the same questions in the same order, one system at a time. */
export async function compare(
  question: Question,
  mode: Mode,
  { own, peer }: { readonly own: Askable; readonly peer: Askable },
  measuring: Measuring,
): Promise<Comparison> {
  const asked = orderOf(Array.from({ length: measuring.distinct }, question.ask), mode, measuring.random)
  const pace = await paceOf(peer, asked, measuring)
  const block = ({ system, running }: Askable) =>
    applyLoad(running, {
      paths: asked.map((one) => system.pathOf(one) ?? ''),
      key: running.headers['X-API-Key'] ?? '',
      ...pace,
      client: measuring.client,
    })
  const blocks: { readonly own: LoadResult; readonly peer: LoadResult }[] = []
  for (let pair = 0; pair < measuring.pairs; pair++) {
    const [first, second] = pair % 2 === 0 ? [own, peer] : [peer, own]
    const results = [await block(first), await block(second)] as const
    blocks.push(pair % 2 === 0 ? { own: results[0], peer: results[1] } : { own: results[1], peer: results[0] })
  }
  return {
    question: question.name,
    mode,
    ratios: blocks.map((pair) => pair.own.requestsPerSecond / pair.peer.requestsPerSecond),
    own: blocks.map((pair) => pair.own),
    peer: blocks.map((pair) => pair.peer),
  }
}

/** A question that takes a peer long is asked over fewer connections and for longer, so that some answers are counted. */
const slowSeconds = 0.05
const slowConnections = 4
const answersCounted = 12
const longestSeconds = 20

async function paceOf(
  { system, running }: Askable,
  asked: readonly Asked[],
  { connections, seconds }: Measuring,
): Promise<Pick<Measuring, 'connections' | 'seconds'>> {
  const started = performance.now()
  const some = asked.slice(0, 3)
  for (const one of some) {
    await (await fetch(running.url + system.pathOf(one), { headers: running.headers })).arrayBuffer()
  }
  const each = (performance.now() - started) / 1000 / some.length
  if (each < slowSeconds) return { connections, seconds }
  return {
    connections: slowConnections,
    seconds: Math.min(longestSeconds, Math.ceil(Math.max(seconds, each * answersCounted))),
  }
}

/** Zipf: the n-th is asked as often as 1/n of the first (exponent 1). */
function orderOf(distinct: readonly Asked[], mode: Mode, random: Random): readonly Asked[] {
  if (mode === 'distinct') return distinct
  if (mode === 'repeated') return distinct.slice(0, 1)
  let sum = 0
  const sums = distinct.map((_, index) => (sum += 1 / (index + 1)))
  return Array.from({ length: distinct.length * 4 }, () => {
    const at = random() * sum
    return distinct[sums.findIndex((upTo) => upTo >= at)]!
  })
}

/** The median of one figure over blocks. */
export function medianOf(results: readonly LoadResult[], of: (result: LoadResult) => number): number {
  return quantile(
    results.map(of).toSorted((a, b) => a - b),
    0.5,
  )
}
