import type { Place } from '../../client/client.ts'
import { parentWords } from '../../src/pages/page-words.ts'
import { useNow } from '../kit/hooks.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { noteHtml } from './place-item.tsx'
import { usePlaces } from './place-queries.ts'
import { stateOf } from './place-traits.ts'

/**
 * Returns a function that notes that a published place of a list is not public, since its parent is not (D50), for those
 * who may see its parent all the same; '' for other places.
 */
export function useParentNote(places: readonly Place[]): (place: Place) => string {
  const { may } = useSession()
  const words = useWords(parentWords)
  useNow()
  const ids = may('read') ? [...new Set(places.flatMap(({ parent }) => parent.id ?? []))].sort() : []
  const query = {
    id: ids.join(','),
    is: ['*' as const],
    include: ['deleted' as const, 'non-published' as const],
    fields: ['published' as const, 'depublished' as const, 'deleted' as const],
    limit: ids.length,
  }
  const { data } = usePlaces(query, { enabled: ids.length > 0 })
  return (place) => {
    const parent = data?.Results.find(({ id }) => id === place.parent.id)
    const state = parent && stateOf(parent, Date.now())
    if (state === undefined || state === 'published' || stateOf(place, Date.now()) !== 'published') return ''
    return noteHtml(words[state])
  }
}
