import { phrases } from './typed-words.ts'

const letters = 'abcdefghijklmnopqrstuvwxyz'
/** Shorter words are not corrected: to a word that means something, to a town, to a town by another letter. */
const [phraseMin, townMin, otherTownMin] = [4, 5, 8]
/** Longer words are not corrected. */
const lengthMax = 40
const correctable = new Set(['types', 'facility', 'open', 'day'])

/**
 * Returns the word with a meaning, or the town, that a word is one edit from (letters swapped, one missing, added or
 * exchanged); undefined if there is none. The first letter stays, since few mistype it. All are keys.
 */
export function meantWord(key: string, isTown: (key: string) => boolean): string | undefined {
  const { length } = key
  if (length < phraseMin || length > lengthMax || !/^\p{L}+$/u.test(key)) return undefined
  const isMeant = (one: string) => one.length >= phraseMin && correctable.has(phrases.get(one)?.is ?? '')
  // A word of the language is not mistyped, but may have diacritics too many: öpen.
  if (phrases.has(key)) return isMeant(key) ? key : undefined
  const [others, exchanged] = [editedOnce(key), length < phraseMin + 1 ? [] : exchangedOnce(key)]
  return (
    [...others, ...exchanged].find(isMeant) ??
    (length < townMin ? undefined : others.find(isTown)) ??
    // Many names of villages differ in one letter.
    (length < otherTownMin ? undefined : exchanged.find(isTown))
  )
}

/** Returns the words with two letters swapped, one added, or one removed. */
function editedOnce(word: string): string[] {
  const places = Array.from(word, (_, at) => at)
  const swapped = places.slice(1).map((at) => `${word.slice(0, at - 1)}${word[at]}${word[at - 1]}${word.slice(at + 1)}`)
  const added = [...places, word.length]
    .slice(1)
    .flatMap((at) => Array.from(letters, (letter) => `${word.slice(0, at)}${letter}${word.slice(at)}`))
  return [...swapped, ...added, ...places.slice(1).map((at) => `${word.slice(0, at)}${word.slice(at + 1)}`)]
}

/** Returns the words with another letter at one place. */
function exchangedOnce(word: string): string[] {
  const places = Array.from(word, (_, at) => at).slice(1)
  return places.flatMap((at) => Array.from(letters, (letter) => `${word.slice(0, at)}${letter}${word.slice(at + 1)}`))
}
