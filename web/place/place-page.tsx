import { Text, Title } from '@mantine/core'
import { usePlaceBySlug } from '../api/place-queries.ts'
import { FailureMessage } from '../kit/failure-message.tsx'
import { Loading } from '../kit/loading.tsx'
import { useTitle } from '../kit/use-title.ts'

/** Everything about one place. */
export default function PlacePage({ slug }: { readonly slug: string }) {
  const { data, error, refetch } = usePlaceBySlug(slug)
  useTitle(data?.place.name)
  if (error && !data) return <FailureMessage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { place } = data
  return (
    <article>
      <Title order={1}>{place.name}</Title>
      <Text>{place.shortDescription}</Text>
    </article>
  )
}
