import { Marked, type Tokens } from 'marked'

/**
 * Markdown to HTML: headings have anchors, so that the `type` of a problem leads to its section; links from file to
 * file (`names`, without .md) lead from page to page; HTML and pictures are shown as they are written.
 */
export function renderMarkdown(markdown: string, names: readonly string[]): string {
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escaped(addressOf(href, names))}">${this.parser.parseInline(tokens)}</a>`
      },
      html: ({ raw }: Tokens.HTML | Tokens.Tag) => escaped(raw),
      image: ({ raw }: Tokens.Image) => escaped(raw),
    },
  })
  return marked.parse(markdown, { async: false })
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
}

/** Where a link leads: to another document, a section or the web; what is none of these leads nowhere. */
function addressOf(href: string, names: readonly string[]): string {
  const [, name, section = ''] = /^([a-z-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name !== undefined && names.includes(name)) return name + section
  return /^(https?:\/\/|#)/.test(href) ? href : '#'
}

/** A text as it stands in HTML, in an attribute too. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
