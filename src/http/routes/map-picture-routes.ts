import { LruCache } from '../../common/lru-cache.ts'
import { Problem } from '../../common/problem.ts'
import { type LandRing, type MapTown, mapSvg } from '../../pages/map-svg.ts'
import type { LonLat } from '../../place/place.ts'
import { type Answer, etagOf } from '../answers/answer.ts'
import type { BuiltPage } from '../pages/built-page.ts'
import { openRoute } from '../pages/page.ts'
import { pathParameter, type Route } from '../route.ts'

/** The map data of the page, from its build. */
interface MapData {
  readonly land: readonly LandRing[]
  readonly towns: readonly MapTown[]
}

/** Number of cached images, of a few kilobytes each: drawing one scans all shorelines. */
const picturesMax = 500

const headers = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=86400',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
}

/** Shows a position as an image. The route is open, because it reveals nothing about places. */
export function mapPictureRoutes(page: BuiltPage): Route[] {
  let data: MapData | undefined
  const kept = new LruCache<string, Answer>(picturesMax, () => 1)
  return [
    openRoute(
      '/map/:position.svg',
      (call) => {
        const position = readPosition(pathParameter(call, 'position'))
        if (!position)
          throw new Problem('not-found', 'there is no map at this address: it is <latitude>,<longitude>.svg')
        return kept.getOrMake(position.join(), () => {
          data ??= readMapData(page)
          const body = Buffer.from(mapSvg(position, data.land, data.towns))
          return { status: 200, headers, body, etag: etagOf(body) }
        })
      },
      { countedAs: 'visitor' },
    ),
  ]
}

/**
 * Parses latitude and longitude in degrees, with at most two decimals: a kilometre, about the resolution of the image.
 */
function readPosition(text: string): LonLat | undefined {
  const [, latitude, longitude] = /^(-?\d{1,2}(?:\.\d{1,2})?),(-?\d{1,3}(?:\.\d{1,2})?)$/.exec(text)?.map(Number) ?? []
  if (latitude === undefined || longitude === undefined) return undefined
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? [longitude, latitude] : undefined
}

function readMapData(page: BuiltPage): MapData {
  const read = (name: string) => {
    const file = [...page.files].find(([path]) => path.startsWith(`assets/${name}-`) && path.endsWith('.json'))
    return file && (JSON.parse(file[1].bytes.toString()) as unknown)
  }
  const land = read('land-50m') as { readonly geometry: { readonly coordinates: LonLat[][][] } } | undefined
  const towns = ['towns-far', 'towns-near'].flatMap(
    (name) => (read(name) ?? []) as readonly (readonly [name: string, lon: number, lat: number, zoom: number])[],
  )
  return {
    land: (land?.geometry.coordinates ?? []).flat().map((points) => ({ points, box: boxOf(points) })),
    towns: towns.map(([name, lon, lat, zoom]) => ({ name, zoom, position: [lon, lat] })),
  }
}

function boxOf(points: readonly LonLat[]): LandRing['box'] {
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)]
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)]
}
