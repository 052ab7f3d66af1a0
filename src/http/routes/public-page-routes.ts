import { may, mayFor, type Permission } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import type { Day } from '../../pages/days.ts'
import { explorerHtml } from '../../pages/explorer-html.ts'
import { holidaysIn } from '../../pages/holiday.ts'
import { pagePath } from '../../pages/html.ts'
import { firstDay, type HoursView, lastDay } from '../../pages/place-hours-html.ts'
import { type PageHtml, placeHtml } from '../../pages/place-html.ts'
import type { PlacePageView, PlaceRights } from '../../pages/place-page-view.ts'
import { isLocalDate } from '../../place/dates.ts'
import { countryOf } from '../../place/phone.ts'
import type { Instant, PlaceView } from '../../place/place.ts'
import { anyOf, listedFields } from '../../query/parse/filter-signs.ts'
import { placeHours } from '../../query/results/place-hours.ts'
import type { Answer } from '../answers/answer.ts'
import type { Streams } from '../connections/streams.ts'
import type { BuiltPage } from '../pages/built-page.ts'
import { countedFor, openRoute, pageDocument } from '../pages/page.ts'
import {
  drawnRoute,
  findPlaces,
  ifFound,
  movedTo,
  namedPlace,
  type PagesParts,
  readPlace,
  seesAll,
  type Visit,
  visitOf,
  visitorOf,
} from '../pages/visit.ts'
import { ListDirectory } from '../pages/visitor-lists.ts'
import { baseUrlOf, type Call, queryOf, queryWithoutKey } from '../requests/call.ts'
import type { Route } from '../route.ts'
import { listRoutes } from './list-routes.ts'
import { mapPictureRoutes } from './map-picture-routes.ts'
import { sitemapRoute } from './sitemap-route.ts'

/** Parts that the page of a place names; the rest are counted. */
const childrenMax = 100

/** The pages for reading, whole before any script, and the files of search engines. */
export function publicPageRoutes(
  made: Omit<PagesParts, 'directory'>,
  page: BuiltPage | undefined,
  streams: Streams,
): Route[] {
  const parts = { ...made, directory: new ListDirectory(made) }
  const robots = openRoute('/robots.txt', (call) => robotsFile(call, parts))
  if (!page) return [robots]
  return [
    robots,
    sitemapRoute(parts, streams),
    openRoute('/', (call) => explorerPage(call, parts, page), countedFor(parts)),
    ...drawnRoute('/p/:slug', { parts, page }, placePage),
    ...listRoutes(parts, page),
    ...mapPictureRoutes(parts, page),
  ]
}

/** Returns the rules for search engines (RFC 9309): they may read the pages, or nothing if visitors see nothing. */
function robotsFile(call: Call, parts: PagesParts): Answer {
  const sitemap = `${baseUrlOf(call, parts.config.publicUrl)}/sitemap.xml`
  const rules = visitorOf(parts) ? `Allow: /\n\nSitemap: ${sitemap}` : 'Disallow: /'
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `User-agent: *\n${rules}\n`,
  }
}

/** As many as fit on the screens of most. */
const explorerRows = 10
const explorerFields = 'name,slug,placetypes,visitinginfo,geolocation,geolocationinfo,openhours,published,depublished'

/** The parameters that an address of the explorer shares with a search, with one value of a list in each pair (`web/search/`). */
const searched = ['is', ...listedFields]

/** The search of an address of the explorer; undefined where it says more than text and lists. */
function searchOf({ url }: Call): AddressedSearch | undefined {
  const given = new URLSearchParams(queryOf(url))
  if ([...given.keys()].some((name) => ![...searched, 'q', 'lang'].includes(name))) return undefined
  const q = given.get('q')?.trim() ?? ''
  const lists = searched.map((name) => [name, anyOf(given.getAll(name))])
  const filters = lists.filter(([, value]) => value !== '')
  return { q, filters: new URLSearchParams(filters).toString(), understood: [] }
}

interface AddressedSearch extends Pick<Parameters<typeof explorerHtml>[0], 'q' | 'understood'> {
  readonly filters: string
}

/** Adds the text of a search, as it is understood where the address has nothing else, like that of the form. */
async function withText(search: AddressedSearch, { caller, language, call, parts }: Visit): Promise<AddressedSearch> {
  const { q, filters } = search
  if (q === '') return search
  const asText = { ...search, filters: `${filters}&${new URLSearchParams({ q })}` }
  if (filters !== '') return asText
  const isGone = () => call.socket.destroyed
  const found = await parts.typed.understand(q, { caller, language, isGone })
  const understood = found?.parts.filter(({ member }) => member !== 'q') ?? []
  if (!found || understood.length === 0) return asText
  const without = (text: string) => {
    const words = text.split(/\s+/)
    return words
      .reduce((rest, word) => rest.replace(word, ' '), q)
      .trim()
      .replaceAll(/\s+/g, ' ')
  }
  return {
    ...search,
    filters: found.query,
    understood: understood.map(({ label, text }) => ({ label, rest: without(text) })),
  }
}

