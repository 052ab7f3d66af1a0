/** Below U+0300 every text is in NFC already, since nothing there combines. */
const mayNeedComposing = /[\u0300-\uffff]/

/** Thirty marks and one more, none of them the joiner that ends a run. */
const longMarkRun = /(?:(?!\u034f)\p{M}){30}(?=(?!\u034f)\p{M})/gu
const graphemeJoiner = '\u034f'

/** The text as comparisons see it: Unicode NFC, then lower case (D25). Diacritics stay. */
export function fold(text: string): string {
  return (mayNeedComposing.test(text) ? compose(text) : text).toLowerCase()
}

/**
 * NFC in linear time. Putting a run of marks into order takes the square of its length, so a run of more than 30,
 * which no language writes, is ended as the Stream-Safe Text Format does (UAX #15, section 13).
 */
function compose(text: string): string {
  return text.replace(longMarkRun, `$&${graphemeJoiner}`).normalize('NFC')
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
  if (!beyondAscii.test(foldedWord)) return foldedWord
  return foldedWord
    .normalize('NFD')
    .replace(mark, '')
    .replace(barLetter, (letter) => barLetters[letter] ?? letter)
    .normalize('NFC')
}
