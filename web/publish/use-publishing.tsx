import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered, Failure } from '../api/answered.ts'
import { type PlaceChange, patchPlace, readPlace } from '../body/place-body.ts'
import { newAct, undoAct } from '../body/sent-acts.ts'
import { notify, notifyFault, notifyUndoable } from '../kit/message.tsx'
import { useRefusalText } from '../place/field-label.ts'
import { forgetPlaces, replacePlace, type TaggedPlace, usePlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'

/** An action of publishing, deleting or restoring, or the undo of a change of times. */
export type PublicationAct =
  | {
      readonly kind: 'times'
      readonly times: PublicationTimes
      readonly childAction?: PlaceChange['childAction']
      readonly done: string
    }
  | { readonly kind: 'delete'; readonly keepsParts: boolean }
  | { readonly kind: 'restore' }
  | ({ readonly kind: 'undo' } & UndoTimes)

/** Returns the mutation that performs an action on a whole place and then shows the place. */
export function usePublishing({ place, etag }: TaggedPlace) {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const words = useWords(publishWords)
  const refusalText = useRefusalText()
  const [, navigate] = useLocation()
  const { id } = place

  const carryOut = async (act: PublicationAct): Promise<{ readonly said: string; readonly undo?: UndoTimes }> => {
    const header = { 'If-Match': etag }
    // Only the latest action can be undone.
    notifications.hide(undoId(act.kind === 'undo' ? act.etag : etag))
    if (act.kind === 'times') {
      const { childAction } = act
      const change = { ...act.times, updatedBy: name }
      const sent = newAct(act.done)
      const changed = await patchPlace(api, { id, etag, change, act: sent, ...(childAction && { childAction }) })
      return { said: act.done, undo: { id: sent.id, etag: changed } }
    }
    if (act.kind === 'undo') {
      const { Kept, Refused } = await undoAct(api, act.id, name)
      const left = Kept.length + Refused.length
      return { said: [words.undone, left > 0 && words.left(left)].filter(Boolean).join('. ') }
    }
    if (act.kind === 'restore') {
      await answered(api.POST('/place/{id}/restore', { params: { path: { id }, query: { updatedby: name }, header } }))
      return { said: words.restored(place.name) }
    }
    const query = { deletedby: name, ...(act.keepsParts && { childAction: ['disconnect' as const] }) }
    await answered(api.DELETE('/place/{id}', { params: { path: { id }, query, header } }))
    return { said: words.deleted(place.name) }
  }

  const mutation = useMutation({
    mutationFn: carryOut,
    async onSuccess({ said, undo }, act) {
      if (undo) {
        notifyUndoable(said, undoId(undo.etag), () => mutation.mutate({ kind: 'undo', ...undo }))
      } else {
        notify(said)
      }
      const now = await readPlace(api, id)
      replacePlace(queries, now, place.slug)
      // The undo may be called from another view, which stays.
      if (act.kind !== 'undo') navigate(addresses.place(now.place.slug, 'publish'), { replace: true })
    },
    async onError(error, act) {
      const isStale = error instanceof Failure && error.status === 412
      notifyFault(isStale ? words.changedMeanwhile : refusalText(error))
      // The place is read again before the action ends, so that an immediate retry uses the new state. A failed undo
      // may have changed some parts.
      if (isStale || act.kind === 'undo') await forgetPlaces(queries)
    },
  })
  return mutation
}

const undoId = (etag: string) => `undo ${etag}`

/** Returns the number of parts that are not deleted, in any state; undefined until loaded. */
export function usePartCount(parentId: string): number | undefined {
  return usePlaces({ parent_id: parentId, is: ['*'], include: ['non-published'], limit: 0 }).data?.TotalHits
}

/** Times at which a place becomes public and stops being so; null removes one. */
export interface PublicationTimes {
  readonly published?: string | null
  readonly depublished?: string | null
}

type Published = Pick<Place, 'published' | 'depublished'>

/** Returns the times that publish a place at an instant; an end in the past is removed. */
export function timesOfPublishing({ depublished }: Published, at: string): PublicationTimes {
  const isOver = depublished !== undefined && Date.parse(depublished) <= Date.parse(at)
  return { published: at, ...(isOver && { depublished: null }) }
}

/** Returns the times that make a place a draft, as if never public; undefined if it is one. */
export function timesOfDraft({ published, depublished }: Published): PublicationTimes | undefined {
  return published || depublished ? { published: null, depublished: null } : undefined
}

/** Parts that were unpublished with the whole stay so when the whole becomes a draft. */
export const draftChildAction: NonNullable<PlaceChange['childAction']> = ['skip-depublished']

/** The undo of a change of times. */
interface UndoTimes {
  /** The id of its act. */
  readonly id: string
  /** The entity tag of the place after the change. */
  readonly etag: string
}
