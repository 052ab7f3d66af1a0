import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { cutAtAntimeridian } from './land.ts'

/** How finely each file is drawn, and to how many decimals of a degree it is written. */
const scales = [{ name: '50m', decimals: 3 }] as const

type World = Topology<{ countries: GeometryCollection; land: GeometryCollection }>

/** Writes the land and borders that the map draws without the internet, from Natural Earth by way of `world-atlas`. */
export function writeBaseMap(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const { name, decimals } of scales) {
    const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${name}.json`)
    const world = JSON.parse(readFileSync(file, 'utf8')) as World
    write(join(folder, `land-${name}.json`), landOf(world), decimals)
    write(
      join(folder, `borders-${name}.json`),
      mesh(world, world.objects.countries, (one, other) => one !== other),
      decimals,
    )
  }
}

function landOf(world: World): GeoJSON.MultiPolygon {
  const { features } = feature(world, world.objects.land)
  const polygons = features.flatMap(({ geometry }) => (geometry.type === 'MultiPolygon' ? geometry.coordinates : []))
  return { type: 'MultiPolygon', coordinates: cutAtAntimeridian(polygons) }
}

function write(file: string, geometry: GeoJSON.Geometry, decimals: number): void {
  const rounded = (_: string, value: unknown) => (typeof value === 'number' ? Number(value.toFixed(decimals)) : value)
  writeFileSync(file, JSON.stringify({ type: 'Feature', properties: {}, geometry }, rounded))
}
