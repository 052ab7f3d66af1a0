import { setImmediate } from 'node:timers/promises'
import { Problem } from '../../common/problem.ts'
import { escaped, pagePath } from '../../pages/html.ts'
import { splitQuery } from '../../query/parse/raw-query.ts'
import type { Answer } from '../answers/answer.ts'
import type { Streams } from '../connections/streams.ts'
import { countedFor, openRoute } from '../pages/page.ts'
import { findPlaces, type PagesParts, placesIn, type Visit, visitorVisit } from '../pages/visit.ts'
import { listFields, searchFor } from '../pages/visitor-lists.ts'
import { baseUrlOf, queryOf } from '../requests/call.ts'
import type { Route } from '../route.ts'
import { listedTypes } from './list-routes.ts'

/** Addresses in a file, by the protocol of sitemaps.org. */
const addressesMax = 50_000
/** Less than what a search may have, since anybody may ask. */
const bounds = { most: 2, millis: 60_000 } as const
const headers = { 'content-type': 'application/xml; charset=utf-8' }
const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/**
 * The addresses of all pages for search engines: an index, and its parts by `part`. Those are the lists, the lists of a type,
 * and numbers of places, of which a million are never held at once.
 */
export function sitemapRoute(parts: PagesParts, streams: Streams): Route {
  return openRoute(
    '/sitemap.xml',
    async (call) => {
      const visit = visitorVisit(call, parts)
      if (!visit) throw new Problem('not-found', 'there is nothing at this address')
      // Complete, although it may not know where it is.
      const asked = { ...visit, base: `${baseUrlOf(call, parts.config.publicUrl)}/` }
      const part = splitQuery(queryOf(call.url)).find(({ key }) => key === 'part')?.rawValue
      if (part === undefined) return index(asked)
      return streams.answer(call, urlSet(addressesOf(part, asked)), headers, bounds)
    },
    countedFor(parts),
  )
}

async function index(asked: Visit): Promise<Answer> {
  const { total } = await findPlaces('is=*&limit=0', asked)
  const { facets } = await findPlaces(`${listFields.in}=!&facets=is&limit=0`, asked)
  const types = listedTypes.filter(({ name }) => facets.is?.some(({ value }) => value === name))
  const numbers = Array.from({ length: Math.ceil(total / addressesMax) }, (_, at) => String(at + 1))
  const files = ['lists', ...types.map(({ slug }) => slug), ...numbers].map(
    (part) => `<sitemap><loc>${escaped(`${asked.base}sitemap.xml?part=${part}`)}</loc></sitemap>\n`,
  )
  const body = `${declaration}<sitemapindex ${namespace}>\n${files.join('')}</sitemapindex>\n`
  return { status: 200, headers, body }
}

/** The addresses of a part, in pieces. */
function addressesOf(part: string, asked: Visit): AsyncGenerator<string> {
  if (part === 'lists') return listAddresses(asked)
  const type = listedTypes.find(({ slug }) => slug === part)
  if (type) return typeAddresses(type, asked)
  if (/^[1-9]\d{0,4}$/.test(part)) return placeAddresses(Number(part), asked)
  throw noPart()
}

function noPart(): Problem {
  return new Problem('not-found', 'a part of the sitemap is one that its index names')
}

async function* urlSet(pieces: AsyncGenerator<string>): AsyncGenerator<Buffer> {
  let before = `${declaration}<urlset ${namespace}>\n`
  for await (const piece of pieces) {
    yield Buffer.from(before + piece)
    before = ''
  }
  yield Buffer.from('</urlset>\n')
}

function urlElement(address: string, updated?: string): string {
  const changed = updated === undefined ? '' : `<lastmod>${updated.slice(0, 19)}Z</lastmod>`
  return `<url><loc>${escaped(address)}</loc>${changed}</url>\n`
}

/** Of municipalities and owners: each are fewer than half of what a part may have. */
async function* listAddresses({ parts: { directory }, caller, base }: Visit): AsyncGenerator<string> {
  yield urlElement(`${base}in`)
  for (const kind of ['in', 'owner'] as const) {
    const { bySlug } = await directory.entries(kind, caller)
    yield [...bySlug.keys()].map((slug) => urlElement(`${base}${pagePath(kind, slug)}`)).join('')
  }
}

async function* typeAddresses(
  { name, slug }: (typeof listedTypes)[number],
  { parts: { directory }, caller, base }: Visit,
): AsyncGenerator<string> {
  const municipalities = await directory.municipalitiesOf(name, caller)
  if (municipalities.length === 0) throw noPart()
  yield municipalities.map((municipality) => urlElement(`${base}${pagePath('in', municipality, slug)}`)).join('')
}

/** The places of a part, by name, some hundreds at a time. */
async function* placeAddresses(part: number, { parts, caller, base, call }: Visit): AsyncGenerator<string> {
  const { engine, model } = parts
  const places = { limit: Number.POSITIVE_INFINITY, offset: (part - 1) * addressesMax }
  const search = searchFor('is=*', caller, model, places)
  let left = addressesMax
  for await (const { documents } of engine.stream(search, caller, () => call.socket.destroyed)) {
    const listed = (await placesIn(documents)).slice(0, left)
    if (listed.length === 0) break
    yield listed.map(({ slug, updated }) => urlElement(`${base}${pagePath('p', slug)}`, updated)).join('')
    left -= listed.length
    if (left === 0) break
    await setImmediate()
  }
  if (left === addressesMax) throw noPart()
}
