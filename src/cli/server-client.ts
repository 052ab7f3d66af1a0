import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Announcement } from '../store/lock.ts'
import { CommandError } from './command-error.ts'

/** One call of the server; `body` is sent as it comes. */
export interface ServerCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path and query. */
  readonly path: string
  readonly body?: { readonly type: string; readonly text: string | AsyncIterable<string> }
}

/**
 * Calls the server of the data folder as its admin. Resolves with the answer as soon as its head is there, while the
 * body may still be on its way; throws a CommandError for a refusal, and when the server does not answer.
 */
export async function callServer(server: Announcement, call: ServerCall): Promise<IncomingMessage> {
  const answer = await answerOf(server, call)
  if ((answer.statusCode ?? 500) < 400) return answer
  const reason = await detailOf(answer)
  answer.destroy()
  throw new CommandError(`the server refuses: ${reason}`)
}

async function answerOf(server: Announcement, call: ServerCall): Promise<IncomingMessage> {
  const outgoing = request(new URL(call.path, server.url), {
    method: call.method,
    agent: false,
    headers: {
      authorization: `Bearer ${server.secret}`,
      ...(call.body && { 'content-type': call.body.type }),
    },
  })
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.once('response', resolve)
    outgoing.once('error', (error) => reject(unreachable(server, error)))
  })
  // A server that refuses stops reading: its answer says why, and not the broken pipe.
  if (call.body === undefined) outgoing.end()
  else if (typeof call.body.text === 'string') outgoing.end(call.body.text)
  else send(call.body.text, outgoing).catch(() => outgoing.destroy())
  return answered
}

/**
 * Sends a body piece by piece, each when the one before has gone. Not by `drain`: once the answer has begun, Node's
 * client may never emit it again, and an import would stand still.
 */
async function send(pieces: AsyncIterable<string>, outgoing: ClientRequest): Promise<void> {
  for await (const piece of pieces) {
    await new Promise<void>((resolve, reject) => {
      outgoing.write(piece, (error) => (error ? reject(error) : resolve()))
    })
  }
  outgoing.end()
}

const readyIntervalMillis = 200
/** Longer than the first start of a million places takes. */
const readyPatienceMillis = 5 * 60_000

/**
 * Waits until the server has built its index. `tell` is told once why it waits, if it does. Throws a CommandError when the
 * server goes away or is not ready in time.
 */
export async function untilReady(
  server: Announcement,
  tell: (line: string) => void,
  patienceMillis = readyPatienceMillis,
): Promise<void> {
  const until = performance.now() + patienceMillis
  for (let asked = 0; ; asked++) {
    const answer = await answerOf(server, { method: 'GET', path: '/health/ready' })
    if (answer.statusCode === 200) return void answer.resume()
    const reason = await detailOf(answer)
    if (performance.now() > until) throw new CommandError(`the server does not become ready: ${reason}`)
    if (asked === 0) tell(`waiting for the server: ${reason}`)
    await sleep(readyIntervalMillis)
  }
}

/** The JSON of an answer. */
export async function callForJson(server: Announcement, call: ServerCall): Promise<unknown> {
  const answer = await text(await callServer(server, call))
  return answer === '' ? undefined : JSON.parse(answer)
}

/** The text of an answer as it comes. */
export async function* textOf(answer: IncomingMessage): AsyncGenerator<string> {
  try {
    for await (const piece of answer.setEncoding('utf8')) yield piece as string
  } catch (error) {
    throw new CommandError(`the server broke off its answer: ${(error as Error).message}`)
  }
}

/** The JSON values of an answer that is NDJSON. */
export async function* linesOf<Value>(answer: IncomingMessage): AsyncGenerator<Value> {
  let rest = ''
  for await (const piece of textOf(answer)) {
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line !== '') yield JSON.parse(line) as Value
  }
  if (rest !== '') yield JSON.parse(rest) as Value
}

/** Why the server does not do what it was asked. */
async function detailOf(answer: IncomingMessage): Promise<string> {
  const body = await text(answer).catch(() => '')
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    if (typeof detail === 'string') return detail
  } catch {
    // No problem+json: the status has to do.
  }
  return `it answers with the status ${answer.statusCode}`
}

function unreachable({ url }: Announcement, error: NodeJS.ErrnoException): CommandError {
  return new CommandError(`the server at ${url} does not answer: ${error.code ?? error.message}`)
}
