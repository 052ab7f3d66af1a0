import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'
import { bodyBytesMax } from './body.ts'
import type { Call } from './call.ts'

/**
 * Bounds the bytes of all bodies that are being read or worked on: each is counted from its head until its answer is
 * complete, by its Content-Length or, where that is not told, by the most that it may be. Beyond that 503.
 */
export function boundBodies(app: FastifyInstance, bytesMax: number): void {
  let reserved = 0
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = bodyBytesOf(request)
    if (reserved + bytes > bytesMax) return done(tooMany())
    reserved += bytes
    reply.raw.once('close', () => {
      reserved -= bytes
    })
    done(null, payload)
  })
}

/** What a body may take: its Content-Length, or the longest that it may be. */
export function bodyBytesOf({ headers }: Call): number {
  if (headers['transfer-encoding'] !== undefined) return bodyBytesMax
  return Math.min(Number(headers['content-length'] ?? 0), bodyBytesMax)
}

function tooMany(): Problem {
  const detail = 'too many large bodies are being worked on; try again in a moment'
  return new Problem('unavailable', detail, { headers: { 'retry-after': '1' } })
}
