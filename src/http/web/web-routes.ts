import { Problem } from '../../problem.ts'
import { type Coding, codings, readAcceptEncoding } from '../accept-encoding.ts'
import type { Answer } from '../answer.ts'
import type { Call, Proceed } from '../call.ts'
import { pathParameter, type Route } from '../route.ts'
import type { BuiltFile, BuiltPage } from './built-page.ts'
import { type PageParts, pageDocument } from './page-document.ts'

/** The addresses of the page; which view each shows is up to the page. */
const pagePaths = ['/', '/p/:slug', '/p/:slug/:view', '/manage', '/manage/:view'] as const

/** The page for people at `/` and below, and the files that it loads. Open to all: what it shows needs a key. */
export function webRoutes(parts: PageParts, page: BuiltPage | undefined): Route[] {
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
