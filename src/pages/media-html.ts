import { licenceOf } from '../place/licence.ts'
import type { PlaceView } from '../place/place.ts'
import { safeUrl, shownUrl } from '../place/web-address.ts'
import type { Language } from '../words/words.ts'
import { alternateTextOf } from './alternate-text.ts'
import { escaped, isolated, langHtml, link } from './html.ts'
import { iconHtml } from './icons.ts'
import { mediaWords } from './page-words.ts'

/** The language of the page, and that of the texts of places. */
type TextLanguage = Parameters<typeof langHtml>[0]
type MediaView = TextLanguage & { readonly place: Pick<PlaceView, 'media'> }

type Media = NonNullable<PlaceView['media']>
/** A picture as a place has it. */
export type Picture = NonNullable<Media['images']>[number]
/** A film or a sound as a place has it. */
export type Recording = NonNullable<Media['video']>[number]

/** Returns the element that plays the file at an address; undefined if browsers play no such file. */
export function playerOf(url: string): 'video' | 'audio' | undefined {
  if (/\.(mp4|webm|ogv)($|\?)/i.test(url)) return 'video'
  return /\.(mp3|ogg|oga|wav|m4a)($|\?)/i.test(url) ? 'audio' : undefined
}

/** Pictures with their alternate text, then films and sounds; '' without any. */
export function mediaHtml(view: MediaView): string {
  const { images = [], video = [], audio = [] } = view.place.media ?? {}
  const pictures = images.map((picture) => `<li>${pictureHtml(picture, view)}</li>`).join('')
  const recordings = [...video, ...audio].map((recording) => recordingHtml(recording, view)).join('')
  return `${pictures && `<ul class="pictures">${pictures}</ul>`}${recordings}`
}

/** A picture; a text replaces one without an address over https. Its script does so for one that is not loaded. */
export function pictureHtml(picture: Picture, view: TextLanguage): string {
  const source = safeUrl(picture.url)
  const text = escaped(picture.alternateDescription ?? mediaWords[view.language].noPicture)
  const image = source?.startsWith('https://')
    ? `<img src="${escaped(source)}" alt="${escaped(alternateTextOf(picture))}" loading="lazy" data-missing="${text}">`
    : `<div class="missing">${iconHtml('image')}<span>${text}</span></div>`
  return `<figure>${image}${captionHtml(picture, mediaWords[view.language].showLarger, view)}</figure>`
}

/** A film or sound with its player, if its address is that of a file which browsers play. */
export function recordingHtml(recording: Recording, view: TextLanguage): string {
  const { url = '', title } = recording
  const source = safeUrl(url)
  const element = playerOf(url)
  const player =
    source && element
      ? `<${element} controls preload="none" src="${escaped(source)}" aria-label="${escaped(title)}"></${element}>`
      : ''
  return `<figure>${player}${captionHtml(recording, mediaWords[view.language].openMedia, view)}</figure>`
}

/** The name and description of a medium, its licence, and a link that opens it or its id at its provider. */
function captionHtml(medium: Picture | Recording, open: string, view: TextLanguage): string {
  const words = mediaWords[view.language]
  const lang = langHtml(view)
  const { url, title, description, provider, providerRef } = medium
  const source = safeUrl(url)
  const licence = licenceOf(medium)
  const lines = [
    `<b${lang}>${isolated(title)}</b>`,
    description && `<p${lang}>${isolated(description)}</p>`,
    source && link(source, open),
    licence && link(licence.url, licence.name),
    !source && provider && providerRef && `<p class="soft">${isolated(words.atProvider(provider, providerRef))}</p>`,
  ]
  return `<figcaption>${lines.filter((line) => line).join('')}</figcaption>`
}

/** Links, each with the QR picture that leads to it, where it has one; '' without any. */
export function linksHtml({ media: { links = [] } = {} }: Pick<PlaceView, 'media'>, language: Language): string {
  const items = links.flatMap(({ url, title, qr }) => {
    const address = safeUrl(url)
    if (!address) return []
    const name = title ?? shownUrl(address)
    return `<li>${link(address, isolated(name))}${qrHtml(qr, name, language)}</li>`
  })
  return items.length > 0 ? `<ul class="links">${items.join('')}</ul>` : ''
}

/** The QR picture of a link with a name; '' without an address. */
export function qrHtml(address: string | undefined, name: string, language: Language): string {
  const source = safeUrl(address)
  if (!source) return ''
  return `<img class="qr" src="${escaped(source)}" alt="${escaped(mediaWords[language].qr(name))}" loading="lazy">`
}
