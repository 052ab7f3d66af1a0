import { usePlaceBySlug } from '../api/place-queries.ts'
import { FailureMessage } from '../kit/failure-message.tsx'
import { Loading } from '../kit/loading.tsx'
import { Message } from '../kit/message.tsx'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { editWords } from './edit-words.ts'
import PlaceForm from './place-form.tsx'

/** The form for the place at a slug. */
export default function EditPage({ slug }: { readonly slug: string }) {
  const words = useWords(editWords)
  const { caller, mayEdit } = useSession()
  const { data, error, refetch } = usePlaceBySlug(slug)
  if (error && !data) return <FailureMessage error={error} onRetry={() => void refetch()} />
  if (!data || !caller) return <Loading />
  if (!mayEdit(data.place.owner.id)) return <Message icon="warning" title={words.forbidden} order={1} />
  return <PlaceForm key={data.place.id} start={data} />
}
