import { clockTime, weekdaysFrom } from '../place/open-hours.ts'
import type { Weekday } from '../place/place.ts'

/**
 * Words for days and other terms of opening hours, by their equivalents in OSM. Words whose meaning varies between
 * people, such as vardagar and helg, are omitted. Tables and forms are parsed with the same words.
 */
const words: Readonly<Record<string, string>> = {
  mo: 'måndag måndagar mån må monday mondays mon mo',
  tu: 'tisdag tisdagar tis ti tuesday tuesdays tues tue tu',
  we: 'onsdag onsdagar ons on wednesday wednesdays wed we',
  th: 'torsdag torsdagar tors tor to thursday thursdays thurs thur thu th',
  fr: 'fredag fredagar fre fr friday fridays fri',
  sa: 'lördag lördagar lör lö saturday saturdays sat sa',
  su: 'söndag söndagar sön sö sunday sundays sun su',
  'mo-su': 'dagligen daily',
  'mo-fr': 'weekdays',
  'sa-su': 'weekends',
  '24/7': 'dygnetrunt',
  off: 'stängt stängd closed off',
  ',': 'och samt and',
  '-': 'till',
  '': 'kl klockan öppettider',
  open: 'öppet öppen open',
  am: 'am',
  pm: 'pm',
}

const meanings = new Map(Object.entries(words).flatMap(([code, said]) => said.split(' ').map((word) => [word, code])))

const day = '(?:mo|tu|we|th|fr|sa|su)'
const days = `${day}(?:-${day})?(?:,${day}(?:-${day})?)*`
const clock = String.raw`(\d{1,2})(?:[:.]?([0-5]\d))?(am|pm)?`
const span = new RegExp(String.raw`(?<![\d:.\-/])${clock}-${clock}(?![\d:.\-/])`, 'g')
const written = String.raw`\d\d:\d\d-\d\d:\d\d`
/**
 * Matches days with their open hours or as closed. A list of times continues while another time follows. `open` adds
 * nothing to hours. Without hours it does not match, since it may mean all day or unstated hours.
 */
const group = new RegExp(
  `(?:open[ :]*)?(?:(${days})[ :]*)?(?:off|(?:open[ :]*)?(${written}(?:,${written})*|24/7)(?: ?open)?)([ ,;/|.]*)`,
  'y',
)

/** Matches ranges of years, which would pass for times. Quarter hours after a weekday are times. */
const quarter = String.raw`\d\d(?:[03]0|[14]5)`
const years = new RegExp(String.raw`(?<!\d|${day}[ :]+(?=${quarter}-${quarter}))(?:19|20)\d\d-(?:19|20|21)\d\d(?!\d)`)

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

/**
 * Converts opening hours as people write them in a table, in Swedish or English (`mån-fre 9-17, lör 10-14`), to a value
 * of the OSM key `opening_hours`. Returns undefined if any part of the text is unknown or ambiguous.
 */
export function osmOfWritten(text: string): string | undefined {
  return readWritten(text)
    ?.map(({ days = 'mo-su', open }) => `${days} ${open}`)
    .join(', ')
}

/** Returns the same hours by days, in the order of the text. Unnamed days occur only if the text names none. */
export function readWritten(text: string): readonly WrittenHours[] | undefined {
  // A fallback of OSM (`||`) applies only where nothing else does, and adds nothing.
  if (text.length > lengthMax || text.includes('||')) return undefined
  const coded = inCodes(text)
  if (coded === undefined) return undefined
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

/**
 * Replaces each word by its code and each time by the notation of OSM; returns undefined if a word or a time is
 * unknown.
 */
function inCodes(text: string): string | undefined {
  let isUnknown = false
  const coded = text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[–—−]|\bt\.?o\.?m\.?(?= )/g, '-')
    .replaceAll(/alla dagar|varje dag|every ?day/g, 'dagligen')
    .replaceAll(/dygnet runt|24 ?h\b|24\/7/g, 'dygnetrunt')
    .replaceAll(
      /(?<=\d *|[ap]m *)to(?= *\d)|(?<=(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*) to (?=(?:mon|tue|wed|thu|fri|sat|sun))/g,
      '-',
    )
    .replaceAll(/(\p{L}+)\.?/gu, (_, word: string) => {
      const code = meanings.get(word)
      isUnknown ||= code === undefined
      return code ?? ''
    })
    .replaceAll(/\s*[\n&]\s*/g, ',')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([-,;]) ?/g, '$1')
    .replaceAll(/ (?=[ap]m)/g, '')
  isUnknown ||= years.test(coded)
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
  if (from === undefined || to === undefined || from === '24:00' || from === to) return undefined
  // Nobody writes an afternoon hour as 05.
  const isCertain = toHalf !== undefined || toHour?.startsWith('0')
  if ((fromHalf === undefined) !== (toHalf === undefined) || (to <= from && from < '13:00' && !isCertain))
    return undefined
  return `${from}-${to}`
}
