import { may, ownersFor } from '../../access/access.ts'
import { isOfPerson, type SignedIn } from '../../access/key-ring.ts'
import { Problem } from '../../common/problem.ts'
import { type FrameParts, frameHtml, type Reader } from '../../pages/frame.ts'
import { escaped, pagePath } from '../../pages/html.ts'
import { type Message, messageHtml } from '../../pages/message-html.ts'
import { forbiddenWords, servedWords } from '../../pages/page-words.ts'
import type { PageHtml } from '../../pages/place-html.ts'
import { languageOf } from '../../words/language.ts'
import type { Language } from '../../words/words.ts'
import { acceptedNames, accepts } from '../answers/accept.ts'
import { type Answer, type Coding, codings, etagOf } from '../answers/answer.ts'
import { readAcceptEncoding } from '../answers/compression.ts'
import { type Call, type Proceed, pathOf, queryWithoutKey } from '../requests/call.ts'
import { signedInBy } from '../requests/cookies.ts'
import { pathParameter, plannedRoute, type Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import type { BuiltDocument, BuiltFile, BuiltPage, DocumentKind } from './built-page.ts'

/** The directives of `Content-Security-Policy` for a page; everything that they do not name is forbidden. */
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

/** The addresses of the page beside those of `routes/public-page-routes.ts`; which view each shows is up to the page. */
const pagePaths = ['/p/:slug/:view', '/manage', '/manage/:view', '/sign-in'] as const

/** The page for people at `/` and below, and the files that it loads. Open to all: what it shows needs a key. */
export function pageRoutes(parts: PageParts, page: BuiltPage | undefined): Route[] {
  const asset = openRoute('/assets/:file', (call) =>
    answerFile(page?.files.get(`assets/${pathParameter(call, 'file')}`), call),
  )
  if (!page) return [openRoute('/', () => reference), asset]
  const isOpen = parts.config.publicKey !== undefined
  const pages = pagePaths.flatMap((path) =>
    withSlash(
      openRoute(path, (call) => pageDocument(page, parts, { call, status: isWhole(call) ? 200 : 404 })),
      { page, parts },
    ),
  )
  // In the finder: in pages of the sites alone that may ask the service.
  const framedBy = `'self' ${parts.config.corsOrigins.join(' ')}`.trim()
  const shownMap = isOpen ? ({ status: 200, framedBy } as const) : ({ status: 404 } as const)
  const map = openRoute('/finder-map', (call) => pageDocument(page, parts, { call, ...shownMap }), {
    countedAs: 'visitor',
  })
  return [...pages, ...withSlash(map, { page, parts }), asset, iconRoute(page)]
}

/** Browsers ask for it beside every answer that names no icon, such as a document or the reference. */
function iconRoute(page: BuiltPage): Route {
  const location = iconOf(page.documentAt('app', 0).html)
  const headers = { location, 'cache-control': 'public, max-age=86400' }
  return openRoute('/favicon.ico', () => ({ status: 302, headers }))
}

/** Returns the address of the icon in a document. */
function iconOf(html: string): string {
  return /rel="icon" href="([^"]+)"/.exec(html)?.[1] ?? ''
}

/**
 * Returns the route of a page, and a route for its address with a slash at the end. The latter redirects to the page, or
 * answers 404 if the page does. The redirect is relative, since a proxy may put a path before it.
 */
export function withSlash(page: Route, built: { readonly page: BuiltPage; readonly parts: PageParts }): Route[] {
  const last = page.path.split('/').at(-1)!
  const plan: Route['plan'] = (rawQuery, call) => {
    const proceed = page.plan(rawQuery, call)
    return async (call) => {
      const { status } = await proceed(call)
      const isOwn = signedInBy(call, built.parts) !== undefined
      if (status === 404) return pageDocument(built.page, built.parts, { call, status })
      const name = last.startsWith(':') ? pathParameter(call, last.slice(1)) : last
      const location = `../${pagePath(name)}${queryWithoutKey(call.url)}`
      return { status: 301, headers: { location, ...(isOwn && privately) } }
    }
  }
  return [page, { ...page, path: `${page.path}/`, plan }]
}

/** Returns false if a parameter of the path is empty, because of a slash at its end or two in a row. */
export function isWhole({ params }: Call): boolean {
  return !Object.values(Object(params)).includes('')
}

/** The options of routes whose answer is made for each request, unlike files. */
export function countedFor(parts: MessageParts): Pick<Route, 'countedAs' | 'problemPage'> {
  return { countedAs: 'visitor', problemPage: (call, problem) => tooOftenPage(call, problem, parts) }
}

/** Returns the page for a browser that sends too many requests; undefined for programs, which get the Problem. */
export function tooOftenPage(call: Call, { code, status }: Problem, parts: MessageParts): Answer | undefined {
  if (code !== 'too-many-requests' || !accepts(call.headers.accept, 'text/html')) return undefined
  return messageDocument(call, parts, status, (language) => {
    const { oftenTitle, often, again, toStart } = servedWords[language]
    const up = '../'.repeat(depthOf(call)) || './'
    // First the same address again, whatever a proxy calls it.
    const links = [
      ['', again],
      [up, toStart],
    ] as const
    return { title: oftenTitle, text: often, links }
  })
}

