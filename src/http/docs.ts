import { randomBytes } from 'node:crypto'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { baseUrlOf } from './address.ts'
import { jsonBytes } from './answer.ts'
import { etagOf } from './caching.ts'
import type { Call } from './call.ts'
import { documentPages } from './document-pages.ts'
import { type PagePolicy, pageHeaders } from './page-headers.ts'
import type { HttpParts } from './parts.ts'
import { type Route, route } from './route.ts'
import type { UnreadAnswers } from './unread-answers.ts'

/** What the reference page adds to the routes, for those who ask which methods an address knows. */
export const referencePaths = ['/docs', '/docs/', '/docs/js/scalar.js'] as const

const noncePlaceholder = 'NONCE-OF-THE-ANSWER'
/** Stands for the address of the service, which each request may see as another one. */
const addressPlaceholder = 'https://service.invalid'

/** The pages that are open to all: the way to the reference, the documents, and the OpenAPI document. */
export function docsRoutes(
  document: (address: string) => unknown,
  { publicUrl }: Pick<HttpParts['config'], 'publicUrl'>,
): Route[] {
  const text = JSON.stringify(document(addressPlaceholder))
  const openApi = (request: Call) => {
    const bytes = Buffer.from(text.replaceAll(addressPlaceholder, baseUrlOf(request, publicUrl)))
    return jsonBytes(bytes, { etag: etagOf(bytes) })
  }
  const page = { method: 'GET', needs: 'nothing', rootOnly: true, parameters: {} } as const
  return [route({ ...page, path: '/openapi.json', doc: hidden('This document'), handle: openApi }), ...documentPages()]
}

function hidden(summary: string) {
  return { tag: 'Documentation', summary, success: [{ status: 200, description: summary }], hidden: true } as const
}

/**
 * The reference page runs its own script, takes its fonts and pictures from here, and asks this service alone. Its editor
 * of bodies makes styles that have no nonce.
 */
function referencePolicy(nonce: string): PagePolicy {
  return {
    'script-src': nonce,
    'style-src': "'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': "'self'",
  }
}

/** Scalar's reference page over /openapi.json; it asks nothing of the internet, and runs no script without the nonce. */
export async function referencePage(
  scope: FastifyInstance,
  { unread }: { readonly unread: UnreadAnswers },
): Promise<void> {
  /** The script, once for all who ask for it: a text would be copied for each who does not read it. */
  let script: Buffer | undefined
  scope.addHook('onRequest', async (request) => {
    request.pattern = '/docs/*'
  })
  scope.addHook('onSend', async (_request, reply, payload) => {
    const type = String(reply.getHeader('content-type'))
    if (!type.startsWith('text/html')) {
      reply.header('cache-control', 'public, max-age=86400')
      setImmediate(() => unread.note(reply.raw))
      if (!type.includes('javascript')) return payload
      script ??= Buffer.from(String(payload))
      return script
    }
    const nonce = randomBytes(16).toString('base64')
    reply.headers(pageHeaders(referencePolicy(`'nonce-${nonce}'`))).header('cache-control', 'no-store')
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
