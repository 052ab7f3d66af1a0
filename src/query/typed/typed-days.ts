import { dayIn } from '../../hours/calendar-day.ts'
import { dayMillis, weekdayNumber } from '../../place/dates.ts'

/** A day that people name: its phrases, and its next occurrence from a day on (numbers since 1970-01-01). */
export interface NamedDay {
  readonly phrases: readonly string[]
  readonly next: (today: number) => number
  /** Its last day, if it has several: open on one of them. */
  readonly last?: (today: number) => number
  /** True if all of its days are meant. */
  readonly isEvery?: true
  /** True for a weekday, which comes again in a week. */
  readonly isWeekly?: true
  /** True for a name that is also another word (`sun`), and so needs `open` or a time beside it. */
  readonly isShort?: true
  /** The time of a part of the day, in minutes from midnight. */
  readonly minute?: number
}

const weekdayPhrases = [
  'måndag, måndagen, måndagar, monday, mondays',
  'tisdag, tisdagen, tisdagar, tuesday, tuesdays',
  'onsdag, onsdagen, onsdagar, wednesday, wednesdays',
  'torsdag, torsdagen, torsdagar, thursday, thursdays',
  'fredag, fredagen, fredagar, friday, fridays',
  'lördag, lördagen, lördagar, i lördags, lördagsöppet, saturday, saturdays',
  'söndag, söndagen, söndagar, i söndags, söndagsöppet, söndagsöppen, sunday, sundays',
]

const shortWeekdayPhrases = [
  'mån, månd, mon',
  'tis, tisd, tue, tues',
  'ons, onsd, wed',
  'tor, tors, torsd, thu, thur, thurs',
  'fre, fred, fri',
  'lör, lörd, sat',
  'sön, sönd, sun',
]

const relativePhrases = [
  'today, idag, i dag',
  'tomorrow, imorgon, i morgon, imorrn, i morrn, imorron',
  'day after tomorrow, the day after tomorrow, övermorgon, i övermorgon',
]

const [monday, saturday, sunday] = [0, 5, 6]

/** Days that are no holidays: their phrases, the next of them, and a time. */
const otherDays: readonly NamedDay[] = [
  {
    phrases: ['tonight', 'ikväll', 'i kväll', 'this evening', 'kvällsöppet', 'kvällsöppen'],
    next: (today) => today,
    minute: 18 * 60,
  },
  { phrases: ['inatt', 'i natt', 'nattöppet', 'nattöppen'], next: (today) => today, minute: 23 * 60 },
  {
    phrases: [
      'weekend',
      'weekends',
      'the weekend',
      'this weekend',
      'helg',
      'helgen',
      'helger',
      'i helgen',
      'veckoslut',
      'helgöppet',
      'helgöppen',
    ],
    next: (today) => (weekdayNumber(today) > saturday ? today : nextWeekday(today, saturday)),
    last: (today) => nextWeekday(today, sunday),
  },
  {
    phrases: ['this week', 'denna vecka', 'den här veckan', 'i veckan'],
    next: (today) => today,
    last: (today) => nextWeekday(today, sunday),
  },
  {
    phrases: ['next week', 'nästa vecka'],
    next: (today) => nextWeekday(today + 1, monday),
    last: (today) => nextWeekday(today + 1, monday) + 6,
  },
  {
    phrases: [
      ...['every day', 'each day', 'daily', 'all week', 'seven days a week', '7 days a week', 'all days'],
      ...['varje dag', 'alla dagar', 'dagligen', 'hela veckan', 'alla dagar i veckan', 'alla veckans dagar'],
    ],
    next: (today) => today,
    last: (today) => today + 6,
    isEvery: true,
  },
  {
    phrases: ['weekday', 'weekdays', 'vardag', 'vardagen', 'vardagar'],
    next: (today) => (weekdayNumber(today) < saturday ? today : nextWeekday(today, monday)),
  },
  { phrases: ['mellandagarna', 'mellandagar'], next: (today) => nextHoliday(on(12, 27), today) },
]

