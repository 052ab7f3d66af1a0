import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Holiday, holidaysIn, type ListedHoliday } from '../../src/pages/holiday.ts'
import { useLanguage } from '../words/language.tsx'
import { addDays, type Day } from './calendar.ts'

export { capital, type Holiday, hasOwnHours, isUnconfirmed } from '../../src/pages/holiday.ts'

const files = import.meta.glob<string>('./holidays/*.json', { query: '?url', import: 'default', eager: true })

/**
 * Returns the holidays of a country (ISO 3166-1 alpha-2) for several years, in the language of the page; empty if they
 * are unknown.
 */
export function useHolidays(country: string | undefined): readonly Holiday[] {
  const { language } = useLanguage()
  const file = files[`./holidays/${country}.json`]
  const { data } = useQuery({
    queryKey: ['holidays', country],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: file === undefined ? skipToken : () => readHolidays(file),
  })
  return useMemo(() => holidaysIn(data ?? [], language), [data, language])
}

/** The days that editors are offered: a year of them. */
const aheadDays = 366

/** Returns the holidays that editors are offered. */
export function upcoming(holidays: readonly Holiday[], today: Day): readonly Holiday[] {
  const last = addDays(today, aheadDays)
  return holidays.filter(({ day }) => today <= day && day < last)
}

/** The date beside the name of a holiday. */
export const holidayForm = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const

async function readHolidays(file: string): Promise<readonly ListedHoliday[]> {
  const answer = await fetch(new URL(file, location.href))
  return (await answer.json()) as readonly ListedHoliday[]
}
