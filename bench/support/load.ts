import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runTool } from '../../test/support/child.ts'
import { quantile } from './figures.ts'
import { outputOf, type ServerProcess, temporaryFolder } from './processes.ts'

/** A request of HTTP/1.1; the body is JSON. */
export interface Request {
  readonly method?: 'GET' | 'PUT' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests that a server gets repeatedly for a while. */
interface Load {
  readonly requests: readonly Request[]
  /** Index of the first request; the others follow in turn. */
  readonly first?: number
  readonly connections: number
  readonly seconds: number
}

/** The answers of a block, and the CPU time of each answer. */
export interface Block {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly cpuMicroseconds: number
}

/** A system that can be loaded and has a known CPU time. */
export type Loaded = Pick<ServerProcess, 'url' | 'cpuSeconds'>

/** The reason why nothing can be loaded here; undefined if wrk is installed. */
export const noWrk = runTool('wrk', ['-v']).error && 'wrk is not installed (apt-get install wrk)'

const restMillis = 40
/** Number of consecutive idle looks required: work that waits for its core is also idle. */
const restLooks = 5
const restSecondsMax = 0.011
const restWaitMillis = 20_000

/**
 * Sends requests for a while with wrk, which runs on the second core. Requests in flight at the end are awaited, and
 * count as one per connection.
 */
export async function applyLoad(server: Loaded, load: Load): Promise<Block> {
  const cpuBefore = server.cpuSeconds()
  using folder = temporaryFolder()
  const [script, frames] = [join(folder.path, 'requests.lua'), join(folder.path, 'requests')]
  writeFrames(
    frames,
    load.requests.map((request) => requestBytes(request, server.url)),
  )
  writeFileSync(script, luaScript(frames, load.first ?? 0))
  const options = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '60s', '-s', script, server.url]
  const output = await outputOf(['wrk', ...options])
  if (/Non-2xx/.test(output)) throw new Error(`some answers were errors:\n${output}`)
  const [requests = 0, seconds = 0] = /(\d+) requests in ([\d.]+)s/.exec(output)?.slice(1).map(Number) ?? []
  const cpuSeconds = (await cpuAtRest(server)) - cpuBefore
  const cpuMicroseconds = (cpuSeconds * 1e6) / (requests + load.connections)
  return { requests, requestsPerSecond: requests / seconds, cpuMicroseconds }
}

/** Waits until a server is idle, so that it disturbs nobody, and returns its CPU time. */
async function cpuAtRest(server: Loaded): Promise<number> {
  const until = performance.now() + restWaitMillis
  let before = server.cpuSeconds()
  for (let looks = 0; looks < restLooks && performance.now() < until; ) {
    await setTimeout(restMillis)
    const now = server.cpuSeconds()
    // A decrease is not rest: while processes end, Linux may omit others of their parent (proc(5)).
    looks = Math.abs(now - before) < restSecondsMax ? looks + 1 : 0
    before = now
  }
  return before
}

/** Writes byte strings into a file, each as a 4-byte little-endian length and the bytes. */
export function writeFrames(file: string, frames: readonly Buffer[]): void {
  const parts = frames.flatMap((frame) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(frame.length)
    return [length, frame]
  })
  writeFileSync(file, Buffer.concat(parts))
}

/** Complete requests are built before the start, so that the client does little per request. */
function luaScript(requests: string, first: number): string {
  return `local requests = {}
local file = assert(io.open(${JSON.stringify(requests)}, "rb"))
while true do
  local head = file:read(4)
  if not head then break end
  local a, b, c, d = head:byte(1, 4)
  requests[#requests + 1] = file:read(a + b * 256 + c * 65536 + d * 16777216)
end
file:close()
local turn = ${first} % #requests
request = function()
  turn = turn % #requests + 1
  return requests[turn]
end
`
}

function requestBytes({ method = 'GET', path, headers = {}, body }: Request, url: string): Buffer {
  const sent =
    body === undefined ? {} : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }
  const head = Object.entries({ Host: new URL(url).host, ...headers, ...sent }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return Buffer.from(`${[`${method} ${path} HTTP/1.1`, ...head].join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** Sends a request once. Resolves with the answer, whatever its status. */
export function send(url: string, { method = 'GET', path, headers = {}, body }: Request): Promise<Response> {
  const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' }
  return fetch(url + path, { method, headers: { ...headers, ...type }, ...(body !== undefined && { body }) })
}

/**
 * The 99th percentile of latency, in milliseconds. Requests are sent at a fixed rate, however long the answers take.
 * Latency counts from when a request was due, so a stalling server does not get fewer requests (no coordinated
 * omission).
 */
export async function measureLatency(
  url: string,
  requests: readonly Request[],
  { perSecond, seconds }: { readonly perSecond: number; readonly seconds: number },
): Promise<number> {
  const start = performance.now() + 10
  const answers = Array.from({ length: Math.max(1, Math.floor(perSecond * seconds)) }, async (_, number) => {
    const due = start + (number * 1000) / perSecond
    await setTimeout(Math.max(1, due - performance.now()))
    const answer = await send(url, requests[number % requests.length]!)
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`${answer.url} was answered ${answer.status}`)
    return performance.now() - due
  })
  const sorted = (await Promise.all(answers)).toSorted((one, other) => one - other)
  return quantile(sorted, 0.99)
}