/** The day of a holiday in a year. */
type HolidayRule = (year: number) => number

const on =
  (month: number, day: number): HolidayRule =>
  (year) =>
    dayIn(year, month, day)

/** The first such weekday (0 is Monday) from a date on. */
const weekdayFrom =
  (weekday: number, month: number, day: number): HolidayRule =>
  (year) =>
    nextWeekday(dayIn(year, month, day), weekday)

const easter =
  (days: number): HolidayRule =>
  (year) =>
    easterSunday(year) + days

/** The holidays of Sweden, and those of churches: their names in English and Swedish, the other phrases, and the rule. */
const holidays: readonly (readonly [en: string, sv: string, others: string, rule: HolidayRule])[] = [
  ["New Year's Day", 'nyårsdagen', 'nyår, nyårshelgen, new year, new years', on(1, 1)],
  ['Twelfth Night', 'trettondagsafton', 'trettondagsaftonen', on(1, 5)],
  ['Epiphany', 'trettondedag jul', 'trettondagen, trettondag jul, trettondedagen, epiphany day', on(1, 6)],
  ['Maundy Thursday', 'skärtorsdagen', 'skärtorsdag, holy thursday', easter(-3)],
  ['Good Friday', 'långfredagen', 'långfredag', easter(-2)],
  ['Easter Eve', 'påskafton', 'påskaftonen, easter saturday, holy saturday', easter(-1)],
  ['Easter Sunday', 'påskdagen', 'påskdag, påsk, påsken, påskhelgen, påsksöndagen, easter day, easter', easter(0)],
  ['Easter Monday', 'annandag påsk', 'annandagen påsk', easter(1)],
  ['Walpurgis Night', 'valborgsmässoafton', 'valborg, walpurgis, walpurgis eve', on(4, 30)],
  ['May Day', 'första maj', 'labour day, labor day', on(5, 1)],
  ['Ascension Day', 'Kristi himmelsfärdsdag', 'kristi himmelsfärd, kristi himmelsfärds dag, ascension', easter(39)],
  ['Whitsun Eve', 'pingstafton', 'pentecost eve', easter(48)],
  ['Pentecost', 'pingstdagen', 'pingst, pingsten, pingsthelgen, whit sunday, whitsunday, whitsun', easter(49)],
  ['Whit Monday', 'annandag pingst', 'pentecost monday', easter(50)],
  ['National Day', 'nationaldagen', 'sveriges nationaldag, swedish national day', on(6, 6)],
  ['Midsummer Eve', 'midsommarafton', "midsommaraftonen, midsummer's eve", weekdayFrom(4, 6, 19)],
  ['Midsummer Day', 'midsommardagen', "midsommar, midsommarhelgen, midsummer, midsummer's day", weekdayFrom(5, 6, 20)],
  ["All Saints' Eve", 'allhelgonaafton', 'alla helgons afton', weekdayFrom(4, 10, 30)],
  [
    "All Saints' Day",
    'alla helgons dag',
    'alla helgon, allhelgonadagen, allhelgona, allhelgonahelgen',
    weekdayFrom(5, 10, 31),
  ],
  [
    'First Sunday of Advent',
    'första advent',
    'första söndagen i advent, first advent, 1 advent, 1a advent, 1:a advent, 1:e advent',
    weekdayFrom(6, 11, 27),
  ],
  [
    'Second Sunday of Advent',
    'andra advent',
    'andra söndagen i advent, second advent, 2 advent, 2a advent, 2:a advent, 2:e advent',
    weekdayFrom(6, 12, 4),
  ],
  [
    'Third Sunday of Advent',
    'tredje advent',
    'tredje söndagen i advent, third advent, 3 advent, 3e advent, 3:e advent, 3:dje advent',
    weekdayFrom(6, 12, 11),
  ],
  [
    'Fourth Sunday of Advent',
    'fjärde advent',
    'fjärde söndagen i advent, fourth advent, 4 advent, 4e advent, 4:e advent, 4:de advent',
    weekdayFrom(6, 12, 18),
  ],
  ["Saint Lucy's Day", 'luciadagen', 'lucia, luciamorgon, st lucia, saint lucia', on(12, 13)],
  ['Christmas Eve', 'julafton', 'julaftonen, xmas eve', on(12, 24)],
  ['Christmas Day', 'juldagen', 'juldag, jul, julen, julhelgen, i jul, christmas, xmas', on(12, 25)],
  ['Boxing Day', 'annandag jul', 'annandagen, annandagen jul, annandag, second day of christmas', on(12, 26)],
  ["New Year's Eve", 'nyårsafton', 'nyårsaftonen', on(12, 31)],
]

