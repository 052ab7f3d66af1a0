import { skipToken, useQuery } from '@tanstack/react-query'
import { languages } from '../../src/words/words.ts'
import type { ListedHoliday } from '../build/holidays.ts'
import { useLanguage } from '../words/language.tsx'
import type { Day } from './calendar.ts'

const files = import.meta.glob<string>('./holidays/*.json', { query: '?url', import: 'default', eager: true })

/** A day on which offices are closed or close early, with its name. */
export interface Holiday {
  readonly day: Day
  readonly name: string
}

/**
 * Returns the holidays of a country (ISO 3166-1 alpha-2) for several years, in the language of the page; empty if they
 * are unknown.
 */
export function useHolidays(country: string | undefined): readonly Holiday[] {
  const { language } = useLanguage()
  const file = files[`./holidays/${country}.json`]
  const { data = [] } = useQuery({
    queryKey: ['holidays', country],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: file === undefined ? skipToken : () => readHolidays(file),
  })
  const at = languages.indexOf(language)
  return data.map(([day, ...names]) => ({ day, name: capital(names[at] ?? '') }))
}

async function readHolidays(file: string): Promise<readonly ListedHoliday[]> {
  const answer = await fetch(new URL(file, location.href))
  return (await answer.json()) as readonly ListedHoliday[]
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
