import { pathOf } from '../address.ts'
import type { Answer } from '../answer.ts'
import type { Call } from '../call.ts'
import type { BuiltPage } from './built-page.ts'
import { type PageParts, pageDocument } from './page-document.ts'

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
