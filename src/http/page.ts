import { randomBytes } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../common/problem.ts'
import { escaped } from '../pages/html.ts'
import type { PageLanguage } from '../pages/language.ts'
import type { PageHtml } from '../pages/place-html.ts'
import { type Answer, type Coding, codings } from './answer.ts'
import { type Call, type Proceed, pathOf } from './call.ts'
import { readAcceptEncoding } from './compression.ts'
import type { HttpParts } from './parts.ts'
import { pathParameter, type Route } from './route.ts'

/** What a page may load and do beside being shown, as directives of `Content-Security-Policy`; what is not named is forbidden. */
export type PagePolicy = Readonly<Record<string, string>>

const always: PagePolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
}

/** The headers of a page that loads nothing but what the policy allows. */
export function pageHeaders(policy: PagePolicy): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': Object.entries({ ...always, ...policy })
      .map(([directive, sources]) => `${directive} ${sources}`)
      .join('; '),
    'referrer-policy': 'no-referrer',
  }
}

/** The addresses of the page beside those of places (`routes/pages.ts`); which view each shows is up to the page. */
const pagePaths = ['/', '/p/:slug/:view', '/manage', '/manage/:view'] as const

/** The page for people at `/` and below, and the files that it loads. Open to all: what it shows needs a key. */
export function pageRoutes(parts: PageParts, page: BuiltPage | undefined): Route[] {
  const asset = openRoute('/assets/:file', (call) =>
    answerFile(page?.files.get(`assets/${pathParameter(call, 'file')}`), call),
  )
  if (!page) return [openRoute('/', () => leadTo('docs/')), asset]
  const pages = pagePaths.map((path) => {
    const depth = path.split('/').length - 2
    return openRoute(path, () => pageDocument(page.html, parts, { status: 200, depth }))
  })
  return [...pages, asset]
}

/** A route of the page, open to all. Its query is the page's own business: what a search looks for, for one. */
export function openRoute(path: string, handle: Proceed): Route {
  const summary = 'The explorer and editor'
  return {
    method: 'GET',
    path,
    needs: 'nothing',
    sample: false,
    rootOnly: true,
    body: 'none',
    step: 'read',
    doc: { tag: 'Page', summary, parameters: {}, success: [{ status: 200, description: summary }], hidden: true },
    plan: () => handle,
  }
}

/** Where the page was not built the reference stands in; relative, so that it is right behind a proxy with a path. */
function leadTo(location: string): Answer {
  return { status: 302, headers: { location } }
}

const forever = 'public, max-age=31536000, immutable'

/** A file whose name holds the hash of its content, in the form that its caller prefers; of equal ones the shortest. */
function answerFile(file: BuiltFile | undefined, { headers }: Call): Answer {
  if (!file) throw new Problem('not-found', 'there is nothing at this address')
  const common = { 'content-type': file.type, 'cache-control': forever, vary: 'Accept-Encoding' }
  const forms: Partial<Record<Coding, Buffer | undefined>> = { br: file.brotli, gzip: file.gzip }
  const offered = codings.filter((coding) => forms[coding] !== undefined)
  const { coding } = readAcceptEncoding(headers['accept-encoding'], offered)
  if (coding === undefined) return { status: 200, headers: common, body: file.bytes }
  return { status: 200, headers: { ...common, 'content-encoding': coding }, body: forms[coding]! }
}

/**
 * What a browser is shown at an address that names nothing: the page, which says so and leads on, as 404. Undefined for
 * programs, which are told in a Problem, and where no page was built.
 */
export function createUnknownPage(page: BuiltPage | undefined, parts: PageParts): (call: Call) => Answer | undefined {
  return ({ method, headers, url }) => {
    if (!page || (method !== 'GET' && method !== 'HEAD') || !wantsHtml(headers.accept)) return undefined
    return pageDocument(page.html, parts, { status: 404, depth: Math.max(0, pathOf(url).split('/').length - 2) })
  }
}

/** Whether HTML is asked for by name, as browsers do and programs do not. */
function wantsHtml(accept = ''): boolean {
  return accept.split(',').some((range) => /^\s*text\/html\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(range))
}

/** What the document tells of the service. */
type PageParts = Pick<HttpParts, 'model' | 'config' | 'signIn'>

