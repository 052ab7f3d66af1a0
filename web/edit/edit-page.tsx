import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { useDirectoryEntry } from '../directory/directory-queries.ts'
import { FailureMessage, Loading, Message, ToSearch } from '../kit/message.tsx'
import { usePlaceBySlug, useStored } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import { PlaceForm } from './place-form.tsx'

/** The form for the place at a slug. */
export default function EditPage({ slug }: { readonly slug: string }) {
  const words = useWords(editWords)
  const { mayEdit } = useSession()
  const { data, error, refetch } = usePlaceBySlug(slug)
  const stored = useStored(data)
  if (error && !data) return <FailureMessage error={error} onRetry={() => void refetch()} />
  if (stored.error && !stored.data) return <FailureMessage error={stored.error} onRetry={() => void stored.refetch()} />
  if (!data) return <Loading />
  if (!mayEdit(data.place.owner.id)) {
    return (
      <Message icon="warning" title={words.forbidden} order={1}>
        <Anchor component={Link} href={addresses.place(data.place.slug)}>
          {words.toPlace(data.place.name)}
        </Anchor>
        <ToSearch />
      </Message>
    )
  }
  return stored.data ? <PlaceForm key={data.place.id} start={stored.data} /> : <Loading />
}

/** The form for a new place. Who may write for one owner alone makes places of that owner. */
export function NewPage() {
  const { caller } = useSession()
  const [only, ...others] = caller?.owners ?? []
  const ownerId = others.length === 0 ? only : undefined
  const { data, isPending } = useDirectoryEntry('owners', ownerId)
  if (ownerId !== undefined && isPending) return <Loading />
  return <PlaceForm {...(ownerId !== undefined && { owner: { id: ownerId, type: data?.type ?? '' } })} />
}
