import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pinned, type ServerProcess } from './processes.ts'

/** What a server is asked, over and over, for a while. */
export interface Load {
  readonly paths: readonly string[]
  readonly key: string
  readonly connections: number
  readonly seconds: number
  readonly client: LoadClient
  /** The `Accept-Encoding` of every request; none when absent. */
  readonly encoding?: string
}

/** Who asks: wrk where it is installed, or a client of our own, which needs more of the other core. */
export type LoadClient = 'wrk' | 'own'

export interface LoadResult {
  readonly requestsPerSecond: number
  readonly cpuMicroseconds: number
}

export const hasWrk = spawnSync('wrk', ['-v']).error === undefined

/** Asks for a while and counts; wrk runs on the second core. */
export async function applyLoad(server: Pick<ServerProcess, 'url' | 'cpuSeconds'>, load: Load): Promise<LoadResult> {
  const cpuBefore = server.cpuSeconds()
  const { requests, seconds } =
    load.client === 'wrk' ? await loadByWrk(server.url, load) : await loadBySockets(server.url, load)
  const cpuMicroseconds = ((server.cpuSeconds() - cpuBefore) * 1e6) / requests
  return { requestsPerSecond: requests / seconds, cpuMicroseconds }
}

interface Count {
  readonly requests: number
  readonly seconds: number
}

async function loadByWrk(url: string, load: Load): Promise<Count> {
  const folder = mkdtempSync(join(tmpdir(), 'gazetteer-bench-'))
  const script = join(folder, 'requests.lua')
  writeFileSync(script, luaScript(load))
  const options = ['-t1', `-c${load.connections}`, `-d${load.seconds}s`, '--timeout', '60s', '-s', script, url]
  const [program, args] = pinned(1, ['wrk', ...options])
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('exit', () => resolve(text))
  })
  rmSync(folder, { recursive: true })
  if (/Non-2xx/.test(output)) throw new Error(`some answers were errors:\n${output}`)
  const [, requests, seconds] = /(\d+) requests in ([\d.]+)s/.exec(output) ?? []
  if (!requests) throw new Error(`wrk said something else:\n${output}`)
  return { requests: Number(requests), seconds: Number(seconds) }
}

function luaScript({ paths, key, encoding }: Load): string {
  const quoted = paths.map((path) => JSON.stringify(path)).join(',\n')
  return `local paths = {${quoted}}
local turn = 0
wrk.headers["X-API-Key"] = ${JSON.stringify(key)}
${encoding === undefined ? '' : `wrk.headers["Accept-Encoding"] = ${JSON.stringify(encoding)}`}
request = function()
  turn = turn % #paths + 1
  return wrk.format(nil, paths[turn])
end
`
}

async function loadBySockets(url: string, load: Load): Promise<Count> {
  const started = performance.now()
  const until = started + load.seconds * 1000
  const counts = await Promise.all(Array.from({ length: load.connections }, (_, at) => askOver(url, load, at, until)))
  const requests = counts.reduce((sum, count) => sum + count, 0)
  return { requests, seconds: (performance.now() - started) / 1000 }
}

/** One connection that asks, reads the whole answer by its content-length, and asks again. */
function askOver(url: string, load: Load, first: number, until: number): Promise<number> {
  const { hostname, port, host } = new URL(url)
  const encoding = load.encoding === undefined ? '' : `Accept-Encoding: ${load.encoding}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let turn = first
    let answered = 0
    let left = -1
    const ask = () => {
      const path = load.paths[turn++ % load.paths.length]!
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-API-Key: ${load.key}\r\n${encoding}\r\n`)
    }
    socket.on('connect', ask).on('error', reject)
    socket.on('data', (chunk: Buffer) => {
      left = left < 0 ? remaining(chunk) : left - chunk.length
      if (Number.isNaN(left)) return socket.destroy(new Error(chunk.toString('latin1', 0, 300)))
      if (left > 0) return
      left = -1
      answered++
      if (performance.now() < until) return ask()
      socket.destroy()
      resolve(answered)
    })
  })
}

/** Bytes of the answer still to come after its first chunk; NaN for what is no 200 with a length. */
function remaining(chunk: Buffer): number {
  const end = chunk.indexOf('\r\n\r\n')
  const head = chunk.toString('latin1', 0, end)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  return head.startsWith('HTTP/1.1 200') && length ? Number(length) - (chunk.length - end - 4) : Number.NaN
}
