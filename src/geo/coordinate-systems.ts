import proj4, { type Converter } from 'proj4'
import type { LonLat } from '../place/place.ts'

/** A coordinate system of positions in files. */
interface CoordinateSystem {
  /** The definition in the notation of PROJ; absent for degrees of WGS 84. */
  readonly definition?: string
  /** The coordinates of its area of use: [west, south, east, north] in its own units. */
  readonly bounds: readonly [number, number, number, number]
  /** The countries that use it (ISO 3166-1 alpha-2); none: it is used everywhere. */
  readonly countries: readonly string[]
  readonly name: string
}

const utm = (zone: number, countries: readonly string[]): CoordinateSystem => ({
  definition: `+proj=utm +zone=${zone} +ellps=GRS80 +units=m +no_defs`,
  bounds: [160_000, 4_000_000, 1_000_000, 9_400_000],
  countries,
  name: `ETRS89 / UTM ${zone}N`,
})

/** A zone of SWEREF 99 with its central meridian in degrees. */
const sweref = (meridian: number, name: string): CoordinateSystem => ({
  definition: `+proj=tmerc +lat_0=0 +lon_0=${meridian} +k=1 +x_0=150000 +y_0=0 +ellps=GRS80 +units=m +no_defs`,
  bounds: [40_000, 6_050_000, 280_000, 7_700_000],
  countries: ['SE'],
  name: `SWEREF 99 ${name}`,
})

/** The Bessel ellipsoid of RT 90, moved onto that of SWEREF 99 (Lantmäteriet, seven parameters). */
const rt90 = '+ellps=bessel +towgs84=414.1,41.3,603.1,-0.855,2.141,-7.023,0'
const airy = '+ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'

/** The coordinate systems that are understood, by EPSG code (https://epsg.org). */
const systems: Readonly<Record<number, CoordinateSystem>> = {
  4326: { bounds: [-180, -90, 180, 90], countries: [], name: 'WGS 84' },
  3857: {
    definition:
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
    bounds: [-20_037_509, -20_048_967, 20_037_509, 20_048_967],
    countries: [],
    name: 'Web Mercator',
  },
  3006: { ...utm(33, ['SE']), bounds: [200_000, 6_050_000, 1_000_000, 7_750_000], name: 'SWEREF 99 TM' },
  3007: sweref(12, '12 00'),
  3008: sweref(13.5, '13 30'),
  3009: sweref(15, '15 00'),
  3010: sweref(16.5, '16 30'),
  3011: sweref(18, '18 00'),
  3012: sweref(14.25, '14 15'),
  3013: sweref(15.75, '15 45'),
  3014: sweref(17.25, '17 15'),
  3015: sweref(18.75, '18 45'),
  3016: sweref(20.25, '20 15'),
  3017: sweref(21.75, '21 45'),
  3018: sweref(23.25, '23 15'),
  3021: {
    definition: `+proj=tmerc +lat_0=0 +lon_0=15.80827777777778 +k=1 +x_0=1500000 +y_0=0 ${rt90} +units=m +no_defs`,
    bounds: [1_150_000, 6_050_000, 1_950_000, 7_750_000],
    countries: ['SE'],
    name: 'RT 90 2.5 gon V',
  },
  25831: utm(31, ['ES', 'FR', 'BE', 'NL']),
  25832: utm(32, ['DE', 'DK', 'NO', 'IT', 'CH', 'AT', 'LI']),
  25833: utm(33, ['DE', 'NO', 'IT', 'DK', 'AT']),
  25834: utm(34, ['NO', 'FI']),
  25835: utm(35, ['NO', 'FI']),
  3067: { ...utm(35, ['FI', 'AX']), bounds: [50_000, 6_580_000, 770_000, 7_800_000], name: 'ETRS-TM35FIN' },
  27700: {
    definition: `+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 ${airy} +units=m +no_defs`,
    bounds: [0, 0, 700_000, 1_300_000],
    countries: ['GB'],
    name: 'OSGB 36 / British National Grid',
  },
  2154: {
    definition:
      '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m +no_defs',
    bounds: [50_000, 6_000_000, 1_300_000, 7_200_000],
    countries: ['FR'],
    name: 'RGF93 / Lambert-93',
  },
}

/** The EPSG code of longitude and latitude in degrees of WGS 84. */
export const degreesEpsg = 4326
/** Other codes of systems that differ from one above by less than positions of places need. */
const aliases: Readonly<Record<number, number>> = {
  4258: 4326,
  4979: 4326,
  4619: 4326,
  900913: 3857,
  32631: 25831,
  32632: 25832,
  32633: 25833,
  32634: 25834,
  32635: 25835,
  3048: 25835,
  5972: 25832,
  5973: 25833,
  5845: 3006,
}

/** The EPSG codes that are understood, for a choice. */
export const knownSystems: readonly { readonly epsg: number; readonly name: string }[] = Object.entries(systems).map(
  ([epsg, { name }]) => ({ epsg: Number(epsg), name }),
)

function systemOf(epsg: number): CoordinateSystem | undefined {
  return systems[aliases[epsg] ?? epsg]
}

/** Returns the EPSG code by which a system is known here, or undefined for one that is not understood. */
export function knownEpsg(epsg: number): number | undefined {
  return systemOf(epsg) === undefined ? undefined : (aliases[epsg] ?? epsg)
}

const converters = new Map<number, Converter>()

/**
 * Converts easting and northing (or longitude and latitude) to degrees of WGS 84, to about a tenth of a metre. Returns
 * undefined outside of the system's bounds, and for a system that is not understood.
 */
export function toDegrees(epsg: number, [x, y]: readonly [x: number, y: number]): LonLat | undefined {
  const system = systemOf(epsg)
  if (system === undefined || !isWithin(system, x, y)) return undefined
  if (system.definition === undefined) return [x, y]
  const { definition } = system
  const converter = converters.getOrInsertComputed(epsg, () => proj4(definition, 'WGS84'))
  const [longitude = Number.NaN, latitude = Number.NaN] = converter.forward([x, y])
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return undefined
  return [Number(longitude.toFixed(6)), Number(latitude.toFixed(6))]
}

function isWithin({ bounds: [west, south, east, north] }: CoordinateSystem, x: number, y: number): boolean {
  return x >= west && x <= east && y >= south && y <= north
}

/** Returns the systems whose area of use is national and holds all positions, in their own units. */
export function gridsHolding(
  positions: readonly (readonly [x: number, y: number])[],
  countryAt: (position: LonLat) => string | undefined,
): { readonly epsg: number; readonly countries: readonly string[] }[] {
  return Object.entries(systems).flatMap(([code, { definition, countries }]) => {
    const epsg = Number(code)
    if (definition === undefined) return []
    const found = positions.map((position) => toDegrees(epsg, position))
    const inside = found.filter((position) => {
      const country = position && countryAt(position)
      return country !== undefined && (countries.length === 0 || countries.includes(country))
    })
    const isHeld = positions.length > 0 && inside.length >= positions.length * 0.9
    if (!isHeld) return []
    const where = new Set(inside.map((position) => countryAt(position!)!))
    return [{ epsg, countries: [...where] }]
  })
}
