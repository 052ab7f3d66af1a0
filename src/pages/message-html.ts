import { createHash } from 'node:crypto'
import type { Language } from '../words/words.ts'
import { escaped } from './html.ts'

const style = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}
body{max-width:34rem;margin:4rem auto;padding:0 1.25rem;color:light-dark(#1d2329,#e4e7ea);background:light-dark(#fff,#16191d);overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.2}a{color:light-dark(#1864ab,#74c0fc)}li{margin:.4rem 0}
code{font-size:.9rem;padding:.1rem .3rem;background:light-dark(#f1f3f5,#25292e)}`

/** What a message may load: its own style. */
export const messagePolicy = {
  'style-src': `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
} as const

interface MessageParts {
  readonly language: Language
  readonly title: string
  readonly text: string
  /** What whoever helps the person wants to know, as the service says it. */
  readonly detail?: string
  /** Ways on: addresses, and what each is called. */
  readonly links: readonly (readonly [address: string, name: string])[]
}

/** A page of its own that tells a person why something came to nothing, and ways on. */
export function messageHtml({ language, title, text, detail, links }: MessageParts): string {
  const ways = links.map(([address, name]) => `<li><a href="${escaped(address)}">${name}</a></li>`)
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${style}</style><main><h1>${title}</h1><p>${text}</p>
${detail === undefined ? '' : `<p><code>${escaped(detail)}</code></p>`}<ul>${ways.join('')}</ul></main></html>`
}
