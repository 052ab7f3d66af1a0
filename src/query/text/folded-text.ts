import { composed } from '../../common/composed-text.ts'

/** Incremented with every change of the results of `fold`, since snapshots and search tables store folded texts. */
export const foldVersion = 2

/** A soft hyphen, the invisible characters below, and both forms of the final sigma. Most texts have none of them. */
const ignoredOrSigma = /[\u00ad\u03a3\u03c2\u200b-\u200d\u2060\ufeff]/
/**
 * Invisible characters: soft hyphen, word joiner and byte order mark anywhere; between Latin letters also zero-width
 * space and (non-)joiner.
 */
const invisible = /[\u00ad\u2060\ufeff]+/g
const invisibleInLatin = /(?<=\p{Script=Latin}\p{M}*)[\u200b-\u200d]+(?=\p{Script=Latin})/gu

/**
 * Returns the text as comparisons use it: without invisible characters within words, in Unicode NFC, in lower case, and
 * with one form of the Greek sigma at any position of a word (D25). Diacritics stay.
 */
export function fold(text: string): string {
  if (!ignoredOrSigma.test(text)) return composed(text).toLowerCase()
  const visible = text.replace(invisible, '').replace(invisibleInLatin, '')
  return composed(visible).toLowerCase().replaceAll('ς', 'σ')
}

/**
 * A word is a run of letters and digits (D26). A mark on one of them without a composed form (a Hindi vowel sign, the
 * dot of a lower-cased `İ`) belongs to the run. Without it, words of many scripts would be split.
 */
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Returns the words of a folded text in their order, including repetitions (D26). */
export function cutWords(foldedText: string): string[] {
  return foldedText.match(word) ?? []
}

const beyondAscii = /[^\0-\x7f]/

/** Returns true if the text has neither diacritics nor anything else beyond ASCII. */
function isAscii(text: string): boolean {
  return !beyondAscii.test(text)
}

const mark = /\p{M}/gu

/** Letters whose stroke, or missing dot, is not a mark in Unicode, each followed by the letter without it. */
const barPairs = 'øo đd ðd łl ħh ŧt ıi ƀb ȼc ɇe ǥg ɨi ɉj ƚl ɍr ʉu ɏy ƶz ⱥa ⱦt'.split(' ')
const barLetters = new Map(barPairs.map((pair) => [pair[0], pair[1]]))
const barLetter = new RegExp(`[${[...barLetters.keys()].join('')}]`, 'gu')

/**
 * Returns a folded word without its diacritics, which `q` also matches (D25). A word without any is returned unchanged.
 */
export function withoutDiacritics(foldedWord: string): string {
  if (isAscii(foldedWord)) return foldedWord
  return foldedWord
    .normalize('NFD')
    .replace(mark, '')
    .replace(barLetter, (letter) => barLetters.get(letter) ?? letter)
    .normalize('NFC')
}
