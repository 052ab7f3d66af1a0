import { Button, Group, Text, Title } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { type JsonObject, mergePatch } from '../body/json.ts'
import { cleaned, writable } from '../body/place-body.ts'
import { patchPlace, readPlace } from '../body/write-place.ts'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { FailureMessage, Loading } from '../kit/message.tsx'
import { notify, notifyFault } from '../kit/notify.ts'
import { useRefusalText } from '../place/field-label.ts'
import { forgetPlaces, type TaggedPlace, useStored } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { ChangeTable } from './change-table.tsx'
import styles from './history.module.css'
import { useRevision } from './history-queries.ts'
import { historyWords } from './history-words.ts'
import type { Revision } from './revision-item.tsx'

interface RevisionViewProps {
  readonly tagged: TaggedPlace
  readonly revision: Revision
  /** The number of the revision before, if there is one. */
  readonly before: number | undefined
  readonly isNow: boolean
}

/** What a change was, member by member, and the way back to how the place was after it. */
export function RevisionView({ tagged, revision, before, isNow }: RevisionViewProps) {
  const words = useWords(historyWords)
  const format = useFormat()
  const { mayEdit } = useSession()
  const { data: stored = tagged } = useStored(tagged)
  const { place } = stored
  const after = useRevision(place.id, revision.revision)
  const former = useRevision(place.id, before)
  const isWaiting = !after.data || (before !== undefined && !former.data)
  const error = after.error ?? former.error
  const change = after.data && mergePatch(cleaned(writable(place)), cleaned(writable(after.data)))
  return (
    <section className={styles.view} aria-label={words.chosen(revision.revision)}>
      <Group justify="space-between" mb="md">
        <div>
          <Title order={2} size="h4">
            {format.moment(revision.time)}
          </Title>
          <Text size="sm" c="dimmed">
            {[
              [words.actions[revision.action] ?? revision.action, revision.who && words.by(revision.who)],
              [isNow && words.now],
            ]
              .map((told) => told.filter(Boolean).join(' '))
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        {!isNow && change && after.data && mayEdit(place.owner.id) && !place.deleted && (
          <RestoreButton tagged={stored} version={after.data} change={change} when={format.moment(revision.time)} />
        )}
      </Group>
      {error ? (
        <FailureMessage error={error} />
      ) : isWaiting ? (
        <Loading />
      ) : (
        <ChangeTable before={asJson(former.data)} after={asJson(after.data)} />
      )}
    </section>
  )
}

interface RestoreButtonProps {
  readonly tagged: TaggedPlace
  readonly version: Place
  /** What makes the place what it was. */
  readonly change: JsonObject
  readonly when: string
}

/** Makes the place what it was in a version, as a change like any other: what came between stays in the history. */
function RestoreButton({ tagged, version, change, when }: RestoreButtonProps) {
  const words = useWords(historyWords)
  const { api, name } = useSession()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [isOpen, { open, close }] = useDisclosure()
  const refusalText = useRefusalText()
  const { place, etag } = tagged
  const restore = useMutation({
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
      // It is read before the act counts as over: whoever tries again at once does so on what was changed.
      if (isStale) await forgetPlaces(queries)
    },
  })
  return (
    <>
      <Button variant="light" leftSection={<Icon name="restore" size={18} />} onClick={open}>
        {words.restore}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        size="lg"
        title={words.restoreTitle}
        text={words.restoreText(when)}
        action={words.restore}
        isBusy={restore.isPending}
        onConfirm={() => restore.mutate()}
        onClose={close}
      >
        <ChangeTable before={cleaned(writable(place))} after={cleaned(writable(version))} />
      </ConfirmDialog>
    </>
  )
}

function asJson(place: Place | undefined): JsonObject {
  return (place ?? {}) as unknown as JsonObject
}
