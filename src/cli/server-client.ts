import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
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
  const answer = await answered
  if ((answer.statusCode ?? 500) < 400) return answer
  const refusal = await refusalOf(answer)
  outgoing.destroy()
  throw refusal
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

async function refusalOf(answer: IncomingMessage): Promise<CommandError> {
  const body = await text(answer).catch(() => '')
  try {
    const { detail } = JSON.parse(body) as { detail?: unknown }
    if (typeof detail === 'string') return new CommandError(`the server refuses: ${detail}`)
  } catch {
    // No problem+json: the status has to do.
  }
  return new CommandError(`the server answers with the status ${answer.statusCode}`)
}

function unreachable({ url }: Announcement, error: NodeJS.ErrnoException): CommandError {
  return new CommandError(`the server at ${url} does not answer: ${error.code ?? error.message}`)
}
