import { fold } from './folded-text.ts'

/**
 * The sort key of a text: plain `<` on these keys is the order of names (D32, D33). Every character is below U+0100.
 */
export type SortKey = string

/** The number of UTF-16 code units of a text that decide its order (D33). */
export const sortedLength = 200

/** Latin, Greek, Cyrillic, their accents and marks, punctuation, symbols: ranges of UTF-16 code units, inclusive. */
const alphabetRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x52f],
  [0x1e00, 0x214f],
]
const alphabetEnd = 0x2150

/** Letters that collate as two others although Unicode does not decompose them. */
const ligatures: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** Ends the primary weights, so it is below all of them. It is not U+0000, since PostgreSQL has no text with it. */
const separator = 1
/**
 * The lowest weight. After the separator, each accent has two units: 255 minus the number of unaccented letters since
 * the previous accent (so that an earlier accent is greater), and its weight. Letters without an accent have none.
 */
const firstWeight = 2
/** Precedes three units that hold a code point beyond the alphabet, in base 252. */
const beyondAlphabet = 0xff
const base = 0x100 - firstWeight - 1

/** The weights of each code unit of the alphabet. */
interface Weights {
  /** 0: not a letter of its own. Below 256: one unit. Otherwise two units, the first in the upper byte. */
  readonly primary: Uint16Array
  /** 0: no accent, which is less than every accent. */
  readonly accent: Uint8Array
  /** Letters that are expanded into several before they are weighed. */
  readonly expansions: ReadonlyMap<string, string>
}

/** The weights of the languages in use. A process has one or few; each takes about 2 ms to compute. */
const known = new Map<string, Weights>()

/**
 * Returns the function from a text to its sort key in a language (BCP 47).
 *
 * The weights are derived from `Intl.Collator`, which sorts the alphabet. Characters that it treats as the same letter
 * get the same primary weight, and accents form a second level behind a separator. Case is ignored, as in the
 * collator's sensitivity `accent`. So keys can be stored, and compared by anything that compares bytes. Code points
 * beyond the alphabet follow it in their own order.
 *
 * It differs from the collator in two cases. A pair of letters that a language sorts as one (Danish `aa`, Czech `ch`)
 * stays a pair. A letter that sorts as a pair (`ß` as `ss`) ties with it.
 */
export function createSortKey(locale: string): (text: string) => SortKey {
  const { primary, accent, expansions } = known.getOrInsertComputed(locale, weigh)
  const expandable = new RegExp(`[${[...expansions.keys()].join('')}]`, 'g')
  const key = Buffer.alloc(4 * sortedLength + 1 + 2 * sortedLength)
  const accents = Buffer.alloc(2 * sortedLength)

  return (text) => {
    // The text is folded before it is cut, since folding depends on the following characters and changes the length.
    const expanded = fold(text)
      .slice(0, sortedLength)
      .replace(expandable, (letter) => expansions.get(letter) ?? letter)
    const end = Math.min(expanded.length, sortedLength)
    let length = 0
    let accentLength = 0
    let plainRun = 0
    for (let at = 0; at < end; at++) {
      const unit = expanded.charCodeAt(at)
      if (unit >= alphabetEnd) {
        const codePoint = expanded.codePointAt(at) ?? unit
        if (codePoint > 0xffff) at++
        length = writeBeyond(key, length, codePoint)
        plainRun++
        continue
      }
      const weight = primary[unit] ?? 0
      const accentWeight = accent[unit] ?? 0
      if (weight >= 0x100) key[length++] = weight >> 8
      if (weight > 0) key[length++] = weight & 0xff
      if (accentWeight > 0) {
        accents[accentLength++] = 0xff - plainRun
        accents[accentLength++] = accentWeight
        plainRun = 0
      } else if (weight > 0) plainRun++
    }
    if (accentLength > 0) {
      key[length++] = separator
      accents.copy(key, length, 0, accentLength)
    }
    return key.toString('latin1', 0, length + accentLength)
  }
}

function writeBeyond(letters: Buffer, at: number, codePoint: number): number {
  letters[at] = beyondAlphabet
  letters[at + 1] = firstWeight + Math.floor(codePoint / (base * base))
  letters[at + 2] = firstWeight + (Math.floor(codePoint / base) % base)
  letters[at + 3] = firstWeight + (codePoint % base)
  return at + 4
}

function weigh(locale: string): Weights {
  const options = { ignorePunctuation: false, numeric: false } as const
  const order = new Intl.Collator(locale, { ...options, sensitivity: 'variant' })
  const letterOrder = new Intl.Collator(locale, { ...options, sensitivity: 'base' })
  const accentOrder = new Intl.Collator(locale, { ...options, sensitivity: 'accent' })

  const alphabet = foldedAlphabet()
  const expansions = new Map(
    alphabet.flatMap((letter): [string, string][] => {
      const parts = ligatures[letter] ?? letter.normalize('NFKD').toLowerCase()
      return parts.length > 1 && isLigature(letter, parts, letterOrder) ? [[letter, parts]] : []
    }),
  )
  const letters = alphabet.filter((letter) => order.compare(letter, '') !== 0 && !expansions.has(letter))
  letters.sort(order.compare)

  const primary = new Uint16Array(alphabetEnd)
  const accent = new Uint8Array(alphabetEnd)
  const groups = groupWhile(letters, (before, letter) => letterOrder.compare(before, letter) === 0)
  const nextPrimary = primaryWeights()
  for (const group of groups) {
    const isMark = letterOrder.compare(group[0] ?? '', '') === 0
    const weight = isMark ? 0 : nextPrimary(group.some((letter) => letter.charCodeAt(0) < 0x100))
    const accentGroups = groupWhile(group, (before, letter) => accentOrder.compare(before, letter) === 0)
    for (const [rank, sameAccent] of accentGroups.entries()) {
      for (const letter of sameAccent) {
        primary[letter.charCodeAt(0)] = weight
        accent[letter.charCodeAt(0)] = rank === 0 && !isMark ? 0 : Math.min(firstWeight + rank, 0xff)
      }
    }
  }
  return { primary, accent, expansions }
}

/** Lists every code unit of the alphabet that `fold` does not change. */
function foldedAlphabet(): string[] {
  return alphabetRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).filter(
      (letter) => /[\p{L}\p{N}\p{P}\p{S}\p{Zs}\p{M}]/u.test(letter) && fold(letter) === letter,
    ),
  )
}

/** Returns true if the language sorts the letter as these parts, and not as an accented form of one of them. */
function isLigature(letter: string, parts: string, letterOrder: Intl.Collator): boolean {
  return letterOrder.compare(letter, parts) === 0 && !/\p{M}/u.test(parts)
}

/**
 * Returns a function that issues primary weights in ascending order: one unit for a common letter. Rare letters between
 * two common ones share a first unit and take two. No weight is a prefix of another, so that concatenated weights
 * compare like the letters.
 */
function primaryWeights(): (common: boolean) => number {
  let unit = firstWeight - 1
  let second = 0xff
  return (common) => {
    if (common) {
      second = 0xff
      return ++unit
    }
    if (second === 0xff) {
      unit++
      second = firstWeight - 1
    }
    return (unit << 8) | ++second
  }
}

/** Cuts a list between any two neighbours that do not belong together. */
function groupWhile(items: readonly string[], together: (before: string, item: string) => boolean): string[][] {
  const groups: string[][] = []
  let before: string | undefined
  for (const item of items) {
    const last = groups.at(-1)
    if (last !== undefined && before !== undefined && together(before, item)) last.push(item)
    else groups.push([item])
    before = item
  }
  return groups
}
