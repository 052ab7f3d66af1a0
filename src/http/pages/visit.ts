import { asVisitor, type Caller } from '../../access/access.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import { type PageHtml, unknownPlaceHtml } from '../../pages/place-html.ts'
import type { PlaceView } from '../../place/place.ts'
import { canonicalUuid } from '../../place/text.ts'
import { splitQuery } from '../../query/parse/raw-query.ts'
import { facetsObject } from '../../query/results/facets.ts'
import type { DocumentList } from '../../read-model/document-list.ts'
import { languageOf, languageOfTag } from '../../words/language.ts'
import type { Language } from '../../words/words.ts'
import { acceptedNames } from '../answers/accept.ts'
import type { Answer } from '../answers/answer.ts'
import { type Call, queryOf, queryWithoutKey } from '../requests/call.ts'
import { pathParameter, type Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import type { BuiltPage } from './built-page.ts'
import { countedFor, isWhole, openRoute, pageDocument, withSlash } from './page.ts'
import { type ListDirectory, visitorSearch } from './visitor-lists.ts'

/** The parts that the pages for visitors and search engines depend on. */
export interface PagesParts
  extends Pick<
    HttpParts,
    'places' | 'engine' | 'model' | 'config' | 'clock' | 'keys' | 'signIn' | 'replica' | 'map' | 'page'
  > {
  /** The lists that places are in. */
  readonly directory: ListDirectory
}

/** A call of one of these pages, and who everybody is to it, whoever asks. */
export interface Visit {
  readonly call: Call
  readonly parts: PagesParts
  readonly visitor: Caller
  readonly language: Language
  /** True if the address names the language. */
  readonly isNamed: boolean
  /** The way from the page to the root. */
  readonly way: string
  /** The address of the service, with a slash at its end; relative if it does not know its address. */
  readonly base: string
}

/** The visit that a call is, of a page so many folders below the root; undefined where the service is not open to visitors. */
export function visitOf(call: Call, parts: PagesParts, depth = 0): Visit | undefined {
  const visitor = visitorOf(parts)
  if (!visitor) return undefined
  const { model, config } = parts
  const named = splitQuery(queryOf(call.url)).find(({ key }) => key === 'lang')?.rawValue
  const language = languageOf([named, ...acceptedNames(call.headers['accept-language']), model.locale])
  const way = '../'.repeat(depth) || './'
  const base = config.publicUrl === undefined ? way : `${config.publicUrl}/`
  return { call, parts, visitor, language, isNamed: languageOfTag(named) !== undefined, way, base }
}

/** Returns the caller that these pages use for everybody; undefined if the service is not open to visitors. */
export function visitorOf({ config, keys, clock }: Pick<HttpParts, 'config' | 'keys' | 'clock'>): Caller | undefined {
  const caller = config.publicKey === undefined ? undefined : keys.authenticate(config.publicKey, clock())
  return caller && asVisitor(caller)
}

/** The parts that a page is drawn from. */
interface DrawnPage {
  readonly parts: PagesParts
  readonly page: BuiltPage
  /** True if no script replaces the drawn page: it then needs visitors. */
  readonly isStatic: boolean
}

/**
 * Returns the routes of a page that is drawn for every visitor (`withSlash`). `draw` returns its content, another answer,
 * or undefined if there is no such page.
 */
export function drawnRoute(
  path: `/${string}`,
  { parts, page, isStatic }: DrawnPage,
  draw: (visit: Visit) => Promise<PageHtml | Answer | undefined>,
): Route[] {
  const depth = path.split('/').length - 2
  const handle = async (call: Call): Promise<Answer> => {
    const visit = visitOf(call, parts, depth)
    if (!visit) return pageDocument(page, parts, { call, status: isStatic || !isWhole(call) ? 404 : 200 })
    if (!parts.replica.readiness.ready) throw unavailable('the service is not ready yet', 1)
    const drawn = await draw(visit)
    if (drawn && 'status' in drawn) return drawn
    const { language, isNamed, way } = visit
    const shown = { ...(drawn ?? unknownPlaceHtml(language, way)), language, isNamed, isStatic }
    return pageDocument(page, parts, { call, status: drawn ? 200 : 404, shown })
  }
  return withSlash(openRoute(path, handle, countedFor(parts)), { page, parts })
}

/** Searches for everybody; ends when the caller has gone. */
export async function findPlaces(text: string, { call, parts, visitor }: Visit) {
  const { engine, model } = parts
  const search = visitorSearch(text, visitor, model)
  const { total, documents, facets } = await engine.search(search, visitor, () => call.socket.destroyed)
  return { total, places: placesIn(documents), facets: facetsObject(facets ?? []) }
}

/** Parses the places of a page. */
export function placesIn(documents: DocumentList): PlaceView[] {
  return Array.from(documents, (bytes) => JSON.parse(bytes.toString()) as PlaceView)
}

/** A place as everybody sees it. */
export async function readPlace(id: string, { parts: { engine }, visitor }: Visit): Promise<PlaceView> {
  return JSON.parse((await engine.read(id, visitor)).bytes.toString()) as PlaceView
}

/**
 * Returns the place that the address names by its slug, a former one or its id, in this order, since a slug may look like
 * an id (D21); undefined for deleted, unpublished and unknown ones alike.
 */
export async function namedPlace(visit: Visit) {
  const slug = pathParameter(visit.call, 'slug')
  const id = canonicalUuid(slug)
  const bySlug = await ifFound(() => visit.parts.places.findBySlug(slug, visit.visitor))
  if (bySlug || id === undefined) return bySlug
  return ifFound(async () => ({ id, present: false, slug: (await readPlace(id, visit)).slug }))
}

async function ifFound<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

/** Leads to a path below `/p/`, where `way` leads too. */
export function movedTo(path: string, way: string, { call, parts: { config } }: Visit): Answer {
  const base = config.publicUrl === undefined ? way : `${config.publicUrl}/p/`
  return { status: 301, headers: { location: `${base}${path}${queryWithoutKey(call.url)}` } }
}
