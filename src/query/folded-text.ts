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
function isAscii(text: string): boolean {
  return !beyondAscii.test(text)
}

const mark = /\p{M}/gu

/** Letters whose stroke, or missing dot, Unicode does not take for a mark, each before what it is without. */
const barPairs = 'øo đd ðd łl ħh ŧt ıi ƀb ȼc ɇe ǥg ɨi ɉj ƚl ɍr ʉu ɏy ƶz ⱥa ⱦt'.split(' ')
const barLetters = new Map(barPairs.map((pair) => [pair[0], pair[1]]))
const barLetter = new RegExp(`[${[...barLetters.keys()].join('')}]`, 'gu')

/** A folded word without its diacritics: what `q` also matches (D25). The word itself when it has none. */
export function withoutDiacritics(foldedWord: string): string {
  if (isAscii(foldedWord)) return foldedWord
  return foldedWord
    .normalize('NFD')
    .replace(mark, '')
    .replace(barLetter, (letter) => barLetters.get(letter) ?? letter)
    .normalize('NFC')
}
