import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createAnswerReader } from './answers.ts'
import { writeFrames } from './frames.ts'
import { watchOthers } from './others.ts'
import { pinned, type ServerProcess } from './processes.ts'
import { type Request, requestBytes } from './request.ts'

/** What a server is asked, over and over, for a while. */
export interface Load {
  readonly requests: readonly Request[]
  /** Which of them is the first; the others follow in turn. */
  readonly first?: number
  readonly connections: number
  readonly seconds: number
  readonly client: LoadClient
  /** The `Accept-Encoding` of every request; none when absent. */
  readonly encoding?: string
}

/** Who asks: wrk where it is installed, or a client of our own, which needs more of the other core. */
export type LoadClient = 'wrk' | 'own'

/** What was answered in a block, and what each answer took of the processors. */
export interface LoadResult {
  readonly requests: number
  readonly requestsPerSecond: number
  readonly cpuMicroseconds: number
  /** The share of the processors that other programs used meanwhile. */
  readonly others: number
}

/** What can be loaded and whose processor time is known. */
export type Loaded = Pick<ServerProcess, 'url' | 'cpuSeconds'>

/** Whether wrk is installed. */
export const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/**
 * Asks for a while and counts; the client runs on the second core. What is still in work at the end is waited for, and
 * its processor time counts as that of one request a connection.
 */
export async function applyLoad(server: Loaded, load: Load): Promise<LoadResult> {
  const [cpuBefore, othersShare] = [server.cpuSeconds(), watchOthers()]
  const { requests, seconds } =
    load.client === 'wrk' ? await loadByWrk(server.url, load) : await loadBySockets(server.url, load)
  const cpuSeconds = (await cpuAtRest(server)) - cpuBefore
  const cpuMicroseconds = (cpuSeconds * 1e6) / (requests + load.connections)
  return { requests, requestsPerSecond: requests / seconds, cpuMicroseconds, others: othersShare() }
}

const restMillis = 40
const restTicksMax = 0.011
const restWaitMillis = 20_000

/** The processor time of a server once it has nothing to do any more, so that it disturbs nobody. */
async function cpuAtRest(server: Loaded): Promise<number> {
  const until = performance.now() + restWaitMillis
  let before = server.cpuSeconds()
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, restMillis))
    const now = server.cpuSeconds()
    if (Math.abs(now - before) < restTicksMax) return now
    before = now
  }
  return before
}

interface Count {
  readonly requests: number
  readonly seconds: number
}

async function loadByWrk(url: string, load: Load): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const [script, requests] = [join(folder, 'requests.lua'), join(folder, 'requests')]
  writeFrames(
    requests,
    load.requests.map((request) => requestBytes(request, url)),
  )
  writeFileSync(script, luaScript(requests, load.first ?? 0))
  const options = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '60s', '-s', script, url]
  const output = await outputOf(['wrk', ...options]).finally(() => rmSync(folder, { recursive: true }))
  if (/Non-2xx/.test(output)) throw new Error(`some answers were errors:\n${output}`)
  const [, count, seconds] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? []
  if (!count) throw new Error(`wrk said something else:\n${output}`)
  return { requests: Number(count), seconds: Number(seconds) }
}

/** What a program writes that runs on the second core, or on every one. Rejects when it ends with another status than 0. */
export function outputOf(command: readonly string[], { everyCore = false } = {}): Promise<string> {
  const [program, args] = everyCore ? [command[0]!, command.slice(1)] : pinned(1, command)
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('exit', (status) => {
      if (status === 0) resolve(text)
      else reject(new Error(`${command[0]} ended with status ${status}: ${text}`))
    })
  })
}

/** Whole requests are made before the start, so that the client has little to do for each. */
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

async function loadBySockets(url: string, load: Load): Promise<Count> {
  const requests = load.requests.map((request) => requestBytes(request, url))
  let turn = load.first ?? 0
  const next = () => requests[turn++ % requests.length]!
  const started = performance.now()
  const until = started + load.seconds * 1000
  const counts = await Promise.all(Array.from({ length: load.connections }, () => askOver(url, next, until)))
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return { requests: answered, seconds: (performance.now() - started) / 1000 }
}

/** One connection that asks, reads the whole answer, and asks again. */
function askOver(url: string, next: () => Buffer, until: number): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const reader = createAnswerReader()
    let answered = 0
    const ask = () => socket.write(next())
    socket.on('connect', ask).on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      const status = reader.take(chunk)
      if (status === undefined) return
      if (status >= 400) return socket.destroy(new Error(`answered ${status}: ${chunk.toString('utf8', 0, 500)}`))
      answered++
      if (performance.now() < until) return ask()
      socket.destroy()
      resolve(answered)
    })
  })
}
