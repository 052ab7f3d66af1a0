import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { FailureMessage } from '../kit/failure-message.tsx'
import { Loading } from '../kit/loading.tsx'
import { Message } from '../kit/message.tsx'
import { ToSearch } from '../kit/to-search.tsx'
import { useTitle } from '../kit/use-title.ts'
import { usePlaceBySlug } from '../place/place-queries.ts'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import { PlaceArticle } from './place-article.tsx'

/** The page of the place at a slug; a former slug becomes the present one. */
export default function PlacePage({ slug }: { readonly slug: string }) {
  const words = useWords(pageWords)
  const [, navigate] = useLocation()
  const { data, error, refetch } = usePlaceBySlug(slug)
  const present = data?.place.slug
  useTitle(data?.place.name)
  useEffect(() => {
    if (present !== undefined && present !== slug) navigate(addresses.place(present), { replace: true })
  }, [present, slug, navigate])
  if (data) return <PlaceArticle tagged={data} />
  if (!error) return <Loading />
  if (error instanceof Failure && error.status === 404) {
    return (
      <Message icon="pin" title={words.notFoundTitle} text={words.notFound} order={1}>
        <ToSearch />
      </Message>
    )
  }
  return <FailureMessage error={error} onRetry={() => void refetch()} />
}
