import { otherLanguage } from '../words/language.ts'
import { type Language, languageNames } from '../words/words.ts'
import { frameWords } from './frame-words.ts'
import { escaped, isolated } from './html.ts'
import { type IconName, iconHtml } from './icons.ts'

/** The person with a session who reads a page. */
export interface Reader {
  readonly id: string
  readonly name: string
  /** The only name that their changes carry; absent: the browser keeps the name that they have entered. */
  readonly actsAs?: string
  /** Their identifier at the provider; absent for a session of a key. */
  readonly sub?: string
  readonly mayCreate: boolean
  /** The view that they keep places in; undefined without one. */
  readonly manages: 'manage' | 'mine' | undefined
}

export interface FrameParts {
  readonly language: Language
  /** True if its address names the language; its links then do so too. */
  readonly isNamed: boolean
  /** True if its address returns this page only once, so that it has no link to another language or the sign-in. */
  readonly isOnce?: boolean
  /** The rest of its address, which both languages share: empty, or from `?` on. */
  readonly query?: string | undefined
  /** The path of its address below the root. */
  readonly path: string
  /** True if buttons wait for the app, which takes the place of all this. */
  readonly isPreview: boolean
  /** Undefined for visitors. */
  readonly reader: Reader | undefined
  /** The address of its sign. */
  readonly icon: string
  /** The way back to the root: as many `../` as the page lies deep. */
  readonly way: string
}

/** The header above every page that the service renders, and its content. */
export function frameHtml(body: string, parts: FrameParts): string {
  const { language, isNamed, isOnce = false, query = '', isPreview, reader, icon, way } = parts
  const words = frameWords[language]
  const other = otherLanguage(language)
  const ways = [
    `<a class="name" href="${way || './'}" aria-label="${words.toExplorer}"><img src="${icon}" alt="" width="26" height="26">${words.name}</a>`,
    reader?.mayCreate &&
      `<a class="button" href="${way || './'}manage/new" aria-label="${words.newPlace}">${iconHtml('plus')}<span>${words.newPlace}</span></a>`,
    isOnce ||
      `<a href="${escaped(query ? `${query}&` : '?')}lang=${other}" class="lang" lang="${other}" hreflang="${other}">${languageNames[other]}</a>`,
    isOnce ||
      `<button type="button" class="sign" data-colours title="${words.colours}" aria-label="${words.colours}">${iconHtml('sun')}${iconHtml('moon')}</button>`,
    isOnce || (reader ? accountHtml(reader, parts) : signInHtml(parts)),
  ]
  const shown = ways.filter((one) => typeof one === 'string').join('')
  const header = `<header class="bar">${isPreview ? shown.replaceAll('<button ', '<button inert ') : shown}</header>`
  const framed = `<a class="skip" href="#content">${words.skip}</a>${header}<main id="content" tabindex="-1">${body}</main>`
  return isNamed
    ? framed.replaceAll(ownLink, (_, to) => ` href="${to}${to.includes('?') ? '&amp;' : '?'}lang=${language}"`)
    : framed
}

function signInHtml({ language, path, way, query = '' }: FrameParts): string {
  const back = encodeURIComponent(path + query)
  return `<a class="enter" href="${way || './'}sign-in?return=${back}">${frameWords[language].logIn}</a>`
}

/** The menu of the person who is signed in; browsers open it by themselves. Its script signs out. */
function accountHtml({ mayCreate: _, manages, ...reader }: Reader, { language, way }: FrameParts): string {
  const words = frameWords[language]
  const label = escaped(words.account(reader.name))
  const item = (icon: IconName, to: string, text: string) =>
    `<a href="${way || './'}${to}">${iconHtml(icon)}${text}</a>`
  const items = [
    manages && item('settings', 'manage', words[manages]),
    item('code', 'docs/', words.reference),
    `<button type="button" data-sign-out>${iconHtml('logout')}${words.logOut}</button>`,
  ]
  return `<button type="button" class="sign account" popovertarget="account" data-reader="${escaped(JSON.stringify(reader))}" title="${label}" aria-label="${label}">${iconHtml('person')}</button><div id="account" popover><p class="soft">${isolated(words.account(reader.name))}</p>${items.filter(Boolean).join('')}</div>`
}

/** Texts of places have complete addresses, and no quotes that are not escaped. */
const ownLink = / href="(\.[^"]*)"/g
