import { phrases } from './typed-words.ts'

/** Shorter words are not taken apart, and longer ones neither; a town within them has this many letters. */
const [lengthMin, lengthMax, townMin] = [6, 40, 4]
/** The most words that are run together. */
const wordsMax = 3
const meaningful = new Set(['types', 'facility', 'open'])
/** Behind `open` only: Pentecost is in front of a church without opening it. */
const opening = new Set(['now', 'day'])
/** Shorter words for near the person occur within others. */
const hereMin = 6

/**
 * Returns the words that are run together in one (`kyrkauppsala`, `öppetnu`), each with a meaning or the name of a town,
 * with spaces between them; undefined if it is not made of such words. All are keys.
 */
export function joinedWords(key: string, isTown: (key: string) => boolean): string | undefined {
  if (key.length < lengthMin || key.length > lengthMax || !/^\p{L}+$/u.test(key)) return undefined
  const isMeant = (word: string, before = '') => {
    const is = phrases.get(word)?.is ?? ''
    if (opening.has(is)) return phrases.get(before)?.is === 'open'
    return meaningful.has(is) || (word.length >= (is === 'here' ? hereMin : townMin) && (is === 'here' || isTown(word)))
  }
  return takenApart(key, isMeant, { most: wordsMax })?.join(' ')
}

/** Prefers a long first word: `kyrkogård` in front of `kyrka`. */
function takenApart(
  key: string,
  isMeant: (word: string, before?: string) => boolean,
  { most, before }: { readonly most: number; readonly before?: string },
): string[] | undefined {
  for (let at = key.length - 2; at >= 2 && most > 1; at--) {
    const [first, rest] = [key.slice(0, at), key.slice(at)]
    if (!isMeant(first, before)) continue
    const others = isMeant(rest, first) ? [rest] : takenApart(rest, isMeant, { most: most - 1, before: first })
    if (others) return [first, ...others]
  }
  return undefined
}
