import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NameReader } from '../../src/index/columns/name-reader.ts'
import { heaviestWords } from '../../src/index/segment/heaviest-words.ts'
import { SegmentColumns } from '../../src/index/segment/segment-columns.ts'
import { SegmentWords } from '../../src/index/segment/segment-words.ts'
import { listSelection, type Selection } from '../../src/index/sets/selection.ts'
import type { Place } from '../../src/place/place.ts'
import { createMeaning } from '../../src/query/matches.ts'
import { manyKindsModel, plainPlace } from '../support/pools.ts'
import { IndexWorld } from './index-world.ts'

const model = manyKindsModel()
const size = 256

function placeOf(name: string, number: number): Place {
  return plainPlace(number, { name, owner: { id: '77', type: 'external' } })
}

/** The words of a segment of which all have `common`, half `kyrka`, a quarter `kyrkan`, and one `rare`. */
function wordsOfSegment() {
  const world = new IndexWorld({ model, sealing: 'inline', limits: { sealPlaces: size, smallPlaces: 0 } })
  const nameOf = (number: number) => {
    const kind = number % 4 === 0 ? 'Kyrkan' : number % 4 === 1 ? 'Hus' : 'Kyrka'
    return `Common ${kind}${number === 5 ? ' Rare' : ''}`
  }
  world.put(...Array.from({ length: size }, (_, number) => placeOf(nameOf(number), number)))
  const { data } = world.index.state()!.segments[0]!
  const { sortKey } = createMeaning(model)
  const columns = new SegmentColumns(data, { model, names: world.names, reader: new NameReader(), sortKey }, () => 0)
  return { world, data, columns, words: new SegmentWords(data, columns) }
}

function find(words: SegmentWords, word: string): Selection {
  const [condition] = words.conditions({ terms: [[word]], sees: 'public' })
  return condition!()
}

/** Asks for so many other words that nothing is kept that was asked for before. */
function forget(words: SegmentWords): void {
  for (let number = 0; number < 1000; number++) find(words, `other${number}`)
}

function finish(words: SegmentWords): number {
  let steps = 1
  while (words.step()) assert.ok(++steps < 1000, 'the steps come to an end')
  return steps
}

test('short beginnings and whole words are prepared that many places have, what takes longest first', () => {
  const { data, columns } = wordsOfSegment()
  const steps = heaviestWords(data, columns)
  let step = steps.next()
  while (!step.done) step = steps.next()
  const found = step.value
  for (const word of ['c', 'co', 'com', 'common', 'k', 'ky', 'kyr', 'kyrka', 'kyrkan', 'h', 'hu', 'hus']) {
    assert.ok(found.includes(word), word)
  }
  for (const word of ['comm', 'kyrk', 'r', 'rare', 'other']) assert.ok(!found.includes(word), word)
  // `kyr` has been a set since the segment was sealed, so there is little to read for it.
  const order = ['common', 'kyrka', 'hus', 'kyr'].map((word) => found.indexOf(word))
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
})

test('what is prepared stays, whatever is asked for, until a name of the segment changes', () => {
  const { world, words } = wordsOfSegment()
  const before = find(words, 'kyrka')
  forget(words)
  assert.notEqual(find(words, 'kyrka'), before, 'nothing was prepared')
  assert.ok(finish(words) > 10)
  const prepared = find(words, 'kyrka')
  forget(words)
  assert.equal(find(words, 'kyrka'), prepared)
  assert.equal(finish(words), 1)

  world.names.put('owners', { id: '77', name: 'Kyrkans hus' })
  assert.equal(listSelection(find(words, 'kyrkans')).length, size)
  assert.equal(listSelection(find(words, 'kyrka')).length, size)
  assert.ok(finish(words) > 10, 'it is found anew')
  assert.equal(listSelection(find(words, 'kyrka')).length, size)
})
