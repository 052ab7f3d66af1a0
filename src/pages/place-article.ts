import { facilities } from '../place/facilities.ts'
import { licenceOf } from '../place/licence.ts'
import { phoneText } from '../place/phone.ts'
import type { PlaceView } from '../place/place.ts'
import { type PlaceTypeSchemas, placeTypeKey } from '../place/place-types.ts'
import { safeUrl, shownUrl } from '../place/web-address.ts'
import { type Language, locales } from '../words/words.ts'
import { alternateTextOf } from './alternate-text.ts'
import { contactOf, mailAddress, phoneAddress } from './contact.ts'
import { hoursWords } from './hours-words.ts'
import { escaped, isolated, link, pagePath } from './html.ts'
import { markdownHtml } from './markdown.ts'
import { pageWords, servedWords, typeWords } from './page-words.ts'
import { type HoursView, hoursHtml, openStatusHtml } from './place-hours-html.ts'
import { typeMark } from './type-signs.ts'

/** A place as it is linked to. */
type NamedPlace = Pick<PlaceView, 'name' | 'slug'>

/** A list of places as it is linked to. */
interface NamedList {
  readonly slug: string
  readonly name: string
}

/** The parts of a place, the first of them by name. */
interface Children {
  readonly total: number
  readonly shown: readonly NamedPlace[]
}

/** The data of a place's page: only members that everybody may see. */
export interface PlacePageView {
  readonly place: PlaceView
  readonly hours: HoursView
  /** The place that it is part of; undefined where there is none, or none for everybody. */
  readonly parent: NamedPlace | undefined
  readonly children: Children
  /** The lists that it is in; undefined where there are none. */
  readonly municipality: NamedList | undefined
  readonly owner: NamedList | undefined
  readonly language: Language
  /** True if the address of the page names the language. */
  readonly isNamed: boolean
  /** The country whose numbers are written without +. */
  readonly home: string | undefined
  /** The address of the page, complete where the service knows its own. */
  readonly address: string
  readonly schemas: PlaceTypeSchemas
}

/** The page of a place as the live page draws it (`web/place-page/place-page.tsx`), so that nothing moves when that takes its place. */
export function placeArticle(view: PlacePageView): string {
  const { place, hours, language } = view
  const words = pageWords[language]
  const { name, shortDescription, longDescription } = place
  return `<article>${wayHtml(view)}${headingHtml(view)}${actionsHtml(view)}<div class="main">${[
    shortDescription !== name && `<p class="lead">${escaped(shortDescription)}</p>`,
    longDescription && section(words.about, `<div class="text">${markdownHtml(longDescription)}</div>`),
    section(hoursWords[language].title, hoursHtml(hours, language)),
    section(words.facilities, facilitiesHtml(place, language)),
    section(words.media, mediaHtml(place)),
    section(words.parts, childrenHtml(view)),
  ]
    .filter((part) => part)
    .join('')}</div><aside aria-label="${words.contact}">${mapHtml(place, language)}${section(
    words.contact,
    contactHtml(view),
  )}${section(words.typeFacts, factsHtml(place, language))}</aside></article>`
}

function section(title: string, html: string): string {
  return html && `<section><h2>${title}</h2>${html}</section>`
}

