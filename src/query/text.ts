import { composed } from '../place/text.ts'

/** The text as comparisons see it: Unicode NFC, then lower case (D25). Diacritics stay. */
export function fold(text: string): string {
  return composed(text).toLowerCase()
}

/**
 * A word is a run of letters and digits (D26). A mark that stands on one of them and has no composed form (a Hindi
 * vowel sign, the dot of a lower-cased `İ`) belongs to the run: cut there, words of many scripts would fall apart.
 */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** The words of a folded text in their order, repeated ones too (D26). */
export function cutWords(foldedText: string): string[] {
  return foldedText.match(word) ?? []
}

const beyondAscii = /[^\0-\x7f]/

/** Whether the text has no diacritics, and nothing else beyond ASCII. */
export function isAscii(text: string): boolean {
  return !beyondAscii.test(text)
}

const mark = /\p{M}/gu

/** Letters whose stroke, or missing dot, Unicode does not take for a mark. */
const barLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ƀ: 'b',
  ȼ: 'c',
  ɇ: 'e',
  ǥ: 'g',
  ɨ: 'i',
  ɉ: 'j',
  ƚ: 'l',
  ɍ: 'r',
  ʉ: 'u',
  ɏ: 'y',
  ƶ: 'z',
  ⱥ: 'a',
  ⱦ: 't',
}
const barLetter = new RegExp(`[${Object.keys(barLetters).join('')}]`, 'gu')

/** A folded word without its diacritics: what `q` also matches (D25). The word itself when it has none. */
export function withoutDiacritics(foldedWord: string): string {
  if (isAscii(foldedWord)) return foldedWord
  return foldedWord
    .normalize('NFD')
    .replace(mark, '')
    .replace(barLetter, (letter) => barLetters[letter] ?? letter)
    .normalize('NFC')
}
