import { SelectBox } from '../bulk/select-box.tsx'
import { FailureMessage } from '../kit/failure-message.tsx'
import { PlaceItem } from '../place/place-item.tsx'
import { usePlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'
import { Section } from './section.tsx'

const childrenMax = 200

/** The parts of a place that are places of their own; nothing where there are none. */
export function Children({ parentId }: { readonly parentId: string }) {
  const words = useWords(pageWords)
  const { may } = useSession()
  const seesAll = may('update') || may('create')
  const children = usePlaces({
    parent_id: parentId,
    is: ['*'],
    limit: childrenMax,
    ...(seesAll && { include: ['non-published'] }),
  })
  if (children.error && !children.data)
    return <FailureMessage error={children.error} onRetry={() => void children.refetch()} />
  const found = children.data?.Results ?? []
  if (found.length === 0) return null
  return (
    <Section title={words.parts}>
      <ul className={styles.children}>
        {found.map((place) => (
          <PlaceItem key={place.id} place={place} Choice={SelectBox} />
        ))}
      </ul>
    </Section>
  )
}