/** What the build writes where the nonce of an answer goes. */
const noncePlaceholder = 'NONCE-OF-THE-ANSWER'
const settingsPlaceholder = 'SETTINGS-OF-THE-SERVICE'

/** What a document shows before any script runs, and its language; undefined where it shows nothing. */
interface Shown extends PageHtml {
  readonly language: PageLanguage | undefined
}

interface DocumentPlace {
  readonly status: number
  /** How many folders deep its address lies below the root: the way back is relative, since a proxy may put a path before it. */
  readonly depth: number
  /** Without it the page is empty before its scripts, and in no search engine. */
  readonly shown?: Shown
}

/** The document of the page, with a nonce and a policy of its own. */
export function pageDocument(html: string, parts: PageParts, { status, depth, shown }: DocumentPlace): Answer {
  const nonce = randomBytes(16).toString('base64')
  const { mapStyleUrl, mapOrigins = [] } = parts.config
  const styleOrigin = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin]
  return {
    status,
    headers: {
      ...pageHeaders(policyOf(nonce, [...styleOrigin, ...mapOrigins])),
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    },
    body: withShown(
      html
        .replaceAll(noncePlaceholder, nonce)
        .replaceAll('="./', `="${depth === 0 ? './' : '../'.repeat(depth)}`)
        .replaceAll(settingsPlaceholder, () => escaped(JSON.stringify(settingsOf(parts)))),
      shown ?? { head: `${noIndex}<title>Gazetteer</title>`, body: '', language: undefined },
    ),
  }
}

const noIndex = '<meta name="robots" content="noindex">'

/** The document with what it shows before its scripts, which take their place when they have the same to show. */
function withShown(html: string, { head, body, language }: Shown): string {
  const titled = html.replace('<title>Gazetteer</title>', () => head)
  if (language === undefined) return titled
  return titled
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replace('<div id="page"></div>', () => `<main id="served">${body}</main><div id="page" hidden></div>`)
}

/** What the service tells its page; everything else the page asks for through the public interface. */
function settingsOf({ model, signIn, config: { version, publicKey, mapStyleUrl } }: PageParts) {
  return { version, locale: model.locale, publicKey, mapStyleUrl, signIn: signIn?.options.name }
}

/**
 * Scripts and workers of the service alone, none inline; styles by nonce; pictures from anywhere over https, since places
 * name theirs by address; data from the service and the map.
 */
function policyOf(nonce: string, mapOrigins: readonly string[]): PagePolicy {
  const maps = mapOrigins.map((origin) => ` ${origin}`).join('')
  return {
    'script-src': "'self'",
    'style-src': `'self' 'nonce-${nonce}'`,
    'worker-src': "'self' blob:",
    'img-src': `'self' data: blob: https:${maps}`,
    'media-src': "'self' https:",
    'font-src': "'self'",
    'connect-src': `'self'${maps}`,
    'manifest-src': "'self'",
  }
}

/** A file of the built page with its compressed forms, where they are shorter. */
interface BuiltFile {
  readonly type: string
  readonly bytes: Buffer
  readonly brotli?: Buffer
  readonly gzip?: Buffer
}

/** The page as its build left it: the document, and the files that it loads, by their path below the folder. */
export interface BuiltPage {
  readonly html: string
  readonly files: ReadonlyMap<string, BuiltFile>
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.geojson': 'application/geo+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.md': 'text/markdown; charset=utf-8',
}

/** Where the build of `web/` leaves the page. */
const builtFolder = fileURLToPath(new URL('../../web/dist', import.meta.url))

/** Reads the built page, some five megabytes that are then sent from memory; undefined where nothing was built. */
export function readBuiltPage(folder = builtFolder): BuiltPage | undefined {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return undefined
  const names = globSync('assets/*', { cwd: folder }).filter((name) => types[extname(name)] !== undefined)
  return {
    html: readFileSync(index, 'utf8'),
    files: new Map(names.map((name) => [name.replaceAll('\\', '/'), readFile(join(folder, name))])),
  }
}

function readFile(file: string): BuiltFile {
  const [brotli, gzip] = [`${file}.br`, `${file}.gz`].map((name) => (existsSync(name) ? readFileSync(name) : undefined))
  return {
    type: types[extname(file)]!,
    bytes: readFileSync(file),
    ...(brotli && { brotli }),
    ...(gzip && { gzip }),
  }
}
