import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

/** The entity tag of an answer. */
export function tagOf(answer: string): string {
  return `"${createHash('sha1').update(answer).digest('base64url')}"`
}

/** Sends JSON over `node:http`, or 304 to those who have it. Only who asks whether it is still so pays for an entity tag. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, text: string, status = 200): void {
  const known = request.headers['if-none-match']
  const tag = known === undefined ? undefined : tagOf(text)
  if (tag !== undefined && known === tag) {
    response.writeHead(304, { etag: tag }).end()
    return
  }
  const body = Buffer.from(text)
  const headers = { 'content-type': 'application/json', 'content-length': body.length }
  response.writeHead(status, { ...headers, ...(tag !== undefined && { etag: tag }) }).end(body)
}
