import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cutWords, fold, withoutDiacritics } from '../../src/query/text/folded-text.ts'
import { runs } from '../support/runs.ts'

test('D25: texts are compared in NFC and lower case, and diacritics count', () => {
  assert.equal(fold('GO\u0308TEBORG'), fold('göteborg'))
  assert.equal(fold('Ångström'), fold('Å'.normalize('NFD').concat('NGSTRÖM')))
  assert.notEqual(fold('goteborg'), fold('göteborg'))
  assert.equal(fold('\u212bNGSTRÖM'), 'ångström')
})

test('D25: a Greek word is the same in capitals, whatever sigma ends it', () => {
  assert.equal(fold('ΟΔΟΣ'), fold('οδος'))
  assert.equal(fold('οδός'), fold('ΟΔΌΣ'))
  assert.ok(fold('ΟΔΟΣΑ').startsWith(fold('ΟΔΟΣ')))
  assert.equal(fold('ΕΛΛΑΣ'), fold('ελλασ'))
})

test('D25: what nobody sees within a word does not count, and what joins letters of other scripts does', () => {
  for (const unseen of ['\u00ad', '\u2060', '\ufeff', '\u200b', '\u200c', '\u200d', '\u200b\u00ad\u200d']) {
    assert.equal(fold(`Domkyr${unseen}kan`), 'domkyrkan', unseen)
    assert.deepEqual(cutWords(fold(`Åby${unseen}fors kyrka`)), ['åbyfors', 'kyrka'])
  }
  assert.equal(fold('a\u2060\u030a'), 'å')
  for (const joined of ['नि\u200dक', 'می\u200cخواهم', '東\u200b京']) assert.equal(fold(joined), joined)
})

test('D25: folding what is folded changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => fold(fold(text)) === fold(text)),
    { numRuns: runs(1000) },
  )
})

test('D25: the order of marks does not count, and a run of marks without end costs no more than its length', () => {
  assert.equal(fold('a\u0301\u0316'), fold('a\u0316\u0301'))
  const folded = fold(`a${'\u0301\u0316'.repeat(50_000)}`)
  assert.equal(fold(folded), folded)
  assert.doesNotMatch(folded, /(?:(?!\u034f)\p{M}){31}/u)
})

test('D26: a word is a run of letters and digits', () => {
  for (const [text, words] of [
    ["S:t Per's kyrka, 2a-b", ['s', 't', 'per', 's', 'kyrka', '2a', 'b']],
    ['snake_case', ['snake', 'case']],
    ['  ', []],
    ['…', []],
    ['½ Ⅷ', ['½', 'ⅷ']],
    ['Москва 東京', ['москва', '東京']],
    ['𝒳-𐐀', ['𝒳', '𐐨']],
  ] as const) {
    assert.deepEqual(cutWords(fold(text)), words, text)
  }
})

test('D26: a mark without a composed form stays in its word, and begins none', () => {
  assert.deepEqual(cutWords(fold('İstanbul')), ['i\u0307stanbul'])
  assert.deepEqual(cutWords(fold('हिन्दी भाषा')), ['हिन्दी', 'भाषा'])
  assert.deepEqual(cutWords('\u0301 \u0301a'), ['a'])
})

test('D25: full text finds words without their diacritics, not the reverse', () => {
  for (const [word, plain] of [
    ['göteborg', 'goteborg'],
    ['łódź', 'lodz'],
    ['i\u0307stanbul', 'istanbul'],
    ['nørreport', 'norreport'],
    ['ærø', 'æro'],
    ['й', 'и'],
    ['한국', '한국'],
    ['plain', 'plain'],
  ] as const) {
    assert.equal(withoutDiacritics(word), plain)
  }
})
