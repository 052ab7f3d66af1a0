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
