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
  const requests = new RequestMetrics()
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
  return {
    request: (method, route, status, seconds) => requests.add(method, route, status, seconds),
    commit: (seconds) => commits.observe(seconds),
    directoryFailure: () => directoryFailures.inc(),
    compression: (coding) => compressions.inc({ coding }),
    text: async () => `${await registry.metrics()}\n${requests.text()}`,
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

/** The gauges about the index, each named after what `IndexStats` calls it. */
const indexGauges: readonly { readonly of: keyof IndexStats; readonly name: string; readonly help: string }[] = [
  { of: 'places', name: 'gazetteer_index_places', help: 'Places in the index, deleted ones included.' },
  { of: 'revision', name: 'gazetteer_index_revision', help: 'The last revision that the index has seen.' },
  { of: 'segments', name: 'gazetteer_index_segments', help: 'Sealed segments of the index.' },
  { of: 'deltaPlaces', name: 'gazetteer_index_delta_places', help: 'Places in the delta, not yet sealed.' },
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
const bounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface Series {
  readonly labels: string
  /** How many were within each bound but over the one before; the last: over all bounds. */
  readonly counts: number[]
  readonly byStatus: Map<number, number>
  seconds: number
}

/**
 * Counts and times every request by method, route and status. Kept here and not in the library of the other metrics,
 * which hashes and checks the labels of each observation.
 */
export class RequestMetrics {
  readonly #byRoute = new Map<string, Map<string, Series>>()

  add(method: string, route: string, status: number, seconds: number): void {
    const series = this.#byRoute.get(route)?.get(method) ?? this.#addSeries(method, route)
    let bucket = 0
    while (bucket < bounds.length && seconds > bounds[bucket]!) bucket += 1
    series.counts[bucket]! += 1
    series.seconds += seconds
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1)
  }

  /** The counter and the histogram in the text format of Prometheus 0.0.4. */
  text(): string {
    const all = [...this.#byRoute.values()].flatMap((byMethod) => [...byMethod.values()])
    const lines = [
      '# HELP gazetteer_requests_total Requests by method, route and status.',
      '# TYPE gazetteer_requests_total counter',
      ...all.flatMap(counterLines),
      '',
      '# HELP gazetteer_request_seconds Time from the head of a request to the last byte of its answer.',
      '# TYPE gazetteer_request_seconds histogram',
      ...all.flatMap(histogramLines),
    ]
    return `${lines.join('\n')}\n`
  }

  #addSeries(method: string, route: string): Series {
    const labels = `method="${method}",route="${route}"`
    const series = { labels, counts: Array(bounds.length + 1).fill(0), byStatus: new Map(), seconds: 0 }
    const byMethod = this.#byRoute.get(route) ?? new Map<string, Series>()
    this.#byRoute.set(route, byMethod.set(method, series))
    return series
  }
}

function counterLines({ labels, byStatus }: Series): string[] {
  return [...byStatus].map(([status, count]) => `gazetteer_requests_total{${labels},status="${status}"} ${count}`)
}

/** Buckets of the format are cumulative. */
function histogramLines({ labels, counts, seconds }: Series): string[] {
  let count = 0
  const buckets = counts.map((inBucket, bucket) => {
    count += inBucket
    return `gazetteer_request_seconds_bucket{le="${bounds[bucket] ?? '+Inf'}",${labels}} ${count}`
  })
  return [
    ...buckets,
    `gazetteer_request_seconds_sum{${labels}} ${seconds}`,
    `gazetteer_request_seconds_count{${labels}} ${count}`,
  ]
}
