import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createRandom } from '../../src/demo/template.ts'
import { DictionaryWriter, indexOfText, rangeOfPrefix, sortTexts, textAt } from '../../src/index/columns/dictionary.ts'
import { buildIds, findId, idAt, readId } from '../../src/index/columns/id-column.ts'
import { InvertedBuilder, mergeInverted, selectKey, selectPrefix, tombstone } from '../../src/index/columns/inverted.ts'
import { chooseMerge } from '../../src/index/compaction/segment-manager.ts'
import { documentBytesMax } from '../../src/index/documents/documents.ts'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { nthSmallest, radixOrder, sortableHalves } from '../../src/index/memory/sorting.ts'
import { inOrdinalOrder, sortHits } from '../../src/index/order/ordered-hits.ts'
import {
  andInto,
  type Bitset,
  countWord,
  createBitset,
  fullBitset,
  invert,
  setBit,
} from '../../src/index/sets/bitset.ts'
import { eachPosting, PostingsWriter, PostingUnion, selectPostings } from '../../src/index/sets/postings.ts'
import {
  ascending,
  difference,
  differenceOnce,
  everything,
  intersection,
  listIntersection,
  listSelection,
  SelectionCache,
  selectBits,
  selectList,
  union,
} from '../../src/index/sets/selection.ts'
import { placeIdOf } from '../support/pools.ts'
import { runs } from '../support/runs.ts'

const size = 100
const members = fc.uniqueArray(fc.nat(size - 1)).map((list) => list.toSorted((a, b) => a - b))
const bitsOf = (list: readonly number[]) => {
  const bits = createBitset(size)
  for (const member of list) setBit(bits, member)
  return bits
}
const elementsOf = (bits: Uint32Array) => [...listSelection(selectBits(bits))]
const selection = fc.tuple(members, fc.boolean()).map(([list, asList]) => ({
  list,
  selection: asList ? selectList(Uint32Array.from(list)) : selectBits(bitsOf(list)),
}))

const countBits = (bits: Bitset) => bits.reduce((count, word) => count + countWord(word), 0)

test('sets and lists that lie in parts of many ordinals have in common what is in each', () => {
  const many = 5_000
  const part = fc.record({ first: fc.nat(many - 1), step: fc.integer({ min: 1, max: 40 }), count: fc.nat(600) })
  const some = fc.tuple(part, fc.boolean()).map(([{ first, step, count }, asList]) => {
    const list = Array.from({ length: count }, (_, at) => first + at * step).filter((ordinal) => ordinal < many)
    const bits = createBitset(many)
    for (const ordinal of list) setBit(bits, ordinal)
    return { list, selection: asList ? selectList(Uint32Array.from(list)) : selectBits(bits) }
  })
  fc.assert(
    fc.property(fc.array(some, { minLength: 2, maxLength: 4 }), ([one, ...others]) => {
      const common = intersection(
        [one!, ...others].map(({ selection }) => selection),
        many,
      )
      const expected = one!.list.filter((ordinal) => others.every(({ list }) => list.includes(ordinal)))
      assert.deepEqual([...listSelection(common)], expected)
      assert.equal(common.count, expected.length)
    }),
    { numRuns: runs(1000) },
  )
})

test('a bitset lists, counts, inverts and intersects what was put in', () => {
  fc.assert(
    fc.property(members, members, (one, other) => {
      const bits = bitsOf(one)
      assert.deepEqual(elementsOf(bits), one)
      assert.equal(countBits(bits), one.length)
      const both = bits.slice()
      andInto(both, bitsOf(other))
      assert.deepEqual(
        elementsOf(both),
        one.filter((member) => other.includes(member)),
      )
      invert(bits, size)
      assert.deepEqual(
        elementsOf(bits),
        [...Array(size).keys()].filter((member) => !one.includes(member)),
      )
    }),
    { numRuns: runs(1000) },
  )
  assert.equal(countBits(fullBitset(size)), size)
  assert.equal(countBits(fullBitset(64)), 64)
})

test('numbers are put into order once each, few by sorting and many by a set', () => {
  for (const below of [100, 10_000]) {
    const numbers = fc.array(fc.nat(below - 1), { maxLength: 200 })
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        for (const list of [one, other]) {
          const wanted = [...new Set(list)].toSorted((a, b) => a - b)
          assert.deepEqual([...ascending(Uint32Array.from(list), below)], wanted)
        }
      }),
      { numRuns: runs(1000) },
    )
  }
})

