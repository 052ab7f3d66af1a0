import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFrames } from '../support/frames.ts'
import { sample } from '../support/random.ts'
import { type Request, send } from '../support/request.ts'
import { startBare } from '../support/world.ts'
import { type Askable, requestTo, revalidating } from './check.ts'
import { type Comparison, compare, type Side } from './measure.ts'
import { isDone, isWanted } from './plan.ts'
import { named, neighboursPath, scatteredPath, scatteredWithin } from './questions.ts'
import type { Run } from './run.ts'
import { hasNginx, nginxVersion, startNginx } from './servers/nginx.ts'
import { gazetteer } from './systems/gazetteer.ts'

/** A server that does nothing but send the bytes that the service answered. */
export interface Limit {
  readonly name: 'bare' | 'nginx'
  readonly about: string
  /** Why it cannot be compared here. */
  readonly missing?: string
}

/** Those that are measured. */
export const limits: readonly Limit[] = [
  { name: 'bare', about: `A bare node:http server that sends the same bytes, Node ${process.version}` },
  {
    name: 'nginx',
    about: `${nginxVersion} with the same bytes as files`,
    ...(!hasNginx && { missing: 'nginx is not installed' }),
  },
]

interface LimitQuestion {
  readonly name: string
  readonly requests: () => readonly Request[]
  readonly revalidates?: boolean
}

/** Answers of the questions that are compared with prebuilt pages by name, and of all others. */
const pagesBuilt = 2_000
const answersBuilt = 1_000
const tagsKnown = 500

/** Compares the service with what only sends its bytes, question after question. */
export async function measureLimit(limit: Limit, run: Run): Promise<void> {
  const common = { system: limit.name, about: limit.about, places: run.materials.places, seed: run.plan.seed }
  const reason = 'it only sends what is there already'
  run.keep({
    ...common,
    left: run.questions.filter(({ kind }) => kind === 'write').map(({ name }) => ({ question: name, reason })),
  })
  const kept = run.kept(limit.name)?.comparisons ?? []
  const system = gazetteer()
  const running = await system.start(run.materials, false)
  const own: Askable = { system, running }
  try {
    const isKept = (name: string) =>
      isDone(
        run.plan,
        kept.find(({ question }) => question === name),
      )
    const due = limitQuestions(own, run).filter(({ name }) => !isKept(name))
    for (const [at, asked] of due.entries()) {
      if (run.isOver()) return run.leave(due.length - at)
      const comparison = await compareWith(limit, own, asked, run)
      run.keep({ ...common, comparisons: [comparison] })
      run.say(`${limit.name} ${asked.name}`)
    }
  } finally {
    await running.stop()
  }
}

function limitQuestions(own: Askable, run: Run): LimitQuestion[] {
  const { places } = run.materials
  const get = (path: string): Request => ({ path, headers: own.running.headers })
  const offsets = () => sample(run.measuring.random, pagesBuilt, Math.floor(places / 2))
  const asked = run.questions.flatMap(({ name, kind, ask }): LimitQuestion[] => {
    const times = (count: number) => Array.from({ length: count }, () => requestTo(own, ask()))
    if (kind === 'write') return []
    if (kind === 'revalidation') return [{ name, requests: () => times(tagsKnown), revalidates: true }]
    if (name !== named.byId) return [{ name, requests: () => times(answersBuilt) }]
    return [
      { name, requests: () => times(run.measuring.distinct) },
      { name: named.byIdOften, requests: () => times(pagesBuilt) },
    ]
  })
  const pages: LimitQuestion[] = [
    {
      name: named.neighbours,
      requests: () => offsets().map((offset) => get(neighboursPath + offset)),
    },
    {
      name: named.scattered,
      requests: () => offsets().map((offset) => get(scatteredPath + (offset % scatteredWithin))),
    },
  ]
  return [...asked, ...pages.filter(({ name }) => isWanted(run.plan, name))]
}

async function compareWith(limit: Limit, own: Askable, asked: LimitQuestion, run: Run): Promise<Comparison> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-limit-'))
  try {
    const requests = asked.requests()
    const ownRequests = asked.revalidates ? await tagged(own.running.url, requests) : requests
    const answers = await answersTo(own.running.url, requests)
    const { peer, stop } = await sideOf(
      limit,
      { answers, requests: ownRequests, revalidates: asked.revalidates },
      folder,
    )
    try {
      const sides = { own: { running: own.running, requests: ownRequests }, peer }
      return await compare({ name: asked.name, kind: 'read', mode: 'distinct' }, sides, {
        ...run.measuring,
        latencySeconds: 0,
      })
    } finally {
      await stop()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function answersTo(url: string, requests: readonly Request[]): Promise<Buffer[]> {
  const answers: Buffer[] = []
  for (const request of requests) answers.push(Buffer.from(await (await send(url, request)).arrayBuffer()))
  return answers
}

async function tagged(url: string, requests: readonly Request[]): Promise<Request[]> {
  const known: Request[] = []
  for (const request of requests) known.push((await revalidating(url, request)) ?? request)
  return known
}

interface Prebuilt {
  readonly answers: readonly Buffer[]
  /** What the service is asked. */
  readonly requests: readonly Request[]
  readonly revalidates: boolean | undefined
}

async function sideOf(
  limit: Limit,
  { answers, requests, revalidates }: Prebuilt,
  folder: string,
): Promise<{ readonly peer: Side; stop(): Promise<void> }> {
  if (limit.name === 'bare') {
    const file = join(folder, 'answers')
    writeFrames(file, answers)
    const running = await startBare(file)
    return { peer: { running, requests }, stop: () => running.stop() }
  }
  const home = join(folder, 'answers')
  mkdirSync(home)
  for (const [number, answer] of answers.entries()) writeFileSync(join(home, String(number)), answer)
  const running = await startNginx(folder, home)
  const files = answers.map((_, number) => ({ path: `/${number}` }))
  const asked = revalidates ? await tagged(running.url, files) : files
  return { peer: { running, requests: asked }, stop: () => running.stop() }
}
