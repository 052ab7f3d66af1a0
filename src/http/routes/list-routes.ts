import { pagePath } from '../../pages/html.ts'
import { type ListLink, type ListView, listHtml } from '../../pages/list-html.ts'
import { pageWords, servedWords, typeWords } from '../../pages/page-words.ts'
import { placeTypes } from '../../place/place-types.ts'
import { escaped } from '../../query/parse/filter-signs.ts'
import { splitQuery } from '../../query/parse/raw-query.ts'
import type { Language } from '../../words/words.ts'
import type { Answer } from '../answers/answer.ts'
import type { BuiltPage } from '../pages/built-page.ts'
import {
  drawnRoute,
  findPlaces,
  movedTo,
  namedPlace,
  type PagesParts,
  readPlace,
  seesAll,
  type Visit,
} from '../pages/visit.ts'
import { type ListEntry, type ListKind, listFields } from '../pages/visitor-lists.ts'
import { type Call, queryOf } from '../requests/call.ts'
import { pathParameter, type Route } from '../route.ts'

/** Entries per page, few enough to keep it small even uncompressed. */
const onPage = { places: 50, lists: 100 } as const

/** The place types with the last path segment of their lists. Partial places are in no list. */
export const listedTypes = placeTypes
  .filter(({ name }) => name !== 'Partial')
  .map((type) => ({ ...type, slug: type.key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`) }))

/** Lists of published places by municipality, type and owner, and of the parts of a place; they need no scripts. */
export function listRoutes(parts: PagesParts, page: BuiltPage): Route[] {
  const routes: Readonly<Record<`/${string}`, (visit: Visit) => Promise<ListView | Answer | undefined>>> = {
    '/in': municipalities,
    '/in/:slug': (visit) => placesOf('in', visit),
    '/in/:slug/:type': (visit) => placesOf('in', visit),
    '/owner/:slug': (visit) => placesOf('owner', visit),
    '/p/:slug/parts': partsOf,
  }
  return Object.entries(routes).flatMap(([path, viewOf]) =>
    drawnRoute(path as `/${string}`, { parts, page }, async (visit) => {
      const view = await viewOf(visit)
      return view && 'title' in view ? listHtml(view) : view
    }),
  )
}

function frameOf({ language, isNamed, way, base, parts }: Visit) {
  return { language, isNamed, way, base, now: parts.clock() }
}

/** Returns a page of municipalities that have lists; undefined if there is no such page. */
async function municipalities(visit: Visit): Promise<ListView | undefined> {
  const { call, caller, language } = visit
  const { directory } = visit.parts
  const { bySlug } = await directory.entries('in', caller)
  const entries = [...bySlug.values()]
  const [page, pages] = [wantedPage(call), Math.max(1, Math.ceil(entries.length / onPage.lists))]
  if (page === undefined || page > pages) return undefined
  const title = servedWords[language].municipalities
  return {
    ...frameOf(visit),
    title,
    trail: [{ path: 'in', name: title }],
    total: entries.reduce((sum, { count }) => sum + count, 0),
    lists: entries
      .slice((page - 1) * onPage.lists, page * onPage.lists)
      .map(({ slug, name, count }) => ({ path: pagePath('in', slug), name, count })),
    places: [],
    page,
    pages,
  }
}

/**
 * Returns the places of a municipality or an owner, of one type or of all; undefined if there are none, or no such
 * page.
 */
async function placesOf(kind: ListKind, visit: Visit): Promise<ListView | undefined> {
  const { call, caller, language } = visit
  const { directory } = visit.parts
  const entry = (await directory.entries(kind, caller)).bySlug.get(pathParameter(call, 'slug'))
  const typeSlug = pathParameter(call, 'type')
  const type = listedTypes.find(({ slug }) => slug === typeSlug)
  if (!entry || (typeSlug !== '' && !type)) return undefined
  // Escapes filter syntax, so that it counts as part of the value (D27).
  const value = encodeURIComponent(escaped(entry.value))
  const found = await wantedPlaces(`${listFields[kind]}=${value}${type ? `&is=${type.name}` : ''}&facets=is`, visit)
  if (!found) return undefined
  const words = servedWords[language]
  const trail = trailOf(kind, entry, language)
  const own = `${trail.at(-1)!.path}/`
  const types = (found.facets.is ?? []).flatMap(({ value, count }) => {
    const known = listedTypes.find(({ name }) => name === value)
    return known ? [{ path: `${own}${known.slug}`, name: typeWords[language][known.key], count }] : []
  })
  const typeName = type && typeWords[language][type.key]
  const all = kind === 'in' ? words.inMunicipality(entry.name) : words.ofOwner(entry.name)
  return {
    ...frameOf(visit),
    ...found.shown,
    title: typeName === undefined ? all : words.ofTypeIn(typeName, entry.name),
    trail: type && typeName !== undefined ? [...trail, { path: `${own}${type.slug}`, name: typeName }] : trail,
    lists: kind === 'in' && !type ? types : [],
  }
}

/** Returns the parts of a place, beyond the first ones on its own page; undefined if it has none. */
async function partsOf(visit: Visit): Promise<ListView | Answer | undefined> {
  const place = await namedPlace(visit)
  if (place && !place.present) return movedTo(pagePath(place.slug, 'parts'), '../', visit)
  const found = place && (await wantedPlaces(`parent_id=${place.id}&is=*`, visit))
  if (!found) return undefined
  const { language } = visit
  const { name } = await readPlace(place.id, visit)
  const path = pagePath('p', place.slug)
  const trail = [
    { path, name },
    { path: `${path}/parts`, name: pageWords[language].parts },
  ]
  return { ...frameOf(visit), ...found.shown, title: servedWords[language].partsOf(name), trail, lists: [] }
}

function trailOf(kind: ListKind, { slug, name }: ListEntry, language: Language): ListLink[] {
  const own = { path: pagePath(kind, slug), name }
  return kind === 'in' ? [{ path: 'in', name: servedWords[language].municipalities }, own] : [own]
}

/** Returns `page` of an address, from 1; undefined if it is not a page number. */
function wantedPage({ url }: Call): number | undefined {
  const text = splitQuery(queryOf(url)).find(({ key }) => key === 'page')?.rawValue ?? '1'
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : undefined
}

/** Returns the requested page of a search; undefined if the page is invalid or empty. */
async function wantedPlaces(text: string, visit: Visit) {
  const page = wantedPage(visit.call)
  if (page === undefined) return undefined
  const states = seesAll(visit) ? '&include=non-published' : ''
  const paged = `${text}${states}&limit=${onPage.places}&offset=${(page - 1) * onPage.places}`
  const { total, places, facets } = await findPlaces(paged, visit)
  if (places.length === 0) return undefined
  return { facets, shown: { total, places, page, pages: Math.ceil(total / onPage.places) } }
}
