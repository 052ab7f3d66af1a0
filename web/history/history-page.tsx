import { Group, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { skipToken, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { operations, Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import {
  changedPointers,
  isObject,
  isSame,
  type Json,
  type JsonObject,
  mergePatch,
  type Pointer,
  typeKeyIn,
  valueAt,
} from '../body/json.ts'
import { cleaned, patchPlace, readPlace, writable } from '../body/place-body.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { entriesOf, hoursAt } from '../hours/calendar.ts'
import { HoursChange } from '../hours/hours-change.tsx'
import { changeWords } from '../hours/hours-words.ts'
import { Button } from '../kit/button.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useTitle } from '../kit/hooks.ts'
import { Awaited, FailureMessage, Loading, notify, notifyFault } from '../kit/message.tsx'
import { useFieldLabel, useRefusalText } from '../place/field-label.ts'
import { BackToPlace } from '../place/place-item.tsx'
import {
  forgetPlaces,
  queryNames,
  readRevision,
  readRevisions,
  type TaggedPlace,
  usePlaceBySlug,
  useStored,
} from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { useActTitle, useWrittenBy } from './act-item.tsx'
import styles from './history.module.css'
import { historyWords } from './history-words.ts'
import { UndoButton } from './undone.tsx'

/** Shows who changed a place and when, the content of each change, and buttons to restore any version. */
export default function HistoryPage({ slug }: { readonly slug: string }) {
  const query = usePlaceBySlug(slug)
  return query.data ? <History tagged={query.data} /> : <Awaited query={query} isPage />
}

function History({ tagged }: { readonly tagged: TaggedPlace }) {
  const words = useWords(historyWords)
  const { place } = tagged
  const title = words.title(place.name)
  useTitle(title)
  const query = useRevisions(place.id)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const revisions = data?.pages.flatMap(({ Results }) => Results) ?? []
  const [chosen, choose] = useState<number>()
  const at = Math.max(
    0,
    revisions.findIndex(({ revision }) => revision === chosen),
  )
  const shown = revisions[at]
  // The changes of the oldest loaded revision require the one before it.
  const lacksBefore = at === revisions.length - 1 && hasNextPage
  useEffect(() => {
    if (lacksBefore && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [lacksBefore, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  return (
    <div className={styles.page}>
      <BackToPlace slug={place.slug} />
      <Title order={1} size="h2" mb="lg">
        {title}
      </Title>
      {!data && <Awaited query={query} />}
      <div className={styles.columns}>
        <nav aria-label={words.revisions}>
          <ol className={`framed ${styles.list}`}>
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
            <Button
              variant="light"
              style={{ width: '100%', marginTop: 12 }}
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
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

/** Members that every change sets; they are not shown as changes. */
const always: ReadonlySet<string> = new Set(['updated', 'updatedBy', 'created', 'createdBy', 'id'])

function changedIn({ changed }: Revision): string[] {
  return changed.filter((path) => !always.has(path))
}

interface RevisionItemProps {
  readonly revision: Revision
  readonly isChosen: boolean
  readonly onChoose: () => void
}

/** One line of the history: time, author, and changed members. */
function RevisionItem({ revision, isChosen, onChoose }: RevisionItemProps) {
  const words = useWords(historyWords)
  const labelOf = useFieldLabel()
  const format = useFormat()
  const writtenBy = useWrittenBy()
  const { time, who, caller, action } = revision
  const members = [...new Set(changedIn(revision).map(labelOf))]
  return (
    <li>
      <UnstyledButton className={`pressable ${styles.item}`} aria-current={isChosen} onClick={onChoose}>
        <span className={styles.what}>
          {words.actions[action] ?? action} {who && writtenBy(who, caller)}
        </span>
        <Text component="time" dateTime={time} size="xs" c="dimmed">
          {format.moment(time)}
        </Text>
        {action !== 'create' && members.length > 0 && <span className={styles.members}>{members.join(', ')}</span>}
      </UnstyledButton>
    </li>
  )
}

interface RevisionViewProps {
  readonly tagged: TaggedPlace
  readonly revision: Revision
  /** The number of the previous revision, if any. */
  readonly before: number | undefined
  readonly isNow: boolean
}

/** Shows a change member by member, and a button to restore the place as it was after it. */
function RevisionView({ tagged, revision, before, isNow }: RevisionViewProps) {
  const words = useWords(historyWords)
  const format = useFormat()
  const { mayEdit } = useSession()
  const titleOf = useActTitle()
  const writtenBy = useWrittenBy()
  const { data: stored = tagged } = useStored(tagged)
  const { place } = stored
  const after = useRevision(place.id, revision.revision)
  const former = useRevision(place.id, before)
  const isWaiting = !after.data || (before !== undefined && !former.data)
  const error = after.error ?? former.error
  return (
    <section className={styles.view} aria-label={words.chosen(revision.revision)}>
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h4">
            {format.moment(revision.time)}
          </Title>
          <Soft>
            {[
              [
                words.actions[revision.action] ?? revision.action,
                revision.who && writtenBy(revision.who, revision.caller),
              ],
              [isNow && words.now],
            ]
              .map((texts) => texts.filter(Boolean).join(' '))
              .filter(Boolean)
              .join(' · ')}
          </Soft>
        </div>
        {after.data && mayEdit(place.owner.id) && !place.deleted && (
          <Group gap="xs">
            {former.data && (
              <UndoButton
                id={String(revision.revision)}
                title={titleOf({ kind: 'one', first: { ...revision, changed: changedIn(revision) } })}
                places={1}
                isOffered={isLeft(former.data, after.data, place)}
              >
                {words.undo}
              </UndoButton>
            )}
            {!isNow && <RestoreButton tagged={stored} version={after.data} time={revision.time} />}
          </Group>
        )}
      </Group>
      {error ? (
        <FailureMessage error={error} onRetry={() => void (after.error ? after : former).refetch()} />
      ) : isWaiting ? (
        <Loading />
      ) : (
        <ChangeTable before={asJson(former.data)} after={asJson(after.data)} />
      )}
    </section>
  )
}

/** Returns true if a member still has the value that a change gave it. */
function isLeft(before: Place, after: Place, place: Place): boolean {
  const [was, became, now] = [before, after, place].map((place) => cleaned(writable(place)))
  const changed = changedPointers(was, became).filter((pointer) => !always.has(pointer.slice(1)))
  return changed.some((pointer) => isSame(valueAt(now, pointer), valueAt(became, pointer)))
}

interface RestoreButtonProps {
  readonly tagged: TaggedPlace
  /** The place as it was after the revision. */
  readonly version: Place
  /** When that was. */
  readonly time: string
}

/** Restores a former state as an ordinary change, so the history keeps everything in between. */
function RestoreButton({ tagged, version, time }: RestoreButtonProps) {
  const words = useWords(historyWords)
  const format = useFormat()
  const { api, name } = useSession()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [isOpen, { open, close }] = useDisclosure()
  const refusalText = useRefusalText()
  const { place, etag } = tagged
  const from = cleaned(writable(place))
  const to = cleaned(writable(version))
  const change = mergePatch(from, to)
  const act = useMutation({
    mutationFn: async () => {
      await patchPlace(api, { id: place.id, etag, change: { ...change, updatedBy: name } })
      return (await readPlace(api, place.id)).place
    },
    onSuccess({ slug }) {
      void forgetPlaces(queries)
      notify(words.restored)
      navigate(addresses.place(slug))
    },
    async onError(error) {
      const isStale = error instanceof Failure && error.status === 412
      notifyFault(isStale ? words.changedMeanwhile : refusalText(error))
      // The place is read again before the action ends, so that an immediate retry uses the new state.
      if (isStale) await forgetPlaces(queries)
    },
  })
  if (!change) return null
  return (
    <>
      <Button variant="light" icon="restore" onClick={open}>
        {words.restore}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        size="lg"
        title={words.restoreTitle}
        text={words.restoreText(format.moment(time))}
        action={words.restore}
        isBusy={act.isPending}
        onConfirm={() => act.mutate()}
        onClose={close}
      >
        <ChangeTable before={from} after={to} />
      </ConfirmDialog>
    </>
  )
}

function asJson(place: Place | undefined): JsonObject {
  return (place ?? {}) as unknown as JsonObject
}

/** Shows the differences between two states of a place side by side. */
function ChangeTable({ before, after }: { readonly before: JsonObject; readonly after: JsonObject }) {
  const words = useWords(historyWords)
  const sides = useWords(changeWords)
  const labelOf = useFieldLabel()
  const pointers = shownPointers(before, after)
  const isNew = Object.keys(before).length === 0
  if (pointers.length === 0) return <Text c="dimmed">{words.nothing}</Text>
  return (
    <div className={styles.changes}>
      {pointers.map((pointer) => (
        <div key={pointer} className={styles.change} data-new={isNew || undefined}>
          <Text fw={550} size="sm" className={styles.member}>
            {labelOf(pointer)}
          </Text>
          {pointer === hoursAt && !isNew ? (
            <div className={styles.hours}>
              <HoursChange before={entriesOf(valueAt(before, pointer))} after={entriesOf(valueAt(after, pointer))} />
            </div>
          ) : (
            <>
              {!isNew && <Side label={sides.before} at={pointer} value={valueAt(before, pointer)} />}
              <Side label={isNew ? undefined : sides.after} at={pointer} value={valueAt(after, pointer)} />
            </>
          )}
        </div>
      ))}
    </div>
  )
}

interface SideProps {
  readonly label: string | undefined
  readonly at: Pointer
  readonly value: Json
}

function Side({ label, at, value }: SideProps) {
  return (
    <div className={styles.side}>
      {label !== undefined && <Soft size="xs">{label}</Soft>}
      <ShownMember at={at} value={value} />
    </div>
  )
}

/** Values shown as a whole, even if only a part of them has changed. */
const wholes: readonly Pointer[] = ['/geolocation', '/owner', '/parent']

/** Returns the pointer under which a change is shown; for a change of type, that of the type. */
function wholeOf(pointer: Pointer, before: JsonObject, after: JsonObject): Pointer {
  const isOtherType = typeKeyIn(before.placeTypes) !== typeKeyIn(after.placeTypes)
  if (pointer.startsWith('/placeTypes/') && isOtherType) return '/placeTypes'
  return wholes.find((whole) => pointer.startsWith(`${whole}/`)) ?? pointer
}

/** Returns the changes worth showing; empty objects are left out. */
function shownPointers(before: JsonObject, after: JsonObject): Pointer[] {
  const isEmpty = (value: Json) => isObject(value) && Object.keys(value).length === 0
  const pointers = changedPointers(before, after)
    .map((pointer) => wholeOf(pointer, before, after))
    .filter((pointer) => !always.has(pointer.slice(1)))
    .filter(
      (pointer) =>
        ![valueAt(before, pointer), valueAt(after, pointer)].every((side) => side === undefined || isEmpty(side)),
    )
  return [...new Set(pointers)]
}

const pageSize = 30

/** A change of a place, without the document. */
type Revision = operations['getPlaceByIdRevisions']['responses'][200]['content']['application/json']['Results'][number]

/** Returns the revisions of a place, newest first, in pages. */
function useRevisions(id: string) {
  const { api } = useSession()
  return useInfiniteQuery({
    queryKey: [...queryNames.place, 'revisions', id],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readRevisions(api, id, { offset: pageParam, limit: pageSize }),
    getNextPageParam: ({ TotalHits }, _, offset) => (offset + pageSize < TotalHits ? offset + pageSize : undefined),
  })
}

/** Returns the place as of a revision; the result never changes. */
function useRevision(id: string, revision: number | undefined) {
  const { api } = useSession()
  return useQuery({
    queryKey: ['revision', id, revision],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: revision === undefined ? skipToken : () => readRevision(api, id, revision),
  })
}
