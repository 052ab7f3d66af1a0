import { dayIn } from '../../hours/calendar-day.ts'
import type { OpenDays } from '../../place/open-days.ts'
import { type Mark, nothing, type Understood, type Write } from './typed-marks.ts'
import type { TypedContext } from './typed-part.ts'

interface OpenContext extends Required<Pick<TypedContext, 'today' | 'minute'>> {
  readonly text: string
}

/**
 * Reads open, days and a time, in any order and apart: `öppet`, `lördag`, `kl 18`. Of several times the first counts, and
 * beside a time the first day.
 */
export function openIn(all: readonly Mark[], { today, minute: now, text }: OpenContext, write: Write): Understood {
  const of = (...kinds: readonly string[]) => all.filter(({ meaning }) => kinds.includes(meaning.is))
  const open = of('open')
  const isOpened = open.length > 0 || of('time').some(({ meaning }) => meaning.is === 'time' && !meaning.isBare)
  const named = of('day', 'date').filter(({ meaning }) => isOpened || meaning.is !== 'day' || !meaning.day.isShort)
  const days = daysOf(named, text)
  const isBeside = (mark: Mark) =>
    [...open, ...named].some(({ to }) => to < mark.from && isGap(text.slice(to, mark.from)))
  const times = of('time').filter((mark) => mark.meaning.is !== 'time' || !mark.meaning.isBare || isBeside(mark))
  const isTimed = open.length > 0 || days.length > 0
  const periods = isTimed ? of('period') : []
  const years = days.length > 0 ? of('year').filter(isBeside) : []
  // Who asks when a place is open does not ask for those that are open now.
  const hours = of('hours')
  const isAsked = hours.length > 0 && days.length === 0 && times.length === 0
  const nows = open.length > 0 || of('types', 'facility', 'here').length > 0 ? of('now') : []
  const used = [...open, ...nows, ...named, ...times, ...periods, ...years]
  const marks = all.filter((mark) => used.includes(mark))
  if (marks.length === 0) return nothing
  if (isAsked && nows.length === 0) return { parts: [], marks: [...marks, ...hours] }
  const [day, time, year] = [days[0]?.meaning, [...times, ...periods][0]?.meaning, years[0]?.meaning]
  const part = { text: write(marks) }
  if (day === undefined && time === undefined) return { parts: [{ is: 'open', ...part }], marks }
  const from = year?.is === 'year' ? Math.max(today, dayIn(year.year, 1, 1)) : today
  const number = day?.is === 'date' ? day.day : day?.is === 'day' ? day.day.next(from) : today
  const clock = time?.is === 'time' || time?.is === 'period' ? time.minute : undefined
  const minute = clock ?? (day?.is === 'day' ? day.day.minute : undefined)
  if (minute === undefined) return { parts: [{ is: 'days', ...openDays(days, from, text), ...part }], marks }
  const isPast = number === today && minute < now
  // This evening goes on after its time.
  if (isPast && clock === undefined) return { parts: [{ is: 'open', ...part }], marks }
  const later = !isPast ? 0 : day === undefined ? 1 : day.is === 'day' && day.day.isWeekly ? 7 : 0
  return { parts: [{ is: 'time', day: number + later, minute, ...part }], marks }
}

/** Leaves out weekdays that only describe the date or the holiday beside them: `lördag 12 december`. */
function daysOf(marks: readonly Mark[], text: string): readonly Mark[] {
  const isWeekly = ({ meaning }: Mark) => meaning.is === 'day' && meaning.day.isWeekly === true
  const isNextTo = (one: Mark, other: Mark) => one.to < other.from && isDayGap(text.slice(one.to, other.from))
  return marks.filter(
    (mark) =>
      !isWeekly(mark) || !marks.some((other) => !isWeekly(other) && (isNextTo(mark, other) || isNextTo(other, mark))),
  )
}

const isDayGap = (text: string) => /^[\s,(]*(?:den|the)?\s*$/i.test(text)

const daysMax = 31

/** Returns the days that marks name from a day on; a dash between two names all days between them. */
function openDays(marks: readonly Mark[], today: number, text: string): OpenDays {
  const every = marks.find(({ meaning }) => meaning.is === 'day' && meaning.day.isEvery)
  const days: number[] = []
  let before: Mark | undefined
  for (const mark of every ? [every] : marks) {
    const isEnd = before !== undefined && isDash(text.slice(before.to, mark.from))
    const [first, last] = firstAndLast(mark, isEnd ? days.at(-1)! : today)
    const from = isEnd ? days.at(-1)! : first
    for (let day = from; day <= last && days.length < daysMax; day++) days.push(day)
    before = mark
  }
  return { days: [...new Set(days)].sort((one, other) => one - other), isEvery: every !== undefined }
}

function firstAndLast({ meaning }: Mark, today: number): readonly [first: number, last: number] {
  if (meaning.is === 'date') return [meaning.day, meaning.day]
  if (meaning.is !== 'day') return [today, today]
  const { next, last = next } = meaning.day
  return [next(today), last(today)]
}

const isDash = (text: string) => /^\s*[-–]\s*$|^ (?:till|to|through) $/i.test(text)
const isGap = (text: string) => /^[\s,]*$/.test(text)
