import { hash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { escaped } from '../../pages/html.ts'
import { createMarkdown } from '../../pages/markdown.ts'
import { type Answer, etagOf, jsonBytes } from '../answers/answer.ts'
import { type PagePolicy, pageHeaders } from '../pages/page.ts'
import { baseUrlOf, type Call, type Proceed } from '../requests/call.ts'
import { type Route, route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

const noncePlaceholder = 'NONCE-OF-THE-ANSWER'
/** Placeholder for the service address, which may differ between requests. */
const addressPlaceholder = 'https://service.invalid'

/** The machine-readable documents, by path. */
type MachineDocuments = Readonly<Record<`/${string}.json`, (address: string) => unknown>>

/** The open routes of documentation: the OpenAPI and AsyncAPI documents, the reference, and the documents. */
export function docsRoutes(
  documents: MachineDocuments,
  { publicUrl }: Pick<HttpParts['config'], 'publicUrl'>,
): Route[] {
  const machineRoutes = Object.entries(documents).map(([path, document]) => {
    const text = JSON.stringify(document(addressPlaceholder))
    return openPage(path as keyof MachineDocuments, 'A document for programs', (call: Call) => {
      const bytes = Buffer.from(text.replaceAll(addressPlaceholder, baseUrlOf(call, publicUrl)))
      return jsonBytes(bytes, { etag: etagOf(bytes) })
    })
  })
  return [...machineRoutes, ...referenceRoutes(), ...documentPages()]
}

/** Defines an open page that is left out of the OpenAPI document. */
function openPage(path: `/${string}`, summary: string, handle: Proceed): Route {
  const success = [{ status: 200, description: summary }]
  return route(`GET ${path}`, 'nothing', {
    rootOnly: true,
    tag: 'Documentation',
    summary,
    success,
    hidden: true,
    handle,
  })
}

/**
 * The policy of the reference page. It runs its own script, loads fonts and images from here, and calls only this
 * service. Its body editor creates styles without a nonce.
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

/**
 * Scalar's reference page over /openapi.json. It makes no requests to the internet, and runs no script without the
 * nonce.
 */
function referenceRoutes(): Route[] {
  let reference: ReturnType<typeof readReference> | undefined
  const read = () =>
    (reference ??= readReference().catch((error: unknown) => {
      reference = undefined
      throw error
    }))
  const open = (path: `/${string}`, handle: Proceed) => openPage(path, 'The reference', handle)
  return [
    open('/docs', () => ({ status: 301, headers: { location: 'docs/' } })),
    open('/docs/', async () => {
      const nonce = randomBytes(16).toString('base64')
      const headers = { ...pageHeaders(referencePolicy(`'nonce-${nonce}'`)), 'cache-control': 'no-store' }
      return { status: 200, headers, body: (await read()).page.replaceAll(noncePlaceholder, nonce) }
    }),
    open('/docs/js/scalar.js', async () => {
      const headers = {
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=86400',
      }
      return { status: 200, headers, body: (await read()).script }
    }),
  ]
}

/** Extracts the page and its script from their plugin, which would send them in its own way. */
async function readReference(): Promise<{ readonly page: string; readonly script: Buffer }> {
  // Two hundred modules, which most processes never need.
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const app = Fastify()
  await app.register(scalar, {
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
  const [page, script] = await Promise.all([app.inject('/docs/'), app.inject('/docs/js/scalar.js')])
  await app.close()
  return { page: page.body, script: script.rawPayload }
}

const folder = new URL('../../../docs/', import.meta.url)

const style = [
  ':root{color-scheme:light dark}',
  'body{font:16px/1.6 system-ui,sans-serif;max-width:56rem;margin:0 auto;padding:1.5rem 1rem 4rem}',
  'nav{font-size:.9rem;border-bottom:1px solid #8885;padding-bottom:.75rem;margin-bottom:1.5rem}',
  'nav a{margin-right:.9rem;white-space:nowrap}nav a[aria-current]{color:inherit;text-decoration:none;font-weight:600}',
  'h1,h2,h3{line-height:1.25;margin-top:2rem}',
  'pre,code{font-family:ui-monospace,monospace;font-size:.9em}',
  'pre{background:#8881;padding:.75rem 1rem;border-radius:.4rem;overflow-x:auto}',
  'code{background:#8881;border-radius:.2rem;padding:.05em .25em;overflow-wrap:anywhere}pre code{background:none;padding:0}',
  'table{border-collapse:collapse;display:block;overflow-x:auto}',
  'td:first-child code{white-space:nowrap}',
  'td,th{border:1px solid #8885;padding:.35rem .6rem;text-align:left;vertical-align:top}',
].join('')

const documentPolicy = { 'style-src': `'sha256-${hash('sha256', style, 'base64')}'`, 'img-src': "'self'" }

/** Serves docs/*.md as open pages at /docs/<name>, because callers of a hosted service do not have its files. */
function documentPages(): Route[] {
  const names = readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort()
  return names.flatMap((name) => {
    let page: Answer | undefined
    const moved: Answer = { status: 301, headers: { location: `../${name}` } }
    return [
      openPage(`/docs/${name}`, `The document ${name}`, () => (page ??= pageOf(name, names))),
      openPage(`/docs/${name}/`, `The document ${name}`, () => moved),
    ]
  })
}

function pageOf(name: string, names: readonly string[]): Answer {
  const markdown = readFileSync(new URL(`${name}.md`, folder), 'utf8')
  const title = escaped(/^# (.*)/m.exec(markdown)?.[1] ?? name)
  const nav = ['<a href="./">Reference</a>', ...names.map((other) => linkTo(other, other === name))].join(' ')
  const body = Buffer.from(
    [
      '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${title} – Gazetteer</title><style>${style}</style>`,
      `<nav>${nav}</nav>`,
      `<main>${renderMarkdown(markdown, names)}</main></html>`,
    ].join('\n'),
  )
  return { status: 200, headers: pageHeaders(documentPolicy), body, etag: etagOf(body) }
}

function linkTo(name: string, isHere: boolean): string {
  const text = name.charAt(0).toUpperCase() + name.slice(1).replaceAll('-', ' ')
  return `<a href="${name}"${isHere ? ' aria-current="page"' : ''}>${text}</a>`
}

/**
 * Renders Markdown to HTML. Headings have anchors, so that the `type` of a problem links to its section. Links between
 * files (`names`, without .md) become links between pages. HTML and images appear as source text.
 */
export function renderMarkdown(markdown: string, names: readonly string[]): string {
  const render = createMarkdown({
    breaks: false,
    link: (address) => ({ href: linkTarget(address, names) }),
    headings(headings) {
      for (const { open, text } of headings) open.attrSet('id', anchorOf(text))
    },
  })
  return render(markdown)
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Returns the target of a link to another document, a section or the web; any other link gets `#`. */
function linkTarget(href: string, names: readonly string[]): string {
  const [, name, section = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name !== undefined && names.includes(name)) return name + section
  return /^(https?:\/\/|#)/.test(href) ? href : '#'
}