/** The explorer, with its first places if the reader sees any and the address says no more than text and lists. */
async function explorerPage(call: Call, parts: PagesParts, page: BuiltPage): Promise<Answer> {
  const visit = await visitOf(call, parts)
  const search = searchOf(call)
  const isReady = parts.replica.readiness.ready
  const found = visit && search && isReady ? await firstPlaces(search, visit) : undefined
  if (!visit || !found || (found.total === 0 && found.search.understood.length === 0)) {
    const visitor = visitorOf(parts)
    const lists = visitor && (await parts.directory.entries('in', visitor).catch(() => undefined))
    const hasLists = (lists?.bySlug.size ?? 0) > 0
    return pageDocument(page, parts, { call, status: 200, isFound: visitor !== undefined, hasLists })
  }
  const now = parts.clock()
  const rows = found.places.map((place) => ({ place, hours: hoursOf(place, now) }))
  const { language, isNamed, base } = visit
  const { hasMunicipalities, total } = found
  const drawn = explorerHtml({
    ...found.search,
    edits: seesAll(visit),
    hasMunicipalities,
    openOn: new URLSearchParams(found.search.filters).get('openOn') ?? undefined,
    total,
    rows,
    language,
    isNamed,
    base,
  })
  const shown = { ...drawn, language, isNamed, query: queryWithoutKey(call.url, 'lang'), kind: 'app' } as const
  return pageDocument(page, parts, { call, status: 200, drawnFor: visit.signedIn, shown })
}

/** Undefined if that cannot be answered now; the page then shows the reason itself. */
async function firstPlaces(address: AddressedSearch, visit: Visit) {
  try {
    const search = await withText(address, visit)
    const page = await findPlaces(`limit=${explorerRows}&fields=${explorerFields}&${search.filters}`, visit)
    const { bySlug } = await visit.parts.directory.entries('in', visit.caller)
    return { ...page, search, hasMunicipalities: bySlug.size > 0 }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

function hoursOf(place: PlaceView, now: Instant): HoursView {
  const resolved = placeHours(place, { from: undefined, to: undefined }, now)
  return { entries: place.openHours ?? [], resolved, now }
}

async function placePage(visit: Visit): Promise<PageHtml | Answer | undefined> {
  const found = await namedPlace(visit)
  if (found && !found.present) return movedTo(pagePath(found.slug), './', visit)
  return found && placeHtml(await placePageView(found.id, visit))
}

/** All that the page of a place shows, each part with the rights of the reader. */
async function placePageView(id: string, visit: Visit): Promise<PlacePageView> {
  const { caller, language, isNamed, parts } = visit
  const { directory, model, config, clock, replica } = parts
  // Before the first read, so that no change after it is missed.
  const { revision } = replica.watermark
  const place = await readPlace(id, visit)
  const home = countryOf(model.locale)
  const states = seesAll(visit) ? '&include=non-published' : ''
  const children = await findPlaces(`parent_id=${id}&is=*&limit=${childrenMax}${states}`, visit)
  const parent = place.parent.id
  return {
    place,
    parent: parent === undefined ? undefined : await ifFound(() => readPlace(parent, visit)),
    children: { shown: children.places, total: children.total },
    hours: hoursOf(place, clock()),
    holidays: holidaysIn(parts.page?.holidays[place.geolocationInfo?.country ?? home ?? ''] ?? [], language),
    asked: askedDay(visit),
    municipality: (await directory.entries('in', caller)).byValue.get(place.geolocationInfo?.municipality ?? ''),
    owner: (await directory.entries('owner', caller)).byValue.get(place.owner.id),
    rights: rightsOver(place.owner.id, visit),
    revision,
    language,
    locale: model.locale,
    isNamed,
    home,
    address: `${config.publicUrl === undefined ? './' : `${config.publicUrl}/p/`}${pagePath(place.slug)}`,
    schemas: model.placeTypeSchemas,
  }
}

/** Returns the day whose week an address asks for; undefined without one. */
function askedDay({ call }: Visit): Day | undefined {
  const given = new URLSearchParams(queryOf(call.url)).get('date') ?? ''
  return isLocalDate(given) && firstDay <= given && given <= lastDay ? given : undefined
}

/** Returns the rights of the reader over the places of an owner; those of a visitor are none. */
function rightsOver(owner: string, { caller, signedIn }: Visit): PlaceRights {
  const reads = signedIn !== undefined && may(caller, 'read')
  const includes = (permission: Permission) => signedIn !== undefined && mayFor(caller, permission, owner)
  return {
    mayEdit: includes('update'),
    mayDelete: includes('delete'),
    mayReadHistory: reads && may(caller, 'update'),
    follows: reads,
  }
}
