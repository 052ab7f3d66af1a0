import { hash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import scalar from '@scalar/fastify-api-reference'
import type { FastifyInstance } from 'fastify'
import { type Answer, jsonBytes } from './answer.ts'
import { etagOf } from './caching.ts'
import { type Route, route } from './route.ts'

/** What the reference page adds to the routes, for those who ask which methods an address knows. */
export const referencePaths = ['/docs', '/docs/', '/docs/js/scalar.js'] as const

const noncePlaceholder = 'NONCE-OF-THE-ANSWER'

/** The pages that are open to all: the way to the reference, the explanation of errors, and the OpenAPI document. */
export function docsRoutes(document: () => unknown): Route[] {
  const bytes = Buffer.from(JSON.stringify(document()))
  const openApi = jsonBytes(bytes, { etag: etagOf(bytes) })
  const errors = errorsPage(readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8'))
  const page = { method: 'GET', needs: 'nothing', rootOnly: true, parameters: {} } as const
  return [
    route({ ...page, path: '/', doc: hidden('The way to the reference page', 302), handle: () => leadTo('docs/') }),
    route({ ...page, path: '/docs/errors', doc: hidden('What each error means', 200), handle: () => errors }),
    route({ ...page, path: '/openapi.json', doc: hidden('This document', 200), handle: () => openApi }),
  ]
}

function hidden(summary: string, status: number) {
  return { tag: 'Documentation', summary, success: [{ status, description: summary }], hidden: true } as const
}

/** The address is relative, so that it is right behind a proxy that puts a path before it. */
function leadTo(location: string): Answer {
  return { status: 302, headers: { location } }
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
    reply.headers(pageHeaders(`'nonce-${nonce}'`, `'nonce-${nonce}'`))
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

/** The headers of a page: nothing may be loaded but what these sources allow, and from this service alone. */
function pageHeaders(style: string, script: string): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': [
      "default-src 'none'",
      `script-src ${script}`,
      `style-src ${style}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  }
}

const errorsStyle =
  'body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}pre{white-space:pre-wrap;font-size:14px}'

/** docs/errors.md as a page with an anchor for each section, so that the `type` of a problem leads to its section. */
function errorsPage(markdown: string): Answer {
  const [intro = '', ...sections] = markdown.split(/^## /m)
  const body = sections.map((section) => {
    const [code = '', ...text] = section.split('\n')
    return `<section id="${escaped(code.trim())}"><h2>${escaped(code)}</h2><pre>${escaped(text.join('\n').trim())}</pre></section>`
  })
  const title = escaped(intro.split('\n', 1)[0]?.replace(/^# /, '') ?? '')
  const style = `'sha256-${hash('sha256', errorsStyle, 'base64')}'`
  return {
    status: 200,
    headers: pageHeaders(style, "'none'"),
    body: [
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${errorsStyle}</style>`,
      `<h1>${title}</h1><pre>${escaped(intro.split('\n').slice(1).join('\n').trim())}</pre>${body.join('')}</html>`,
    ].join('\n'),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
