import { safeUrl } from '../place/web-address.ts'
import { languageOfTag } from '../words/language.ts'
import type { Language } from '../words/words.ts'

/** A text as it stands in HTML, in an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Letters that are written from right to left, and characters that set a direction (Unicode Standard Annex 9). */
const turns =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** A text that people gave, as it stands in HTML beside others, none of which it turns around. */
export function isolated(text: string): string {
  return turns.test(text) ? `<bdi>${escaped(text)}</bdi>` : escaped(text)
}

/** Returns the attribute of an element for a text of the places' language; '' where the page has the same. */
export function langHtml({ locale, language }: { readonly locale: string; readonly language: Language }): string {
  return languageOfTag(locale) === language ? '' : ` lang="${escaped(locale)}"`
}

/** Returns the path of a public page with these segments, each percent-encoded; relative, and safe in an attribute. */
export function pagePath(...segments: readonly string[]): string {
  return segments.map((segment) => encodeURIComponent(segment).replaceAll("'", '%27')).join('/')
}

/** A link around HTML; the HTML alone where the address is none that a link may have. */
export function link(address: string, html: string): string {
  const url = safeUrl(address)
  return url === undefined ? html : `<a href="${escaped(url)}" rel="noopener noreferrer nofollow">${html}</a>`
}

/** A value as a block of JSON, which nothing in it can end. */
export function jsonBlock(value: unknown, type: 'application/json' | 'application/ld+json'): string {
  return `<script type="${type}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}
