import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { jsonBytes } from './answer.ts'
import { etagOf } from './caching.ts'
import { documentPages } from './document-pages.ts'
import { pageHeaders } from './page-headers.ts'
import { type Route, route } from './route.ts'

/** What the reference page adds to the routes, for those who ask which methods an address knows. */
export const referencePaths = ['/docs', '/docs/', '/docs/js/scalar.js'] as const

const noncePlaceholder = 'NONCE-OF-THE-ANSWER'

/** The pages that are open to all: the way to the reference, the documents, and the OpenAPI document. */
export function docsRoutes(document: () => unknown): Route[] {
  const bytes = Buffer.from(JSON.stringify(document()))
  const openApi = jsonBytes(bytes, { etag: etagOf(bytes) })
  const page = { method: 'GET', needs: 'nothing', rootOnly: true, parameters: {} } as const
  return [
    route({ ...page, path: '/openapi.json', doc: hidden('This document'), handle: () => openApi }),
    ...documentPages(),
  ]
}

function hidden(summary: string) {
  return { tag: 'Documentation', summary, success: [{ status: 200, description: summary }], hidden: true } as const
}

/** Scalar's reference page over /openapi.json; it asks nothing of the internet, and runs no script without the nonce. */
export async function referencePage(scope: FastifyInstance): Promise<void> {
  scope.addHook('onRequest', async (request) => {
    request.pattern = '/docs/*'
  })
  scope.addHook('onSend', async (_request, reply, payload) => {
    if (!String(reply.getHeader('content-type')).startsWith('text/html')) {
      reply.header('cache-control', 'public, max-age=86400')
      return payload
    }
    const nonce = randomBytes(16).toString('base64')
    reply.headers(pageHeaders({ style: `'nonce-${nonce}'`, script: `'nonce-${nonce}'` }))
    return String(payload).replaceAll(noncePlaceholder, nonce)
  })
  await scope.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '../openapi.json',
      pageTitle: 'Gazetteer',
      nonce: noncePlaceholder,
      withDefaultFonts: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      hideClientButton: true,
      telemetry: false,
    },
  })
}
