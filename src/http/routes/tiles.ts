import { hash } from 'node:crypto'
import { fromVectorTileJs } from '@maplibre/vt-pbf'
import { isNarrowed, sightOf } from '../../access/access.ts'
import { Problem } from '../../common/problem.ts'
import { samplePlaces } from '../../place/sample.ts'
import { tileOf } from '../../query/naive-tile.ts'
import { parseSearch } from '../../query/parse.ts'
import { quote } from '../../query/raw-query.ts'
import { type TileAddress, type TileContent, tileLimits } from '../../query/tile.ts'
import type { TileAnswer } from '../../service/places.ts'
import type { Answer } from '../answer.ts'
import { etagOf, hasAlready } from '../caching.ts'
import type { Call } from '../call.ts'
import type { HttpParts } from '../parts.ts'
import { pathParameter, type Route } from '../route.ts'

/** The media type of a tile. */
const vectorTileType = 'application/vnd.mapbox-vector-tile'

/** The map of a search. */
export function tileRoutes({ places, model, clock }: Pick<HttpParts, 'places' | 'model' | 'clock'>): Route[] {
  return [
    {
      method: 'GET',
      path: '/place/tiles/:z/:x/:y.mvt',
      needs: 'read-published',
      sample: true,
      rootOnly: false,
      body: 'none',
      doc: {
        tag: 'Places',
        summary: 'A vector tile of the places that a search finds',
        description: `Takes what a search takes, so that the address of one can be used; \`limit\`, \`offset\`, \`orderby\`, \`expand\` and \`facets\` have no effect. The layer \`places\` has points with \`id\`, \`name\`, \`type\` and \`state\`; the layer \`clusters\` has points with \`count\`, exact, wherever more than a few places lie in an eighth of a tile. The extent is ${tileLimits.extent}.`,
        path: {
          z: `Zoom, 0 to ${tileLimits.zoomMax}.`,
          x: 'Column from the west, 0 to 2^z - 1.',
          y: 'Row from the north, 0 to 2^z - 1.',
        },
        parameters: 'search',
        success: [
          {
            status: 200,
            description: 'Mapbox Vector Tile 2.1; empty where there is nothing.',
            type: vectorTileType,
            schema: { type: 'string', format: 'binary' },
            headers: ['ETag'],
          },
          { status: 304, description: 'If-None-Match names what would be answered.' },
        ],
      },
      plan(rawQuery, call) {
        const address = readAddress(call)
        const search = parseSearch(rawQuery, { model, sees: sightOf(call.caller), narrowed: isNarrowed(call.caller) })
        if (search.test) return () => tileAnswer(tileOf(samplePlaces(search.query.limit), address, clock()))
        return ({ caller, headers, timing, socket }) => {
          const known = headers['if-none-match']
          const tag = known === undefined ? undefined : tagOfSearch(places.searchTag(search.query, caller), rawQuery)
          // What the caller has need not be counted again.
          if (tag !== undefined && hasAlready(known, tag)) return { status: 304, etag: tag }
          const told = ({ content, etag }: TileAnswer): Answer => {
            timing.end('search')
            return tileAnswer(content, tagOfSearch(etag, rawQuery))
          }
          const answer = places.tile(search, address, caller, () => socket.destroyed)
          return answer instanceof Promise ? answer.then(told) : told(answer)
        }
      },
    },
  ]
}

/**
 * The tag with the search in it: a map that asks for the tile of another search takes an equal tag for an equal tile,
 * although tags are only to be compared under one address.
 */
function tagOfSearch(tag: string | undefined, rawQuery: string): string | undefined {
  return tag?.replace(/"$/, `-${hash('sha256', rawQuery, 'base64url').slice(0, 11)}"`)
}

function tileAnswer(content: TileContent, etag?: string): Answer {
  const body = encodeTile(content)
  return { status: 200, headers: { 'content-type': vectorTileType }, body, etag: etag ?? `W/${etagOf(body)}` }
}

function readAddress(call: Call): TileAddress {
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

/** A tile as Mapbox Vector Tile 2.1, not compressed: the layers `places` and `clusters`, those that are not empty. */
export function encodeTile({ places, clusters }: TileContent): Buffer {
  const layers = [layerOf('places', places), layerOf('clusters', clusters)].filter(({ length }) => length > 0)
  return Buffer.from(fromVectorTileJs({ layers: Object.fromEntries(layers.map((layer) => [layer.name, layer])) }))
}

/** A point, and all else that is told of it. */
interface TilePoint {
  readonly x: number
  readonly y: number
}

interface Layer {
  readonly version: number
  readonly name: string
  readonly extent: number
  readonly length: number
  feature(index: number): Feature
}

interface Feature {
  readonly type: number
  readonly id: undefined
  readonly extent: number
  readonly properties: Readonly<Record<string, string | number>>
  loadGeometry(): readonly (readonly TilePoint[])[]
}

const version = 2
const pointType = 1
const { extent } = tileLimits

function layerOf<Point extends TilePoint>(name: string, points: readonly Point[]): Layer {
  return { version, name, extent, length: points.length, feature: (index) => featureOf(points[index]!) }
}

function featureOf({ x, y, ...properties }: TilePoint): Feature {
  return { type: pointType, id: undefined, extent, properties, loadGeometry: () => [[{ x, y }]] }
}
