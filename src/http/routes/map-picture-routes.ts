import { LruCache } from '../../common/lru-cache.ts'
import { Problem } from '../../common/problem.ts'
import type { Point } from '../../geo/clip.ts'
import type { MapFile } from '../../geo/map-file.ts'
import { mercatorX, mercatorY, type TileAddress } from '../../geo/mercator.ts'
import { shapesOf } from '../../geo/tile-shapes.ts'
import { type MapPicture, type MapTown, mapSvg, pictureSize } from '../../pages/map-svg.ts'
import type { LonLat } from '../../place/place.ts'
import { type Answer, etagOf } from '../answers/answer.ts'
import type { BuiltPage } from '../pages/built-page.ts'
import { openRoute } from '../pages/page.ts'
import { pathParameter, type Route } from '../route.ts'
import type { HttpParts } from '../route-parts.ts'

/** Number of cached images, of up to some ten kilobytes each. */
const picturesMax = 500

const headers = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/** Shows a position as an image. The route is open, because it reveals nothing about places. */
export function mapPictureRoutes(parts: Pick<HttpParts, 'map'>, page: BuiltPage): Route[] {
  const land = landOf(page)
  const kept = new LruCache<string, Answer>(picturesMax, () => 1)
  return [
    openRoute(
      '/map/:position.svg',
      async (call) => {
        const position = readPosition(pathParameter(call, 'position'))
        if (!position)
          throw new Problem('not-found', 'there is no map at this address: it is <latitude>,<longitude>.svg')
        const known = kept.get(position.join())
        if (known) return known
        const body = Buffer.from(mapSvg(await pictureOf(position, parts.map.files, land)))
        const answer = { status: 200, headers, body, etag: etagOf(body) }
        kept.set(position.join(), answer)
        return answer
      },
      { countedAs: 'visitor' },
    ),
  ]
}

/** Parses latitude and longitude in degrees, with at most three decimals: a hundred metres, less than a pixel. */
function readPosition(text: string): LonLat | undefined {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,3})?),(-?\d{1,3}(?:\.\d{1,3})?)$/.exec(text)?.map(Number) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : undefined
}

/** The zooms of a picture where the shores are exact, 40 km across, and elsewhere, 450 km across. */
const zooms = { exact: 9.5, coarse: 6 } as const

type Files = HttpParts['map']['files']

async function pictureOf([longitude, latitude]: LonLat, files: Files, land: () => Land): Promise<MapPicture> {
  const { ground, towns } = files
  const centre: Point = [mercatorX(longitude), mercatorY(latitude)]
  const [west, south, east, north] = ground?.settings.bounds ?? [0, 0, 0, 0]
  const isExact = longitude > west && longitude < east && latitude > south && latitude < north
  const zoom = zooms[isExact ? 'exact' : 'coarse']
  const [grounds, named] = await Promise.all([
    tilesAround(centre, zoom, { file: ground, zoomMax: Math.round(zoom) }),
    // Those of lesser zooms have only the largest towns.
    tilesAround(centre, zoom, { file: towns, zoomMax: 22 }),
  ])
  const townShapes = named.flatMap(({ tile, address }) => shapesOf(tile, address, 'towns'))
  const view = { centre, zoom, towns: townShapes.map(townOf) }
  if (!ground) return { ...view, filled: 'land', areas: land(), borders: [], credit: 'Natural Earth, GeoNames' }
  const areas = grounds.flatMap(({ tile, address }) => shapesOf(tile, address, 'water').map(({ lines }) => lines))
  const borders = grounds.flatMap(({ tile, address }) =>
    shapesOf(tile, address, 'borders').flatMap(({ lines }) => lines),
  )
  return { ...view, filled: 'water', areas, borders, credit: '© OpenStreetMap, GeoNames' }
}

function townOf({ lines, properties: { name, zoom } }: ReturnType<typeof shapesOf>[number]): MapTown {
  return { name: String(name), zoom: Number(zoom), at: lines[0]![0]! }
}

interface TilesWanted {
  readonly file: MapFile | undefined
  readonly zoomMax: number
}

/** Returns the tiles that a picture shows, each where it lies on the map, which goes on beyond its edges. */
async function tilesAround([x, y]: Point, zoom: number, { file, zoomMax }: TilesWanted) {
  if (!file) return []
  const tileZoom = Math.min(zoomMax, file.settings.maxZoom)
  const across = 2 ** tileZoom
  const half = (pixels: number) => (pixels / 2 / 256 / 2 ** zoom) * across
  const range = (at: number, reach: number) =>
    Array.from(
      { length: Math.floor(at + reach) - Math.floor(at - reach) + 1 },
      (_, nth) => Math.floor(at - reach) + nth,
    )
  const rows = range(y * across, half(pictureSize.height)).filter((row) => row >= 0 && row < across)
  const addresses = range(x * across, half(pictureSize.width)).flatMap((column) =>
    rows.map((row): TileAddress => ({ zoom: tileZoom, x: column, y: row })),
  )
  const read = addresses.map(async (address) => {
    const tile = await file.read({ ...address, x: (address.x + across) % across })
    return tile ? [{ tile, address }] : []
  })
  return (await Promise.all(read)).flat()
}

type Land = MapPicture['areas']

/** Returns a function that reads the land of the page's build once, for pictures without water. */
function landOf(page: BuiltPage): () => Land {
  let land: Land | undefined
  const read = (): Land => {
    const file = [...page.files].find(([path]) => /^assets\/land-50m-.*\.json$/.test(path))?.[1]
    const { geometry } = JSON.parse(file?.bytes.toString() ?? '{"geometry":{"coordinates":[]}}') as {
      readonly geometry: { readonly coordinates: readonly (readonly (readonly LonLat[])[])[] }
    }
    const polygons = geometry.coordinates.map((rings) =>
      rings.map((ring) => ring.map(([lon, lat]): Point => [mercatorX(lon), mercatorY(lat)])),
    )
    // The map goes on beyond its edges.
    return [-1, 0, 1].flatMap((shift) =>
      polygons.map((rings) => rings.map((ring) => ring.map(([x, y]): Point => [x + shift, y]))),
    )
  }
  return () => (land ??= read())
}
