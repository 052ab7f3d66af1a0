import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { IndexStats } from '../../index/place-index.ts'
import type { IntegrityCheck } from '../../service/integrity-clock.ts'
import type { EndpointLag } from '../../webhooks/sender.ts'

/** Upper bounds of durations, in seconds. */
const requestBuckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const commitBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** Callbacks that each scrape invokes. */
interface MetricSources {
  /** Undefined while there is no index. */
  readonly indexStats: () => IndexStats | undefined
  /** Undefined before the service is open, or if its database does not answer. */
  readonly outdatedPlaces: () => Promise<number | undefined>
  /** Empty if another replica sends. */
  readonly webhookLags: () => readonly EndpointLag[]
  /** Undefined until the record was first checked. */
  readonly integrity: () => IntegrityCheck | undefined
}

export type Metrics = ReturnType<typeof createMetrics>

/** Creates the Prometheus metrics, in a registry of their own. */
export function createMetrics(sources: Partial<MetricSources> = {}) {
  const { indexStats = () => undefined, outdatedPlaces = async () => undefined } = sources
  const { webhookLags = () => [], integrity = () => undefined } = sources
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const commits = new Histogram({
    name: 'gazetteer_commit_seconds',
    help: 'How long a group of writes took until it was durable.',
    buckets: commitBuckets,
    registers: [registry],
  })
  const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] })
  const directoryFailures = counter(
    'gazetteer_directory_failures_total',
    'Requests to a remote directory that failed or came too late.',
  )
  const rateLimits = counter(
    'gazetteer_rate_limited_total',
    'Requests refused since their callers ask too often, by key, session, visitor or address.',
    ['by'],
  )
  const compressions = counter(
    'gazetteer_compressions_total',
    'Answers that were compressed; those that were kept from before are not counted.',
    ['coding'],
  )
  const webhookAttempts = counter(
    'gazetteer_webhook_attempts_total',
    'Events sent to webhooks, by whether they were delivered, refused, or not answered.',
    ['outcome'],
  )
  const deadLetters = counter(
    'gazetteer_webhook_dead_letters_total',
    'Events that webhooks refused as often as they may, and were skipped.',
  )
  const changeStreams = changeStreamGauge(registry)
  addIndexGauges(registry, indexStats)
  addOutdatedGauge(registry, outdatedPlaces)
  addWebhookGauges(registry, webhookLags)
  addIntegrityGauges(registry, integrity)
  return {
    /** Counts an answered request; `route` is its pattern, never its address. */
    request: createRequestCounter(registry),
    commit: (seconds: number) => commits.observe(seconds),
    /** Counts a request refused by the rate limit, by kind of caller. */
    rateLimited: (by: string) => rateLimits.inc({ by }),
    directoryFailure: () => directoryFailures.inc(),
    compression: (coding: string) => compressions.inc({ coding }),
    webhookAttempt: (outcome: string) => webhookAttempts.inc({ outcome }),
    deadLetter: () => deadLetters.inc(),
    /** Counts a change stream that opened (1) or closed (-1). */
    changeStream: (change: 1 | -1) => changeStreams.inc(change),
    text: () => registry.metrics(),
    contentType: registry.contentType,
    close: () => registry.clear(),
  }
}

/** Creates the counter of requests by method, route and status, and the histogram of their durations. */
function createRequestCounter(registry: Registry) {
  const requests = new Counter({
    name: 'gazetteer_requests_total',
    help: 'Requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const times = new Histogram({
    name: 'gazetteer_request_seconds',
    help: 'Time from the head of a request to the last byte of its answer.',
    labelNames: ['method', 'route'],
    buckets: requestBuckets,
    registers: [registry],
  })
  return (method: string, route: string, status: number, seconds: number) => {
    requests.inc({ method, route, status })
    times.observe({ method, route }, seconds)
  }
}

function changeStreamGauge(registry: Registry) {
  const help = 'Streams of changes that are open.'
  return new Gauge({ name: 'gazetteer_change_streams', help, registers: [registry] })
}

/** Adds the lag of each webhook, as the sending replica reports it. */
function addWebhookGauges(registry: Registry, lags: () => readonly EndpointLag[]): void {
  const gauges = [
    ['events', 'gazetteer_webhook_lag_events', 'Revisions that were not sent to the webhook yet, or looked at for it.'],
    [
      'seconds',
      'gazetteer_webhook_lag_seconds',
      'Age of the event that waits for the webhook, or since when the webhook has been paused; 0 while neither is.',
    ],
  ] as const
  for (const [of, name, help] of gauges) {
    new Gauge({
      ...{ name, help, labelNames: ['webhook'], registers: [registry] },
      collect() {
        this.reset()
        for (const lag of lags()) this.set({ webhook: lag.id }, lag[of])
      },
    })
  }
}

/** These gauges have no value before the first check, or if a database server holds the record. */
function addIntegrityGauges(registry: Registry, integrity: () => IntegrityCheck | undefined): void {
  const gauges = [
    [
      'gazetteer_record_faults',
      'Faults that the last check of the embedded record found, at most 100.',
      (check: IntegrityCheck) => check.damage.length,
    ],
    [
      'gazetteer_record_checked_seconds',
      'When the embedded record was last checked, as Unix time.',
      (check: IntegrityCheck) => check.at / 1000,
    ],
  ] as const
  for (const [name, help, read] of gauges) {
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        const check = integrity()
        if (check) this.set(read(check))
        else this.remove()
      },
    })
  }
}

/** The index gauges, each named after its member of `IndexStats`. */
const indexGauges: readonly { readonly of: keyof IndexStats; readonly name: string; readonly help: string }[] = [
  { of: 'places', name: 'gazetteer_index_places', help: 'Places in the index, deleted ones included.' },
  { of: 'revision', name: 'gazetteer_index_revision', help: 'The last revision that the index has seen.' },
  { of: 'segments', name: 'gazetteer_index_segments', help: 'Segments of the index.' },
  { of: 'memtablePlaces', name: 'gazetteer_index_memtable_places', help: 'Places in the memtable, not yet flushed.' },
  { of: 'columnBytes', name: 'gazetteer_index_column_bytes', help: 'Bytes of the columns of the index.' },
  { of: 'documentBytes', name: 'gazetteer_index_document_bytes', help: 'Bytes of the documents in memory.' },
]

/** Adds the progress of renamings (D44), of either search engine. */
function addOutdatedGauge(registry: Registry, outdatedPlaces: () => Promise<number | undefined>): void {
  new Gauge({
    name: 'gazetteer_index_outdated_places',
    help: 'Places that may still show a former name.',
    registers: [registry],
    async collect() {
      const places = await outdatedPlaces()
      if (places === undefined) this.remove()
      else this.set(places)
    },
  })
}

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