function list(items: readonly string[], style = ''): string {
  return items.length > 0 ? `<ul${style}>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : ''
}

/** Relative to the page of another place. */
function placeLink({ name, slug }: NamedPlace): string {
  return `<a href="./${pagePath(slug)}">${isolated(name)}</a>`
}

/** Relative to the page of a place. */
function listLink(kind: 'in' | 'owner', { slug, name }: NamedList): string {
  return `<a href="../${pagePath(kind, slug)}">${isolated(name)}</a>`
}

function wayHtml({ municipality, language }: PlacePageView): string {
  const { way, allPlaces } = pageWords[language]
  const inMunicipality = municipality ? listLink('in', municipality) : ''
  return `<nav aria-label="${way}"><a href="../">← ${allPlaces}</a>${inMunicipality}</nav>`
}

function headingHtml({ place, parent, owner: ownerList, language }: PlacePageView): string {
  const type = placeTypeKey(place.placeTypes)
  const { owner, name } = place
  const kinds = [
    typeWords[language][type],
    parent && `${pageWords[language].partOf} ${placeLink(parent)}`,
    ownerList ? listLink('owner', ownerList) : isolated(owner.name ?? owner.id),
  ].filter((kind) => kind)
  return `<header>${typeMark(type)}<div><h1>${isolated(name)}</h1><p class="kind">${kinds.map((kind) => `<span>${kind}</span>`).join(' ')}</p></div></header>`
}

function actionsHtml({ place, hours, language }: PlacePageView): string {
  const words = pageWords[language]
  const [longitude, latitude] = place.geolocation.geometry.coordinates
  const { phone, url } = contactOf(place)
  const actions = [
    link(`https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`, words.directions),
    phone && link(phoneAddress(phone), words.call),
    url && link(url, words.website),
  ].filter((action) => action)
  return `<div class="quick">${openStatusHtml(hours, language)}<div>${actions.join('')}</div></div>`
}

function mapHtml({ name, geolocation }: PlaceView, language: Language): string {
  const [longitude, latitude] = geolocation.geometry.coordinates
  const address = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  const position = [latitude, longitude].map((degrees) => Number(degrees.toFixed(3))).join(',')
  const picture = `<img src="../map/${position}.svg" alt="" width="360" height="220">`
  return `<section class="map" aria-label="${escaped(pageWords[language].map(name))}">${link(address, `${picture}<span>${servedWords[language].showMap}</span>`)}</section>`
}

function contactHtml({ place, home }: PlacePageView): string {
  const { street, town, directions, phone, email, url } = contactOf(place)
  const address = [street, town].filter((line) => line).map((line) => isolated(line!))
  const lines = [
    address.length > 0 && `<address>${address.join('<br>')}</address>`,
    directions && escaped(directions),
    phone && link(phoneAddress(phone), escaped(phoneText(phone, place.geolocationInfo?.country, home))),
    email && link(mailAddress(email), escaped(email)),
    url && link(url, escaped(shownUrl(url))),
  ]
  return list(lines.filter((line) => typeof line === 'string' && line !== '') as string[], ' class="plain"')
}

function factsHtml({ owner, geolocation, geolocationInfo: area = {} }: PlaceView, language: Language): string {
  const words = pageWords[language]
  const country = area.country && (new Intl.DisplayNames(locales[language], { type: 'region' }).of(area.country) ?? '')
  const region = [area.municipality, area.county, country].filter(Boolean).join(', ')
  const [longitude, latitude] = geolocation.geometry.coordinates
  const facts = [
    [words.owner, owner.name ?? owner.id],
    [words.region, region],
    [words.coordinates, `${latitude}, ${longitude}`],
  ] as const
  const shown = facts.map(([name, text]) => text && `<dt>${name}</dt><dd>${isolated(text)}</dd>`)
  return `<dl>${shown.join('')}</dl>`
}

function facilitiesHtml({ placeDetails = {} }: PlaceView, language: Language): string {
  const { accessibility = {}, info, ...details } = placeDetails
  const flags: Readonly<Record<string, unknown>> = { ...details, ...accessibility }
  const that = (said: boolean) => facilities.filter(({ path }) => flags[path.split('.').at(-1)!] === said)
  return [
    list(
      that(true).map(({ [language]: names }) => names.has),
      ' class="has"',
    ),
    list(
      that(false).map(({ [language]: names }) => names.lacks),
      ' class="lacks"',
    ),
    ...[info, accessibility.info].map((text) => (text ? `<p>${escaped(text)}</p>` : '')),
  ].join('')
}

/** Pictures with an address over https, as far as everybody may see them. */
function mediaHtml({ media }: PlaceView): string {
  const pictures = (media?.images ?? []).flatMap((picture) => {
    const { url, title, description } = picture
    const source = safeUrl(url)
    if (!source?.startsWith('https://')) return []
    const licence = licenceOf(picture)
    const caption = [
      `<b>${isolated(title)}</b>`,
      description && isolated(description),
      licence && link(licence.url, licence.name),
    ]
      .filter((text) => text)
      .join('<br>')
    const alt = escaped(alternateTextOf(picture))
    return `<figure><img src="${escaped(source)}" alt="${alt}" loading="lazy"><figcaption>${caption}</figcaption></figure>`
  })
  return pictures.join('')
}

function childrenHtml({ place, children: { shown, total }, language }: PlacePageView): string {
  const all = `<a href="./${pagePath(place.slug, 'parts')}">${pageWords[language].allParts(total)}</a>`
  const more = total > shown.length ? `<p>${all}</p>` : ''
  return list(shown.map(placeLink), ' class="plain"') + more
}
