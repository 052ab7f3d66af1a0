import { asVisitor, type Caller, may } from '../../access/access.ts'
import { isOfPerson, type SignedIn } from '../../access/key-ring.ts'
import { madeInTurns } from '../../common/pause.ts'
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
import { signedInBy } from '../requests/cookies.ts'
import { pathParameter, type Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'
import type { BuiltPage } from './built-page.ts'
import { countedFor, forbiddenPage, openRoute, pageDocument, privately, withSlash } from './page.ts'
import { type ListDirectory, searchFor } from './visitor-lists.ts'

/** The parts that the pages for reading depend on. */
export interface PagesParts
  extends Pick<
    HttpParts,
    | ('places' | 'engine' | 'typed' | 'model' | 'config' | 'clock' | 'keys' | 'signIn' | 'sessions' | 'replica')
    | ('map' | 'page')
  > {
  /** The lists that places are in. */
  readonly directory: ListDirectory
}

/** A call of one of these pages, and the rights with which it is answered. */
export interface Visit {
  readonly call: Call
  readonly parts: PagesParts
  /** The caller of the session, or the one that stands for every visitor. */
  readonly caller: Caller
  readonly signedIn: SignedIn | undefined
  readonly language: Language
  /** True if the address names the language. */
  readonly isNamed: boolean
  /** The way from the page to the root. */
  readonly way: string
  /** The address of the service, with a slash at its end; relative if it does not know its address. */
  readonly base: string
}

/** Returns the visit of a person with a session, else that of a visitor; undefined where those see nothing. */
export async function visitOf(call: Call, parts: PagesParts, depth = 0): Promise<Visit | undefined> {
  const signedIn = await liveSession(call, parts)
  const visit = visitorVisit(call, parts, depth)
  if (!signedIn || !may(signedIn.caller, 'read-published')) return visit && { ...visit, signedIn }
  return { ...placedVisit(call, parts, depth), caller: signedIn.caller, signedIn }
}

/** Returns the session of a call as `identify` does for the rest of the interface: renewed in time. */
async function liveSession(call: Call, parts: PagesParts): Promise<SignedIn | undefined> {
  const found = signedInBy(call, parts)
  if (!found) return undefined
  if (!isOfPerson(found.session)) parts.sessions.extend(found.session, found.caller)
  else if (await hasWaited(parts.signIn?.touch(found.session))) return signedInBy(call, parts)
  return found
}

async function hasWaited(renewal: Promise<void> | undefined): Promise<boolean> {
  await renewal
  return renewal !== undefined
}

/** Returns the visit of a visitor, whoever asks; undefined where the service is not open to visitors. */
export function visitorVisit(call: Call, parts: PagesParts, depth = 0): Visit | undefined {
  const caller = visitorOf(parts)
  return caller && { ...placedVisit(call, parts, depth), caller, signedIn: undefined }
}

function placedVisit(call: Call, parts: PagesParts, depth: number): Omit<Visit, 'caller' | 'signedIn'> {
  const { model, config } = parts
  const named = splitQuery(queryOf(call.url)).find(({ key }) => key === 'lang')?.rawValue
  const language = languageOf([named, ...acceptedNames(call.headers['accept-language']), model.locale])
  const way = '../'.repeat(depth) || './'
  const base = config.publicUrl === undefined ? way : `${config.publicUrl}/`
  return { call, parts, language, isNamed: languageOfTag(named) !== undefined, way, base }
}

/** Returns true for callers who edit: lists show them places that are not published too. */
export function seesAll({ caller }: Pick<Visit, 'caller'>): boolean {
  return may(caller, 'read') && (may(caller, 'update') || may(caller, 'create'))
}

/** Returns the caller that stands for every visitor; undefined if the service is not open to visitors. */
export function visitorOf({ config, keys, clock }: Pick<HttpParts, 'config' | 'keys' | 'clock'>): Caller | undefined {
  const caller = config.publicKey === undefined ? undefined : keys.authenticate(config.publicKey, clock())
  return caller && asVisitor(caller)
}

/**
 * Returns the routes of a page for reading (`withSlash`). `draw` returns its content, another answer, or undefined if there
 * is no such page. Who sees nothing without a session gets the app, which asks for one.
 */
export function drawnRoute(
  path: `/${string}`,
  { parts, page }: { readonly parts: PagesParts; readonly page: BuiltPage },
  draw: (visit: Visit) => Promise<PageHtml | Answer | undefined>,
): Route[] {
  const depth = path.split('/').length - 2
  const handle = async (call: Call): Promise<Answer> => {
    const visit = await visitOf(call, parts, depth)
    if (!visit)
      return signedInBy(call, parts) ? forbiddenPage(call, parts) : pageDocument(page, parts, { call, status: 401 })
    if (!parts.replica.readiness.ready) throw unavailable('the service is not ready yet', 1)
    const drawn = await draw(visit)
    if (drawn && 'status' in drawn) return drawn
    const { language, isNamed, way } = visit
    const html = drawn ?? unknownPlaceHtml(language, way)
    const shown = { ...html, language, isNamed, query: queryWithoutKey(call.url, 'lang'), kind: 'reading' } as const
    return pageDocument(page, parts, { call, status: drawn ? 200 : 404, drawnFor: visit.signedIn, shown })
  }
  return withSlash(openRoute(path, handle, countedFor(parts)), { page, parts })
}

/** Searches with the rights of the reader; ends when they have gone. */
export async function findPlaces(text: string, { call, parts, caller }: Visit) {
  const { engine, model } = parts
  const search = searchFor(text, caller, model)
  const { total, documents, facets } = await engine.search(search, caller, () => call.socket.destroyed)
  return { total, places: await placesIn(documents), facets: facetsObject(facets ?? []) }
}

/** Parses the places of a page, in several turns of the event loop. */
export function placesIn(documents: DocumentList): Promise<PlaceView[]> {
  return madeInTurns(documents, (document) => JSON.parse(document.toString()) as PlaceView)
}

/** A place as the reader sees it. */
export async function readPlace(id: string, { parts: { engine }, caller }: Visit): Promise<PlaceView> {
  return JSON.parse((await engine.read(id, caller)).bytes.toString()) as PlaceView
}

/**
 * Returns the place that the address names by its slug, a former one or its id, in this order, since a slug may look like
 * an id (D21); undefined for places that the reader does not see, and for unknown ones.
 */
export async function namedPlace(visit: Visit) {
  const slug = pathParameter(visit.call, 'slug')
  const id = canonicalUuid(slug)
  const bySlug = await ifFound(() => visit.parts.places.findBySlug(slug, visit.caller))
  if (bySlug || id === undefined) return bySlug
  return ifFound(async () => ({ id, present: false, slug: (await readPlace(id, visit)).slug }))
}

export async function ifFound<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  try {
    return await find()
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

/** Leads to a path below `/p/`, where `way` leads too. */
export function movedTo(path: string, way: string, { call, parts: { config }, signedIn }: Visit): Answer {
  const base = config.publicUrl === undefined ? way : `${config.publicUrl}/p/`
  const headers = { location: `${base}${path}${queryWithoutKey(call.url)}`, ...(signedIn && privately) }
  return { status: 301, headers }
}
