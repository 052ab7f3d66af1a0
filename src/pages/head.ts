import { type Language, languages, locales } from '../words/words.ts'
import { escaped, jsonBlock } from './html.ts'

/** The description of a page for search engines and for sites that link to it. */
interface PageFacts {
  readonly title: string
  /** The title when it is shared. */
  readonly name: string
  readonly description: string | undefined
  readonly image?: string | undefined
  /** As Open Graph has it. */
  readonly type: 'place' | 'website'
  readonly language: Language
  /** True if its address names the language; search engines then see another page. */
  readonly isNamed: boolean
  /** Its address, which may have a query. */
  readonly address: string
  /** Its JSON-LD. */
  readonly data: unknown
}

/** The head of a page, the title first. */
export function headHtml(facts: PageFacts): string {
  const { title, name, description, image, type, language, isNamed, address, data } = facts
  const meta = (key: 'name' | 'property', of: string, content: string | undefined) =>
    content ? `<meta ${key}="${of}" content="${escaped(content)}">` : ''
  const inLanguage = (one: Language) => `${address}${address.includes('?') ? '&' : '?'}lang=${one}`
  const own = isNamed ? inLanguage(language) : address
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(own)}">`,
    ...languages.map((one) => alternate(one, inLanguage(one))),
    alternate('x-default', address),
    meta('property', 'og:type', type),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', own),
    meta('property', 'og:locale', locales[language].replace('-', '_')),
    meta('property', 'og:image', image),
    jsonBlock(data, 'application/ld+json'),
  ].join('')
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${escaped(address)}">`
}
