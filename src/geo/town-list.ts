import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { canonicalText } from '../place/text.ts'

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

/** Returns those of some countries (ISO 3166-1 alpha-2) that have a town of a name, in any language. */
export type TownCountries = (name: string, countries: readonly string[]) => Promise<readonly string[]>

/** Creates the search for the countries of towns, which keeps the names that it has read. */
export function createTownCountries(): TownCountries {
  const read = new Map<string, Promise<ReadonlySet<string>>>()
  const namesOf = async (country: string): Promise<ReadonlySet<string>> => {
    const towns = await readTowns(country)
    return new Set(towns.flatMap(([name, , , names = {}]) => [name, ...Object.values(names)].map((one) => keyOf(one!))))
  }
  return async (name, countries) => {
    const key = keyOf(name)
    const found = await Array.fromAsync(new Set(countries), async (country) => {
      const names = await read.getOrInsertComputed(country, namesOf)
      return names.has(key) ? [country] : []
    })
    return found.flat()
  }
}

const keyOf = (name: string): string => canonicalText(name).toLowerCase()
