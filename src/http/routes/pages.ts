import { asVisitor, type Caller } from '../../access/access.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import { explorerHtml } from '../../pages/explorer-html.ts'
import { type NamedPlace, placeHtml, unknownPlaceHtml } from '../../pages/place-html.ts'
import { countryOf } from '../../place/phone.ts'
import type { PlaceView } from '../../place/place.ts'
import { canonicalUuid } from '../../place/text.ts'
import { placeHours } from '../../query/place-hours.ts'
import { splitQuery } from '../../query/raw-query.ts'
import { languageOf, languageOfTag } from '../../words/language.ts'
import type { Language } from '../../words/words.ts'
import { acceptedNames } from '../accept.ts'
import type { Answer } from '../answer.ts'
import type { BuiltPage } from '../built-page.ts'
import { baseUrlOf, type Call, queryOf, queryWithoutKey } from '../call.ts'
import { findAsVisitor, ListDirectory } from '../list-directory.ts'
import { countedFor, openRoute, pageDocument } from '../page.ts'
import type { HttpParts } from '../parts.ts'
import { pathParameter, type Route } from '../route.ts'
import type { Streams } from '../streams.ts'
import { listRoutes } from './lists.ts'
import { mapPictureRoutes } from './map-picture.ts'
import { sitemapRoute } from './sitemap.ts'

/** What these pages are made over. */
export type PagesParts = Pick<
  HttpParts,
  'places' | 'engine' | 'model' | 'config' | 'clock' | 'keys' | 'signIn' | 'replica' | 'mapTiles' | 'page'
>

/** Parts that the page of a place names; the rest are counted. */
const childrenMax = 100

/** The pages that visitors and search engines find; whole before any script where the service is open to visitors. */
export function publicPageRoutes(parts: PagesParts, page: BuiltPage | undefined, streams: Streams): Route[] {
  const directory = new ListDirectory(parts)
  const robots = openRoute('/robots.txt', (call) => robotsFile(call, parts))
  if (!page) return [robots]
  const counted = countedFor(parts)
  return [
    robots,
    sitemapRoute(parts, directory, streams),
    openRoute('/', (call) => explorerPage(call, parts, page), counted),
    openRoute('/p/:slug', (call) => placePage(call, { ...parts, directory }, page), counted),
    ...listRoutes(parts, page, directory),
    ...mapPictureRoutes(page),
  ]
}

/** What search engines may read (RFC 9309): the pages, and nothing where visitors see nothing. */
function robotsFile(call: Call, parts: PagesParts): Answer {
  const sitemap = `${baseUrlOf(call, parts.config.publicUrl)}/sitemap.xml`
  const rules = visitorOf(parts) ? `Allow: /\n\nSitemap: ${sitemap}` : 'Disallow: /'
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `User-agent: *\n${rules}\n`,
  }
}

/** Who everybody is to these pages, whoever asks; undefined where the service is not open to visitors. */
export function visitorOf({ config, keys, clock }: PagesParts): Caller | undefined {
  const caller = config.publicKey === undefined ? undefined : keys.authenticate(config.publicKey, clock())
  return caller && asVisitor(caller)
}

/** As many as fit on the screens of most. */
const explorerRows = 10
const explorerFields = 'name,slug,placetypes,visitinginfo,geolocation,geolocationinfo,openhours'

/** The explorer, with its first places where everybody may see them and the address looks for no others. */
async function explorerPage(call: Call, parts: PagesParts, page: BuiltPage): Promise<Answer> {
  const { clock, config, replica } = parts
  const visitor = visitorOf(parts)
  const isPlain = splitQuery(queryOf(call.url)).every(({ key }) => key === 'lang')
  const bare = () => pageDocument(page, parts, { status: 200, depth: 0, isFound: visitor !== undefined })
  if (!visitor || !isPlain || !replica.readiness.ready) return bare()
  const found = await firstPlaces(visitor, parts, call)
  if (!found || found.TotalHits === 0) return bare()
  const now = clock()
  const rows = found.Results.map((place) => ({
    place,
    hours: {
      entries: place.openHours ?? [],
      resolved: placeHours(place, { from: undefined, to: undefined }, now),
      now,
    },
  }))
  const inLanguage = wantedLanguage(call, parts)
  const base = config.publicUrl === undefined ? './' : `${config.publicUrl}/`
  const shown = { ...explorerHtml({ total: found.TotalHits, rows, ...inLanguage, base }), ...inLanguage }
  return pageDocument(page, parts, { status: 200, depth: 0, shown })
}