test('a set without a few of its elements answers as one that was made so', () => {
  const list = (from: number[]) => selectList(Uint32Array.from(from))
  fc.assert(
    fc.property(members, members, members, (all, one, other) => {
      const left = all.filter((member) => !one.includes(member) && !other.includes(member))
      const found = differenceOnce(differenceOnce(selectBits(bitsOf(all)), list(one)), list(other))
      assert.ok(found.kind === 'bits')
      assert.equal(found.count, left.length)
      assert.deepEqual(
        left.map((_, index) => found.at(index)),
        left,
      )
      for (let ordinal = 0; ordinal < size; ordinal++) {
        assert.equal(found.has(ordinal), left.includes(ordinal))
        assert.equal(found.below(ordinal), left.filter((member) => member < ordinal).length)
      }
      for (let start = 0; start <= left.length + 1; start++) {
        for (const end of [start, start + 3, left.length + 2]) {
          assert.deepEqual([...found.slice(start, end)], left.slice(start, end))
        }
      }
      assert.deepEqual(elementsOf(found.bits), left)
    }),
    { numRuns: runs(1000) },
  )
})

test('selections as lists and as sets obey the same algebra', () => {
  fc.assert(
    fc.property(selection, selection, selection, (a, b, c) => {
      const three = [a, b, c].map((one) => one.selection)
      const all = [...Array(size).keys()]
      const listed = (found: ReturnType<typeof union>) => [...listSelection(found)]
      assert.deepEqual(
        listed(union(three, size)),
        all.filter((n) => [a, b, c].some(({ list }) => list.includes(n))),
      )
      assert.deepEqual(
        listed(intersection(three, size)),
        all.filter((n) => [a, b, c].every(({ list }) => list.includes(n))),
      )
      assert.deepEqual(
        listed(listIntersection(Uint32Array.from(a.list), [b.selection, c.selection])),
        listed(intersection(three, size)),
      )
      assert.deepEqual(
        listed(difference(a.selection, b.selection)),
        a.list.filter((n) => !b.list.includes(n)),
      )
      assert.deepEqual(
        listed(difference(everything(size), a.selection)),
        all.filter((n) => !a.list.includes(n)),
      )
      const ordered = inOrdinalOrder(a.selection)
      assert.deepEqual(
        a.list.map((_, index) => ordered.at(index)),
        a.list,
      )
      assert.equal(ordered.length, a.list.length)
      for (const [start, end] of [
        [0, size],
        [1, 3],
        [a.list.length >> 1, a.list.length],
      ] as const) {
        assert.deepEqual([...ordered.slice(start, end)], a.list.slice(start, end))
      }
    }),
    { numRuns: runs(1000) },
  )
})

test('a set without a few of its elements is told by the two', () => {
  const large = 3_000
  const some = fc.uniqueArray(fc.nat(large - 1), { maxLength: 40 }).map((list) => list.toSorted((a, b) => a - b))
  const slices = fc.array(fc.tuple(fc.nat(large), fc.nat(large)), { maxLength: 5 })
  fc.assert(
    fc.property(some, some, fc.boolean(), slices, (listed, without, inverse, windows) => {
      const bits = createBitset(large)
      for (const member of listed) setBit(bits, member)
      if (inverse) invert(bits, large)
      const left = Uint32Array.from(without)
      const found = difference(difference(selectBits(bits), selectList(left)), selectList(left.subarray(0, 3)))
      const wanted = [...Array(large).keys()].filter((n) => listed.includes(n) !== inverse && !without.includes(n))
      assert.equal(found.kind, 'bits')
      const many = found as Extract<typeof found, { kind: 'bits' }>
      assert.equal(many.count, wanted.length)
      for (const [start, end] of [...windows, [0, large] as const]) {
        assert.deepEqual([...many.slice(start, end)], wanted.slice(start, end))
        if (start < wanted.length) assert.equal(many.at(start), wanted[start])
      }
      assert.deepEqual(elementsOf(many.bits), wanted)
    }),
    { numRuns: runs(1000) },
  )
})

