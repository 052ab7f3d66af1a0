import type { PlaceView } from '../place/place.ts'
import { type PlaceState, stateOf } from '../place/place-state.ts'
import { placeTypeKey } from '../place/place-types.ts'
import { type Language, locales } from '../words/words.ts'
import { contactOf, phoneAddress } from './contact.ts'
import { momentText } from './days.ts'
import { hoursWords } from './hours-words.ts'
import { escaped, isolated, langHtml, link, pagePath } from './html.ts'
import { type IconName, iconHtml } from './icons.ts'
import { markdownHtml } from './markdown.ts'
import { linksHtml, mediaHtml } from './media-html.ts'
import { pageWords, parentWords, servedWords, typeWords } from './page-words.ts'
import { contactHtml, facilitiesHtml, factsHtml } from './place-facts-html.ts'
import { hoursHtml, hoursUntil, openStatusHtml, unconfirmedHtml } from './place-hours-html.ts'
import type { PlacePageView } from './place-page-view.ts'
import { badgeHtml, rowHtml } from './row-html.ts'
import { typeMark } from './type-signs.ts'

/**
 * The page of a place. Its script (`web/reading/`) replaces those parts of it, by their names in `data-part`, that a newer
 * page has otherwise.
 */
export function placeArticle(view: PlacePageView): string {
  const { place, hours, language, rights, revision } = view
  const words = pageWords[language]
  const { id, name, shortDescription, longDescription } = place
  const until = hoursUntil(hours)
  const lang = langHtml(view)
  const main = [
    shortDescription !== name && part('lead', `<p class="lead"${lang}>${escaped(shortDescription)}</p>`),
    section('about', words.about, longDescription && `<div class="text"${lang}>${markdownHtml(longDescription)}</div>`),
    section('hours', hoursWords[language].title, hoursHtml(hours, view)),
    section('facilities', words.facilities, facilitiesHtml(view)),
    section('media', words.media, mediaHtml(view)),
    section('links', words.links, linksHtml(place, language)),
    section('parts', words.parts, childrenHtml(view)),
  ]
  const aside = [
    mapHtml(place, language),
    section('contact', words.contact, contactHtml(view)),
    section('facts', words.typeFacts, factsHtml(view)),
  ]
  const data = [
    `data-id="${id}"`,
    rights.follows && `data-revision="${revision}"`,
    until !== undefined && `data-until="${until}"`,
  ]
  return [
    `<article ${shown(data).join(' ')}>`,
    part('way', wayHtml(view)),
    part('heading', headingHtml(view)),
    !place.deleted && part('quick', quickHtml(view)),
    part('notes', notesHtml(view)),
    `<div class="main">${shown(main).join('')}</div><aside aria-label="${words.contact}">${shown(aside).join('')}</aside></article>`,
  ]
    .filter(Boolean)
    .join('')
}

function shown(items: readonly (string | false | undefined)[]): string[] {
  return items.filter((item) => typeof item === 'string' && item !== '') as string[]
}

/** Names the outermost element of HTML. */
function part(name: string, html: string): string {
  return html.replace(/^<\w+/, `$& data-part="${name}"`)
}

function section(name: string, title: string, html: string | undefined): string {
  return html ? `<section data-part="${name}" aria-label="${title}"><h2>${title}</h2>${html}</section>` : ''
}

/** Relative to the page of another place. */
function placeLink({ name, slug }: Pick<PlaceView, 'name' | 'slug'>): string {
  return `<a href="./${pagePath(slug)}">${isolated(name)}</a>`
}

/** Relative to the page of a place. */
function listLink(kind: 'in' | 'owner', { slug, name }: { readonly slug: string; readonly name: string }): string {
  return `<a href="../${pagePath(kind, slug)}">${isolated(name)}</a>`
}

function wayHtml({ municipality, language }: PlacePageView): string {
  const { way, toSearch } = pageWords[language]
  const inMunicipality = municipality ? listLink('in', municipality) : ''
  return `<nav aria-label="${way}"><a href="../" data-back><span aria-hidden="true">← </span><span>${toSearch}</span></a>${inMunicipality}</nav>`
}

