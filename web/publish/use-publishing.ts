import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { addresses } from '../addresses.ts'
import { answered, Failure } from '../api/answered.ts'
import { type PlaceChange, patchPlace, readPlace } from '../body/write-place.ts'
import { notify, notifyFault } from '../kit/notify.ts'
import { forgetPlaces, replacePlace, type TaggedPlace } from '../place/place-queries.ts'
import { useRefusalText } from '../place/use-refusal-text.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import type { PublicationTimes } from './times.ts'

/** One act of publishing, deleting or restoring. */
export type PublicationAct =
  | {
      readonly kind: 'times'
      readonly times: PublicationTimes
      readonly childAction?: PlaceChange['childAction']
      readonly done: string
    }
  | { readonly kind: 'delete'; readonly keepsParts: boolean }
  | { readonly kind: 'restore' }

/** Carries out what is done with a place as a whole, and shows the place as it is afterwards. */
export function usePublishing({ place, etag }: TaggedPlace) {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const words = useWords(publishWords)
  const refusalText = useRefusalText()
  const [, navigate] = useLocation()
  const { id } = place

  const carryOut = async (act: PublicationAct): Promise<string> => {
    const header = { 'If-Match': etag }
    if (act.kind === 'times') {
      const { childAction } = act
      await patchPlace(api, {
        id,
        etag,
        change: { ...act.times, updatedBy: name },
        ...(childAction && { childAction }),
      })
      return act.done
    }
    if (act.kind === 'restore') {
      await answered(api.POST('/place/{id}/restore', { params: { path: { id }, query: { updatedby: name }, header } }))
      return words.restored(place.name)
    }
    const query = { deletedby: name, ...(act.keepsParts && { childAction: ['disconnect' as const] }) }
    await answered(api.DELETE('/place/{id}', { params: { path: { id }, query, header } }))
    return words.deleted(place.name)
  }

  return useMutation({
    mutationFn: carryOut,
    async onSuccess(said) {
      notify(said)
      const now = await readPlace(api, id)
      replacePlace(queries, now, place.slug)
      navigate(addresses.place(now.place.slug), { replace: true })
    },
    async onError(error) {
      const isStale = error instanceof Failure && error.status === 412
      notifyFault(isStale ? words.changedMeanwhile : refusalText(error))
      // It is read before the act counts as over: whoever tries again at once does so on what was changed.
      if (isStale) await forgetPlaces(queries)
    },
  })
}