test('postings give back their lists, whatever the gaps', () => {
  const list = fc.uniqueArray(fc.oneof(fc.nat(300), fc.nat(2 ** 31 - 1))).map((made) => made.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(fc.array(list), (lists) => {
      const writer = new PostingsWriter(lists.length)
      for (const ordinals of lists) writer.add(Uint32Array.from(ordinals))
      const postings = writer.finish()
      for (const [index, ordinals] of lists.entries()) {
        const read: number[] = []
        eachPosting(postings, index, (ordinal) => read.push(ordinal))
        assert.deepEqual(read, ordinals)
      }
      const found = listSelection(selectPostings(postings, { first: 0, end: lists.length }, 2 ** 31))
      assert.deepEqual(
        [...found],
        [...new Set(lists.flat())].sort((a, b) => a - b),
      )
    }),
    { numRuns: runs(1000) },
  )
})

/** More than the first buffer of a dictionary holds, with prefixes in common. */
const longTexts = [70, 71, 300].map((length) => 'å'.repeat(length))

const someText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom('a', 'ab', 'å', '\uffee', '𝒳', '𝒳y', ...longTexts),
)

test('a union of ranges and of single lists has each ordinal once, be they few or many', () => {
  const lists = fc.array(members, { minLength: 1, maxLength: 5 })
  const chosen = fc.uniqueArray(fc.nat(4)).map((list) => list.toSorted((a, b) => a - b))
  fc.assert(
    fc.property(lists, lists, chosen, fc.nat(4000), (some, others, numbers, spare) => {
      const written = [some, others].map((one) => {
        const writer = new PostingsWriter(one.length)
        for (const list of one) writer.add(Uint32Array.from(list))
        return writer.finish()
      })
      const wantedLists = numbers.filter((number) => number < others.length)
      const found = new PostingUnion(size + spare)
      found.add(written[0]!, { first: 0, end: some.length })
      found.addLists(written[1]!, Uint32Array.from(wantedLists))
      const ordinals = [...some.flat(), ...wantedLists.flatMap((number) => others[number]!)]
      const wanted = [...new Set(ordinals)].toSorted((a, b) => a - b)
      assert.deepEqual([...listSelection(found.finish())], wanted)
    }),
    { numRuns: runs(1000) },
  )
})

test('a dictionary finds every text and every prefix, in the order of code points', () => {
  fc.assert(
    fc.property(fc.uniqueArray(someText), someText, (texts, wanted) => {
      const writer = new DictionaryWriter(texts.length)
      for (const index of sortTexts(texts)) writer.addText(texts[index]!)
      const dictionary = writer.finish()
      for (const text of texts) assert.equal(textAt(dictionary, indexOfText(dictionary, text)), text)
      assert.equal(indexOfText(dictionary, wanted) >= 0, texts.includes(wanted))
      const { first, end } = rangeOfPrefix(dictionary, wanted)
      const begun = Array.from({ length: end - first }, (_, index) => textAt(dictionary, first + index))
      assert.deepEqual(begun.toSorted(), texts.filter((text) => text.startsWith(wanted)).toSorted())
    }),
    { numRuns: runs(1000) },
  )
})

test('inverted lists that are merged find what is still there, under its new number', () => {
  const texts = ['a', 'ab', 'b', 'é', ...longTexts]
  const segment = fc.record({
    keys: fc.array(fc.uniqueArray(fc.constantFrom(...texts), { maxLength: 3 }), { maxLength: 8 }),
    removed: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  })
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), (segments) => {
      let next = 0
      const live: string[][] = []
      const built = segments.map(({ keys, removed }) => {
        const builder = new InvertedBuilder()
        for (const [ordinal, own] of keys.entries()) for (const key of own) builder.add(ordinal, key)
        const { inverted } = builder.finish(Uint32Array.from(keys, (_, ordinal) => ordinal))
        const ordinalMap = Uint32Array.from(keys, (_, ordinal) => (removed[ordinal] ? tombstone : next++))
        live.push(...keys.filter((_, ordinal) => !removed[ordinal]))
        return { data: inverted, ordinalMap }
      })
      const { inverted } = mergeInverted(built)
      const having = (holds: (key: string) => boolean) =>
        [...live.keys()].filter((ordinal) => live[ordinal]!.some(holds))
      for (const key of [...texts, 'x', 'å']) {
        assert.deepEqual(
          [...listSelection(selectKey(inverted, key, next))],
          having((own) => own === key),
        )
        assert.deepEqual(
          [...listSelection(selectPrefix(inverted, key, next))],
          having((own) => own.startsWith(key)),
        )
      }
    }),
    { numRuns: runs(1000) },
  )
})

