import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { NameGroup } from '../../src/index/columns/heavy-beginnings.ts'
import { NameReader } from '../../src/index/columns/name-reader.ts'
import { NameWords } from '../../src/index/columns/name-words.ts'
import { createBitset, orInto } from '../../src/index/sets/bitset.ts'
import { addPostings, PostingsWriter } from '../../src/index/sets/postings.ts'
import { UnitedLists } from '../../src/index/sets/united-lists.ts'

const listsMax = 12
const size = 200
const lists = fc.array(fc.uniqueArray(fc.nat(size - 1), { maxLength: 30 }), {
  minLength: listsMax,
  maxLength: listsMax,
})
const group = fc.uniqueArray(fc.nat(listsMax - 1), { minLength: 1 }).map((numbers) => Uint32Array.from(numbers).sort())

function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

test('any lists are covered by the unions of some of them and by the rest, whatever was united, retained or begun', () => {
  let united = 0
  fc.assert(
    fc.property(lists, fc.array(group), fc.array(group), group, (all, groups, kept, begun) => {
      const writer = new PostingsWriter(listsMax)
      for (const list of all) writer.add(Uint32Array.from(list).sort())
      const postings = writer.finish()
      const unions = new UnitedLists(postings, size)
      for (const one of groups) finish(unions.unite(one))
      unions.unite(begun).next()
      if (kept.length > 0) unions.retain(kept)
      for (const asked of [...groups, ...kept, begun]) {
        const { sets, rest } = unions.cover(asked)
        united += sets.length
        const found = createBitset(size)
        for (const set of sets) orInto(found, set)
        for (const list of rest) addPostings(postings, { first: list, end: list + 1 }, found)
        const wanted = createBitset(size)
        for (const list of asked) addPostings(postings, { first: list, end: list + 1 }, wanted)
        assert.deepEqual(found, wanted)
      }
    }),
    { numRuns: 300 },
  )
  assert.ok(united > 0, 'unions were used')
})

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'å', '𝒳'), minLength: 1, maxLength: 5 })
const names = fc.array(fc.option(fc.array(word, { maxLength: 3 }), { nil: undefined, freq: 6 }), { maxLength: 25 })

test('what a beginning finds and no group has of longer ones is never much to read, and each group is what one finds', () => {
  fc.assert(
    fc.property(names, fc.integer({ min: 1, max: 20 }), (list, costMin) => {
      const reader = new NameReader()
      const words = new NameWords(list.map((one) => one && reader.read(one.join(' '))))
      const costOf = (number: number) => 1 + (number % 3)
      const groups: NameGroup[] = finish(words.heavyGroups({ costOf, costMin }))
      const searched = list.flatMap((one) => (one ? reader.read(one.join(' ')).searched : []))
      const beginnings = new Set(searched.flatMap((one) => Array.from(one.split(''), (_, at) => one.slice(0, at + 1))))
      const found = [...beginnings].map((start) => words.find(start))
      for (const { numbers, cost } of groups) {
        assert.ok(cost >= costMin)
        assert.ok(
          found.some((other) => numbers.join() === other.join()),
          `a beginning finds ${numbers}`,
        )
      }
      for (const numbers of found) {
        const inGroups = groups.filter((other) => other.numbers.every((number) => numbers.includes(number)))
        const left = numbers.filter((number) => !inGroups.some((other) => other.numbers.includes(number)))
        assert.ok(left.reduce((sum, number) => sum + costOf(number), 0) < costMin, `${numbers} by groups`)
      }
    }),
    { numRuns: 500 },
  )
})
