import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A town of GeoNames (CC BY 4.0): its position in degrees, and its names in languages that have another one for it. */
export type ListedTown = readonly [
  name: string,
  longitude: number,
  latitude: number,
  names?: Readonly<Partial<Record<string, string>>>,
]

/** The lists by country, from the build of the page. */
const folder = fileURLToPath(new URL('../../web/dist/towns', import.meta.url))

/** Returns the towns of a country (ISO 3166-1 alpha-2), the largest first; none if there is no list. */
export async function readTowns(country: string): Promise<readonly ListedTown[]> {
  const file = join(folder, `${country}.json`)
  if (!/^[A-Z]{2}$/.test(country) || !existsSync(file)) return []
  return JSON.parse(await readFile(file, 'utf8')) as readonly ListedTown[]
}
