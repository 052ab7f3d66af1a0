import { Marked, type Tokens } from 'marked'
import { safeUrl } from '../place/web-address.ts'
import { isOrdinary } from './safe-text.ts'

/** A text as it stands in HTML, in an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Returns the path of a public page with these segments, each percent-encoded; relative, and safe in an attribute. */
export function pagePath(...segments: readonly string[]): string {
  return segments.map((segment) => encodeURIComponent(segment).replaceAll("'", '%27')).join('/')
}

/** The headings of a text stand below those of its page. */
const topLevel = 3

const marked = new Marked({
  gfm: true,
  breaks: true,
  renderer: {
    html: ({ raw }: Tokens.HTML | Tokens.Tag) => escaped(raw),
    image: ({ raw }: Tokens.Image) => escaped(raw),
    heading({ tokens, depth }: Tokens.Heading) {
      const level = Math.min(depth + topLevel - 1, 6)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`
    },
    link({ href, tokens }: Tokens.Link) {
      return link(href, this.parser.parseInline(tokens))
    },
  },
})

/** A link around HTML; the HTML alone where the address is none that a link may have. */
export function link(address: string, html: string): string {
  const url = safeUrl(address)
  return url === undefined ? html : `<a href="${escaped(url)}" rel="noopener noreferrer nofollow">${html}</a>`
}

/** Markdown as HTML in which nothing can run; what is not as people write it (`isOrdinary`) stands as it is written. */
export function markdownHtml(text: string): string {
  if (!isOrdinary(text)) return `<p>${escaped(text)}</p>`
  try {
    return marked.parse(text, { async: false })
  } catch {
    return `<p>${escaped(text)}</p>`
  }
}

/** A value as a block of JSON-LD, which nothing in it can end. */
export function jsonLdBlock(value: unknown): string {
  return `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
}
