import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createRandom } from '../src/demo/template.ts'
import { serviceRequest } from './operation.ts'
import { named } from './questions.ts'
import { type Bench, readsOf } from './service.ts'
import { medianOf } from './support/figures.ts'
import { measureLatency, type Request, send } from './support/load.ts'
import { type ServerProcess, startServer } from './support/processes.ts'
import { adminKey, ask, copyOf, keyHeader, startService, type World } from './world.ts'

/** The cost of webhooks during changes at a fixed rate. */
export interface WebhookCost {
  /** p99 of concurrent reads at a fixed rate, in milliseconds. */
  readonly p99: number
  readonly changesPerSecond: number
  /** CPU time of the service per change, reads included. */
  readonly cpuMicroseconds: number
  readonly deliveredPerSecond: number
  /** Maximum memory of the service. */
  readonly peakBytes: number
}

/** An endpoint: its path at the receiver, and the filter of its places. */
interface Hook {
  readonly path: string
  readonly filter?: string
}

const hooksMax = 100
const changesPerSecond = 500
const writers = 32
const readsPerSecond = 200
const sampleMillis = 200

/** The cost without webhooks, and with 100 of each kind: the same changes, and concurrent reads. */
export async function measureWebhooks({
  world,
  questions,
  measuring,
  seed,
}: Bench): Promise<Record<string, WebhookCost>> {
  await using receiver = await startServer({
    script: [join(import.meta.dirname, 'support/receiver.ts')],
    environment: {},
    readyPath: '/',
    everyCore: true,
  })
  const costs: Record<string, WebhookCost> = {}
  const patch = questions.find(({ name }) => name === named.patch)!
  const patches = Array.from({ length: measuring.distinct }, () => serviceRequest(patch.ask()))
  for (const [name, hooks] of Object.entries(kindsOf(world))) {
    using data = copyOf(world.dataDir)
    const environment = { WEBHOOK_HTTP: 'true', WEBHOOK_ALLOW: '127.0.0.1' }
    await using server = await startService(data.path, { everyCore: true, environment })
    const headers = await keyHeader(server, ['read', 'update'])
    await register(server, receiver.url, hooks)
    const reads = readsOf(world, createRandom(seed)).map((path): Request => ({ path, headers }))
    const changes = patches.map((change): Request => ({ ...change, headers }))
    const rounds: WebhookCost[] = []
    for (let round = 0; round <= Math.min(measuring.pairs, 3); round++) {
      rounds.push(await measureRound(server, { reads, changes, seconds: measuring.readSeconds }))
    }
    // The first round warms up.
    const median = (of: keyof WebhookCost) => medianOf(rounds.slice(1).map((one) => one[of]))
    costs[name] = {
      p99: median('p99'),
      changesPerSecond: median('changesPerSecond'),
      cpuMicroseconds: median('cpuMicroseconds'),
      deliveredPerSecond: median('deliveredPerSecond'),
      peakBytes: Math.max(...rounds.map(({ peakBytes }) => peakBytes)),
    }
    console.log(`${world.places} webhooks ${name}: ${JSON.stringify(costs[name])}`)
  }
  return costs
}

function kindsOf({ known }: World): Readonly<Record<string, readonly Hook[]>> {
  const cities = [...new Set(known.map(({ city }) => city).filter((city) => city && !/[!^~,\\]/.test(city)))]
  const hooks = (count: number, hook: (number: number) => Hook) => Array.from({ length: count }, (_, at) => hook(at))
  return {
    none: [],
    '100, each of a city': hooks(hooksMax, (at) => ({
      path: '/',
      filter: `visitinginfo_city=${encodeURIComponent(cities[at % cities.length] ?? '')}`,
    })),
    '100 of everything': hooks(hooksMax, () => ({ path: '/' })),
    '90 dead, 5 slow, 5 well': hooks(hooksMax, (at) => ({ path: at < 90 ? '/dead' : at < 95 ? '/slow' : '/' })),
  }
}

async function register(server: ServerProcess, receiver: string, hooks: readonly Hook[]): Promise<void> {
  const headers = { 'X-API-Key': adminKey, 'content-type': 'application/json' }
  const post = async (path: string, body: unknown): Promise<{ readonly id: string }> => {
    const answer = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { readonly id: string }
  }
  const { id: key } = await post('/keys', { name: 'bench', permissions: ['read'] })
  for (const { path, ...hook } of hooks) await post('/webhooks', { url: receiver + path, key, ...hook })
}

interface Round {
  readonly reads: readonly Request[]
  readonly changes: readonly Request[]
  readonly seconds: number
}

async function measureRound(server: ServerProcess, { reads, changes, seconds }: Round): Promise<WebhookCost> {
  let peakBytes = 0
  const sample = setInterval(() => {
    peakBytes = Math.max(peakBytes, server.memoryBytes())
  }, sampleMillis)
  const [started, cpuBefore, deliveredBefore] = [performance.now(), server.cpuSeconds(), await delivered(server)]
  const [p99] = await Promise.all([
    measureLatency(server.url, reads, { perSecond: readsPerSecond, seconds }),
    change(server.url, changes, seconds),
  ])
  const took = (performance.now() - started) / 1000
  const [cpu, sent] = [server.cpuSeconds() - cpuBefore, (await delivered(server)) - deliveredBefore]
  clearInterval(sample)
  const count = changesPerSecond * seconds
  return {
    p99,
    changesPerSecond: count / took,
    cpuMicroseconds: (cpu * 1e6) / count,
    deliveredPerSecond: sent / took,
    peakBytes,
  }
}

/** Sends changes at their rate, or as fast as they are answered if that is slower. */
async function change(url: string, changes: readonly Request[], seconds: number): Promise<void> {
  const start = performance.now()
  let next = 0
  const write = async () => {
    for (let number = next++; number < changesPerSecond * seconds; number = next++) {
      const wait = start + (number * 1000) / changesPerSecond - performance.now()
      if (wait > 0) await setTimeout(wait)
      const answer = await send(url, changes[number % changes.length]!)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`a change was answered ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
}

async function delivered(server: ServerProcess): Promise<number> {
  const metrics = await ask(server, '/metrics')
  return Number(/^gazetteer_webhook_attempts_total\{outcome="delivered"\} (\S+)/m.exec(metrics)?.[1] ?? 0)
}
