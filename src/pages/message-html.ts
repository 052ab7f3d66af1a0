import { escaped } from './html.ts'
import type { PageHtml } from './place-html.ts'

/** The reason why something came to nothing, in words for a person. */
export interface Message {
  readonly title: string
  readonly text: string
  /** The service's own sentence, for the person who helps. */
  readonly detail?: string
  /** Ways on: addresses, and what each is called. */
  readonly links: readonly (readonly [address: string, name: string])[]
}

/** A page with the reason why something came to nothing, and ways on. */
export function messageHtml({ title, text, detail, links }: Message): PageHtml {
  const ways = links.map(([address, name]) => `<a href="${escaped(address)}">${name}</a>`)
  const detailHtml = detail === undefined ? '' : `<p><code>${escaped(detail)}</code></p>`
  return {
    head: `<title>${title}</title><meta name="robots" content="noindex">`,
    body: `<article><div class="main"><h1>${title}</h1><p>${text}</p>${detailHtml}</div><div class="quick"><div>${ways.join('')}</div></div></article>`,
  }
}
