import { Alert, Anchor } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { readDraft, subscribeDrafts } from '../edit/draft.ts'
import { useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'

/** That changes of the place were left unsaved in this tab, and the way back to them. */
export function UnsavedNote({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const { mayEdit } = useSession()
  // A form keeps its work after the view that follows it has been drawn.
  const time = useSyncExternalStore(subscribeDrafts, () => readDraft(place.id)?.time)
  if (time === undefined || !mayEdit(place.owner.id) || place.deleted) return null
  return (
    <Alert color="blue" role="status">
      {words.unsaved(format.moment(time))}{' '}
      <Anchor component={Link} href={addresses.place(place.slug, 'edit')} inherit fw={550}>
        {words.goOnEditing}
      </Anchor>
    </Alert>
  )
}