function bytesOfId(id: string): Uint8Array {
  const bytes = new Uint8Array(16)
  assert.ok(readId(id, bytes))
  return bytes
}

test('ids are found by hash and listed in their order; what is no UUID in lower case is not found', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 200 }), fc.uuid(), (ids, other) => {
      const data = buildIds(Buffer.concat(ids.map(bytesOfId)))
      for (const [ordinal, id] of ids.entries()) {
        assert.equal(findId(data, id), ordinal)
        assert.equal(idAt(data, ordinal), id)
      }
      assert.equal(findId(data, other) >= 0, ids.includes(other))
      // Whatever takes its slots, an id is found.
      const crowded = { ...data, slots: new Uint32Array(ids.length).fill(1) }
      assert.deepEqual(
        ids.map((id) => findId(crowded, id)),
        [...ids.keys()],
      )
      assert.equal(findId(crowded, other) >= 0, ids.includes(other))
      assert.deepEqual(
        [...data.order].map((ordinal) => ids[ordinal]),
        ids.toSorted(),
      )
    }),
    { numRuns: runs(1000) },
  )
  const data = buildIds(bytesOfId(placeIdOf(1)))
  const nearly = placeIdOf(1).replaceAll('-', '0')
  for (const no of ['', 'x', placeIdOf(1).toUpperCase(), `${placeIdOf(1)}0`, `g${placeIdOf(1).slice(1)}`, nearly])
    assert.equal(findId(data, no), -1)
})

test('numbers in radix order are in the order of numbers, equal ones as they came', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(0, -0, 1, -1))), (values) => {
      const order = radixOrder(sortableHalves(Float64Array.from(values)), values.length)
      const wanted = [...values.keys()].sort((a, b) =>
        values[a]! < values[b]! ? -1 : values[a]! > values[b]! ? 1 : a - b,
      )
      assert.deepEqual([...order], wanted)
    }),
    { numRuns: runs(1000) },
  )
})

test('the nth smallest is the one that sorting puts there', () => {
  const values = fc.array(fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(Infinity, -Infinity)), {
    minLength: 1,
  })
  fc.assert(
    fc.property(values, fc.nat(), (list, at) => {
      const index = at % list.length
      assert.equal(nthSmallest(Float64Array.from(list), index), Float64Array.from(list).sort()[index])
    }),
    { numRuns: runs(1000) },
  )
})

test('hits are sorted by their keys and then by id, whatever the keys are', () => {
  const ranks = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constant(Infinity))
  /** Few are sorted otherwise than many. */
  const many = fc.constantFrom(1, 1, 40)
  const keys = [
    ranks,
    fc.double({ noNaN: true }),
    fc.oneof(ranks, fc.constantFrom(0.5, -Infinity, 2 ** 40, -(2 ** 32))),
  ]
  fc.assert(
    fc.property(
      fc.oneof(...keys.map((key) => fc.array(key, { maxLength: 60 }))),
      fc.nat(70),
      many,
      (some, first, times) => {
        const values = Array.from({ length: times }, () => some).flat()
        const atMost = first * times
        const ordinals = Uint32Array.from(values, (_, at) => at * 3)
        const idRank = Uint32Array.from({ length: 9_000 }, (_, ordinal) => (ordinal * 77) % 9_001)
        const wanted = [...ordinals].sort((a, b) => {
          const [left, right] = [values[a / 3]!, values[b / 3]!]
          return left < right ? -1 : left > right ? 1 : idRank[a]! - idRank[b]!
        })
        const sorting = { idRank, atMost, pace: { isDue: true } }
        const sorted = runToCompletion(sortHits(ordinals, [(ordinal) => values[ordinal / 3]!], sorting))
        assert.deepEqual([...sorted], wanted.slice(0, atMost))
        const twice = runToCompletion(sortHits(ordinals, [() => 1, (ordinal) => values[ordinal / 3]!], sorting))
        assert.deepEqual([...twice], wanted.slice(0, atMost))
      },
    ),
    { numRuns: runs(1000) },
  )
})

