import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFrames } from '../support/frames.ts'
import { type Request, send } from '../support/request.ts'
import { startBare } from '../support/world.ts'
import { type Askable, requestTo, revalidating } from './check.ts'
import type { Known } from './known.ts'
import { type Comparison, compare, type Measuring, type Side } from './measure.ts'
import type { Question } from './questions.ts'
import { hasNginx, startNginx } from './servers/nginx.ts'

/** A server that does nothing but send the bytes that the service answered. */
export interface Limit {
  readonly name: 'bare' | 'nginx'
  readonly about: string
  /** Why it cannot be compared here. */
  readonly missing?: string
}

export const limits: readonly Limit[] = [
  { name: 'bare', about: `a bare node:http server that sends the same bytes, Node ${process.version}` },
  {
    name: 'nginx',
    about: 'nginx with the same bytes as files',
    ...(!hasNginx && { missing: 'nginx is not installed' }),
  },
]

interface LimitQuestion {
  readonly name: string
  readonly requests: readonly Request[]
  /** Whether what is asked is only whether an answer is still so. */
  readonly revalidates?: boolean
}

const answersMost = 2_000

/** Compares the service with what only sends its bytes. */
export async function compareWithLimit(
  limit: Limit,
  own: Askable,
  { questions, known, places }: { questions: readonly Question[]; known: readonly Known[]; places: number },
  measuring: Measuring,
): Promise<Comparison[]> {
  const comparisons: Comparison[] = []
  for (const asked of await limitQuestions(own, { questions, known, places }, measuring)) {
    if (asked.revalidates && limit.name === 'nginx') continue
    const folder = mkdtempSync(join(tmpdir(), 'gazetteer-limit-'))
    const peer = await sideOf(limit, own, asked, folder)
    try {
      const sides = { own: { running: own.running, requests: asked.requests }, peer }
      comparisons.push(await compare({ name: asked.name, kind: 'read', mode: 'distinct' }, sides, measuring))
    } finally {
      await peer.stop()
      rmSync(folder, { recursive: true })
    }
  }
  return comparisons
}

async function limitQuestions(
  own: Askable,
  { questions, known, places }: { questions: readonly Question[]; known: readonly Known[]; places: number },
  { random }: Measuring,
): Promise<LimitQuestion[]> {
  const get = (path: string): Request => ({ path, headers: own.running.headers })
  const count = Math.min(answersMost, Math.floor(places / 10))
  const times = Array.from({ length: count }, () => random())
  const [byId, filter] = ['by id', 'one filter'].map((name) => questions.find((question) => question.name === name))
  const tagged: Request[] = []
  for (let number = 0; filter && number < Math.min(count, 500); number++) {
    const request = await revalidating(own, filter.ask())
    if (request !== undefined) tagged.push(request)
  }
  const scattered = '/v4/place?orderby=created&is=*&include=non-published&limit=100&offset='
  return [
    ...(byId ? [{ name: 'by id', requests: times.map(() => requestTo(own, byId.ask())) }] : []),
    {
      name: 'page of 100 neighbours',
      requests: times.map((share) => get(`/v4/place?limit=100&offset=${Math.floor((share * places) / 2)}`)),
    },
    {
      name: 'page of 100 scattered places',
      requests: times.map((share) => get(scattered + Math.floor(share * Math.min(20_000, places / 2)))),
    },
    ...(tagged.length > 0 && known.length > 0
      ? [{ name: 'revalidation (304)', requests: tagged, revalidates: true }]
      : []),
  ]
}

async function sideOf(
  limit: Limit,
  own: Askable,
  { requests }: LimitQuestion,
  folder: string,
): Promise<Side & { stop(): Promise<void> }> {
  const answers: Buffer[] = []
  for (const request of requests) {
    const { 'If-None-Match': _, ...headers } = request.headers ?? {}
    const answer = await send(own.running.url, { ...request, headers })
    answers.push(Buffer.from(await answer.arrayBuffer()))
  }
  if (limit.name === 'bare') {
    const file = join(folder, 'answers')
    writeFrames(file, answers)
    const running = await startBare(file)
    return { running, requests, stop: () => running.stop() }
  }
  mkdirSync(join(folder, 'answers'))
  for (const [number, answer] of answers.entries()) writeFileSync(join(folder, 'answers', String(number)), answer)
  const running = await startNginx(folder, join(folder, 'answers'))
  return { running, requests: answers.map((_, number) => ({ path: `/${number}` })), stop: () => running.stop() }
}
