import { clockTime, weekdaysFrom } from '../place/open-hours.ts'
import type { Weekday } from '../place/place.ts'

/**
 * What people call days, and other words of opening hours, by what they stand for in a value of OSM. Words that mean
 * different days to different people, such as vardagar and helg, are not among them. What a table and a form are given
 * is read by the same words.
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
 * Days, and when they are open or that they are closed; a list of times goes on where another follows. That they are open
 * says nothing beside their hours; without them it is all day, or hours that are not told.
 */
const group = new RegExp(
  `(?:open[ :]*)?(?:(${days})[ :]*)?(?:off|(?:open[ :]*)?(${written}(?:,${written})*|24/7)(?: ?open)?)([ ,;/|.]*)`,
  'y',
)

/** Years, which would pass for times; quarters of hours behind a weekday are none. */
const quarter = String.raw`\d\d(?:[03]0|[14]5)`
const years = new RegExp(String.raw`(?<!\d|${day}[ :]+(?=${quarter}-${quarter}))(?:19|20)\d\d-(?:19|20|21)\d\d(?!\d)`)

/** A longer text says more than a week. */
const lengthMax = 500

/** Hours of some days, as OSM writes both: `mo-we,fr` (undefined where no day is named), `09:00-12:00,13:00-17:00` or `off`. */
interface WrittenHours {
  readonly days: string | undefined
  readonly open: string
}

/**
 * Opening hours as people write them in a table, in Swedish or English (`mån-fre 9-17, lör 10-14`), as a value of the OSM key
 * `opening_hours`; undefined where some part of the text is not understood, or may mean one thing or another.
 */
export function osmOfWritten(text: string): string | undefined {
  return readWritten(text)
    ?.map(({ days = 'mo-su', open }) => `${days} ${open}`)
    .join(', ')
}

/** The same by days, as they follow each other in the text; days that are not named only where the text names none. */
export function readWritten(text: string): readonly WrittenHours[] | undefined {
  // A fallback of OSM (`||`) holds where nothing else does, and adds nothing.
  if (text.length > lengthMax || text.includes('||')) return undefined
  const coded = inCodes(text)
  if (coded === undefined) return undefined
  const groups: WrittenHours[] = []
  const [told, closed] = [new Set<Weekday>(), new Set<Weekday>()]
  let separator = ''
  for (group.lastIndex = 0; group.lastIndex < coded.length; ) {
    const found = group.exec(coded)
    if (!found) return undefined
    const open = found[2]?.replace('24/7', '00:00-24:00') ?? 'off'
    const weekdays = weekdaysIn(found[1] ?? 'mo-su')
    // Behind a semicolon the hours of a day take the place of others to OSM, and are more hours to people. Hours of a day
    // that was told as closed open it to OSM, and not to people.
    const isUnclear = (day: Weekday) => closed.has(day) || (separator.includes(';') && told.has(day))
    if (open !== 'off' && weekdays.some(isUnclear)) return undefined
    for (const day of weekdays) (open === 'off' ? closed : told).add(day)
    groups.push({ days: found[1], open })
    separator = found[3]!
  }
  // Hours beside those of named days are of no day that is known.
  const isVague = groups.length > 1 && groups.some(({ days }) => days === undefined)
  return groups.length === 0 || isVague ? undefined : groups
}

/** The weekdays of `mo-we,fr`. */
export function weekdaysIn(text: string): Weekday[] {
  return text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-') as [Weekday, Weekday?]
    return weekdaysFrom(first, last)
  })
}

/** The text with each word as its code and each time as OSM writes it; undefined where a word or a time is none. */
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

/** A span as OSM writes it; undefined for what is none, and for an end that may be before noon or after it (`9-5`). */
function spanOf([fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf]: readonly (string | undefined)[]) {
  const from = clockTime(fromHour, fromMinute, fromHalf)
  const to = clockTime(toHour, toMinute, toHalf)
  if (from === undefined || to === undefined || from === '24:00' || from === to) return undefined
  // Nobody writes an hour of the afternoon as 05.
  const isCertain = toHalf !== undefined || toHour?.startsWith('0')
  if ((fromHalf === undefined) !== (toHalf === undefined) || (to <= from && from < '13:00' && !isCertain))
    return undefined
  return `${from}-${to}`
}
