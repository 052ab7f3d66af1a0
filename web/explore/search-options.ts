import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import type { IconName } from '../kit/icon.tsx'
import { useLoadedBehind } from '../kit/later.tsx'
import { queryNames } from '../place/place-queries.ts'
import type { LonLat } from '../place/place-traits.ts'
import { type ChangeSearch, nearBy, type SearchValue } from '../search/search-value.ts'
import { changeTo, isUnderstood, needsPosition, type UnderstoodSearch } from '../search/understood.ts'
import { useSession } from '../session/session.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import { useLocating } from './locating.ts'
import { type SuggestAnswer, suggestionsOf } from './suggestions.ts'

/** A suggestion for the text. */
export interface Option {
  readonly key: string
  readonly icon: IconName
  readonly label: string
  readonly kind?: string
  /** True if it is what the text means, so it need not be selected. */
  readonly isMeant?: boolean
  readonly take: () => void
}

interface OptionsOf {
  readonly onChange: ChangeSearch
  readonly isOpen: boolean
  /** True if the list shows the results of the text; the suggestions are requested after them. */
  readonly isListed: boolean
  /** True if a town must be selected, because the position is unknown. */
  readonly isAskedForTown: boolean
  readonly taking: TakingSearch
}

/** Returns the suggestions for a text: what it means as a whole first. */
export function useOptions(text: string, value: SearchValue, of: OptionsOf): Option[] {
  const { onChange, taking, isOpen, isListed, isAskedForTown } = of
  const words = useWords(exploreWords)
  const take = useTaking(value, onChange)
  const { answer, isEarlier } = useSuggestions(value.q, { isOpen, isListed })
  const { Results: suggestions, Search, Near = [] } = answer
  const towns = useTowns({ enabled: isOpen && isAskedForTown && text.trim() === '' })
  // Two small numbers may also be search text.
  const position = usePosition(/^\d{1,3}\s+\d{1,3}$/.test(text.trim()) ? '' : text, { enabled: isOpen })
  const replace = { replace: true }
  return [
    ...(position
      ? [
          {
            key: 'near',
            icon: 'locate',
            label: words.nearPoint(writtenPosition(position)),
            isMeant: true,
            take: () => onChange({ q: '', ...nearBy(position) }, replace),
          } as const,
        ]
      : []),
    // The reading of an earlier text stays visible until the next is there, but is not what this one means.
    ...(isUnderstood(Search) && !position
      ? [{ ...searchOption(Search, taking), isMeant: !isEarlier && value.q.trim() === text.trim() }]
      : []),
    ...Near.map((search): Option => ({ ...searchOption(search, taking), icon: 'locate', kind: words.town })),
    ...towns.map(({ text: town, coordinates }): Option => {
      const label = words.nearPoint(town)
      const change = nearBy(coordinates as [number, number], town, value.within)
      return { key: label, icon: 'locate', label, kind: words.town, take: () => onChange(change, replace) }
    }),
    ...suggestions.map(
      (suggestion): Option => ({
        key: `${suggestion.type} ${suggestion.text}`,
        icon: icons[suggestion.type],
        label: suggestion.text,
        kind: kindOf(suggestion, words),
        take: () => take(suggestion),
      }),
    ),
  ]
}

const forGood = { staleTime: Number.POSITIVE_INFINITY } as const

/** The parser of coordinates. */
export const coordinates = {
  queryKey: ['coordinates'],
  ...forGood,
  queryFn: () => import('../fields/parse-coordinates.ts'),
} as const

/** Returns the position that a text contains. The parser loads in the background, or when the box gets the focus. */
function usePosition(text: string, { enabled }: { readonly enabled: boolean }) {
  const queries = useQueryClient()
  useLoadedBehind({ load: () => queries.prefetchQuery(coordinates) })
  const { data } = useQuery({ ...coordinates, enabled })
  return useMemo(() => data?.parseCoordinates(text), [data, text])
}

