import type { FastifyCorsOptions } from '@fastify/cors'

/** What pages of other origins may read of an answer beside what all may. */
const exposedHeaders = [
  'ETag',
  'Location',
  'X-Request-Id',
  'Server-Timing',
  'Retry-After',
  'Allow',
  'Gazetteer-Revision',
  'Hint',
]

/** How pages of other origins may call (CORS_ORIGINS); `*` alone allows any. Keys are sent by the page, never by the browser. */
export function corsOptions(origins: readonly string[]): FastifyCorsOptions {
  return {
    origin: origins.includes('*') ? '*' : [...origins],
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
