import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'

/** A request to another service, with its limits. */
export interface RequestOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams | Uint8Array | undefined
  /** Ends the request early, which then rejects. */
  readonly signal?: AbortSignal | undefined
  /** The longest response; a longer one rejects with a TooLarge. */
  readonly bytesMax: number
}

/** Thrown for a response longer than the limit. */
export class TooLarge extends Error {}

/**
 * Sends a request to another service and returns the complete response; redirects are not followed. Rejects with a
 * network error, or if the response is encoded. Unlike with `fetch`, no decoder of this process reads data from
 * outside.
 */
export async function sendRequest(address: string | URL, options: RequestOptions): Promise<Response> {
  const url = new URL(address)
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const sent = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: options.method ?? 'GET',
    headers: { ...options.headers, 'accept-encoding': 'identity' },
    ...(options.signal && { signal: options.signal }),
  })
  sent.on('response', resolve).on('error', reject)
  sent.end(options.body instanceof URLSearchParams ? options.body.toString() : options.body)
  const answer = await promise
  try {
    const coding = answer.headers['content-encoding'] ?? 'identity'
    if (coding !== 'identity')
      throw new Error(`the answer is encoded (${coding.slice(0, 20)}), which was not asked for`)
    const body = await readBody(answer, options.bytesMax)
    const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value): [string, string] => [name, value]),
    )
    return new Response(body.length === 0 ? null : body, { status: answer.statusCode ?? 0, headers })
  } finally {
    answer.destroy()
  }
}

async function readBody(answer: IncomingMessage, bytesMax: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    length += chunk.byteLength
    if (length > bytesMax) throw new TooLarge(`the answer must have at most ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
