import { Alert } from '@mantine/core'
import type { Place } from '../../client/client.ts'
import { usePlaceState } from '../place/place-state.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'

/** Why a search does not show the place, or will not for long; nothing for one that is published for good. */
export function PublicationNote({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const state = usePlaceState(place)
  const when = (instant: string | undefined) => format.moment(instant ?? '')
  if (state === 'deleted') return <Alert color="red">{words.deleted(when(place.deleted))}</Alert>
  if (state === 'draft') return <Alert color="gray">{words.draft}</Alert>
  if (state === 'scheduled') return <Alert color="blue">{words.scheduled(when(place.published))}</Alert>
  if (state === 'unpublished') return <Alert color="orange">{words.unpublished(when(place.depublished))}</Alert>
  return place.depublished ? <Alert color="orange">{words.willUnpublish(when(place.depublished))}</Alert> : null
}
