import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { queryNames } from '../place/place-queries.ts'
import type { useSession } from '../session/session.tsx'
import type { useLanguage } from '../words/language.tsx'

/** The suggestions of the service for a text. */
export type SuggestAnswer = operations['getPlaceSuggest']['responses'][200]['content']['application/json']

const suggestionsMax = 8
/** The limits of the service. */
const [charactersMax, wordsMax] = [100, 20]

/** Returns true if the service takes the whole text. */
export function isWhole(q: string): boolean {
  return cut(q) === q
}

function cut(q: string): string {
  return q.split(/\s+/).slice(0, wordsMax).join(' ').slice(0, charactersMax)
}

type Asking = Pick<ReturnType<typeof useSession>, 'api'> & Pick<ReturnType<typeof useLanguage>, 'language'>

/** Returns the query for the suggestions of a text; a text that is too long is cut, and has no reading. */
export function suggestionsOf(q: string, { api, language }: Asking) {
  return {
    queryKey: [...queryNames.searches, 'suggestions', language, q],
    queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<SuggestAnswer> => {
      const query = { q: cut(q), limit: suggestionsMax, lang: language }
      const found = await answered(api.GET('/place/suggest', { params: { query }, signal }))
      return isWhole(q) ? found : { Results: found.Results }
    },
  } as const
}
