import { useDirectoryEntry } from '../directory/directory-queries.ts'
import { Loading } from '../kit/message.tsx'
import { useSession } from '../session/session.tsx'
import PlaceForm from './place-form.tsx'

/** The form for a new place. Who may write for one owner alone makes places of that owner. */
export default function NewPage() {
  const { caller } = useSession()
  const [only, ...others] = caller?.owners ?? []
  const ownerId = others.length === 0 ? only : undefined
  const { data, isPending } = useDirectoryEntry('owners', ownerId)
  if (ownerId !== undefined && isPending) return <Loading />
  return <PlaceForm {...(ownerId !== undefined && { owner: { id: ownerId, type: data?.type ?? '' } })} />
}
