import { otherLanguage } from '../words/language.ts'
import { type Language, languageNames } from '../words/words.ts'
import { escaped } from './html.ts'

export interface FrameParts {
  readonly language: Language
  /** Whether its address names the language: those that it links to do so too. */
  readonly isNamed: boolean
  /** Whether its address answers so this once, and must not be asked for again in another language. */
  readonly isOnce?: boolean
  /** What its address says beside the language, which in the other language it says too: empty or from `?` on. */
  readonly query?: string | undefined
  /** The address of its sign. */
  readonly icon: string
  /** The way back to the root: as many `../` as the page lies deep. */
  readonly way: string
}

/** What stands around a page, where the live page has its header. */
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
