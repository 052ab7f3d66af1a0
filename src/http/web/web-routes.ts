import { randomBytes } from 'node:crypto'
import { Problem } from '../../problem.ts'
import type { Answer } from '../answer.ts'
import type { Call, Proceed } from '../call.ts'
import type { HttpParts } from '../parts.ts'
import { pathParameter, type Route } from '../route.ts'
import { type BuiltFile, type BuiltPage, readBuiltPage } from './built-page.ts'
import { pagePolicy } from './page-policy.ts'

type PageParts = Pick<HttpParts, 'model' | 'config'>

/** What the build writes where the nonce of an answer goes. */
const noncePlaceholder = 'NONCE-OF-THE-ANSWER'
const settingsPlaceholder = 'SETTINGS-OF-THE-SERVICE'

/** The addresses of the page; which view each shows is up to the page. */
const pagePaths = ['/', '/p/:slug', '/p/:slug/:view', '/manage', '/manage/:view'] as const

/** The page for people at `/` and below, and the files that it loads. Open to all: what it shows needs a key. */
export function webRoutes(parts: PageParts, folder: string): Route[] {
  const page = readBuiltPage(folder)
  const asset = openRoute('/assets/:file', (call) =>
    answerFile(page?.files.get(`assets/${pathParameter(call, 'file')}`), call),
  )
  if (!page) return [openRoute('/', () => leadTo('docs/')), asset]
  return [...pagePaths.map((path) => openRoute(path, (call) => document(page, parts, call))), asset]
}

/** A route of the page. Its query is the page's own business: what a search looks for, for one. */
function openRoute(path: string, handle: Proceed): Route {
  const summary = 'The explorer and editor'
  return {
    method: 'GET',
    path,
    needs: 'nothing',
    sample: false,
    rootOnly: true,
    body: 'none',
    doc: { tag: 'Page', summary, parameters: {}, success: [{ status: 200, description: summary }], hidden: true },
    plan: () => handle,
  }
}

/** Where the page was not built the reference stands in; relative, so that it is right behind a proxy with a path. */
function leadTo(location: string): Answer {
  return { status: 302, headers: { location } }
}

function document(page: BuiltPage, parts: PageParts, call: Call): Answer {
  const nonce = randomBytes(16).toString('base64')
  const { mapStyleUrl, mapOrigins = [] } = parts.config
  const styleOrigin = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin]
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': pagePolicy(nonce, { mapOrigins: [...styleOrigin, ...mapOrigins] }),
      'referrer-policy': 'same-origin',
    },
    body: page.html
      .replaceAll(noncePlaceholder, nonce)
      .replaceAll(settingsPlaceholder, () => escaped(JSON.stringify(settingsOf(parts))))
      .replaceAll('="./', `="${upFrom(call)}`),
  }
}

/** What the service tells its page; everything else the page asks for through the public interface. */
function settingsOf({ model, config: { version, publicKey, mapStyleUrl } }: PageParts) {
  return { version, locale: model.locale, publicKey, mapStyleUrl }
}

/** The way from a page back to where the service begins, since a proxy may put a path before it. */
function upFrom({ pattern }: Call): string {
  const depth = pattern.split('/').length - 2
  return depth === 0 ? './' : '../'.repeat(depth)
}

const forever = 'public, max-age=31536000, immutable'

/** A file whose name holds the hash of its content, in the shortest form that the caller takes. */
function answerFile(file: BuiltFile | undefined, { headers }: Call): Answer {
  if (!file) throw new Problem('not-found', 'there is nothing at this address')
  const accepted = String(headers['accept-encoding'] ?? '')
  const common = { 'content-type': file.type, 'cache-control': forever, vary: 'Accept-Encoding' }
  const encoded = (encoding: string, body: Buffer): Answer => ({
    status: 200,
    headers: { ...common, 'content-encoding': encoding },
    body,
  })
  if (file.brotli && /\bbr\b/.test(accepted)) return encoded('br', file.brotli)
  if (file.gzip && /\bgzip\b/.test(accepted)) return encoded('gzip', file.gzip)
  return { status: 200, headers: common, body: file.bytes }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
