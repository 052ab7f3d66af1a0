import { hash } from 'node:crypto'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import { isNarrowed, sightOf } from '../../access/access.ts'
import { LruCache } from '../../common/lru-cache.ts'
import { Problem } from '../../common/problem.ts'
import type { TileAddress } from '../../geo/mercator.ts'
import { placeTypes } from '../../place/place-types.ts'
import { samplePlaces } from '../../place/sample.ts'
import { parseSearch } from '../../query/parse/parse.ts'
import { quote } from '../../query/parse/raw-query.ts'
import { type SearchRequest, streamedFormats } from '../../query/parse/search-request.ts'
import { readSuggest, suggestionTypes, suggestSpec } from '../../query/results/suggestion.ts'
import { type TileContent, tileLimits, tileOf } from '../../query/results/tile.ts'
import { DocumentList } from '../../read-model/document-list.ts'
import { leftOutHint } from '../../service/left-out.ts'
import { formatTag, type Answer as Presented, presentPage, writtenPages } from '../../service/presentation.ts'
import type { FoundPage } from '../../service/search-engine.ts'
import { searchSimilar } from '../../service/similar.ts'
import { type Answer, etagOf, json, taggedJson } from '../answers/answer.ts'
import { linkHeader, pageLinks } from '../answers/links.ts'
import { formatHeaders, otherTypesText, writtenFor } from '../answers/negotiation.ts'
import type { Streams } from '../connections/streams.ts'
import { suggestionsSchema } from '../openapi/answers.ts'
import { examplePlace, exampleSearch } from '../openapi/examples.ts'
import { keyInQuery } from '../requests/admission.ts'
import type { Call } from '../requests/call.ts'
import { languageFor, languageParameter } from '../requests/call-language.ts'
import { jsonDoc, pathParameter, plannedRoute, type Route, route, tagged } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

type SearchParts = Pick<HttpParts, 'engine' | 'model' | 'clock' | 'cursorKey' | 'config' | 'typed'>

/** The search routes: a search, map tiles, suggestions, and the list of place types. */
export function searchRoutes(parts: SearchParts, streams: Streams): Route[] {
  return [listPlaceTypes(), searchPlaces(parts, streams), suggest(parts), searchTile(parts)]
}

/** The names of the place types (D10). */
function listPlaceTypes(): Route {
  const names = placeTypes.map(({ name }) => name)
  return route('GET /placetype', 'key', {
    tag: 'Places',
    summary: 'List the place types',
    success: [
      jsonDoc(
        'The names of the place types.',
        { type: 'array', items: { type: 'string', enum: names } },
        { example: names },
      ),
    ],
    handle: () => json(names),
  })
}

/** Properties shared by a search and its tiles. Their query string is a language of its own, parsed in `query/`. */
const searchRoute = { sample: true, step: 'search', tag: 'Places', parameters: 'search' } as const

/** A page of more places takes longer than a dozen answers with one. */
const smallPage = 50
/** Size of the cache of parsed searches, in bytes. */
const parsedBytesMax = 32 * 1024 * 1024
/**
 * Estimated bytes of an entry, by its key: 5 to 70 per character were measured, and 156 computed for one-letter ids of
 * visitors.
 */
const parsedBytes = (key: string) => 160 * key.length

/** Parses searches and caches the results. Parsing takes a third of the CPU time of a 304, and many searches repeat. */
function searchReader({ model, cursorKey }: Pick<SearchParts, 'model' | 'cursorKey'>) {
  const parsed = new LruCache<string, SearchRequest>(parsedBytesMax, parsedBytes)
  return (rawQuery: string, { caller }: Call): SearchRequest => {
    const context = { model, sees: sightOf(caller), narrowed: isNarrowed(caller), cursorKey }
    const make = () => parseSearch(rawQuery, context)
    // A cached key would stay in memory after its revocation.
    if (keyInQuery(rawQuery) !== undefined) return make()
    return parsed.getOrMake(`${context.sees} ${context.narrowed} ${rawQuery}`, make)
  }
}

