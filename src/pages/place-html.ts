import { schemaOrgPlace } from '../exchange/schema-org.ts'
import { facilities } from '../place/facilities.ts'
import { formatPhone } from '../place/phone.ts'
import type { PlaceView } from '../place/place.ts'
import type { PlaceTypeSchemas } from '../place/place-types.ts'
import { escaped, jsonLdBlock, link, markdownHtml } from './html.ts'
import { type PageLanguage, pageLanguages, pageLocales } from './language.ts'
import { pageWords } from './page-words.ts'
import { hoursHtml, type ToldHours } from './place-hours-html.ts'

/** What a document says of itself, and what is shown before any script runs. */
export interface PageHtml {
  /** What stands in the head, the title first. */
  readonly head: string
  readonly body: string
}

/** A place as it is linked to. */
export type NamedPlace = Pick<PlaceView, 'name' | 'slug'>

/** A place to be told to everybody: no more of it is given than everybody may see. */
export interface ToldPlace {
  readonly place: PlaceView
  readonly hours: ToldHours
  /** The place that it is part of; undefined where there is none, or none for everybody. */
  readonly parent: NamedPlace | undefined
  readonly children: readonly NamedPlace[]
  readonly language: PageLanguage
  /** The address of the page, complete where the service knows its own. */
  readonly address: string
  readonly schemas: PlaceTypeSchemas
}

const descriptionMax = 160

/** The page of a place. */
export function placeHtml(told: ToldPlace): PageHtml {
  return { head: headOf(told), body: bodyOf(told) }
}

/** The page for what is no place, or none for everybody. */
export function unknownPlaceHtml(language: PageLanguage): PageHtml {
  const words = pageWords[language]
  return {
    head: `<title>${words.notFound}</title><meta name="robots" content="noindex">`,
    body: `<h1>${words.notFound}</h1><p>${words.notFoundText}</p><p><a href="../">${words.search}</a></p>`,
  }
}

function headOf({ place, language, address, schemas }: ToldPlace): string {
  const { name, shortDescription, media } = place
  const description = summaryOf(place)
  const image = media?.images?.find(({ url }) => url?.startsWith('https://'))?.url
  const meta = (key: 'name' | 'property', of: string, content: string | undefined) =>
    content ? `<meta ${key}="${of}" content="${escaped(content)}">` : ''
  const alternates = pageLanguages.map((one) => alternate(one, `${address}?lang=${one}`))
  return [
    `<title>${escaped(shortDescription && shortDescription !== name ? `${name} – ${shortDescription}` : name)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(address)}">`,
    ...alternates,
    alternate('x-default', address),
    meta('property', 'og:type', 'place'),
    meta('property', 'og:title', name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', pageLocales[language].replace('-', '_')),
    meta('property', 'og:image', image),
    jsonLdBlock({ '@context': 'https://schema.org', ...schemaOrgPlace(place, schemas, { url: address }) }),
  ].join('')
}

function alternate(language: string, address: string): string {
  return `<link rel="alternate" hreflang="${language}" href="${escaped(address)}">`
}

/** A description in one line, cut between words. */
function summaryOf({ name, shortDescription, longDescription }: PlaceView): string | undefined {
  const text = shortDescription === name ? longDescription : (shortDescription ?? longDescription)
  const line = text
    ?.slice(0, 4 * descriptionMax)
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (line === undefined || line.length <= descriptionMax) return line
  return `${line.slice(0, line.lastIndexOf(' ', descriptionMax - 1) + 1 || descriptionMax - 1).trimEnd()}…`
}

function bodyOf({ place, hours, parent, children, language }: ToldPlace): string {
  const words = pageWords[language]
  const { name, shortDescription, longDescription } = place
  return [
    `<p><a href="../">${words.search}</a></p>`,
    `<h1>${escaped(name)}</h1>`,
    parent && `<p>${words.partOf} ${placeLink(parent)}</p>`,
    shortDescription && shortDescription !== name && `<p class="lead">${escaped(shortDescription)}</p>`,
    longDescription && section(words.about, markdownHtml(longDescription)),
    hoursHtml(hours, language),
    contactHtml(place, language),
    facilitiesHtml(place, language),
    section(words.parts, list(children.map(placeLink))),
  ]
    .filter((part) => part)
    .join('')
}

function section(title: string, html: string): string {
  return html && `<section><h2>${title}</h2>${html}</section>`
}

function list(items: readonly string[]): string {
  return items.length > 0 ? `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>` : ''
}

/** Relative to the page of another place. */
function placeLink({ name, slug }: NamedPlace): string {
  return `<a href="./${escaped(encodeURIComponent(slug))}">${escaped(name)}</a>`
}

function contactHtml({ contactInfo = {}, visitingInfo = {}, geolocation }: PlaceView, language: PageLanguage): string {
  const words = pageWords[language]
  const { phone, email, url } = contactInfo
  const street = visitingInfo.address ?? contactInfo.visitingAddress ?? contactInfo.address
  const city = [visitingInfo.postalCode ?? contactInfo.postalCode, visitingInfo.city ?? contactInfo.city]
  const address = [street, city.filter(Boolean).join(' ')].filter((line) => line)
  const number = phone && formatPhone(phone)
  const [lon, lat] = geolocation?.geometry.coordinates ?? []
  const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`
  const lines = [
    address.length > 0 && `<address>${address.map((line) => escaped(line!)).join('<br>')}</address>`,
    visitingInfo.description && escaped(visitingInfo.description),
    number && link(`tel:${number.replaceAll(/[^+\d]/g, '')}`, escaped(number)),
    email && link(`mailto:${email}`, escaped(email)),
    url && link(url, escaped(url)),
    lat !== undefined && link(map, words.map),
  ]
  return section(words.contact, list(lines.filter((line) => typeof line === 'string' && line !== '') as string[]))
}

function facilitiesHtml({ placeDetails = {} }: PlaceView, language: PageLanguage): string {
  const { accessibility = {}, ...details } = placeDetails
  const flags: Readonly<Record<string, unknown>> = { ...details, ...accessibility }
  const told = facilities.flatMap(({ path, [language]: names }) => {
    const flag = flags[path.split('.').at(-1)!]
    return typeof flag === 'boolean' ? [flag ? names.has : names.lacks] : []
  })
  return section(pageWords[language].facilities, list(told))
}
