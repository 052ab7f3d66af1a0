import type { PageLink } from '../../exchange/formats/place-formats.ts'
import { formatCursor } from '../../query/parse/cursor.ts'
import { isByOffset, type PageWindow, type PlaceQuery } from '../../query/query.ts'
import { type Call, pathOf, queryWithoutKey } from '../requests/call.ts'

/** The dependencies of page links. */
interface LinkParts {
  readonly cursorKey: string
  readonly publicUrl: string | undefined
}

/**
 * Returns the links to the neighbouring pages (RFC 8288): by cursor, or by offset if the address has one. Links never
 * contain the key of an address (D55). They are relative unless a public URL is configured, because answers are cached
 * for every caller.
 */
export function pageLinks(
  { url }: Pick<Call, 'url'>,
  query: PlaceQuery,
  window: PageWindow | undefined,
  { cursorKey, publicUrl = '' }: LinkParts,
): PageLink[] {
  if (window === undefined || query.limit === 0 || query.limit === Number.POSITIVE_INFINITY) return []
  const { start, count, total, ends } = window
  const [hasNext, hasPrev] = [start + count < total && count > 0, start > 0]
  if (!hasNext && !hasPrev) return []
  const rest = queryWithoutKey(url, 'after', 'offset')
  const addressOf = (name: string, value: string | number) =>
    `${publicUrl}${pathOf(url)}${rest}${rest === '' ? '?' : '&'}${name}=${value}`
  const href = (offset: number, end: 'first' | 'last') => {
    if (isByOffset(query)) return addressOf('offset', offset)
    const position = ends && { ...ends[end], isBefore: end === 'first' }
    return position && addressOf('after', formatCursor(position, query, cursorKey))
  }
  const next = hasNext ? href(start + count, 'last') : undefined
  const prev = hasPrev ? href(Math.max(0, Math.min(start, total) - query.limit), 'first') : undefined
  return [
    ...(next === undefined ? [] : [{ rel: 'next', href: next } as const]),
    ...(prev === undefined ? [] : [{ rel: 'prev', href: prev } as const]),
  ]
}

/** Clients refuse an answer whose head exceeds about 8 to 16 kB; an address may have twice that. */
const headerLengthMax = 4096

/** Returns the `Link` header; empty if the address is so long that clients could not read the answer. */
export function linkHeader(links: readonly PageLink[]): { readonly link?: string } {
  const link = links.map(({ rel, href }) => `<${href}>; rel="${rel}"`).join(', ')
  return link === '' || link.length > headerLengthMax ? {} : { link }
}