/** The days that people name, in both languages. */
export const dayWords: readonly NamedDay[] = [
  ...relativePhrases.map((listed, days) => ({ phrases: listed.split(', '), next: (today: number) => today + days })),
  ...weekdayPhrases.map((listed, weekday) => ({
    phrases: listed.split(', '),
    next: (today: number) => nextWeekday(today, weekday),
    isWeekly: true as const,
  })),
  ...shortWeekdayPhrases.map((listed, weekday) => ({
    phrases: listed.split(', '),
    next: (today: number) => nextWeekday(today, weekday),
    isWeekly: true as const,
    isShort: true as const,
  })),
  ...otherDays,
  ...holidays.map(([en, sv, others, rule]) => ({
    phrases: [en, sv, ...others.split(', ')],
    next: (today: number) => nextHoliday(rule, today),
  })),
]

/** Holidays, by their Swedish name, on which offices and shops are open as usual: nobody has to confirm their hours. */
const usualDays = /^(?:skärtorsdagen|pingstafton|annandag pingst|luciadagen|\S+ advent)$/

/** A holiday: its name in each language, and whether hours that nobody gave for it are in doubt. */
export interface NamedHoliday {
  readonly en: string
  readonly sv: string
  readonly isInDoubt: boolean
}

/** Returns the holiday on a day; undefined if it is none. */
export function holidayOn(day: number): NamedHoliday | undefined {
  const year = yearOf(day)
  const found = holidays.find(([, , , rule]) => rule(year) === day)
  return found && { en: found[0], sv: found[1], isInDoubt: !usualDays.test(found[1]) }
}

/** Returns the first such weekday from a day on; 0 is Monday. */
function nextWeekday(day: number, weekday: number): number {
  return day + ((weekday - weekdayNumber(day) + 7) % 7)
}

function nextHoliday(rule: HolidayRule, today: number): number {
  const year = yearOf(today)
  const ofYear = rule(year)
  return ofYear >= today ? ofYear : rule(year + 1)
}

function yearOf(day: number): number {
  return new Date(day * dayMillis).getUTCFullYear()
}

/** Returns Easter Sunday of a year (the algorithm of Meeus, Jones and Butcher for the Gregorian calendar). */
function easterSunday(year: number): number {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e, g] = [b >> 2, b % 4, Math.floor((8 * b + 13) / 25)]
  const h = (19 * a + b - d - g + 15) % 30
  const l = (32 + 2 * e + 2 * (c >> 2) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return dayIn(year, Math.floor(n / 31), (n % 31) + 1)
}

