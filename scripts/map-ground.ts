// Writes `map/ground.pmtiles`: the water and the borders of the page's map, from OpenStreetMap by way of the packages
// @geo-maps (ODbL, see map/LICENSE.md). The packages are read once, from a temporary folder.
//   npm run map-ground                                the Nordic countries in full, the rest of the world coarser
//   npm run map-ground -- --bounds -11,49,2,61        another part of the world in full: west, south, east, north
//   npm run map-ground -- --out ireland.pmtiles       into another file
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Geometry, groundTiles } from '../src/geo/ground-tiles.ts'

const version = '0.6.0'
const nordic = '-25,54,32,72'

const { values } = parseArgs({
  options: {
    bounds: { type: 'string', default: nordic },
    out: { type: 'string', default: resolve(import.meta.dirname, '../map/ground.pmtiles') },
  },
})
const bounds = values.bounds.split(',').map(Number)
const [west = 0, south = 0, east = 0, north = 0] = bounds
if (
  bounds.length !== 4 ||
  !(west >= -180 && west < east && east <= 180 && south >= -85 && south < north && north <= 85)
)
  throw new Error(`--bounds must be west,south,east,north in degrees, got '${values.bounds}'`)

const folder = mkdtempSync(join(tmpdir(), 'map-ground-'))
try {
  const [rivers, lakes, ...seas] = readMap('earth-waterbodies-100m')
  const countries = readMap('countries-maritime-10m')
  const file = groundTiles({ seas, inland: [rivers!, lakes!], countries }, [west, south, east, north])
  writeFileSync(values.out, file)
  process.stdout.write(`${values.out}: ${(file.length / 1e6).toFixed(1)} MB\n`)
} finally {
  rmSync(folder, { recursive: true })
}

/** Returns the geometries of a package of @geo-maps. */
function readMap(name: string): Geometry[] {
  const options = { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' } as const
  const packed = execFileSync('npm', ['pack', '--silent', `@geo-maps/${name}@${version}`], options).trim()
  execFileSync('tar', ['-xzf', packed], { cwd: folder })
  const map = JSON.parse(readFileSync(join(folder, 'package', 'map.geo.json'), 'utf8')) as
    | { readonly geometries: Geometry[] }
    | { readonly features: readonly { readonly geometry: Geometry }[] }
  return 'geometries' in map ? map.geometries : map.features.map(({ geometry }) => geometry)
}
