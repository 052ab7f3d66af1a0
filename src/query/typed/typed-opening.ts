import { dayIn } from '../../hours/calendar-day.ts'
import { type Mark, nothing, type Understood, type Write } from './typed-marks.ts'
import type { TypedContext } from './typed-part.ts'

interface OpenContext extends Required<Pick<TypedContext, 'today' | 'minute'>> {
  readonly text: string
}

/**
 * Reads open, a day and a time, in any order and apart: `öppet`, `lördag`, `kl 18`. Of several days or times the first
 * counts.
 */
export function openIn(all: readonly Mark[], { today, minute: now, text }: OpenContext, write: Write): Understood {
  const of = (...kinds: readonly string[]) => all.filter(({ meaning }) => kinds.includes(meaning.is))
  const open = of('open')
  const isOpened = open.length > 0 || of('time').some(({ meaning }) => meaning.is === 'time' && !meaning.isBare)
  const days = of('day', 'date').filter(({ meaning }) => isOpened || meaning.is !== 'day' || !meaning.day.isShort)
  const isBeside = (mark: Mark) =>
    [...open, ...days].some(({ to }) => to < mark.from && isGap(text.slice(to, mark.from)))
  const times = of('time').filter((mark) => mark.meaning.is !== 'time' || !mark.meaning.isBare || isBeside(mark))
  const isTimed = open.length > 0 || days.length > 0
  const periods = isTimed ? of('period') : []
  const years = days.length > 0 ? of('year').filter(isBeside) : []
  // Who asks when a place is open does not ask for those that are open now.
  const hours = of('hours')
  const isAsked = hours.length > 0 && days.length === 0 && times.length === 0
  const nows = open.length > 0 || of('types', 'facility', 'here').length > 0 ? of('now') : []
  const used = [...open, ...nows, ...days, ...times, ...periods, ...years]
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
  if (minute === undefined) return { parts: [{ is: 'day', day: number, ...part }], marks }
  const isPast = number === today && minute < now
  // This evening goes on after its time.
  if (isPast && clock === undefined) return { parts: [{ is: 'open', ...part }], marks }
  const later = !isPast ? 0 : day === undefined ? 1 : day.is === 'day' && day.day.isWeekly ? 7 : 0
  return { parts: [{ is: 'day', day: number + later, minute, ...part }], marks }
}

const isGap = (text: string) => /^[\s,]*$/.test(text)
