import { Alert } from '@mantine/core'
import { useRef } from 'react'
import { pageWords } from '../../src/pages/page-words.ts'
import { Soft } from '../kit/dimmed.tsx'
import { useTitle } from '../kit/hooks.ts'
import { Awaited } from '../kit/message.tsx'
import { BackToPlace, PlaceItem, PlaceList, StateBadge, usePlaceState } from '../place/place-item.tsx'
import { type TaggedPlace, usePlaceBySlug, usePlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { PublishActions } from './publish-actions.tsx'
import styles from './publish-page.module.css'

/** As many as the service gives at once. */
const partsMax = 500

/** The actions on the whole place with a slug or an id. */
export default function PublishPage({ slug }: { readonly slug: string }) {
  const query = usePlaceBySlug(slug)
  // Somebody else may delete it meanwhile.
  const last = useRef(query.data)
  if (query.data) last.current = query.data
  return last.current && !query.error ? <Publishing tagged={last.current} /> : <Awaited query={query} isPage />
}

function Publishing({ tagged }: { readonly tagged: TaggedPlace }) {
  const { place } = tagged
  const words = useWords(pageWords)
  const state = usePlaceState(place)
  useTitle(`${words.publishing}: ${place.name}`)
  return (
    <article className={styles.page}>
      <BackToPlace slug={place.slug} />
      <h1>
        <bdi>{place.name}</bdi>
      </h1>
      <p>
        <StateBadge state={state} />
      </p>
      <PublicationNote tagged={tagged} />
      <PublishActions tagged={tagged} />
      <Parts id={place.id} />
    </article>
  )
}

/** The parts of the place, which follow some of the actions. */
function Parts({ id }: { readonly id: string }) {
  const words = useWords(pageWords)
  const { may } = useSession()
  const { data } = usePlaces({
    parent_id: id,
    is: ['*'],
    limit: partsMax,
    ...(may('read') && { include: ['non-published'] }),
  })
  if (!data || data.Results.length === 0) return null
  return (
    <section>
      <h2>{words.parts}</h2>
      <PlaceList>
        {data.Results.map((place) => (
          <PlaceItem key={place.id} place={place} />
        ))}
      </PlaceList>
      {data.TotalHits > data.Results.length && <Soft my="xs">{words.allParts(data.TotalHits)}</Soft>}
    </section>
  )
}

/** Shows why a search does not show the place, or will not for long; nothing for one that is published for good. */
function PublicationNote({ tagged: { place } }: { readonly tagged: TaggedPlace }) {
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
