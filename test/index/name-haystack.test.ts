import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NameHaystack } from '../../src/index/columns/name-haystack.ts'
import { NameReader } from '../../src/index/columns/name-reader.ts'
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

test('D25: a word is found in the text of all names where it is found in each name', () => {
  fc.assert(
    fc.property(fc.array(fc.option(name, { nil: undefined })), name, (names, text) => {
      const reader = new NameReader()
      const haystack = new NameHaystack(names.map((one) => (one === undefined ? undefined : reader.read(one))))
      for (const prefix of cutWords(fold(text))) {
        const wanted = [...names.keys()].filter((at) =>
          searchedWords(names[at] ?? '').some((word) => word.startsWith(prefix)),
        )
        assert.deepEqual([...haystack.find(prefix)], wanted)
      }
    }),
    { numRuns: 1000 },
  )
})
