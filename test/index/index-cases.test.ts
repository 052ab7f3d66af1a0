import { test } from 'node:test'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { queryCases } from '../search/cases/all-cases.ts'
import { caseModel, caseWorld, checkCases } from '../search/cases/case-world.ts'
import { IndexWorld, idOf, refsOf, smallLimits } from './index-world.ts'

for (const cases of queryCases) {
  test(`${cases.title}, in one segment and in several beside a memtable`, async () => {
    const world = caseWorld(cases)
    const indexes = new IndexWorld({ model: caseModel, compaction: 'inline', limits: smallLimits })
    indexes.names.replaceAll(world.directory)
    for (const place of world.places) indexes.put(place)
    for (const index of [indexes.index, await indexes.rebuilt()]) {
      await checkCases(cases, world, (query, now) => refsOf(runToCompletion(index.searching(query, now))).map(idOf))
    }
  })
}
