// Sends requests one after the other and writes what the service says in Server-Timing of its search or reading, in
// milliseconds. Its argument is a file of options: url, frames, seconds, most.
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createAnswerReader } from './answers.ts'
import { readFrames } from './frames.ts'

interface Options {
  readonly url: string
  readonly frames: string
  readonly seconds: number
  readonly most: number
}

const { url, frames, seconds, most } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Options
const requests = readFrames(frames)
const { hostname, port } = new URL(url)
const socket = connect({ host: hostname, port: Number(port), noDelay: true })
const reader = createAnswerReader()
const durations: number[] = []
const until = performance.now() + seconds * 1000
let sent = 0
let head = ''

function next(): void {
  head = ''
  socket.write(requests[sent++ % requests.length]!)
}

socket.once('connect', next).on('data', (chunk: Buffer) => {
  if (head === '') head = chunk.toString('latin1', 0, 2_000)
  const status = reader.take(chunk)
  if (status === undefined) return
  if (status >= 400) throw new Error(`answered ${status}: ${head}`)
  const duration = /server-timing:.*?\b(?:search|read);dur=([\d.]+)/i.exec(head)?.[1]
  if (duration !== undefined) durations.push(Number(duration))
  if (sent < most && performance.now() < until) next()
  else process.stdout.write(JSON.stringify(durations), () => process.exit(0))
})