/** Returns the page for a person who is signed in, but may not read places. */
export function forbiddenPage(call: Call, parts: MessageParts): Answer {
  return messageDocument(call, parts, 403, (language) => ({
    ...forbiddenWords[language],
    links: [['../'.repeat(depthOf(call)) || './', servedWords[language].toStart]],
  }))
}

/** A message in the place of what was asked for, in the language that the browser prefers; bare where no page was built. */
export function messageDocument(
  call: Call,
  parts: MessageParts,
  status: number,
  tell: (language: Language) => Message,
): Answer {
  const language = languageOf([...acceptedNames(call.headers['accept-language']), parts.model.locale])
  const { head, body } = messageHtml(tell(language))
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  if (!parts.page) {
    const bare = `<!doctype html><html lang="${language}"><meta charset="utf-8">${head}${body}</html>`
    return { status, headers: { ...pageHeaders({}), ...headers }, body: bare }
  }
  const shown = { head, body, language, isNamed: false, kind: 'reading', isOnce: true } as const
  const made = pageDocument(parts.page, parts, { call, status, shown })
  return { ...made, headers: { ...made.headers, ...headers } }
}

/** Returns the number of folders between an address and the root. */
function depthOf({ url }: Call): number {
  return Math.max(0, pathOf(url).split('/').length - 2)
}

/** A route of the page, open to all. Its query is the page's own business: what a search looks for, for one. */
export function openRoute(
  path: `/${string}`,
  handle: Proceed,
  more: Pick<Route, 'countedAs' | 'problemPage'> = {},
): Route {
  const summary = 'The explorer and editor'
  const success = [{ status: 200, description: summary }]
  const doc = { rootOnly: true, tag: 'Page', summary, parameters: {}, success, hidden: true } as const
  return plannedRoute(`GET ${path}`, 'nothing', { ...doc, ...more, plan: () => handle })
}

/** Redirects to the reference if the page was not built; relative, so that it works behind a proxy with a path. */
const reference: Answer = { status: 302, headers: { location: 'docs/' } }

/** The header of what a page or a redirect has for one person. */
export const privately = { 'cache-control': 'private, no-store' } as const

/** The header of what never changes under its address. */
export const forever = 'public, max-age=31536000, immutable'

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
 * Creates the 404 answer for browsers at an unknown address: the page, which links to others. It is undefined for
 * programs, which get a Problem, and if no page was built.
 */
export function createUnknownPage(parts: MessageParts): (call: Call) => Answer | undefined {
  const { page } = parts
  return (call) => {
    const { method, headers } = call
    if (!page || (method !== 'GET' && method !== 'HEAD') || !accepts(headers.accept, 'text/html')) return undefined
    return pageDocument(page, parts, { call, status: 404 })
  }
}

/** The parts of the service that a document depends on. */
type PageParts = Pick<HttpParts, 'model' | 'config' | 'keys' | 'clock' | 'signIn' | 'map'>

/** The parts that a message depends on; the page may be missing. */
type MessageParts = PageParts & Pick<HttpParts, 'page'>

const settingsPlaceholder = 'SETTINGS-OF-THE-SERVICE'

/** The content of a document before any script runs, and its language; undefined if it has no content. */
interface Shown extends PageHtml, Pick<FrameParts, 'isNamed' | 'isOnce' | 'query'> {
  readonly language: Language
  /** A page for reading stays as it is; the app takes the place of its content. */
  readonly kind: DocumentKind
}

interface DocumentPlace {
  readonly call: Call
  readonly status: number
  /** Whose pages may have it in a frame (`frame-ancestors`), where it knows no session; nobody's without it. */
  readonly framedBy?: string
  /** True if search engines may index it. */
  readonly isFound?: boolean
  /** True if it links to the lists for callers without scripts. */
  readonly hasLists?: boolean
  /** The session with whose rights the content was drawn; it may have ended since. */
  readonly drawnFor?: SignedIn | undefined
  /** Without it the page is empty before its scripts, and in no search engine unless `isFound`. */
  readonly shown?: Shown
}

/**
 * Returns a document of the page. Without a live session it is the same for every caller, so any cache may keep it. Its
 * tag is that of its bytes, so it is never stale, whatever is shown (an hour that passes, a name of the directory, a part).
 * With a session no cache may keep it.
 */