const monthKeys = [
  'januari, january, jan',
  'februari, february, feb',
  'mars, march, mar',
  'april, apr',
  'maj, may',
  'juni, june, jun',
  'juli, july, jul',
  'augusti, august, aug',
  'september, sept, sep',
  'oktober, october, okt, oct',
  'november, nov',
  'december, dec',
].map((listed) => listed.split(', '))
const month = `(${monthKeys.flat().join('|')})`
const year = '(?:[ ,]+(\\d{4}))?'
const begin = '(?<![\\p{L}\\p{N}.,/-])'
const end = '(?![\\p{L}\\p{N}])'
const dayFirst = new RegExp(`${begin}(\\d{1,2})(?::e|:a|st|nd|rd|th)? (?:of )?${month}\\.?${year}${end}`, 'giu')
const monthFirst = new RegExp(`${begin}${month} (\\d{1,2})(?:st|nd|rd|th)?${year}${end}`, 'giu')
/** The first and the last day of a period: `24-26 december`, `24/12-26/12`. */
const period = new RegExp(
  `${begin}(\\d{1,2})(?:/(\\d{1,2}))?( ?[-–] ?)(\\d{1,2})(?:/(\\d{1,2})| ${month})${end}(?!/)`,
  'giu',
)
const dotted = new RegExp(`${begin}(\\d{1,2})[.-](\\d{1,2})[.-](\\d{4})${end}`, 'gu')
/** Without a year, only what is no time: `24.12`, `6.1`; and only behind such a word. */
const dottedShort =
  /(?<=(?:öppen|öppet|öppna|open|den|på|on) )(?:(\d{1,2})\.([1-9])|(2[4-9]|3[01])\.(0[1-9]|1[0-2]))(?![\p{L}\p{N}]|[.:]\d)/giu
const ofMonth = new RegExp(
  `${begin}(?:den (\\d{1,2})(?::?[ea])?|the (\\d{1,2})(?:st|nd|rd|th))${end}(?![/.-]\\d)`,
  'giu',
)
const slashed = new RegExp(`${begin}(\\d{1,2})/(\\d{1,2})(?:(?:/| ?-? ?)(\\d{4}))?(?![\\p{L}\\p{N}/])`, 'gu')
const extended = new RegExp(`${begin}(\\d{4})[-/](\\d{2})[-/](\\d{2})${end}`, 'gu')
const hour = '([01]?\\d|2[0-4])'
/** The hours as words, from one to twelve in each language. */
const hourWords = [
  'one two three four five six seven eight nine ten eleven twelve',
  'ett två tre fyra fem sex sju åtta nio tio elva tolv',
].flatMap((listed) => listed.split(' '))
/** The words in front of a time; of a range the beginning counts. */
const atTime = '(?:kl\\.?|klockan|at|from|från|after|efter|until|till|before|innan|före|mellan|between)'
/** `från 1100-talet` names no time. */
const clockEnd = `${end}(?!-\\p{L})`
const rangeEnd = `(?: ?(?:[-–]|till|to|until|och|and) ?(?:kl\\.? ?)?${hour}(?:[:.]?[0-5]\\d)?(?: ?(?:am|pm))?)?`
const clocks = [
  new RegExp(
    `${begin}${atTime} (?:kl\\.? ?|klockan )?((?:halv )?(?:${hourWords.join('|')}))()(?: ?(am|pm))?${end}`,
    'giu',
  ),
  new RegExp(
    `${begin}${atTime} ?(?:kl\\.? ?|klockan )?${hour}(?:[:.]?([0-5]\\d))?(?: ?(am|pm))?${rangeEnd}${clockEnd}`,
    'giu',
  ),
  new RegExp(`${begin}${hour}(?:[:.]([0-5]\\d))? ?(am|pm)${rangeEnd}${clockEnd}`, 'giu'),
  new RegExp(`${begin}${hour}:([0-5]\\d)${rangeEnd}${clockEnd}`, 'gu'),
]
/** Numbers that are a time right behind a day or `open`: `lördag 14`, `öppet 10-12`. */
const bareClock = new RegExp(
  `(?<=\\p{L} )${hour}(?:\\.([0-5]\\d))?()${rangeEnd}${clockEnd}(?!:\\p{L}|\\.? ?advent)`,
  'giu',
)

/** A day or a time in a text, by its place in it. */
export type WrittenTime = { readonly from: number; readonly to: number } & (
  | { readonly is: 'date'; readonly day: number }
  /** Minutes from midnight. One that is bare counts only right behind a day or `open`. */
  | { readonly is: 'time'; readonly minute: number; readonly isBare?: true }
)

