import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ChosenPlaces } from '../../src/index/segment/chosen-places.ts'
import { createBitset, setBit } from '../../src/index/sets/bitset.ts'
import {
  everything,
  intersection,
  listSelection,
  type Selection,
  selectBits,
  selectionHas,
  selectList,
} from '../../src/index/sets/selection.ts'

const size = 2_000
const ordinal = fc.integer({ min: 0, max: size - 1 })

function bitsWith(ordinals: Iterable<number>): Selection {
  const bits = createBitset(size)
  for (const one of ordinals) setBit(bits, one)
  return selectBits(bits)
}

function check(selection: Selection, expected: ReadonlySet<number>): void {
  const all = [...expected].sort((a, b) => a - b)
  assert.equal(selection.count, all.length)
  assert.deepEqual([...listSelection(selection)], all)
  if (selection.kind === 'bits') for (const [index, one] of all.entries()) assert.equal(selection.at(index), one)
  for (let one = 0; one < size; one += 97) assert.equal(selectionHas(selection, one), expected.has(one))
}

test('places that are taken out are in none of the choices, however often these are asked and whatever they are', () => {
  const many = fc.uniqueArray(ordinal, { minLength: 1_000, maxLength: 1_500 })
  const few = fc.uniqueArray(ordinal, { maxLength: 50 })
  fc.assert(
    fc.property(many, few, fc.array(ordinal, { maxLength: 60 }), fc.boolean(), (most, some, removed, counts) => {
      const chosen = new ChosenPlaces()
      const made = {
        most: intersection([bitsWith(most), bitsWith(most.slice(1))], size),
        some: selectList(Uint32Array.from(some).sort()),
      }
      const expected = { most: new Set(most.slice(1)), some: new Set(some) }
      const ask = (wanted: 'most' | 'some') => {
        const selection = chosen.get(wanted, 0, () => ({ selection: made[wanted], own: true }))
        // A set counts itself when it is first asked, which may be before or after places are taken out.
        if (counts) check(selection, expected[wanted])
        return selection
      }
      ask('most')
      ask('some')
      for (const one of [...removed, ...most.slice(2, 4), ...some.slice(0, 2)]) {
        chosen.remove(one)
        expected.most.delete(one)
        expected.some.delete(one)
        ask('most')
        ask('some')
      }
      check(ask('most'), expected.most)
      check(ask('some'), expected.some)
    }),
    { numRuns: 60 },
  )
})

test('a choice that lost a place is another object, one that did not is the same', () => {
  const chosen = new ChosenPlaces()
  const ask = () => chosen.get('', 0, () => ({ selection: bitsWith([3, 5]), own: true }))
  const first = ask()
  chosen.remove(4)
  assert.equal(ask(), first)
  chosen.remove(5)
  assert.notEqual(ask(), first)
  check(ask(), new Set([3]))
})

test('what is not its own is left as it is, and made anew; so is all when places come into other states', () => {
  const chosen = new ChosenPlaces()
  const shared = everything(size)
  let made = 0
  const ask = (moves: number) => {
    const selection = chosen.get('', moves, () => {
      made++
      return { selection: shared, own: false }
    })
    assert.equal(selection, shared)
  }
  ask(0)
  ask(0)
  assert.equal(made, 1)
  chosen.remove(7)
  assert.ok(selectionHas(shared, 7))
  ask(0)
  assert.equal(made, 2)
  ask(1)
  assert.equal(made, 3)
})
