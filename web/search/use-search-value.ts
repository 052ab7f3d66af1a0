import { useCallback, useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addresses } from '../addresses.ts'
import { formatSearch, parseSearch, type SearchValue } from './search-value.ts'

/** A change of the search; the page goes back to the first unless the change says otherwise. */
export type ChangeSearch = (change: Partial<SearchValue>, options?: { readonly replace?: boolean }) => void

/** The search that the address says, and how to change it: a new entry of the history unless it replaces the last. */
export function useSearchValue(): readonly [SearchValue, ChangeSearch] {
  const text = useSearch()
  const [, navigate] = useLocation()
  const value = useMemo(() => parseSearch(text), [text])
  const change = useCallback<ChangeSearch>(
    (change, { replace = false } = {}) => {
      const next = formatSearch({ ...parseSearch(location.search), page: 1, ...change })
      navigate(`${addresses.explorer}${next === '' ? '' : `?${next}`}`, { replace })
    },
    [navigate],
  )
  return [value, change]
}
