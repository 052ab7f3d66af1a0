import { asVisitor, type Caller, isNarrowed, sightOf } from '../../access/access.ts'
import { Problem, unavailable } from '../../common/problem.ts'
import { languageOf, type PageLanguage } from '../../pages/language.ts'
import { type NamedPlace, placeHtml, unknownPlaceHtml } from '../../pages/place-html.ts'
import type { PlaceView } from '../../place/place.ts'
import { canonicalUuid } from '../../place/text.ts'
import { parseSearch } from '../../query/parse.ts'
import { placeHours } from '../../query/place-hours.ts'
import { splitQuery } from '../../query/raw-query.ts'
import type { Answer } from '../answer.ts'
import { type Call, queryOf, queryWithoutKey } from '../call.ts'
import { type BuiltPage, openRoute, pageDocument } from '../page.ts'
import type { HttpParts } from '../parts.ts'
import { pathParameter, type Route } from '../route.ts'

type PagesParts = Pick<HttpParts, 'places' | 'engine' | 'model' | 'config' | 'clock' | 'keys' | 'signIn' | 'replica'>

const childrenMax = 100

/** The pages that visitors and search engines find; whole before any script where the service is open to visitors. */
export function publicPageRoutes(parts: PagesParts, page: BuiltPage | undefined): Route[] {
  const robots = openRoute('/robots.txt', () => robotsFile(parts))
  if (!page) return [robots]
  return [robots, openRoute('/p/:slug', (call) => placePage(call, parts, page.html))]
}

/** What search engines may read (RFC 9309): the pages, and nothing where visitors see nothing. */
function robotsFile(parts: PagesParts): Answer {
  const rules = visitorOf(parts) ? 'Allow: /' : 'Disallow: /'
  return {
    status: 200,
    headers: { 'content-type': 'text/plain; charset=utf-8' },
    body: `User-agent: *\n${rules}\n`,
  }
}

/** Who everybody is to these pages, whoever asks; undefined where the service is not open to visitors. */
function visitorOf({ config, keys, clock }: PagesParts): Caller | undefined {
  const caller = config.publicKey === undefined ? undefined : keys.authenticate(config.publicKey, clock())
  return caller && asVisitor(caller)
}

async function placePage(call: Call, parts: PagesParts, html: string): Promise<Answer> {
  const visitor = visitorOf(parts)
  if (!visitor) return pageDocument(html, parts, { status: 200, depth: 1 })
  if (!parts.replica.readiness.ready) throw unavailable('the service is not ready yet', 1)
  const slug = pathParameter(call, 'slug')
  const language = wantedLanguage(call, parts)
  const found = await findPublished(slug, visitor, parts)
  if (found && !found.present) {
    const base = parts.config.publicUrl === undefined ? './' : `${parts.config.publicUrl}/p/`
    return {
      status: 301,
      headers: { location: `${base}${encodeURIComponent(found.slug)}${queryWithoutKey(call.url)}` },
    }
  }
  const shown = found
    ? placeHtml(await toldPlace({ id: found.id, visitor, language }, parts, call))
    : unknownPlaceHtml(language)
  const answer = pageDocument(html, parts, { status: found ? 200 : 404, depth: 1, shown: { ...shown, language } })
  const headers = { ...answer.headers, 'content-language': language, vary: 'Accept-Encoding, Accept-Language' }
  return { ...answer, headers }
}

function wantedLanguage({ url, headers }: Call, { model }: PagesParts): PageLanguage {
  const named = splitQuery(queryOf(url)).find(({ key }) => key === 'lang')?.rawValue
  return languageOf({ named, accepted: headers['accept-language'], locale: model.locale })
}

/** A place by its slug, a former one or its id; undefined for deleted, unpublished and unknown ones alike. */
async function findPublished(slug: string, visitor: Caller, { places, engine }: PagesParts) {
  const id = canonicalUuid(slug)
  try {
    if (id === undefined) return await places.findBySlug(slug, visitor)
    return { id, present: false, slug: (await readPlace(id, visitor, engine)).slug }
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

async function readPlace(id: string, visitor: Caller, engine: PagesParts['engine']): Promise<PlaceView> {
  return JSON.parse((await engine.read(id, visitor)).bytes.toString()) as PlaceView
}

interface Wanted {
  readonly id: string
  readonly visitor: Caller
  readonly language: PageLanguage
}

/** All that the page of a place tells, each part with the rights of a visitor. */
async function toldPlace({ id, visitor, language }: Wanted, parts: PagesParts, call: Call) {
  const { engine, model, config, clock } = parts
  const place = await readPlace(id, visitor, engine)
  const parent = place.parent.id === undefined ? undefined : await readPlace(place.parent.id, visitor, engine)
  const now = clock()
  const resolved = placeHours(place, { from: undefined, to: undefined }, now)
  return {
    place,
    parent,
    children: await childrenOf(id, visitor, parts, call),
    hours: { entries: place.openHours ?? [], resolved, now },
    language,
    address: `${config.publicUrl === undefined ? './' : `${config.publicUrl}/p/`}${encodeURIComponent(place.slug)}`,
    schemas: model.placeTypeSchemas,
  }
}

async function childrenOf(id: string, visitor: Caller, { engine, model }: PagesParts, call: Call) {
  const rights = { model, sees: sightOf(visitor), narrowed: isNarrowed(visitor) }
  const search = parseSearch(`parent_id=${id}&is=*&limit=${childrenMax}`, rights)
  const { bytes } = await engine.search(search, visitor, () => call.socket.destroyed)
  return (JSON.parse(bytes.toString()) as { Results: NamedPlace[] }).Results
}
