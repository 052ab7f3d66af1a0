import { clockTime, weekdaysFrom } from '../place/open-hours.ts'
import type { Weekday } from '../place/place.ts'
import languages from './hours-words.json' with { type: 'json' }

/** A language whose words for hours are known (ISO 639-1). */
export type HoursLanguage = keyof typeof languages

/**
 * The words for days and other terms of hours in one language, by their equivalents in OSM. Words whose meaning varies
 * between people, such as vardagar and helg, are omitted. Tables and forms are parsed with the same words.
 */
interface Words {
  readonly codes: ReadonlyMap<string, string>
  /** Matches the longest known words at a place, or any other word. */
  readonly pattern: RegExp
}

/** Words as they are written, or without their marks, so that `sondag` is söndag and `lunedi` is lunedì. */
type Spelling = (text: string) => string

const exact: Spelling = (text) => text.normalize('NFC').toLowerCase().replaceAll('’', "'")
const unmarked: Spelling = (text) =>
  exact(text).replaceAll('ø', 'o').replaceAll('æ', 'ae').normalize('NFD').replaceAll(/\p{M}/gu, '')

const exactWords = new Map<HoursLanguage, Words>()
const unmarkedWords = new Map<HoursLanguage, Words>()

/** Returns the words of a language, and those of English that other languages mix with theirs. */
function wordsOf(language: HoursLanguage, spelling: Spelling): Words {
  const known = spelling === exact ? exactWords : unmarkedWords
  return known.getOrInsertComputed(language, () => {
    const english = Object.entries(languages.en).map(([code, said]) => [code, said.filter(isMixed)] as const)
    const codes = new Map(
      [...english, ...Object.entries(languages[language])].flatMap(([code, said]) =>
        said.map((word) => [spelling(word), code] as const),
      ),
    )
    const phrases = [...codes.keys()].filter((word) => /[^\p{L}]/u.test(word)).toSorted((a, b) => b.length - a.length)
    const escaped = phrases.map((phrase) => phrase.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|')
    return { codes, pattern: new RegExp(String.raw`(?<![\p{L}\d])(?:${escaped})(?![\p{L}\d])\.?|\p{L}+\.?`, 'gu') }
  })
}

/** Two letters may be a day of another language. */
function isMixed(word: string): boolean {
  return word.length > 2 || /^[ap]m$/.test(word)
}

/** Returns the weekday that a text names in one of the languages, such as a heading; undefined if it names none. */
export function weekdayNamed(text: string): Weekday | undefined {
  const word = withoutPoint(unmarked(text.trim()))
  // Shorter abbreviations are also words or mean different days.
  if (word.length < 3) return undefined
  const found = new Set(allLanguages.map((language) => wordsOf(language, unmarked).codes.get(word)))
  found.delete(undefined)
  const [code] = found
  return found.size === 1 && code !== undefined && /^[a-z]{2}$/.test(code) && new RegExp(`^${day}$`).test(code)
    ? (code as Weekday)
    : undefined
}

const allLanguages = Object.keys(languages) as readonly HoursLanguage[]

const day = '(?:mo|tu|we|th|fr|sa|su)'
const days = `${day}(?:-${day})?(?:,${day}(?:-${day})?)*`
/** A clock time has a separator, or is a whole hour: `0900-1600` and `2025-2100` may be years (D56). */
const clock = String.raw`(\d{1,2})(?:[:.]([0-5]\d))?(am|pm)?`
const span = new RegExp(String.raw`(?<![\d:.\-/])${clock}-${clock}(?![\d:\-/]|\.\d)`, 'g')
const written = String.raw`\d\d:\d\d-\d\d:\d\d`
/**
 * Matches days with their open hours or as closed. A list of times continues while another time follows. `open` adds
 * nothing to hours. Without hours it does not match, since it may mean all day or unstated hours.
 */
const group = new RegExp(
  `(?:open[ :]*)?(?:(${days})[ :]*)?(?:off|(?:open[ :]*)?(${written}(?:,${written})*|24/7)(?: ?open)?)([ ,;/|.]*)`,
  'y',
)

/** The longest text; a week needs no more. */
const lengthMax = 500

/**
 * The hours of some days in the notation of OSM: `mo-we,fr` (undefined if no day is named), `09:00-12:00,13:00-17:00`
 * or `off`.
 */
interface WrittenHours {
  readonly days: string | undefined
  readonly open: string
}

/** Converts hours by days to a value of the OSM key `opening_hours`. */
export function osmOf(written: readonly WrittenHours[]): string {
  return written.map(({ days = 'mo-su', open }) => `${days} ${open}`).join(', ')
}

/**
 * Reads opening hours as people write them in a table (`mån-fre 9-17, lör 10-14`), by days, in the order of the text.
 * Unnamed days occur only if the text names none. Returns undefined if any part of the text is unknown, or if it is
 * ambiguous, also between languages. A text is first read in the language of its file.
 */
export function readWritten(text: string, language?: string): readonly WrittenHours[] | undefined {
  // A fallback of OSM (`||`) applies only where nothing else does, and adds nothing.
  if (text.length > lengthMax || text.includes('||')) return undefined
  const own = allLanguages.filter((one) => one === language)
  for (const some of [own, allLanguages]) {
    for (const spelling of [exact, unmarked]) {
      const found = readIn(some, text, spelling)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** Returns the hours of a text in some languages; undefined if none can read it, or if they disagree. */
function readIn(some: readonly HoursLanguage[], text: string, spelling: Spelling): readonly WrittenHours[] | undefined {
  const signs = withSigns(spelling(text))
  const codings = new Set(some.map((language) => inCodes(signs, wordsOf(language, spelling))))
  const readings = [...codings]
    .map((coded) => coded !== undefined && groupsOf(coded))
    .filter((groups) => groups !== false)
  const [first, ...others] = readings.filter((groups) => groups !== undefined)
  return others.some((other) => JSON.stringify(other) !== JSON.stringify(first)) ? undefined : first
}

/** Returns the words of a text that the language with the fewest such words does not know. */
export function unknownWords(text: string, language?: string): string[] {
  const short = text.slice(0, lengthMax).normalize('NFC')
  const own = allLanguages.toSorted((one, other) => Number(other === language) - Number(one === language))
  const unknown = own.map((one) => {
    const { codes, pattern } = wordsOf(one, unmarked)
    const words = withSigns(unmarked(short)).match(pattern) ?? []
    return new Set(words.filter((word) => codeOf(codes, word) === undefined).map(withoutPoint))
  })
  const [fewest] = unknown.toSorted((one, other) => one.size - other.size)
  return [...new Set(short.match(/\p{L}+/gu))].filter((word) => fewest!.has(unmarked(word)))
}

function groupsOf(coded: string): readonly WrittenHours[] | undefined {
  const groups: WrittenHours[] = []
  const [named, closed] = [new Set<Weekday>(), new Set<Weekday>()]
  let separator = ''
  for (group.lastIndex = 0; group.lastIndex < coded.length; ) {
    const found = group.exec(coded)
    if (!found) return undefined
    const open = found[2]?.replace('24/7', '00:00-24:00') ?? 'off'
    const weekdays = weekdaysIn(found[1] ?? 'mo-su')
    // After a semicolon, OSM replaces the hours of a day, while people mean additional hours. Hours of a day that was
    // already closed open it in OSM, but not for people.
    const isUnclear = (day: Weekday) => closed.has(day) || (separator.includes(';') && named.has(day))
    if (open !== 'off' && weekdays.some(isUnclear)) return undefined
    for (const day of weekdays) (open === 'off' ? closed : named).add(day)
    groups.push({ days: found[1], open })
    separator = found[3]!
  }
  // Hours without days beside those of named days belong to unknown days.
  const isVague = groups.length > 1 && groups.some(({ days }) => days === undefined)
  return groups.length === 0 || isVague ? undefined : groups
}

/** Returns the weekdays of `mo-we,fr`. */
export function weekdaysIn(text: string): Weekday[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-') as [Weekday, Weekday?]
    return weekdaysFrom(first, last)
  })
}

/** Replaces signs and notations that are common to all languages. */
function withSigns(text: string): string {
  return (
    text
      .replaceAll(/[–—−]/g, '-')
      .replaceAll(/24 ?h\b(?!\/)|24\/7/g, 'dygnetrunt')
      // French and Spanish hours: 9h30, 9 h, 20:00 h.
      .replaceAll(/(?<=\d) ?h(?:rs?)? ?(?=[0-5]\d(?!\d))/gi, ':')
      .replaceAll(/(?<=\d) ?h(?:rs?)?\.?(?!\p{L})/giu, '')
      // Between numbers, `to` is a range, never a Thursday.
      .replaceAll(
        /(?<=\d *|[ap]m *)to(?= *\d)|(?<=(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*) to (?=(?:mon|tue|wed|thu|fri|sat|sun))/gi,
        '-',
      )
  )
}

function codeOf(codes: Words['codes'], word: string): string | undefined {
  return codes.get(word) ?? codes.get(withoutPoint(word))
}

function withoutPoint(word: string): string {
  return word.replace(/\.$/, '')
}

/**
 * Replaces each word by its code and each time by the notation of OSM; returns undefined if a word or a time is
 * unknown.
 */
function inCodes(text: string, { codes, pattern }: Words): string | undefined {
  let isUnknown = false
  const coded = text
    .replaceAll(pattern, (word) => {
      const code = codeOf(codes, word)
      isUnknown ||= code === undefined
      return code ?? ''
    })
    .replaceAll(/\s*[\n&]\s*/g, ',')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([-,;]) ?/g, '$1')
    .replaceAll(/ (?=[ap]m)/g, '')
  const timed = coded
    .replaceAll(span, (whole: string, ...parts: (string | undefined)[]) => {
      const said = spanOf(parts)
      isUnknown ||= said === undefined
      return said ?? whole
    })
    .replace(/^[ :,;]+/, '')
    .trim()
  return isUnknown ? undefined : timed
}

/** Formats a span for OSM. Returns undefined if it is not one, or if its end may be before or after noon (`9-5`). */
function spanOf([fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf]: readonly (string | undefined)[]) {
  const from = clockTime(fromHour, fromMinute, fromHalf)
  const to = clockTime(toHour, toMinute, toHalf)
  if (from === undefined || to === undefined || from === '24:00') return undefined
  // Nobody writes an afternoon hour as 05.
  const isCertain = toHalf !== undefined || toHour?.startsWith('0')
  if ((fromHalf === undefined) !== (toHalf === undefined) || (to <= from && from < '13:00' && !isCertain))
    return undefined
  return `${from}-${to}`
}