interface FoundPlaces<Shown> {
  readonly Results: readonly Shown[]
  readonly TotalHits: number
}

/** Undefined where that cannot be answered now, which the page then tells by itself. */
async function firstPlaces(visitor: Caller, parts: PagesParts, call: Call) {
  const text = `limit=${explorerRows}&fields=${explorerFields}`
  try {
    return await findAsVisitor<FoundPlaces<PlaceView>>(text, visitor, parts, call)
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** And what lists places are in. */
type PlacePageParts = PagesParts & { readonly directory: ListDirectory }

async function placePage(call: Call, parts: PlacePageParts, page: BuiltPage): Promise<Answer> {
  const visitor = visitorOf(parts)
  if (!visitor) return pageDocument(page, parts, { status: 200, depth: 1 })
  if (!parts.replica.readiness.ready) throw unavailable('the service is not ready yet', 1)
  const slug = pathParameter(call, 'slug')
  const inLanguage = wantedLanguage(call, parts)
  const found = await findPublished(slug, visitor, parts)
  if (found && !found.present) return movedTo({ way: './', path: encodeURIComponent(found.slug) }, call, parts)
  const shown = found
    ? placeHtml(await toldPlace({ id: found.id, visitor, ...inLanguage }, parts, call))
    : unknownPlaceHtml(inLanguage.language)
  return pageDocument(page, parts, { status: found ? 200 : 404, depth: 1, shown: { ...shown, ...inLanguage } })
}

/** Leads to a path below `/p/`, where `way` leads too. */
export function movedTo(
  to: { readonly way: string; readonly path: string },
  call: Call,
  { config }: PagesParts,
): Answer {
  const base = config.publicUrl === undefined ? to.way : `${config.publicUrl}/p/`
  return { status: 301, headers: { location: `${base}${to.path}${queryWithoutKey(call.url)}` } }
}

/** The language of a page, and whether its address names it. */
export interface WantedLanguage {
  readonly language: Language
  readonly isNamed: boolean
}

/** The language that a call wants a page in. */
export function wantedLanguage({ url, headers }: Call, { model }: PagesParts): WantedLanguage {
  const named = splitQuery(queryOf(url)).find(({ key }) => key === 'lang')?.rawValue
  const language = languageOf([named, ...acceptedNames(headers['accept-language']), model.locale])
  return { language, isNamed: languageOfTag(named) !== undefined }
}

/** A place by its slug, a former one or its id; undefined for deleted, unpublished and unknown ones alike. */
export async function findPublished(slug: string, visitor: Caller, { places, engine }: PagesParts) {
  const id = canonicalUuid(slug)
  try {
    if (id === undefined) return await places.findBySlug(slug, visitor)
    return { id, present: false, slug: (await readPlace(id, visitor, engine)).slug }
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

/** A place as everybody sees it. */
export async function readPlace(id: string, visitor: Caller, engine: PagesParts['engine']): Promise<PlaceView> {
  return JSON.parse((await engine.read(id, visitor)).bytes.toString()) as PlaceView
}

interface Wanted extends WantedLanguage {
  readonly id: string
  readonly visitor: Caller
}

/** All that the page of a place tells, each part with the rights of a visitor. */
async function toldPlace({ id, visitor, ...inLanguage }: Wanted, parts: PlacePageParts, call: Call) {
  const { directory, engine, model, config, clock } = parts
  const place = await readPlace(id, visitor, engine)
  const parent = place.parent.id === undefined ? undefined : await readPlace(place.parent.id, visitor, engine)
  const now = clock()
  const resolved = placeHours(place, { from: undefined, to: undefined }, now)
  return {
    place,
    parent,
    children: await childrenOf(id, visitor, parts, call),
    hours: { entries: place.openHours ?? [], resolved, now },
    municipality: (await directory.entries('in', visitor)).byValue.get(place.geolocationInfo?.municipality ?? ''),
    owner: (await directory.entries('owner', visitor)).byValue.get(place.owner.id),
    ...inLanguage,
    home: countryOf(model.locale),
    address: `${config.publicUrl === undefined ? './' : `${config.publicUrl}/p/`}${encodeURIComponent(place.slug)}`,
    schemas: model.placeTypeSchemas,
  }
}

async function childrenOf(id: string, visitor: Caller, parts: PagesParts, call: Call) {
  const text = `parent_id=${id}&is=*&limit=${childrenMax}`
  const { Results, TotalHits } = await findAsVisitor<FoundPlaces<NamedPlace>>(text, visitor, parts, call)
  return { shown: Results, total: TotalHits }
}
