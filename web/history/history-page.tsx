import { Anchor, Button, Title, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Icon } from '../kit/icon.tsx'
import { FailureMessage, Loading } from '../kit/message.tsx'
import { useTitle } from '../kit/use-title.ts'
import { useFieldLabel } from '../place/field-label.ts'
import { type TaggedPlace, usePlaceBySlug } from '../place/place-queries.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import styles from './history.module.css'
import { historyWords } from './history-words.ts'
import { type Revision, RevisionView, useRevisions } from './revision-view.tsx'

/** Who did what to a place, and when; what each change was; and the way back to any version. */
export default function HistoryPage({ slug }: { readonly slug: string }) {
  const { data, error, refetch } = usePlaceBySlug(slug)
  if (data) return <History tagged={data} />
  return error ? <FailureMessage error={error} onRetry={() => void refetch()} /> : <Loading />
}

function History({ tagged }: { readonly tagged: TaggedPlace }) {
  const words = useWords(historyWords)
  const { place } = tagged
  const title = words.title(place.name)
  useTitle(title)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useRevisions(
    place.id,
  )
  const revisions = data?.pages.flatMap(({ Results }) => Results) ?? []
  const [chosen, choose] = useState<number>()
  const at = Math.max(
    0,
    revisions.findIndex(({ revision }) => revision === chosen),
  )
  const shown = revisions[at]
  // What the oldest one that is loaded has changed is only known by the one before it.
  const lacksBefore = at === revisions.length - 1 && hasNextPage
  useEffect(() => {
    if (lacksBefore && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [lacksBefore, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return (
    <div className={styles.page}>
      <Anchor component={Link} href={addresses.place(place.slug)} className={styles.back}>
        <Icon name="back" size={16} />
        {words.back}
      </Anchor>
      <Title order={1} size="h2" mb="lg">
        {title}
      </Title>
      {error && !data && <FailureMessage error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
      <div className={styles.columns}>
        <nav aria-label={words.revisions}>
          <ol className={styles.list}>
            {revisions.map((revision) => (
              <RevisionItem
                key={revision.revision}
                revision={revision}
                isChosen={revision === shown}
                onChoose={() => choose(revision.revision)}
              />
            ))}
          </ol>
          {hasNextPage && (
            <Button variant="light" fullWidth mt="sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {words.more}
            </Button>
          )}
        </nav>
        {lacksBefore && isFetchNextPageError && <FailureMessage error={error} onRetry={() => void fetchNextPage()} />}
        {lacksBefore && !isFetchNextPageError && <Loading />}
        {shown && !lacksBefore && (
          <RevisionView tagged={tagged} revision={shown} before={revisions[at + 1]?.revision} isNow={at === 0} />
        )}
      </div>
    </div>
  )
}

/** Members that every change touches, and that tell nothing of what was changed. */
const always: ReadonlySet<string> = new Set(['updated', 'updatedBy', 'created', 'createdBy', 'id'])

interface RevisionItemProps {
  readonly revision: Revision
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One line of the history: when, who, and what was changed. */
function RevisionItem({ revision, isChosen, onChoose }: RevisionItemProps) {
  const words = useWords(historyWords)
  const labelOf = useFieldLabel()
  const format = useFormat()
  const { time, who, action, changed } = revision
  const members = [...new Set(changed.filter((path) => !always.has(path)).map(labelOf))]
  return (
    <li>
      <UnstyledButton className={styles.item} aria-current={isChosen} onClick={onChoose}>
        <span className={styles.what}>
          {words.actions[action] ?? action} {who && words.by(who)}
        </span>
        <time dateTime={time} className={styles.soft}>
          {format.moment(time)}
        </time>
        {action !== 'create' && members.length > 0 && <span className={styles.members}>{members.join(', ')}</span>}
      </UnstyledButton>
    </li>
  )
}
