import { otherLanguage } from '../words/language.ts'
import { type Language, languageNames } from '../words/words.ts'
import { escaped } from './html.ts'

export interface FrameParts {
  readonly language: Language
  /** True if its address names the language; its links then do so too. */
  readonly isNamed: boolean
  /** True if its address returns this page only once, so that it has no link to another language. */
  readonly isOnce?: boolean
  /** The rest of its address, which both languages share: empty, or from `?` on. */
  readonly query?: string | undefined
  /** The address of its sign. */
  readonly icon: string
  /** The way back to the root: as many `../` as the page lies deep. */
  readonly way: string
}

/** The frame of a page, with the header of the live page. */
export function frameHtml(
  body: string,
  { language, isNamed, isOnce = false, query = '', icon, way }: FrameParts,
): string {
  const other = otherLanguage(language)
  const name = `<img src="${icon}" alt="" width="26" height="26">Gazetteer`
  const inOther = `<a href="${escaped(query ? `${query}&` : '?')}lang=${other}" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`
  const framed = `<div id="served"><div class="bar" role="banner"><a class="name" href="${way || './'}">${name}</a>${isOnce ? '' : inOther}</div><main>${body}</main></div>`
  return isNamed
    ? framed.replaceAll(ownLink, (_, to) => ` href="${to}${to.includes('?') ? '&amp;' : '?'}lang=${language}"`)
    : framed
}

/** Texts of places have complete addresses, and no quotes that are not escaped. */
const ownLink = / href="(\.[^"]*)"/g
