import DOMPurify from 'dompurify'
import { Marked } from 'marked'
import { useEffect, useMemo, useRef } from 'react'
import { isOrdinary } from '../../src/pages/safe-text.ts'
import styles from './markdown.module.css'

/** What formatting may become; no pictures, which places keep elsewhere, and nothing that could run or be sent. */
const allowedTags = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'strong', 'em', 'del', 'code', 'pre', 'blockquote'],
  ...['ul', 'ol', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
]

/** Makes Markdown a piece of the document that cannot do anything but be read. */
function rendered(text: string, topLevel: number): DocumentFragment {
  const html = htmlOf(text)
  if (html === undefined) return asWritten(text)
  const fragment = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: allowedTags,
    ALLOWED_ATTR: ['href', 'title', 'start'],
    // The page finds its own fields and colours by such attributes.
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
    ALLOWED_URI_REGEXP: /^(https?|mailto|tel):/i,
    RETURN_DOM_FRAGMENT: true,
  })
  for (const link of fragment.querySelectorAll('a')) link.rel = 'noopener noreferrer nofollow'
  moveHeadings(fragment, topLevel)
  return fragment
}

/** The text as HTML, as unsafe as it is; undefined for what is better shown as it is written. */
function htmlOf(text: string): string | undefined {
  if (!isOrdinary(text)) return undefined
  try {
    return new Marked({ gfm: true, breaks: true }).parse(text, { async: false })
  } catch {
    return undefined
  }
}

function asWritten(text: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  const block = document.createElement('p')
  block.className = styles.written ?? ''
  block.textContent = text
  fragment.append(block)
  return fragment
}

/** The topmost headings of the text become that level, so that they fit below those of the page. */
function moveHeadings(fragment: DocumentFragment, topLevel: number): void {
  const headings = [...fragment.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  let last = topLevel - 1
  const top = Math.min(...headings.map(levelOf))
  for (const heading of headings) {
    // A level is never skipped on the way down, whatever the text does.
    const level = Math.min(levelOf(heading) - top + topLevel, last + 1, 6)
    const moved = document.createElement(`h${level}`)
    moved.append(...heading.childNodes)
    heading.replaceWith(moved)
    last = level
  }
}

function levelOf({ tagName }: Element): number {
  return Number(tagName.slice(1))
}

interface MarkdownProps {
  readonly text: string
  /** The level of its topmost headings. */
  readonly topLevel: number
}

/** A formatted text, made harmless by a sanitizer. */
export default function Markdown({ text, topLevel }: MarkdownProps) {
  const container = useRef<HTMLDivElement>(null)
  const fragment = useMemo(() => rendered(text, topLevel), [text, topLevel])
  useEffect(() => container.current?.replaceChildren(fragment.cloneNode(true)), [fragment])
  return <div ref={container} className={styles.text} />
}
