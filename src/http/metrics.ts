import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IndexStats } from '../index/place-index.ts'

/** What is counted and measured, for Prometheus. Each method is cheap enough for every request. */
export interface Metrics {
  /** Counts an answered request; `route` is its pattern, never its address. */
  request(method: string, route: string, status: number, seconds: number): void
  /** How long a group of writes took until it was durable. */
  commit(seconds: number): void
  /** A remote directory that did not answer as it should. */
  directoryFailure(): void
  /** Counts an answer that was compressed; those that were kept from before are not counted. */
  compression(coding: string): void
  /** Everything as text in the format of Prometheus. */
  text(): Promise<string>
  readonly contentType: string
  close(): void
}

const commitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Metrics with a registry of their own. `indexStats` is asked at each scrape; undefined while there is no index. */
export function createMetrics(indexStats: () => IndexStats | undefined): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const commits = new Histogram({
    name: 'gazetteer_commit_seconds',
    help: 'How long a group of writes took until it was durable.',
    buckets: commitBuckets,
    registers: [registry],
  })
  const directoryFailures = new Counter({
    name: 'gazetteer_directory_failures_total',
    help: 'Requests to a remote directory that failed or came too late.',
    registers: [registry],
  })
  const compressions = new Counter({
    name: 'gazetteer_compressions_total',
    help: 'Answers that were compressed; those that were kept from before are not counted.',
    labelNames: ['coding'],
    registers: [registry],
  })
  addIndexGauges(registry, indexStats)
  const requests = new RequestMetrics()
  return {
    request: (method, route, status, seconds) => requests.add(method, route, status, seconds),
    commit: (seconds) => commits.observe(seconds),
    directoryFailure: () => directoryFailures.inc(),
    compression: (coding) => compressions.inc({ coding }),
    text: async () => `${(await registry.metrics()).trimEnd()}\n\n${requests.text()}`,
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

/** The gauges about the index, each named after what `IndexStats` calls it. */
const indexGauges: readonly { readonly of: keyof IndexStats; readonly name: string; readonly help: string }[] = [
  { of: 'places', name: 'gazetteer_index_places', help: 'Places in the index, deleted ones included.' },
  { of: 'revision', name: 'gazetteer_index_revision', help: 'The last revision that the index has seen.' },
  { of: 'segments', name: 'gazetteer_index_segments', help: 'Sealed segments of the index.' },
  { of: 'memtablePlaces', name: 'gazetteer_index_delta_places', help: 'Places in the memtable, not yet sealed.' },
  { of: 'columnBytes', name: 'gazetteer_index_column_bytes', help: 'Bytes of the columns of the index.' },
  { of: 'documentBytes', name: 'gazetteer_index_document_bytes', help: 'Bytes of the documents in memory.' },
]

function addIndexGauges(registry: Registry, indexStats: () => IndexStats | undefined): void {
  for (const { of, name, help } of indexGauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        const stats = indexStats()
        if (stats) this.set(stats[of])
      },
    })
  }
}

/** Upper bounds of the times of requests, in seconds. */
const requestBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

/** The requests of one method and route. */
interface Requests {
  readonly labels: string
  readonly method: string
  readonly statuses: Map<number, number>
  /** How many took so long: one for each of `requestBuckets`, and one for what took longer. */
  readonly buckets: number[]
  seconds: number
}

/** Counts and times requests, and tells of them as text: the library takes longer for each request than the index does. */
class RequestMetrics {
  readonly #byRoute = new Map<string, Requests[]>()

  add(method: string, route: string, status: number, seconds: number): void {
    const requests = this.#requestsOf(method, route)
    requests.statuses.set(status, (requests.statuses.get(status) ?? 0) + 1)
    requests.seconds += seconds
    let bucket = 0
    while (bucket < requestBuckets.length && seconds > requestBuckets[bucket]!) bucket++
    requests.buckets[bucket]!++
  }

  #requestsOf(method: string, route: string): Requests {
    const ofRoute = this.#byRoute.get(route) ?? []
    const known = ofRoute.find((one) => one.method === method)
    if (known) return known
    const labels = `method="${method}",route="${route}"`
    const buckets = Array.from({ length: requestBuckets.length + 1 }, () => 0)
    const added = { labels, method, statuses: new Map(), buckets, seconds: 0 }
    this.#byRoute.set(route, [...ofRoute, added])
    return added
  }

  text(): string {
    const all = [...this.#byRoute.values()].flat()
    const [total, seconds] = ['gazetteer_requests_total', 'gazetteer_request_seconds']
    const lines = [
      `# HELP ${total} Requests by method, route and status.`,
      `# TYPE ${total} counter`,
      ...all.flatMap(({ labels, statuses }) =>
        [...statuses].map(([status, count]) => `${total}{${labels},status="${status}"} ${count}`),
      ),
      `# HELP ${seconds} Time from the head of a request to the last byte of its answer.`,
      `# TYPE ${seconds} histogram`,
    ]
    for (const { labels, buckets, seconds: sum } of all) {
      let count = 0
      for (const [at, some] of buckets.entries()) {
        count += some
        lines.push(`${seconds}_bucket{le="${requestBuckets[at] ?? '+Inf'}",${labels}} ${count}`)
      }
      lines.push(`${seconds}_sum{${labels}} ${sum}`, `${seconds}_count{${labels}} ${count}`)
    }
    return `${lines.join('\n')}\n`
  }
}
