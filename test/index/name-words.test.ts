import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NameReader } from '../../src/index/columns/name-reader.ts'
import { NameWords } from '../../src/index/columns/name-words.ts'
import { searchedWords } from '../../src/query/relevance.ts'
import { cutWords, fold } from '../../src/query/text.ts'

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

test('D25: names are found by how their words begin, also when some are others than they were', () => {
  fc.assert(
    fc.property(
      names,
      fc.array(fc.tuple(fc.nat(9), fc.option(name, { nil: undefined }))),
      name,
      (list, changes, text) => {
        const reader = new NameReader()
        const read = (one: string | undefined) => (one === undefined ? undefined : reader.read(one))
        const words = new NameWords(list.map(read))
        const now = [...list]
        for (const [number, after] of changes.filter(([at]) => at < list.length)) {
          words.replace(number, read(now[number]), read(after))
          now[number] = after
        }
        for (const prefix of cutWords(fold(text))) {
          const wanted = [...now.keys()].filter((at) =>
            searchedWords(now[at] ?? '').some((one) => one.startsWith(prefix)),
          )
          assert.deepEqual([...words.find(prefix)], wanted)
        }
      },
    ),
    { numRuns: 1000 },
  )
})
