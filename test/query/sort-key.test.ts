import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fold } from '../../src/query/text/folded-text.ts'
import { createSortKey, sortedLength } from '../../src/query/text/sort-key.ts'
import { runs } from '../support/runs.ts'

const swedish = createSortKey('sv')

/** The texts in the order of their keys. */
const sorted = (texts: readonly string[], key = swedish) =>
  [...texts].sort((one, other) => (key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0))

test('D32: names order as in Swedish, å ä ö after z', () => {
  const names = ['10', 'Abborren', 'cafe', 'café', 'cafeteria', 'Ystad', 'Zinken', 'Åby', 'Älvsjö', 'Örebro']
  assert.deepEqual(sorted(names.toReversed()), names)
})

test('D32: case is ignored; accents decide only between names that are the same without them', () => {
  assert.equal(swedish('ÅBY Kyrka'), swedish('åby kyrka'))
  assert.deepEqual(sorted(['résumé', 'resumé', 'resume', 'resumes']), ['resume', 'resumé', 'résumé', 'resumes'])
})

test('D32: spaces and punctuation come before digits, digits before letters, other scripts after them', () => {
  assert.deepEqual(sorted(['漢字', 'Ωmega', 'abc', 'a c', 'a-c', 'a1c', '𝒳']), [
    'a c',
    'a-c',
    'a1c',
    'abc',
    'Ωmega',
    '漢字',
    '𝒳',
  ])
})

test('D32: the locale decides', () => {
  const names = ['aage', 'zebra', 'ærø', 'østerbro', 'århus']
  assert.deepEqual(sorted(names, createSortKey('da')), names)
  assert.deepEqual(sorted(['ö', 'z', 'o'], createSortKey('de')), ['o', 'ö', 'z'])
})

for (const [locale, letters] of [
  ['sv', "abcdefghijklmnopqrstuvwxyzåäöéüABCÅÄÖÉ0123456789 -'.,()/&"],
  ['da', 'bcdefghijklmnopqrstuvwxyzæøåéBCÆØÅ0123 -.'],
  ['en', "abcdefghijklmnopqrstuvwxyzéèñABCÉ0123 -'."],
  ['ru', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяАБВЁЯabc012 -.'],
] as const) {
  test(`D32: the keys of ${locale} order names as its collator does`, () => {
    const collator = new Intl.Collator(locale, { sensitivity: 'accent', ignorePunctuation: false })
    const key = createSortKey(locale)
    const name = fc.string({ unit: fc.constantFrom(...letters), maxLength: 8 })
    const near = fc.tuple(name, name, name).map(([start, one, other]) => [start + one, start + other] as const)
    fc.assert(
      fc.property(near, ([one, other]) => {
        const byKey = key(one) < key(other) ? -1 : key(one) > key(other) ? 1 : 0
        assert.equal(byKey, collator.compare(one, other))
      }),
      { numRuns: runs(1000) },
    )
  })
}

test('a letter that collates as two ties with them, a pair that collates as one does not', () => {
  assert.equal(swedish('Straße'), swedish('Strasse'))
  assert.notEqual(createSortKey('da')('aa'), createSortKey('da')('å'))
})

test('keys of any text are finite, hold no NUL, and stay below U+0100, so that they compare as bytes too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'binary' }), (one, other) => {
      const [a, b] = [swedish(one), swedish(other)]
      assert.ok(Buffer.from(a).every((byte) => byte > 0) && a === Buffer.from(a, 'latin1').toString('latin1'))
      assert.equal(a < b, Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0)
    }),
    { numRuns: runs(300) },
  )
  assert.equal(swedish('\ud800 lone').length, ' lone'.length + 4)
})

test(`D33: texts are ordered by their first ${sortedLength} characters`, () => {
  const start = 'ö'.repeat(sortedLength)
  assert.equal(swedish(`${start}a`), swedish(`${start}b`))
  assert.notEqual(swedish(`${start.slice(1)}a`), swedish(`${start.slice(1)}b`))
})

test('D33: a text is folded before it is cut, so that a text and what it is folded to stand in one place', () => {
  const long = fc.array(fc.constantFrom('a', 'İ', 'Σ', 'ss', 'a\u030a', '𝒳'), { minLength: 190, maxLength: 210 })
  fc.assert(
    fc.property(long, (letters) => {
      const text = letters.join('')
      assert.equal(swedish(text), swedish(fold(text)))
    }),
    { numRuns: runs(300) },
  )
})
