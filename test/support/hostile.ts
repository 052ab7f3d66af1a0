import assert from 'node:assert/strict'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a hostile caller sends; the address may be anything that a line of HTTP can hold. */
export interface HostileRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export interface HostileAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

/** No answer may take longer, in milliseconds. */
const patience = 5_000

/** Sends requests as they are and asserts that each is answered in time, not with a 5xx, and nothing of the inside. */
export function hostileCaller(url: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  const { hostname, port } = new URL(url)
  const send = ({ method, path, headers, body }: HostileRequest): Promise<HostileAnswer> =>
    new Promise((done, fail) => {
      const authorization = `Bearer ${key}`
      // Node sends a body of GET or DELETE without saying its length, and the rest is then read as a next request.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const options = { hostname, port, agent, method, path, headers: { authorization, ...length, ...headers } }
      const call = request(options, (answer) => {
        const { statusCode, headers: answered } = answer
        text(answer).then((whole) => done({ status: statusCode ?? 0, headers: answered, text: whole }), fail)
      })
      call.on('error', fail).end(body)
    })
  return {
    /** Asserts the answer to be harmless; one that is slow is asked again, since the machine may have been busy. */
    async ask(hostile: HostileRequest): Promise<HostileAnswer> {
      let answer: HostileAnswer | undefined
      for (let attempt = 0; attempt < 3; attempt++) {
        const start = performance.now()
        answer = await send(hostile)
        if (performance.now() - start < patience) return harmless(answer, hostile)
      }
      return assert.fail(`slow three times: ${describe(hostile)}`)
    },
    close: () => agent.destroy(),
  }
}

function harmless(answer: HostileAnswer, hostile: HostileRequest): HostileAnswer {
  const { status } = answer
  assert.ok(status >= 200 && status < 500, `${status} to ${describe(hostile)}: ${answer.text.slice(0, 300)}`)
  if (status < 400) return answer
  assert.match(answer.headers['content-type'] ?? '', /^application\/problem\+json/, describe(hostile))
  if (hostile.method === 'HEAD') return answer
  const problem = JSON.parse(answer.text) as { status: number; detail: string }
  assert.equal(problem.status, status)
  assert.ok(problem.detail.length > 0)
  assert.ok(answer.text.length < 500_000, `an error of ${answer.text.length} characters to ${describe(hostile)}`)
  assert.doesNotMatch(answer.text, /node_modules|\.ts:\d|SQLITE|TypeError|undefined is not/)
  return answer
}

function describe({ method, path, body }: HostileRequest): string {
  return `${method} ${path.slice(0, 300)} ${body === undefined ? '' : String(body).slice(0, 300)}`
}

/** Sends bytes on a bare connection; gives what came until it was closed, or until nothing more came for a while. */
export function sendBytes(url: string, bytes: string | Uint8Array, quietMillis: number): Promise<string> {
  return exchange(url, bytes, { firstMillis: quietMillis, quietMillis })
}

/** The same for bytes that are to be answered, however busy the machine is: only what follows may not come. */
export function answerTo(url: string, bytes: string | Uint8Array): Promise<string> {
  return exchange(url, bytes, { firstMillis: 60_000, quietMillis: 200 })
}

interface Patience {
  readonly firstMillis: number
  readonly quietMillis: number
}

function exchange(url: string, bytes: string | Uint8Array, { firstMillis, quietMillis }: Patience): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    let answer = ''
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    const finish = () => {
      socket.destroy()
      done(answer)
    }
    socket.setTimeout(firstMillis, finish)
    socket.on('data', (data) => {
      socket.setTimeout(quietMillis)
      answer += data.toString('latin1')
    })
    socket.on('error', finish).on('close', finish)
  })
}