function searchPlaces({ engine, model, cursorKey, config }: SearchParts, streams: Streams): Route {
  const parse = searchReader({ model, cursorKey })
  return plannedRoute('GET /place', 'read-published', {
    ...searchRoute,
    negotiates: true,
    summary: 'Search places',
    description:
      'Every searchable field is a filter of its own. Without `include`, deleted places and places that are not published now are left out.',
    success: tagged(
      jsonDoc(
        `The exact number of matches and the page asked for. ${otherTypesText}`,
        { $ref: '#/components/schemas/PlacePage' },
        { example: { TotalHits: 1, Results: [examplePlace] }, headers: ['Link', 'Hint'] },
      ),
    ),
    plan(rawQuery, asked) {
      const { caller } = asked
      const search = parse(rawQuery, asked)
      asked.isLarge = search.query.limit > smallPage
      const { presentation } = search
      const written = writtenFor(asked, { ...search, ...presentation }, model)
      const format = written?.format ?? 'json'
      const headers = { ...formatHeaders(written), ...(search.hint !== undefined && { hint: search.hint }) }
      const answerWith =
        (headers: Readonly<Record<string, string>>) =>
        ({ bytes, etag }: Presented): Answer => ({ status: 200, body: bytes, etag, headers })
      if (search.test)
        return async () => answerWith(headers)(await presentPage(samplePage(search), presentation, written))
      // The columns of a table match those of an import, which accepts names of owners missing from the directory.
      const isTable = !presentation.members && (format === 'csv' || format === 'geojson')
      const shown = isTable ? { ...search, expand: { ...search.expand, owner: true } } : search
      if (search.similar && written) throw similarInJson(written.format)
      if (search.query.limit === Number.POSITIVE_INFINITY) {
        if (!written) throw streamsOnly()
        return (call) =>
          streams.answer(
            call,
            writtenPages(
              engine.stream(shown, caller, () => call.socket.destroyed),
              presentation,
              written,
            ),
            headers,
          )
      }
      return async (call) => {
        const tag = engine.searchTag(search.query, caller)
        const known = call.known?.(tag && formatTag(tag, format), headers)
        if (known) return known
        const isGone = () => call.socket.destroyed
        const page = search.similar
          ? await searchSimilar({ engine, model, request: shown, caller, isGone })
          : await engine.search(shown, caller, isGone)
        const isEmpty = page.total === 0 && search.hint === undefined
        const hint = isEmpty ? await leftOutHint({ engine, request: shown, caller, isGone }) : undefined
        const links = pageLinks(call, search.query, page.window, { cursorKey, publicUrl: config.publicUrl })
        const linked = { ...headers, ...(hint !== undefined && { hint }), ...linkHeader(links) }
        return answerWith(linked)(await presentPage(page, presentation, written && { ...written, links }))
      }
    },
  })
}

function streamsOnly(): Problem {
  const formats = streamedFormats.join(', ')
  return new Problem('invalid-parameter', `limit=all needs a format that is streamed: format must be one of ${formats}`)
}

/** The answer must name the query searched instead, and only JSON has a member for it. */
function similarInJson(format: string): Problem {
  return new Problem('invalid-parameter', `similar=true takes the format json alone, got ${format}`)
}

/** Answers a search with this many hard-coded places (D37). */
function samplePage({ query }: SearchRequest): FoundPage {
  const places = samplePlaces(query.limit)
  return { total: places.length, documents: DocumentList.of(places.map((place) => JSON.stringify(place))) }
}

function suggest({ engine, model, typed }: SearchParts): Route {
  return route('GET /place/suggest', 'read-published', {
    step: 'search',
    parameters: { ...suggestSpec, lang: languageParameter },
    tag: 'Places',
    summary: 'Complete what is being typed',
    description: `Names of places, municipalities and owners that have words which begin with those of \`q\`, best first: the text itself, texts that begin so, the rest; the greatest count first. A third of the answer is kept for each type (${suggestionTypes.join(', ')}) as far as it has as many. Where nothing fits, words of four letters and more may be mistyped once, of eight and more twice. \`Search\` is the whole text as a search: types, opening times, facilities, towns, owners, telephone numbers, addresses and ids, in Swedish and English; the rest is its \`q\`.`,
    success: tagged(
      jsonDoc('The completions; none where q holds no letter and no digit.', suggestionsSchema, {
        example: { Results: [{ type: 'municipality', text: 'Uppsala', count: 214 }], Search: exampleSearch },
      }),
    ),
    async handle(call, parameters) {
      const { caller, socket } = call
      const request = readSuggest(parameters, model, isNarrowed(caller))
      const isGone = () => socket.destroyed
      const { suggestions } = await engine.suggest(request, caller, isGone)
      const typing = { caller, language: languageFor(call, parameters.lang, model), isGone }
      const search = request && (await typed.understand(parameters.q, typing, suggestions))
      const near = request && (await typed.completed(parameters.q, typing))
      return taggedJson(
        { Results: suggestions, ...(search && { Search: search }), ...(near?.length && { Near: near }) },
        { isWeak: true },
      )
    },
  })
}

/** The media type of a tile. */
export const vectorTileType = 'application/vnd.mapbox-vector-tile'

