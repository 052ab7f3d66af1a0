import MarkdownIt, { type StateBlock, type Token } from 'markdown-it'
import { LruCache } from '../common/lru-cache.ts'
import { safeUrl } from '../place/web-address.ts'
import { escaped } from './html.ts'

/** The deepest that quotes and lists stand inside each other, a list being two levels; also bounds the time of brackets. */
const levelsMax = 12
/** The cells of a table that is shown as one: a row of one letter has as many as the heading. */
const cellsMax = 10_000
/** The characters of all addresses of a text: a reference to a long one is short. */
const addressesMax = 100_000
/** Of kept texts with their HTML. */
const keptBytesMax = 8 * 2 ** 20
/** The topmost headings of a text stand below those of its page. */
const topLevel = 3

/** The differences between kinds of texts. */
interface MarkdownStyle {
  /** True if the line breaks of the source are kept. */
  readonly breaks: boolean
  /** Returns the attributes of a link to the address; undefined where only its text stays. */
  readonly link: (address: string) => Readonly<Record<string, string>> | undefined
  readonly headings: (headings: readonly Heading[]) => void
}

/** A heading of a text, whose tokens a style may change. */
interface Heading {
  readonly open: Token
  readonly text: string
  readonly close: Token
}

/**
 * Returns a function from Markdown (CommonMark with tables, ~~deletions~~ and bare addresses) to HTML in which nothing can
 * run. It takes a time that is linear in the length of the text. HTML and pictures are shown as they are written.
 */
export function createMarkdown({ breaks, link, headings }: MarkdownStyle): (text: string) => string {
  // A list beside the deepest is two levels deeper.
  const markdown = new MarkdownIt({ breaks, linkify: true, maxNesting: levelsMax + 2 })
  // The style decides where links lead.
  markdown.validateLink = () => true
  markdown.normalizeLink = markdown.normalizeLinkText = (address) => address
  markdown.linkify
    .add('ftp:', null)
    .add('//', null)
    .add('www.', {
      validate(text, at, { re }) {
        const host = re.get_relative_proto_validator()
        host.lastIndex = at
        return host.exec(text)?.[0].length ?? 0
      },
      normalize: (match) => {
        match.url = `https://${match.url}`
      },
    })
  markdown.block.ruler.before('table', 'too-deep', asParagraph)
  markdown.core.ruler.push('style', ({ tokens }) => {
    setAddresses(tokens, link)
    headings(headingsOf(tokens))
    for (const token of tokens) {
      // The class of code, and the style of cells, which no page allows.
      token.info = ''
      const style = token.attrGet('style')
      if (style !== null) token.attrs = [['align', String(style).replace('text-align:', '')]]
    }
  })
  markdown.renderer.rules.image = (tokens, at) => {
    const { content, attrs } = tokens[at]!
    return escaped(`![${content}](${attrs?.[0]?.[1]})`)
  }
  return (text) => markdown[hasHugeTable(text) ? 'disable' : 'enable']('table').render(text)
}

/** True if a table of the text may have more cells than are shown, by the lines below headings. */
function hasHugeTable(text: string): boolean {
  const lines = text.split(/\r\n?|\n/)
  const columns = lines.filter((line) => /^[ \t>|:*+-]*$/.test(line)).map((line) => line.split('|').length)
  return columns.some((count) => count > 1 && count * lines.length > cellsMax)
}

/** Ends the nesting: the rest of the innermost block is text, where markdown-it would leave it out. */
function asParagraph(state: StateBlock, startLine: number, endLine: number): boolean {
  if (state.level < levelsMax) return false
  state.push('paragraph_open', 'p', 1)
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, endLine, state.blkIndent, false).trim()
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  state.line = endLine
  return true
}

function setAddresses(tokens: readonly Token[], link: MarkdownStyle['link']): void {
  let left = addressesMax
  for (const token of tokens) {
    let isLink = false
    const stays = (child: Token) => {
      const address = String(child.attrGet(child.type === 'image' ? 'src' : 'href') ?? '')
      left -= address.length
      if (child.type === 'image' && left < 0) child.attrs = [['src', '']]
      if (child.type === 'link_open') {
        const attributes = left < 0 ? undefined : link(address)
        isLink = attributes !== undefined
        child.attrs = Object.entries(attributes ?? {})
      }
      return isLink || !child.type.startsWith('link_')
    }
    token.children = token.children?.filter(stays) ?? null
  }
}

function headingsOf(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((open, at) => {
    const [inline, close] = [tokens[at + 1], tokens[at + 2]]
    return open.type === 'heading_open' && inline && close ? [{ open, text: inline.content, close }] : []
  })
}

const render = createMarkdown({
  breaks: true,
  link(address) {
    const href = safeUrl(address)
    return href === undefined ? undefined : { href, rel: 'noopener noreferrer nofollow' }
  },
  headings(headings) {
    const levelOf = ({ open }: Heading) => Number(open.tag.slice(1))
    const top = Math.min(...headings.map(levelOf))
    let last = topLevel - 1
    for (const heading of headings) {
      // A level is never skipped on the way down, whatever the text does.
      last = Math.min(levelOf(heading) - top + topLevel, last + 1, 6)
      heading.open.tag = heading.close.tag = `h${last}`
    }
  },
})

/** By text, so that each is rendered once in the revisions that have it. */
const kept = new LruCache<string, string>(keptBytesMax, (text, html) => 2 * (text.length + html.length))

/** The Markdown of a place as HTML in which nothing can run. */
export function markdownHtml(text: string): string {
  return kept.getOrMake(text, () => render(text))
}
