import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DirectoryColumn } from '../../src/index/columns/directory-column.ts'
import { InvertedBuilder, selectPrefix } from '../../src/index/columns/inverted.ts'
import { runToCompletion } from '../../src/index/in-turns.ts'
import { listSelection } from '../../src/index/sets/selection.ts'
import { createModel } from '../../src/place/model.ts'
import { cutWords, fold } from '../../src/query/text/folded-text.ts'
import { searchedWords } from '../../src/query/text/relevance.ts'
import { ownerKey } from '../../src/read-model/owner-key.ts'
import { everyPlace, plainPlace } from '../support/pools.ts'
import { runs } from '../support/runs.ts'
import { ChangingNames, IndexWorld } from './index-world.ts'

const letters = [
  'a',
  'b',
  'A',
  'å',
  'É',
  'İ',
  'ø',
  'Σ',
  '\u0301',
  '\u0903',
  'क',
  '𝒳',
  '1',
  ' ',
  '-',
  "'",
  '\n',
  '\u00a0',
]
const name = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })

const names = fc.array(fc.option(name, { nil: undefined }), { maxLength: 10 })

test('D25: names are found by how their words begin', () => {
  fc.assert(
    fc.property(names, name, (list, text) => {
      const { column, names } = ownerColumn(list.length)
      for (const [at, one] of list.entries()) if (one !== undefined) names.put('owners', { id: `${at}`, name: one })
      const { words, count } = runToCompletion(column.readWords())
      for (const prefix of cutWords(fold(text))) {
        const wanted = [...list.keys()].filter((at) =>
          searchedWords(list[at] ?? `${at}`).some((one) => one.startsWith(prefix)),
        )
        assert.deepEqual([...listSelection(selectPrefix(words, prefix, count))], wanted)
      }
    }),
    { numRuns: runs(1000) },
  )
})

/** A column of so many owners, with a place each, and the names that it asks for. */
function ownerColumn(count: number) {
  const names = new ChangingNames()
  const builder = new InvertedBuilder()
  for (let number = 0; number < count; number++)
    builder.add(number, ownerKey(plainPlace(number, { owner: { id: `${number}`, type: 'external' } })))
  const { inverted } = builder.finish(Uint32Array.from({ length: count }, (_, number) => number))
  let read = 0
  const counted = {
    get version() {
      return names.version
    },
    entry: (kind: 'owners' | 'categories' | 'tags', id: string) => {
      read++
      return names.entry(kind, id)
    },
  }
  const column = new DirectoryColumn(inverted, {
    size: count,
    kind: 'owners',
    names: counted,
    sortKey: (text) => text,
    referenceOf: (ordinal) => ordinal,
  })
  return { column, names, looked: () => read }
}

test('names are read once for all who wait for them, be it given up half done', () => {
  const { column, looked } = ownerColumn(2000)
  const [given, first, second] = [column.readWords(), column.readWords(), column.readOrder()]
  for (let step = 0; step < 3; step++) given.next()
  given.return(undefined as never)
  let left = 2
  while (left > 0) left = [first, second].filter((steps) => !steps.next().done).length
  assert.equal(looked(), 2000)
})

test('who reads names comes to an end although they change in each step, and sees what was there when he began', () => {
  const { column, names } = ownerColumn(2000)
  names.put('owners', { id: '1999', name: 'Åby' })
  const reading = column.select({ is: 'equal', value: 'åby' }, { isDue: true })
  let step = reading.next()
  for (let steps = 0; !step.done; steps++) {
    assert.ok(steps < 1000, 'the steps come to an end')
    names.put('owners', { id: `${steps % 1000}`, name: `Other ${steps}` })
    step = reading.next()
  }
  assert.deepEqual([...listSelection(step.value)], [1999])
  names.put('owners', { id: '3', name: 'Åby' })
  assert.equal(listSelection(runToCompletion(column.select({ is: 'equal', value: 'åby' }, { isDue: true }))).length, 2)
})

test('D16: a place with two references of one name counts once in a facet, in segments and in the memtable', () => {
  const model = createModel()
  const [song, choir] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  for (const flushPlaces of [4, 1000]) {
    const world = new IndexWorld({ model, compaction: 'inline', limits: { flushPlaces, smallPlaces: 0 } })
    world.names.put('categories', { id: song, name: 'Sång' })
    world.names.put('categories', { id: choir, name: 'sång' })
    for (let number = 0; number < 8; number++) {
      const categories = number % 2 === 0 ? [{ id: song }, { id: choir }] : [{ id: choir }]
      world.put(plainPlace(number, { categories }))
    }
    const field = model.fields.get('categories_name')!
    world.check({ ...everyPlace(model), facets: [{ by: 'field', field }] }, 0)
  }
})