export function pageDocument(
  page: BuiltPage,
  parts: PageParts,
  { call, status, framedBy, isFound = false, hasLists = false, drawnFor, shown }: DocumentPlace,
): Answer {
  const depth = depthOf(call)
  const signedIn = framedBy === undefined ? (signedInBy(call, parts) ?? drawnFor) : undefined
  const built = page.documentAt(shown?.kind ?? 'app', depth)
  const settings = escaped(JSON.stringify({ ...settingsOf(parts), ...(signedIn && { isSignedIn: true }) }))
  const html = built.html.replace(settingsPlaceholder, () => settings)
  const isIndexed = !signedIn && (isFound || (shown !== undefined && !shown.head.includes(noIndex)))
  const head = `${isIndexed ? '' : noIndex}${shown?.head.replace(noIndex, '') ?? '<title>Gazetteer</title>'}`
  const titled = html.replace('<title>Gazetteer</title>', () => head)
  const text = shown
    ? withShown(titled, shown, {
        path: pathOf(call.url),
        reader: signedIn && readerOf(signedIn),
        way: '../'.repeat(depth),
      })
    : withoutShown(titled, { hasRows: status === 200 && depth === 0 && framedBy === undefined, hasLists })
  const body = Buffer.from(text)
  return {
    status,
    headers: {
      ...pageHeaders({
        ...policyOf(built, parts.config),
        ...(framedBy && { 'frame-ancestors': framedBy }),
      }),
      ...(signedIn ? privately : { 'cache-control': 'public, no-cache' }),
      vary: 'Accept-Encoding, Accept-Language, Cookie',
      'referrer-policy': 'same-origin',
      ...(shown && { 'content-language': shown.language }),
    },
    body,
    ...(status === 200 && !signedIn && { etag: etagOf(body) }),
  }
}

const noIndex = '<meta name="robots" content="noindex">'

/** The rows that the app shows before its scripts; views beside the explorer have only the header. */
const shownRows = /<ul class="rows">.*?<\/ul>/s

function withoutShown(
  html: string,
  { hasRows, hasLists }: { readonly hasRows: boolean; readonly hasLists: boolean },
): string {
  const shell = hasRows ? html : html.replace(shownRows, '')
  return hasLists ? shell.replace('</noscript>', ' <a href="./in">Places by municipality</a></noscript>') : shell
}

/** Writes the content into a document. In the app it stays until the live view has the same to show. */
function withShown(
  html: string,
  { body, language, isNamed, query, kind, isOnce = false }: Shown,
  { path, reader, way }: Pick<FrameParts, 'path' | 'reader' | 'way'>,
): string {
  const icon = iconOf(html)
  const isPreview = kind === 'app'
  const framed = frameHtml(body, { language, isNamed, isOnce, isPreview, query, path, reader, icon, way })
  const said = html.replace(' lang="en">', ` lang="${language}"${isOnce ? '' : ' data-served'}>`)
  if (kind === 'reading') {
    const quiet = isOnce
      ? said.replaceAll(/<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?\s*/g, '')
      : said
    return quiet.replace('PAGE-FOR-READING', () => framed)
  }
  return said
    .replace(/<noscript>.*?<\/noscript>/s, '')
    .replaceAll('<link rel="stylesheet"', '<link rel="stylesheet" disabled')
    .replace(
      /<div id="page">.*?<\/div>/s,
      () => `<div id="served" class="served">${framed}</div><div id="page" inert></div>`,
    )
}

/** Returns what the header of a page shows of the person who reads it. */
function readerOf({ caller, session }: SignedIn): Reader {
  const { id, name, actsAs } = caller
  const manages = may(caller, 'admin') ? 'manage' : ownersFor(caller, 'update')?.flat().length ? 'mine' : undefined
  return {
    id,
    name,
    ...(actsAs !== undefined && { actsAs }),
    ...(isOfPerson(session) && { sub: session.session.sub }),
    mayCreate: may(caller, 'create'),
    manages,
  }
}

/** Returns the settings that the service writes into its page, which reads everything else through the public interface. */
function settingsOf({ model, signIn, map: { files }, config: { version, publicKey, mapStyleUrl } }: PageParts) {
  const map = Object.fromEntries(Object.entries(files).map(([name, { settings }]) => [name, settings]))
  return { version, locale: model.locale, publicKey, mapStyleUrl, map, signIn: signIn?.options.name }
}

/**
 * Scripts, styles and workers of the service, and what the build has written into the document itself, by its hash; pictures
 * from anywhere over https, since places name theirs by address; data from the service and the map.
 */
function policyOf(
  { scripts, styles }: BuiltDocument,
  { mapStyleUrl, mapOrigins = [] }: PageParts['config'],
): PagePolicy {
  const styleOrigin = mapStyleUrl === undefined ? [] : [new URL(mapStyleUrl).origin]
  const maps = [...styleOrigin, ...mapOrigins].map((origin) => ` ${origin}`).join('')
  return {
    'form-action': "'self'",
    'script-src': `'self'${scripts}`,
    'style-src': `'self'${styles}`,
    'worker-src': "'self' blob:",
    'img-src': `'self' data: blob: https:${maps}`,
    'media-src': "'self' https:",
    'font-src': "'self'",
    'connect-src': `'self'${maps}`,
    'manifest-src': "'self'",
  }
}
