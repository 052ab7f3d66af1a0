import { type Language, languages, locales } from '../words/words.ts'
import { escaped, jsonLdBlock } from './html.ts'

/** What a page says of itself to those who show or list it. */
interface PageFacts {
  readonly title: string
  /** What it is called where it is shared. */
  readonly name: string
  readonly description: string | undefined
  readonly image?: string | undefined
  /** As Open Graph has it. */
  readonly type: 'place' | 'website'
  readonly language: Language
  /** Whether its address names the language, which is then another page to those who list it. */
  readonly isNamed: boolean
  /** Its address, which may have a query. */
  readonly address: string
  /** What it is in JSON-LD. */
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
    jsonLdBlock(data),
  ].join('')
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${escaped(address)}">`
}
