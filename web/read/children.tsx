import { Text } from '@mantine/core'
import { SelectBox } from '../bulk/select-box.tsx'
import { FailureMessage } from '../kit/failure-message.tsx'
import { PlaceItem } from '../place/place-item.tsx'
import { usePlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'
import { Section } from './section.tsx'

/** As many as the service gives at once. */
const childrenMax = 500

/** The parts of a place that are places of their own; nothing where there are none. */
export function Children({ parentId }: { readonly parentId: string }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const { may } = useSession()
  const seesAll = may('read') && (may('update') || may('create'))
  const children = usePlaces({
    parent_id: parentId,
    is: ['*'],
    limit: childrenMax,
    ...(seesAll && { include: ['non-published'] }),
  })
  if (children.error && !children.data)
    return <FailureMessage error={children.error} onRetry={() => void children.refetch()} />
  const { Results: found = [], TotalHits: total = 0 } = children.data ?? {}
  if (found.length === 0) return null
  return (
    <Section title={words.parts}>
      <ul className={styles.children}>
        {found.map((place) => (
          <PlaceItem key={place.id} place={place} Choice={SelectBox} />
        ))}
      </ul>
      {total > found.length && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.partsShown(format.number(found.length), format.number(total))}
        </Text>
      )}
    </Section>
  )
}
