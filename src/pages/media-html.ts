import { licenceOf } from '../place/licence.ts'
import type { PlaceView } from '../place/place.ts'
import { safeUrl, shownUrl } from '../place/web-address.ts'
import type { Language } from '../words/words.ts'
import { alternateTextOf } from './alternate-text.ts'
import { escaped, isolated, link } from './html.ts'
import { iconHtml } from './icons.ts'
import { mediaWords } from './page-words.ts'

type Media = NonNullable<PlaceView['media']>
type Picture = NonNullable<Media['images']>[number]
type Recording = NonNullable<Media['video']>[number]

/** Returns the element that plays the file at an address; undefined if browsers play no such file. */
export function playerOf(url: string): 'video' | 'audio' | undefined {
  if (/\.(mp4|webm|ogv)($|\?)/i.test(url)) return 'video'
  return /\.(mp3|ogg|oga|wav|m4a)($|\?)/i.test(url) ? 'audio' : undefined
}

/** Pictures with their alternate text, then films and sounds; '' without any. */
export function mediaHtml({ media = {} }: Pick<PlaceView, 'media'>, language: Language): string {
  const { images = [], video = [], audio = [] } = media
  const pictures = images.map((picture) => `<li>${pictureHtml(picture, language)}</li>`).join('')
  const recordings = [...video, ...audio].map((recording) => recordingHtml(recording, language)).join('')
  return `${pictures && `<ul class="pictures">${pictures}</ul>`}${recordings}`
}

/** A picture; a text replaces one without an address over https. Its script does so for one that is not loaded. */
function pictureHtml(picture: Picture, language: Language): string {
  const source = safeUrl(picture.url)
  const text = escaped(picture.alternateDescription ?? mediaWords[language].noPicture)
  const image = source?.startsWith('https://')
    ? `<img src="${escaped(source)}" alt="${escaped(alternateTextOf(picture))}" loading="lazy" data-missing="${text}">`
    : `<div class="missing">${iconHtml('image')}<span>${text}</span></div>`
  return `<figure>${image}${captionHtml(picture, language)}</figure>`
}

/** A film or sound with its player, if its address is that of a file which browsers play. */
function recordingHtml(recording: Recording, language: Language): string {
  const { url = '', title } = recording
  const source = safeUrl(url)
  const element = playerOf(url)
  const player =
    source && element
      ? `<${element} controls preload="none" src="${escaped(source)}" aria-label="${escaped(title)}"></${element}>`
      : ''
  return `<figure>${player}${captionHtml(recording, language)}</figure>`
}

/** The name and description of a medium, its licence, and its address or its id at its provider. */
function captionHtml(medium: Picture | Recording, language: Language): string {
  const words = mediaWords[language]
  const { url, title, description, provider, providerRef } = medium
  const source = safeUrl(url)
  const licence = licenceOf(medium)
  const lines = [
    `<b>${isolated(title)}</b>`,
    description && `<p>${isolated(description)}</p>`,
    source && link(source, words.openMedia),
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
    const picture = safeUrl(qr)
    const alt = escaped(mediaWords[language].qr(name))
    const code = picture ? `<img class="qr" src="${escaped(picture)}" alt="${alt}" loading="lazy">` : ''
    return `<li>${link(address, isolated(name))}${code}</li>`
  })
  return items.length > 0 ? `<ul class="links">${items.join('')}</ul>` : ''
}