/** Flushes of 512 changes of `known` places: how many segments there are at most, and how often a change is written. */
function mergesOf(known: number, flushes: number): { readonly segmentsMost: number; readonly timesWritten: number } {
  const random = createRandom(known)
  const segments = new Map([[0, { number: 0, places: known, documentBytes: 0 }]])
  const segmentOf = new Uint32Array(known)
  let [segmentsMost, written, changes] = [0, 0, 0]
  for (let number = 1; number <= flushes; number++) {
    const changed = new Set(Array.from({ length: 512 }, () => Math.floor(random() * known)))
    for (const place of changed) segments.get(segmentOf[place]!)!.places--
    const chosen = chooseMerge([...segments.values()], { start: changed.size, placesMax: Number.POSITIVE_INFINITY })
    const isMerged = new Uint8Array(number)
    for (const segment of chosen) {
      isMerged[segment.number] = 1
      segments.delete(segment.number)
    }
    const places = chosen.reduce((sum, segment) => sum + segment.places, changed.size)
    for (const place of changed) segmentOf[place] = number
    for (let place = 0; place < known; place++) if (isMerged[segmentOf[place]!]) segmentOf[place] = number
    segments.set(number, { number, places, documentBytes: 0 })
    segmentsMost = Math.max(segmentsMost, segments.size)
    written += places
    changes += changed.size
  }
  assert.equal(
    [...segments.values()].reduce((sum, { places }) => sum + places, 0),
    known,
  )
  return { segmentsMost, timesWritten: written / changes }
}

test('merging keeps segments few and does not write a place too often', () => {
  let segments: { places: number; documentBytes: number }[] = []
  let written = 0
  const flushed = 40_000
  for (let count = 0; count < flushed; count++) {
    const chosen = chooseMerge(segments, { start: 1, placesMax: Number.POSITIVE_INFINITY })
    const places = chosen.reduce((sum, segment) => sum + segment.places, 1)
    segments = [...segments.filter((segment) => !chosen.includes(segment)), { places, documentBytes: 0 }]
    written += places
    assert.ok(segments.length <= 15, `at most 15 segments, got ${segments.length}`)
  }
  assert.equal(
    segments.reduce((sum, { places }) => sum + places, 0),
    flushed,
  )
  assert.ok(written / flushed < 10, `a place is written fewer than 10 times, got ${written / flushed}`)
})

test('segments whose documents do not fit with others keep no others apart', () => {
  const whole = documentBytesMax
  const chosen = (start: number, ...bytes: number[]) => {
    const candidates = bytes.map((documentBytes, at) => ({ places: 20 + at, documentBytes }))
    const found = chooseMerge(candidates, { start, placesMax: Number.POSITIVE_INFINITY })
    return found.map(({ places }) => places - 20)
  }
  assert.deepEqual(chosen(20, whole, 10, whole - 1, 20), [1, 3])
  assert.deepEqual(chosen(0, 10, whole, 20, whole - 29, 30), [0, 2, 4])
  assert.deepEqual(chosen(0, 10, whole), [])
})

test('merging does the same for places that are written again and again', () => {
  const bounds = [
    { known: 2_000, flushes: 1_000, segments: 3, times: 2.5 },
    { known: 100_000, flushes: 1_000, segments: 9, times: 5.5 },
  ]
  for (const { known, flushes, segments, times } of bounds) {
    const { segmentsMost, timesWritten } = mergesOf(known, flushes)
    assert.ok(segmentsMost <= segments, `of ${known} places at most ${segments} segments, got ${segmentsMost}`)
    assert.ok(timesWritten < times, `of ${known} a change is written fewer than ${times} times, got ${timesWritten}`)
  }
})

test('cached selections are made once, and the oldest go when there are too many', () => {
  const cache = new SelectionCache(1000)
  let made = 0
  const make = () => {
    made++
    return selectList(new Uint32Array(10))
  }
  cache.getOrMake('a', make)
  cache.getOrMake('a', make)
  assert.equal(made, 1)
  for (let number = 0; number < 50; number++) cache.getOrMake(`b${number}`, make)
  cache.getOrMake('a', make)
  assert.equal(made, 52)
})
