import { fold } from './folded-text.ts'

/** What a text sorts by: plain `<` on these keys is the order of names (D32, D33). Every character is below U+0100. */
export type SortKey = string

/** Only so much of a text counts for its order, in UTF-16 code units (D33). */
export const sortedLength = 200

/** Latin, Greek, Cyrillic, their accents and marks, punctuation, symbols: ranges of UTF-16 code units, inclusive. */
const alphabetRanges: readonly (readonly [number, number])[] = [
  [0x20, 0x52f],
  [0x1e00, 0x214f],
]
const alphabetEnd = 0x2150

/** Letters that collate as two others, where Unicode has no decomposition that says so. */
const ligatures: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' }

/** Ends the primary weights, so it is below all of them; U+0000 is left out, since PostgreSQL has no text with it. */
const separator = 1
/**
 * Behind the separator, for each accent: 255 less the letters without one since the one before (so that the earlier
 * accent is the greater), and its weight; nothing for letters without an accent.
 */
const firstWeight = 2
/** In front of three units that hold a code point beyond the alphabet, in base 252. */
const beyondAlphabet = 0xff
const base = 0x100 - firstWeight - 1

/** The weights of each code unit of the alphabet. */
interface Weights {
  /** 0: no letter of its own. Below 256: one unit. Else two units, the first in the upper byte. */
  readonly primary: Uint16Array
  /** 0: none, which is less than every accent. */
  readonly accent: Uint8Array
  /** Letters that are written as several before they are weighed. */
  readonly expansions: ReadonlyMap<string, string>
}

/** The weights of the languages that were asked for, of which a process has one or few; each takes about 2 ms. */
const known = new Map<string, Weights>()

/**
 * The function from a text to its sort key in a language (BCP 47).
 *
 * The weights are read off `Intl.Collator`: the alphabet is sorted by it, what it holds for the same letter gets the
 * same primary weight, and accents are a second level behind a separator (case is ignored, as in the collator's
 * sensitivity `accent`). So keys can be kept, and compared by anything that compares bytes. Code points beyond the
 * alphabet follow it in their own order. Where this differs from the collator: a pair of letters that a language
 * sorts as one (Danish `aa`, Czech `ch`) stays a pair, and a letter that sorts as a pair (`ß` as `ss`) ties with it.
 */
export function createSortKey(locale: string): (text: string) => SortKey {
  const { primary, accent, expansions } = known.getOrInsertComputed(locale, weigh)
  const expandable = new RegExp(`[${[...expansions.keys()].join('')}]`, 'g')
  const key = Buffer.alloc(4 * sortedLength + 1 + 2 * sortedLength)
  const accents = Buffer.alloc(2 * sortedLength)

  return (text) => {
    // Folded before it is cut: what a text is folded to depends on what follows, and its length changes.
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

/** Every code unit of the alphabet that `fold` leaves as it is. */
function foldedAlphabet(): string[] {
  return alphabetRanges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => String.fromCharCode(first + index)).filter(
      (letter) => /[\p{L}\p{N}\p{P}\p{S}\p{Zs}\p{M}]/u.test(letter) && fold(letter) === letter,
    ),
  )
}

/** Whether the language sorts the letter as these parts, and not as an accented form of one of them. */
function isLigature(letter: string, parts: string, letterOrder: Intl.Collator): boolean {
  return letterOrder.compare(letter, parts) === 0 && !/\p{M}/u.test(parts)
}

/**
 * Hands out primary weights in ascending order: one unit for a common letter; rare ones between two common ones share
 * a first unit and take two. No weight is the beginning of another, so that concatenated ones compare as the letters.
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

/** Cuts a list wherever two neighbours do not belong together. */
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
