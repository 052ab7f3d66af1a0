import type { ListedTown } from '../build/map-data.ts'

const files = import.meta.glob<string>('./world/towns/*.json', { query: '?url', import: 'default', eager: true })

/**
 * Returns the towns of countries (ISO 3166-1 alpha-2), the largest first within each; countries without a list have
 * none.
 */
export async function readTowns(countries: readonly string[]): Promise<readonly ListedTown[]> {
  const lists = await Promise.all(
    countries.map(async (country) => {
      const file = files[`./world/towns/${country}.json`]
      if (file === undefined) return []
      const answer = await fetch(new URL(file, location.href))
      return (await answer.json()) as readonly ListedTown[]
    }),
  )
  return lists.flat()
}