function headingHtml(view: PlacePageView): string {
  const { place, parent, owner: ownerList, language, hours } = view
  const type = placeTypeKey(place.placeTypes)
  const { owner, name } = place
  const state = stateOf(place, hours.now)
  const hiding = parent === undefined ? 'published' : stateOf(parent, hours.now)
  const kinds = shown([
    state !== 'published' && badgeHtml(state, language),
    typeWords[language][type],
    parent && `${pageWords[language].partOf} ${placeLink(parent)}`,
    state === 'published' && hiding !== 'published' && parentWords[language][hiding],
    ownerList ? listLink('owner', ownerList) : isolated(owner.name ?? owner.id),
  ])
  return `<header>${typeMark(type)}<div><h1>${isolated(name)}</h1><p class="kind">${kinds.map((kind) => `<span>${kind}</span>`).join(' ')}</p></div>${actsHtml(view)}</header>`
}

/** Links to the views of the app that change the place. */
function actsHtml({ place, rights, language }: PlacePageView): string {
  const words = pageWords[language]
  const { mayEdit, mayDelete, mayReadHistory } = rights
  const path = pagePath(place.slug)
  const act = (view: string, icon: IconName, label: string, look = ' plain') =>
    `<a class="button${look}" href="./${path}/${view}">${iconHtml(icon)}${label}</a>`
  const acts = shown([
    mayReadHistory && act('history', 'history', words.history),
    (place.deleted ? mayDelete : mayEdit || mayDelete) && act('publish', 'eye', words.publishing),
    mayEdit && !place.deleted && act('edit', 'edit', words.edit, ' filled'),
  ])
  return acts.length > 0 ? `<div class="acts">${acts.join('')}</div>` : ''
}

/** The first actions of visitors: opening state, directions, call, website and share. */
function quickHtml(view: PlacePageView): string {
  const { place, hours, language, rights } = view
  const words = pageWords[language]
  const [longitude, latitude] = place.geolocation.geometry.coordinates
  const { phone, url } = contactOf(place)
  const act = (icon: IconName, label: string, address: string, look = 'class="button"') =>
    link(address, `${iconHtml(icon)}${label}`).replace('<a ', `<a ${look} `)
  // For editors, it is the way to the form that stands out.
  const first = `class="button${rights.mayEdit ? '' : ' filled'}" data-geo="${latitude},${longitude}"`
  const acts = shown([
    act(
      'directions',
      words.directions,
      `https://www.openstreetmap.org/directions?to=${latitude}%2C${longitude}`,
      first,
    ),
    phone && act('phone', words.call, phoneAddress(phone)),
    url && act('link', words.website, url),
    `<button type="button" class="button" data-share>${iconHtml('share')}${words.share}</button>`,
  ])
  return `<div class="quick">${openStatusHtml(hours, language)}${unconfirmedHtml(hours, view)}<div>${acts.join('')}</div></div>`
}

/** The reason why a search does not show the place, or will not for long. Empty for one that is published for good. */
function notesHtml({ place, hours, language }: PlacePageView): string {
  const words = pageWords[language]
  const when = (instant: string | undefined) => momentText(locales[language], instant ?? '', hours.resolved.timeZone)
  const state = stateOf(place, hours.now)
  const notes: Readonly<Record<PlaceState, string | undefined>> = {
    deleted: words.deleted(when(place.deleted)),
    draft: words.draft,
    scheduled: words.scheduled(when(place.published)),
    unpublished: words.unpublished(when(place.depublished)),
    published: place.depublished && words.willUnpublish(when(place.depublished)),
  }
  const note = notes[state]
  return `<div class="notes">${note ? `<p class="note" data-state="${state}">${note}</p>` : ''}</div>`
}

/** The picture that the map replaces. */
function mapHtml({ name, geolocation, placeTypes }: PlaceView, language: Language): string {
  const [longitude, latitude] = geolocation.geometry.coordinates
  const address = `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`
  const position = [latitude, longitude].map((degrees) => Number(degrees.toFixed(3))).join(',')
  const picture = `<img src="../map/${position}.svg" alt="" width="360" height="220">`
  const data = `data-part="map" data-position="${longitude},${latitude}" data-type="${placeTypeKey(placeTypes)}"`
  return `<section class="map" ${data} aria-label="${escaped(pageWords[language].map(name))}">${link(address, `${picture}<span>${servedWords[language].showMap}</span>`)}</section>`
}

function childrenHtml({ place, children: { shown, total }, language, hours }: PlacePageView): string {
  if (shown.length === 0) return ''
  const rows = shown.map((child) => rowHtml(child, { way: './', language, now: hours.now }))
  const path = `./${pagePath(place.slug, 'parts')}`
  const all = `<p><a href="${path}">${pageWords[language].allParts(total)}</a></p>`
  return `<ul class="list">${rows.join('')}</ul>${total > shown.length ? all : ''}`
}
