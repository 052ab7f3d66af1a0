import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keptList } from '../search/kept-list.ts'
import { type ChangeSearch, emptySearch, formatSearch, type SearchValue } from '../search/search-value.ts'
import { changeTo, isUnderstood } from '../search/understood.ts'
import { useSession } from '../session/session.tsx'
import { useLanguage } from '../words/language.tsx'
import { suggestionsOf } from './suggestions.ts'

/** True once the address with which the page was opened has been read. */
let isRead = false

/**
 * Reads the text of an address with which the page is opened, as the service does on pages without scripts. The text
 * beside filters stays as it is, and so does one that was typed in this tab: its reading has been offered.
 */
export function useUnderstoodAddress(value: SearchValue, onChange: ChangeSearch): void {
  const queries = useQueryClient()
  const { api } = useSession()
  const { language } = useLanguage()
  useEffect(() => {
    const isOpened = !isRead && wasNavigatedTo() && keptList()?.address !== formatSearch(value)
    isRead = true
    const q = value.q.trim()
    const isText = formatSearch(value) === formatSearch({ ...emptySearch, q: value.q })
    if (!isOpened || !isText || q === '') return
    void queries.fetchQuery(suggestionsOf(q, { api, language })).then(
      ({ Search }) => isUnderstood(Search) && onChange(changeTo(Search, value), { replace: true }),
      // The text is then searched as it is.
      () => undefined,
    )
  })
}

function wasNavigatedTo(): boolean {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return entry?.type === 'navigate'
}
