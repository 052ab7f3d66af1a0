import { facilities } from '../place/facilities.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import { phoneText } from '../place/phone.ts'
import { placeTypeKey } from '../place/place-types.ts'
import { shownUrl } from '../place/web-address.ts'
import { authorName } from '../words/author-name.ts'
import { type Language, languages, locales } from '../words/words.ts'
import { contactOf, mailAddress, phoneAddress } from './contact.ts'
import { dateFormat, momentText } from './days.ts'
import { escaped, isolated, langHtml, link } from './html.ts'
import { type IconName, iconHtml } from './icons.ts'
import { pageWords, sharedLabels } from './page-words.ts'
import type { PlacePageView } from './place-page-view.ts'

/** The address and contact details; '' without any. */
export function contactHtml(view: PlacePageView): string {
  const { place, home, language, rights } = view
  const { street, town, directions, phone, email, url } = contactOf(place)
  const address = [street, town].filter((line) => line).map((line) => isolated(line!))
  const line = (icon: IconName, html: string | undefined) =>
    html ? `<li>${iconHtml(icon)}<span>${html}</span></li>` : ''
  const number = phone && escaped(phoneText(phone, place.geolocationInfo?.country, home))
  const lines = [
    line('pin', address.length > 0 ? `<address>${address.join('<br>')}</address>` : undefined),
    line('info', directions && `<span${langHtml(view)}>${isolated(directions)}</span>`),
    line('phone', phone && link(phoneAddress(phone), number!)),
    line('mail', email && link(mailAddress(email), escaped(email))),
    line('link', url && link(url, escaped(shownUrl(url)))),
  ].join('')
  if (lines === '') return ''
  const isFetched = rights.mayEdit && place.contactInfo?.fetchAutomatically
  const fetched = isFetched ? `<li class="soft">${pageWords[language].fetched}</li>` : ''
  return `<ul class="lines">${lines}${fetched}</ul>`
}

/** The facts of a place beside its texts: owner, type, area, position and categories; for readers with a session more. */
export function factsHtml(view: PlacePageView): string {
  const { place, language, home, rights } = view
  const words = pageWords[language]
  const { owner, geolocation, geolocationInfo: area = {}, categories = [], tags = [] } = place
  const country = area.country && area.country !== home && countryName(area.country, language)
  const region = [area.municipality, area.county, country].filter(Boolean).join(', ')
  const [longitude, latitude] = geolocation.geometry.coordinates
  const subjects = [...categories, ...tags].flatMap(({ name }) =>
    name === undefined ? [] : `<span class="pill"${langHtml(view)}>${isolated(name)}</span>`,
  )
  const ownerLink = `<a href="../?owner_id=${encodeURIComponent(owner.id)}">${isolated(owner.name ?? owner.id)}</a>`
  const facts = [
    [words.owner, rights.follows ? `${ownerLink} <small>(${isolated(owner.type)})</small>` : ownerLink],
    ...typeFacts(view),
    [words.region, region && isolated(region)],
    [words.coordinates, `${latitude}, ${longitude}`],
    [words.categories, subjects.join(' ')],
  ] as const
  const items = facts.map(([name, html]) => html && `<div><dt>${name}</dt><dd>${html}</dd></div>`)
  return `<dl>${items.join('')}</dl>${rights.follows ? recordHtml(view) : ''}`
}

/** Who made and changed a place, and the way to it as programs read it. */
function recordHtml({ place, language, hours }: PlacePageView): string {
  const words = pageWords[language]
  const when = (instant: string) => momentText(locales[language], instant, hours.resolved.timeZone)
  const { created, createdBy, updated, updatedBy } = place
  const dates = [
    createdBy ? words.createdBy(when(created), authorName(createdBy, language)) : words.created(when(created)),
    updatedBy ? words.updatedBy(when(updated), authorName(updatedBy, language)) : words.updated(when(updated)),
  ]
  return `<p class="soft">${dates.map(isolated).join('<br>')}</p><button type="button" class="button plain" data-json>${iconHtml('code')}${words.json}</button>`
}

/** Making the names of countries takes as long as the rest of a page. */
const countries = Object.fromEntries(
  languages.map((one) => [one, new Intl.DisplayNames(locales[one], { type: 'region' })]),
) as Readonly<Record<Language, Intl.DisplayNames>>

function countryName(code: string, language: Language): string {
  return /^[A-Z]{2}$/.test(code) ? (countries[language].of(code) ?? code) : code
}

/** The members of the place's type, under our own labels or the titles of the operator's schema. */
function typeFacts({ place, schemas, language }: PlacePageView): [name: string, html: string][] {
  const key = placeTypeKey(place.placeTypes)
  const properties = schemas[key]?.properties
  const labelOf = (name: string) => {
    if (name === 'canPrintDubblettrostkort') return sharedLabels.canPrintDubblettrostkort[languages.indexOf(language)]!
    const schema = isJsonObject(properties) ? properties[name] : undefined
    return isJsonObject(schema) && typeof schema.title === 'string' ? schema.title : name
  }
  const own: JsonObject = place.placeTypes[key] ?? {}
  return Object.entries(own).map(([name, value]) => [isolated(labelOf(name)), isolated(valueText(value, language))])
}

const day = /^\d{4}-\d{2}-\d{2}$/

/** Returns any value in words; a nested one as JSON. */
function valueText(value: JsonValue, language: Language): string {
  const locale = locales[language]
  if (typeof value === 'boolean') return pageWords[language][value ? 'yes' : 'no']
  if (typeof value === 'number') return value.toLocaleString(locale)
  if (typeof value === 'string') {
    if (!day.test(value) || Number.isNaN(Date.parse(`${value}T00:00Z`))) return value
    return dateFormat(locale, { timeZone: 'UTC', dateStyle: 'medium' }).format(new Date(`${value}T00:00Z`))
  }
  const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  return isList ? value.map((item) => valueText(item, language)).join(', ') : JSON.stringify(value)
}

/** The facilities and accessibility of a place: present ones first, then those that it lacks; '' without any. */
export function facilitiesHtml(view: PlacePageView): string {
  const {
    place: { placeDetails = {} },
    language,
  } = view
  const lang = langHtml(view)
  const { accessibility = {}, info, ...details } = placeDetails
  const flags: Readonly<Record<string, unknown>> = { ...details, ...accessibility }
  const that = (said: boolean) => facilities.filter(({ path }) => flags[path.split('.').at(-1)!] === said)
  const has = that(true).map(({ icon, [language]: names }) => `<li>${iconHtml(icon)}${names.has}</li>`)
  const lacks = that(false).map(({ [language]: names }) => `<li>${names.lacks}</li>`)
  const label = sharedLabels.accessibility[languages.indexOf(language)]
  return [
    has.length > 0 && `<ul class="has">${has.join('')}</ul>`,
    lacks.length > 0 && `<ul class="lacks">${lacks.join('')}</ul>`,
    info && `<p class="info"${lang}>${escaped(info)}</p>`,
    accessibility.info && `<p class="info"><b>${label}:</b> <span${lang}>${escaped(accessibility.info)}</span></p>`,
  ]
    .filter((part) => part)
    .join('')
}