/** Returns the largest towns of the countries that have places. */
function useTowns({ enabled }: { readonly enabled: boolean }) {
  const { api } = useSession()
  const { language } = useLanguage()
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'towns', language],
    enabled,
    queryFn: ({ signal }) =>
      answered(api.GET('/position', { params: { query: { limit: townsOffered, lang: language } }, signal })),
  })
  return (enabled && data?.Results) || []
}

const townsOffered = 5

/** Applies searches that were understood. */
interface TakingSearch {
  readonly take: (search: UnderstoodSearch) => void
  /** Applies what a text means, which may still have to be asked. */
  readonly read: (text: string) => Promise<void>
}

/** Returns the functions that apply what a text means; `onNoPosition` is called if the browser does not tell where it is. */
export function useTakingSearch(value: SearchValue, onChange: ChangeSearch, onNoPosition: () => void): TakingSearch {
  const queries = useQueryClient()
  const { api } = useSession()
  const { language } = useLanguage()
  const { locate } = useLocating()
  const take = (search: UnderstoodSearch) => {
    const change = changeTo(search, value)
    onChange(change, { replace: true })
    const near = (here: LonLat) => onChange(nearBy(here, undefined, change.within), { replace: true })
    if (needsPosition(search)) locate(near, onNoPosition)
  }
  const read = async (text: string) => {
    if (text === '' || value.exact) return
    const found = await queries.fetchQuery(suggestionsOf(text, { api, language })).catch(() => undefined)
    if (isUnderstood(found?.Search)) take(found.Search)
  }
  return { take, read }
}

/** Returns the suggestion of a search that was understood. */
function searchOption(search: UnderstoodSearch, { take }: TakingSearch): Option {
  return { key: `search ${search.query}`, icon: 'search', label: search.label, take: () => take(search) }
}

const icons: Readonly<Record<Suggestion['type'], IconName>> = { municipality: 'map', owner: 'people', place: 'pin' }

/** Describes a suggestion: its kind, and the number of its places if there are several. */
function kindOf({ type, count }: Suggestion, words: (typeof exploreWords)['en']): string {
  const parts = [
    (type !== 'place' || count === 1) && words.suggested[type],
    (type !== 'place' || count !== 1) && words.hits(count),
  ]
  return parts.filter(Boolean).join(' · ')
}

/**
 * Returns the function that applies a suggestion: opens the page of a place, sets a filter, or searches a text that
 * several places share.
 */
function useTaking({ owner_id, geolocationinfo_municipality }: SearchValue, onChange: ChangeSearch) {
  const [, navigate] = useLocation()
  const added = (list: readonly string[], one: string) => [...new Set([...list, one])]
  return ({ type, text, id }: Suggestion) => {
    const replace = { replace: true }
    if (type === 'municipality')
      onChange({ q: '', geolocationinfo_municipality: added(geolocationinfo_municipality, text) }, replace)
    else if (id === undefined) onChange({ q: text }, replace)
    else if (type === 'owner') onChange({ q: '', owner_id: added(owner_id, id) }, replace)
    else navigate(addresses.place(id))
  }
}

/** A suggestion of the service. */
type Suggestion = SuggestAnswer['Results'][number]

const none: SuggestAnswer = { Results: [] }

/**
 * Returns the suggestions for a text; empty if there is nothing to request. Those of the previous text stay until the next
 * are loaded, and are marked as such.
 */
function useSuggestions(text: string, { isOpen, isListed }: Pick<OptionsOf, 'isOpen' | 'isListed'>) {
  const { api } = useSession()
  const { language } = useLanguage()
  const q = text.trim()
  const { data, isPlaceholderData } = useQuery({
    ...suggestionsOf(q, { api, language }),
    placeholderData: keepPreviousData,
    enabled: isOpen && isListed && q !== '',
  })
  return { answer: isOpen && q !== '' ? (data ?? none) : none, isEarlier: isPlaceholderData }
}
