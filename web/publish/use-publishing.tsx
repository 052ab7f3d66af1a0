import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { addresses } from '../addresses.ts'
import { answered, Failure } from '../api/answered.ts'
import { type PlaceChange, patchPlace, readPlace } from '../body/write-place.ts'
import { notify, notifyFault } from '../kit/notify.ts'
import { useRefusalText } from '../place/field-label.ts'
import { forgetPlaces, replacePlace, type TaggedPlace, usePlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { type PublicationTimes, timesBefore, type UndoTimes, undoTimes } from './times.ts'

/** One act of publishing, deleting or restoring, or what takes a change of times back. */
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

/** What has been done, in words, and what takes it back where something does. */
interface Done {
  readonly said: string
  readonly undo?: UndoTimes
}

const undoMillis = 20_000

/** Carries out what is done with a place as a whole, and shows the place as it is afterwards. */
export function usePublishing({ place, etag }: TaggedPlace) {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const words = useWords(publishWords)
  const refusalText = useRefusalText()
  const [, navigate] = useLocation()
  const { id } = place

  const carryOut = async (act: PublicationAct): Promise<Done> => {
    const header = { 'If-Match': etag }
    // What is done next can be taken back, not what was done before.
    notifications.hide(undoId(act.kind === 'undo' ? act.etag : etag))
    if (act.kind === 'times') {
      const { childAction } = act
      const change = { ...act.times, updatedBy: name }
      const changed = await patchPlace(api, { id, etag, change, ...(childAction && { childAction }) })
      return { said: act.done, undo: { times: timesBefore(act.times, place), etag: changed } }
    }
    if (act.kind === 'undo') {
      const left = await undoTimes(api, id, act, name)
      return { said: [words.undone, left > 0 && words.partsLeft(left)].filter(Boolean).join('. ') }
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
        const message = <UndoMessage said={said} onUndo={() => mutation.mutate({ kind: 'undo', ...undo })} />
        notify(message, { id: undoId(undo.etag), autoClose: undoMillis })
      } else {
        notify(said)
      }
      const now = await readPlace(api, id)
      replacePlace(queries, now, place.slug)
      // An undo may come from another view, which stays.
      if (act.kind !== 'undo') navigate(addresses.place(now.place.slug), { replace: true })
    },
    async onError(error, act) {
      const isStale = error instanceof Failure && error.status === 412
      notifyFault(isStale ? words.changedMeanwhile : refusalText(error))
      // It is read before the act counts as over: whoever tries again at once does so on what was changed.
      // Of an undo some parts may have been done.
      if (isStale || act.kind === 'undo') await forgetPlaces(queries)
    },
  })
  return mutation
}

const undoId = (etag: string) => `undo ${etag}`

function UndoMessage({ said, onUndo }: { readonly said: string; readonly onUndo: () => void }) {
  const words = useWords(publishWords)
  return (
    <Group justify="space-between" wrap="nowrap">
      {said}
      <Button variant="default" size="compact-sm" onClick={onUndo}>
        {words.undo}
      </Button>
    </Group>
  )
}

/** How many parts a place has that are not deleted, whatever their state; undefined until that is known. */
export function usePartCount(parentId: string): number | undefined {
  return usePlaces({ parent_id: parentId, is: ['*'], include: ['non-published'], limit: 0 }).data?.TotalHits
}
