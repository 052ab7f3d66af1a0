import { useQuery } from '@tanstack/react-query'
import type { Place } from '../../client/client.ts'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { escaped } from '../../src/pages/html.ts'
import { useNow } from '../kit/hooks.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { openText } from './open-text.ts'

/**
 * Returns a function that notes the hours of a place on the days of `openOn`, or without them whether it is open and until when, as
 * HTML; '' if that is unknown.
 */
export function useOpenNote(openOn?: string): (place: Place) => string {
  const words = useWords(hoursWords)
  const { language } = useLanguage()
  const now = useNow()
  const { data: onDays } = useQuery({
    queryKey: ['hours of days'],
    queryFn: () => import('../../src/pages/open-day-text.ts'),
    enabled: openOn !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
  return (place) => {
    const onDay = openOn === undefined ? '' : (onDays?.openDaysHtml(place.openHours ?? [], openOn, language) ?? '')
    if (onDay !== '') return onDay
    const note = openText(place, now, words)
    return note ? `<p class="status"${note.isOpen ? ' data-open' : ''}>${escaped(note.text)}</p>` : ''
  }
}
