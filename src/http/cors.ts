import type { FastifyCorsOptions } from '@fastify/cors'
import type { Fields } from './sending.ts'

/** What pages of other origins may read of an answer beside what all may. */
const exposedHeaders = [
  'ETag',
  'Location',
  'X-Request-Id',
  'Server-Timing',
  'Retry-After',
  'Allow',
  'Gazetteer-Revision',
]

/** How pages of other origins may call (CORS_ORIGINS); `*` alone allows any. Keys are sent by the page, never by the browser. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: isOpenToAll(origins) ? '*' : [...origins],
    methods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'X-API-Key',
      'SvkAuthSvc-ApiKey',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'X-Request-Id',
      'Gazetteer-Revision',
    ],
    exposedHeaders,
    maxAge: 600,
    strictPreflight: false,
  }
}

/** The fields about origins that an answer has where no origin is judged: where any may call, or the request names none. */
export function unjudgedOriginFields(origins: readonly string[]): Fields {
  if (origins.length === 0) return []
  const exposed = ['access-control-expose-headers', exposedHeaders.join(', ')]
  return isOpenToAll(origins) ? ['access-control-allow-origin', '*', ...exposed] : exposed
}

/** Whether answers are the same for pages of all origins. */
export function isOpenToAll(origins: readonly string[]): boolean {
  return origins.includes('*')
}
