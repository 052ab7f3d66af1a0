// Sends requests at the instants when they are due and writes the quantiles of their latencies. Its argument is a file
// of options: url, frames, requestsPerSecond, seconds, connections, sleeps.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { createAnswerReader } from './answers.ts'
import { type DueTimes, monotonicMillis } from './due-times.ts'
import { quantile } from './figures.ts'
import { readFrames } from './frames.ts'

interface Options {
  readonly url: string
  readonly frames: string
  readonly requestsPerSecond: number
  readonly seconds: number
  readonly connections: number
  readonly sleeps: boolean
}

const options = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Options
const requests = readFrames(options.frames)
const interval = 1000 / options.requestsPerSecond
const count = Math.max(1, Math.floor(options.seconds * options.requestsPerSecond))
const latencies = new Float64Array(count)
const lateness = new Float64Array(count)
/** What is not answered by then counts as it stands. */
const patienceMillis = 20_000

const idle = await Promise.all(Array.from({ length: options.connections }, open))
const alarm = options.sleeps ? new Worker(new URL('./due-times.ts', import.meta.url)) : undefined
if (alarm) await once(alarm, 'online')
const start = monotonicMillis() + 10
let sent = 0
let answered = 0
const due = (number: number) => start + number * interval

/** A connection and the number of the request that it works on. */
interface Connection {
  readonly socket: Socket
  number: number
  /** When it was answered last. */
  freeSince: number
}

function open(): Promise<Connection> {
  const { hostname, port } = new URL(options.url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const connection: Connection = { socket, number: 0, freeSince: 0 }
    const reader = createAnswerReader()
    socket.once('connect', () => resolve(connection)).once('error', reject)
    socket.on('data', (chunk: Buffer) => {
      const status = reader.take(chunk)
      if (status === undefined) return
      if (status >= 400) throw new Error(`answered ${status}: ${chunk.toString('utf8', 0, 500)}`)
      const now = monotonicMillis()
      latencies[connection.number] = now - due(connection.number)
      answered++
      if (answered === count) finish(count)
      else if (reader.closes) void replace(connection, now)
      else free(connection, now)
    })
  })
}

/** A server that ends the connection after each answer keeps its callers waiting for the next one. */
async function replace({ socket }: Connection, freeSince: number): Promise<void> {
  socket.destroy()
  free(await open(), freeSince)
}

function free(connection: Connection, since: number): void {
  connection.freeSince = since
  idle.push(connection)
  sendDue()
}

function sendDue(): void {
  const now = monotonicMillis()
  while (sent < count && idle.length > 0 && due(sent) <= now) {
    const connection = idle.pop()!
    connection.number = sent
    lateness[sent] = now - Math.max(due(sent), connection.freeSince)
    connection.socket.write(requests[sent % requests.length]!)
    sent++
  }
}

/** Timers are no finer than a millisecond: what is due sooner is waited for by turning, which takes a whole core. */
function wait(): void {
  sendDue()
  const now = monotonicMillis()
  if (now > due(count) + patienceMillis) finish(sent)
  else if (sent < count && idle.length > 0 && due(sent) - now < 2) setImmediate(wait)
  else setTimeout(wait, 1)
}

function finish(measured: number): void {
  const now = monotonicMillis()
  const sorted = latencies
    .subarray(0, measured)
    .map((latency, number) => (latency === 0 ? now - due(number) : latency))
    .toSorted()
  const [p50, p99, p999] = [0.5, 0.99, 0.999].map((share) => quantile(Array.from(sorted), share))
  const late = quantile(Array.from(lateness.subarray(0, sent).toSorted()), 0.99)
  process.stdout.write(JSON.stringify({ p50, p99, p999, late }), () => process.exit(0))
}

function sleepAndSend(thread: Worker): void {
  thread.on('message', sendDue)
  thread.postMessage({ start, interval, count } satisfies DueTimes)
  setTimeout(() => finish(sent), due(count) + patienceMillis - monotonicMillis())
}

if (alarm) sleepAndSend(alarm)
else wait()