/** Returns the dates of a text (`24 december`, `Dec 24`, `24/12`, `2026-12-24`); one without a year is the next. */
export function datesIn(text: string, today: number): WrittenTime[] {
  const found = (form: RegExp, read: (parts: readonly (string | undefined)[]) => number | undefined): WrittenTime[] =>
    [...text.matchAll(form)].flatMap((match) => {
      const day = read(match)
      return day === undefined ? [] : [{ is: 'date', day, from: match.index, to: match.index + match[0].length }]
    })
  return [
    ...periodsIn(text, today),
    ...found(extended, ([, year, month, day]) => dateOf(today, Number(day), Number(month), year)),
    ...found(dayFirst, ([, day, month, year]) => dateOf(today, Number(day), monthOf(month!), year)),
    ...found(monthFirst, ([, month, day, year]) => dateOf(today, Number(day), monthOf(month!), year)),
    ...found(dotted, ([, day, month, year]) => dateOf(today, Number(day), Number(month), year)),
    ...found(dottedShort, ([, day, month, other, its]) =>
      dateOf(today, Number(day ?? other), Number(month ?? its), undefined),
    ),
    ...found(ofMonth, ([, one, other]) => dayOfMonth(today, Number(one ?? other))),
    // `24/7` is no 24 July.
    ...found(slashed, ([whole, day, month, year]) => {
      return whole === '24/7' ? undefined : dateOf(today, Number(day), Number(month), year)
    }),
  ]
}

function periodsIn(text: string, today: number): WrittenTime[] {
  return [...text.matchAll(period)].flatMap((match): WrittenTime[] => {
    const [whole, first = '', ownMonth, dash = '', last, number, name] = match
    const month = name === undefined ? Number(number) : monthOf(name)
    // `24-26/12` may be part of a telephone number.
    if (name === undefined && ownMonth === undefined) return []
    const days = [
      dateOf(today, Number(first), ownMonth === undefined ? month : Number(ownMonth), undefined),
      dateOf(today, Number(last), month, undefined),
    ]
    const { index } = match
    const between = index + whole.indexOf(dash)
    const places = [
      { from: index, to: between },
      { from: between + dash.length, to: index + whole.length },
    ]
    return days.flatMap((day, at) => (day === undefined ? [] : [{ is: 'date', day, ...places[at]! }]))
  })
}

const monthOf = (name: string) => monthKeys.findIndex((names) => names.includes(name.toLowerCase())) + 1

function dateOf(today: number, day: number, month: number, year: string | undefined): number | undefined {
  const inYear = (one: number) => {
    const date = new Date(Date.UTC(one, month - 1, day))
    return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? dayIn(one, month, day) : undefined
  }
  if (year !== undefined) return inYear(Number(year))
  // A 29 February may be up to eight years away.
  for (let one = yearOf(today); one <= yearOf(today) + 8; one++) {
    const found = inYear(one)
    if (found !== undefined && found >= today) return found
  }
  return undefined
}

/** Returns the next day with this number in its month. */
function dayOfMonth(today: number, day: number): number | undefined {
  for (let one = today; day > 0 && one < today + 62; one++)
    if (new Date(one * dayMillis).getUTCDate() === day) return one
  return undefined
}

/** Returns the times of a text: `kl 18`, `klockan 18.30`, `18:30`, `at 6 pm`, `at ten`, `10-12`; bare ones last. */
export function timesIn(text: string): WrittenTime[] {
  return [...clocks, bareClock].flatMap((form) =>
    [...text.matchAll(form)].flatMap((match): WrittenTime[] => {
      const [whole, written = '', minute = '0', half] = match
      const hour = hourOf(written)
      const hours = half ? (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : hour
      const at = hours * 60 + Number(minute)
      const [from, to] = [match.index, match.index + whole.length]
      return at < 1440 ? [{ is: 'time', minute: at, from, to, ...(form === bareClock && { isBare: true }) }] : []
    }),
  )
}

function hourOf(written: string): number {
  // Half nine is half past eight.
  if (/^halv /i.test(written)) return hourOf(written.slice(5)) - 0.5
  const at = hourWords.indexOf(written.toLowerCase())
  return at < 0 ? Number(written) : (at % 12) + 1
}
