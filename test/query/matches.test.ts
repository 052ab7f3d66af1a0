import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createMeaning, matches } from '../../src/query/matches.ts'
import { queryCases } from '../search/cases/all-cases.ts'
import { caseModel, caseWorld, checkCases } from '../search/cases/case-world.ts'
import { arbitraryQuery, arbitraryWorld, viewsOf } from '../support/generate.ts'
import { searchNaively } from '../support/naive.ts'
import { instants, manyKindsModel } from '../support/pools.ts'
import { runs } from '../support/runs.ts'

const meaning = createMeaning(caseModel)

for (const cases of queryCases) {
  test(cases.title, async () => {
    const world = caseWorld(cases)
    const views = viewsOf(world)
    await checkCases(cases, world, (query, now) => searchNaively(views, query, meaning, now).ids)
  })
}

const many = manyKindsModel()
const manyMeaning = createMeaning(many)
const now = Date.parse('2026-03-01T00:00Z')

test('D28: ! is the complement, on every field and with every operator', () => {
  fc.assert(
    fc.property(arbitraryWorld(6), arbitraryQuery(many), (world, query) => {
      const all = {
        ...query,
        types: { types: 'all' as const, partial: true },
        includeDeleted: true,
        includeNonPublished: true,
      }
      for (const filter of query.filters.filter(({ field }) => field.kind !== 'id')) {
        const [alternative] = filter.anyOf
        if (!alternative) continue
        const ask = (negated: boolean) => ({
          order: all.order,
          offset: 0,
          limit: 1,
          types: all.types,
          includeDeleted: true,
          includeNonPublished: true,
          filters: [{ field: filter.field, anyOf: [{ ...alternative, negated }] }],
        })
        for (const view of viewsOf(world)) {
          assert.notEqual(matches(view, ask(true), manyMeaning, now), matches(view, ask(false), manyMeaning, now))
        }
      }
    }),
    { numRuns: runs(300) },
  )
})

test('D32: pages never overlap, and together are the whole', () => {
  fc.assert(
    fc.property(arbitraryWorld(), arbitraryQuery(many), fc.constantFrom(...instants), (world, query, time) => {
      const views = viewsOf(world)
      const search = (offset: number, limit: number) =>
        searchNaively(views, { ...query, offset, limit }, manyMeaning, time)
      const whole = search(0, 500)
      assert.equal(whole.total, whole.ids.length)
      assert.equal(new Set(whole.ids).size, whole.total)
      assert.deepEqual([...search(0, 3).ids, ...search(3, 500).ids], whole.ids)
      assert.deepEqual(search(whole.total, 500), { total: whole.total, ids: [] })
    }),
    { numRuns: runs(300) },
  )
})

test('generated queries find something, and not everything, often enough to tell', () => {
  const samples = fc.sample(fc.tuple(arbitraryWorld(), arbitraryQuery(many)), { numRuns: 300, seed: 7 })
  const found = samples.map(([world, query]) => {
    const { total } = searchNaively(viewsOf(world), query, manyMeaning, now)
    return { some: total > 0, part: total > 0 && total < world.places.length, several: total > 2 }
  })
  for (const kind of ['some', 'part', 'several'] as const) {
    assert.ok(found.filter((result) => result[kind]).length > 60, kind)
  }
})