function searchTile({ engine, model, clock }: SearchParts): Route {
  return plannedRoute('GET /place/tiles/:z/:x/:y.mvt', 'read-published', {
    ...searchRoute,
    summary: 'A vector tile of the places that a search finds',
    description: `Takes what a search takes, so that the address of one can be used; \`limit\`, \`offset\`, \`orderby\`, \`expand\` and \`facets\` have no effect. The layer \`places\` has points with \`id\`, \`name\`, \`type\` and \`state\`, and \`nth\` where several share one point; the layer \`clusters\` has points with \`count\`, and with how many of them are of each type that is among them, by the name of the type, all exact, wherever more than a few places lie in an eighth of a tile. The extent is ${tileLimits.extent}.`,
    path: {
      z: `Zoom, 0 to ${tileLimits.zoomMax}.`,
      x: 'Column from the west, 0 to 2^z - 1.',
      y: 'Row from the north, 0 to 2^z - 1.',
    },
    success: tagged({
      status: 200,
      description: 'Mapbox Vector Tile 2.1; empty where there is nothing.',
      type: vectorTileType,
      schema: { type: 'string', format: 'binary' },
    }),
    plan(rawQuery, asked) {
      const { caller } = asked
      const address = readTileAddress(asked)
      const search = parseSearch(rawQuery, { model, sees: sightOf(caller), narrowed: isNarrowed(caller) })
      if (search.test) return () => tileAnswer(tileOf(samplePlaces(search.query.limit), address, clock()))
      return async (call) => {
        const tag = () => tagOfSearch(engine.searchTag(search.query, caller), rawQuery)
        const known = call.known?.(tag(), { 'content-type': vectorTileType })
        if (known) return known
        const { content, etag } = await engine.tile(search, address, caller, () => call.socket.destroyed)
        return tileAnswer(content, tagOfSearch(etag, rawQuery))
      }
    },
  })
}

/**
 * Adds the search to the tag. A map that requests the tile of another search treats an equal tag as an equal tile,
 * although tags may only be compared under one address.
 */
function tagOfSearch(tag: string | undefined, rawQuery: string): string | undefined {
  return tag?.replace(/"$/, `-${hash('sha256', rawQuery, 'base64url').slice(0, 11)}"`)
}

function tileAnswer(content: TileContent, etag?: string): Answer {
  const body = encodeTile(content)
  return { status: 200, headers: { 'content-type': vectorTileType }, body, etag: etag ?? `W/${etagOf(body)}` }
}

/** Returns the tile address of the path; throws a Problem if there is no such tile. */
export function readTileAddress(call: Call): TileAddress {
  const zoom = readNumber(call, 'z', tileLimits.zoomMax, '')
  const last = 2 ** zoom - 1
  return {
    zoom,
    x: readNumber(call, 'x', last, ` at zoom ${zoom}`),
    y: readNumber(call, 'y', last, ` at zoom ${zoom}`),
  }
}

function readNumber(call: Call, name: string, max: number, where: string): number {
  const given = pathParameter(call, name)
  const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN
  if (number <= max) return number
  const nearest = number > max ? `; the nearest is ${max}` : ''
  throw new Problem(
    'bad-request',
    `the ${name} of a tile must be a whole number from 0 to ${max}${where}, got ${quote(given)}${nearest}`,
  )
}

/**
 * Encodes a tile as Mapbox Vector Tile 2.1, uncompressed, with the non-empty ones of the layers `places` and
 * `clusters`.
 */
function encodeTile(content: TileContent): Buffer {
  const layers = (['places', 'clusters'] as const).filter((name) => content[name].length > 0)
  const shown = { ...content, places: spreadPlaces(content.places) }
  const tile = Object.fromEntries(layers.map((name) => [name, { features: shown[name].map(pointFeature) }]))
  return Buffer.from(
    fromGeojsonVt(tile as Parameters<typeof fromGeojsonVt>[0], { version: 2, extent: tileLimits.extent }),
  )
}

/** Numbers the places that share a point of the tile, so that a map can draw them side by side. */
function spreadPlaces(places: TileContent['places']) {
  const groups = Map.groupBy(places, ({ x, y }) => x * 2 * tileLimits.extent + y)
  return places.map((place) => {
    const group = groups.get(place.x * 2 * tileLimits.extent + place.y)!
    return group.length > 1 ? { ...place, nth: group.indexOf(place) } : place
  })
}

/** Returns a geojson-vt point; all other members become its tags. */
function pointFeature({ x, y, ...tags }: { readonly x: number; readonly y: number }) {
  return { type: 1, geometry: [[x, y]], tags }
}
