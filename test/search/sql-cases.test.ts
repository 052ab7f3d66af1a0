import { after, before, describe, test } from 'node:test'
import { testDatabases } from '../support/postgres/databases.ts'
import { queryCases } from './cases/all-cases.ts'
import { caseModel, caseWorld, checkCases } from './cases/case-world.ts'
import { SearchWorld } from './search-world.ts'

const databases = await testDatabases()

describe('examples of queries in PostgreSQL', { skip: 'missing' in databases && databases.missing }, () => {
  let search: SearchWorld
  before(async () => {
    if (!('missing' in databases)) search = await SearchWorld.open(caseModel, await databases.create())
  })
  after(() => search?.close())

  for (const cases of queryCases) {
    test(cases.title, async () => {
      const world = caseWorld(cases)
      await search.clear()
      search.names.replaceAll(world.directory)
      await search.put(...world.places)
      await search.search.follow()
      await search.search.rename()
      await checkCases(cases, world, async (query, now) =>
        (await search.search.search(query, now)).places.map(({ id }) => id),
      )
    })
  }
})
