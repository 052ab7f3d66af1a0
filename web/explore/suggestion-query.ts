import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'

type Answer = operations['getPlaceSuggest']['responses'][200]['content']['application/json']
/** What a text that is being typed may become. */
export type Suggestion = Answer['Results'][number]

const suggestionsMax = 8
/** What the service completes at most. */
const charactersMax = 100
const wordsMax = 10

/** Completions of a text; none while there are none to ask for. Those of the former text stay until the next are there. */
export function useSuggestions(text: string, { enabled }: { readonly enabled: boolean }): readonly Suggestion[] {
  const { api } = useSession()
  const q = text.trim().split(/\s+/).slice(0, wordsMax).join(' ').slice(0, charactersMax)
  const { data } = useQuery({
    queryKey: [...queryNames.searches, 'suggestions', q],
    placeholderData: keepPreviousData,
    enabled: enabled && q !== '',
    queryFn: ({ signal }) =>
      answered(api.GET('/place/suggest', { params: { query: { q, limit: suggestionsMax } }, signal })),
  })
  return enabled && q !== '' ? (data?.Results ?? []) : []
}
