import { Alert, Radio, Stack } from '@mantine/core'
import { type FocusEvent, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'
import type { Place } from '../../client/client.ts'
import { Button } from '../kit/button.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { isFocusLost } from '../kit/hooks.ts'
import type { IconName } from '../kit/icon.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { Loading } from '../kit/message.tsx'
import { usePlaceState } from '../place/place-item.tsx'
import type { TaggedPlace } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import styles from './publish-page.module.css'
import { publishWords } from './publish-words.ts'
import {
  draftChildAction,
  type PublicationAct,
  timesOfDraft,
  timesOfPublishing,
  usePartCount,
  usePublishing,
} from './use-publishing.tsx'

const TimesDialog = lazy(() => import('./times-dialog.tsx'))

interface PublishButton {
  readonly icon: IconName
  readonly label: string
  readonly act: () => void
  readonly color?: 'red'
}

/** Offers the actions on a whole place that its state allows: publish, unpublish, delete, restore. */
export function PublishActions({ tagged }: { readonly tagged: TaggedPlace }) {
  const words = useWords(publishWords)
  const { mayEdit, mayDelete } = useSession()
  const [dialog, setDialog] = useState<'times' | 'delete'>()
  const act = usePublishing(tagged)
  const { place } = tagged
  const state = usePlaceState(place)
  const timesButtons = useTimesButtons(place, { act: act.mutate, choose: () => setDialog('times') })
  const list = useFocusKept(act.isPending || dialog !== undefined)
  const restore = { icon: 'restore', label: words.restore, act: () => act.mutate({ kind: 'restore' }) } as const
  const remove = { icon: 'trash', label: words.delete, act: () => setDialog('delete'), color: 'red' } as const
  const whole: readonly PublishButton[] = state === 'deleted' ? [restore] : [remove]
  const buttons = [
    ...(state !== 'deleted' && mayEdit(place.owner.id) ? timesButtons : []),
    ...(mayDelete(place.owner.id) ? whole : []),
  ]
  if (buttons.length === 0) return <ForbiddenNote />
  const close = () => setDialog(undefined)
  return (
    <>
      <div className={styles.actions} {...list}>
        {buttons.map(({ label, act: onClick, ...look }) => (
          <Button key={label} {...look} variant="default" disabled={act.isPending} onClick={onClick}>
            {label}
          </Button>
        ))}
      </div>
      <Suspense>
        {dialog === 'times' && (
          <TimesDialog tagged={tagged} isActing={act.isPending} onAct={act.mutate} onClose={close} />
        )}
      </Suspense>
      {dialog === 'delete' && <DeleteDialog place={place} onAct={act.mutate} onClose={close} />}
    </>
  )
}

function ForbiddenNote() {
  const { forbiddenTitle } = useWords(kitWords)
  return <Alert color="orange">{forbiddenTitle}</Alert>
}

/** Returns the buttons that publish and unpublish: now, at a time, or back to draft. */
function useTimesButtons(
  place: Place,
  { act, choose }: { readonly act: (act: PublicationAct) => void; readonly choose: () => void },
): readonly PublishButton[] {
  const words = useWords(publishWords)
  const state = usePlaceState(place)
  const now = () => new Date().toISOString()
  const draft = timesOfDraft(place)
  const publish = () => act({ kind: 'times', times: timesOfPublishing(place, now()), done: words.published })
  const unpublish = () => act({ kind: 'times', times: { depublished: now() }, done: words.unpublished })
  const toDraft = () => draft && act({ kind: 'times', times: draft, childAction: draftChildAction, done: words.draft })
  const buttons = [
    { isThere: state !== 'published', icon: 'eye', label: words.publishNow, act: publish },
    { isThere: true, icon: 'calendar', label: words.times, act: choose },
    { isThere: state === 'published', icon: 'close', label: words.unpublishNow, act: unpublish },
    { isThere: draft !== undefined && state !== 'draft', icon: 'edit', label: words.toDraft, act: toDraft },
  ] as const
  return buttons.filter(({ isThere }) => isThere).map(({ isThere: _, ...button }) => button)
}

/**
 * Keeps the focus in a list of buttons: after an action or a dialog the last one gets it, or the first if that has
 * disappeared. Returns the properties of the list.
 */
function useFocusKept(isAway: boolean) {
  const list = useRef<HTMLDivElement>(null)
  const last = useRef<HTMLElement>(undefined)
  const isWithin = useRef(false)
  const wasAway = useRef(false)
  useLayoutEffect(() => {
    const isBack = wasAway.current && !isAway
    wasAway.current = isAway
    if (isAway || !(isWithin.current || isBack) || !isFocusLost()) return
    const next = last.current?.isConnected ? last.current : list.current?.querySelector('button')
    next?.focus()
  })
  return {
    ref: list,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      last.current = target
      isWithin.current = true
    },
    // A button that disappears may report that too.
    onBlur: ({ target }: FocusEvent) =>
      void setTimeout(() => {
        if (target.isConnected && !list.current?.contains(document.activeElement)) isWithin.current = false
      }),
  }
}

/** The properties of a dialog that confirms an action on a place. */
interface ActDialogProps {
  readonly place: Place
  readonly onAct: (act: PublicationAct) => void
  readonly onClose: () => void
}

/** Confirms the deletion of a place, shows the number of its parts, and asks what should happen to them. */
function DeleteDialog({ place, onAct, onClose }: ActDialogProps) {
  const words = useWords(publishWords)
  const [keepsParts, setKeepsParts] = useState(true)
  const parts = usePartCount(place.id)
  const remove = () => {
    onAct({ kind: 'delete', keepsParts })
    onClose()
  }
  return (
    <ConfirmDialog
      title={words.deleteTitle(place.name)}
      text={words.deleteText}
      action={words.deleteButton}
      isGrave
      isPossible={parts !== undefined}
      onConfirm={remove}
      onClose={onClose}
    >
      {parts === undefined && <Loading />}
      {parts !== undefined && parts > 0 && (
        <Radio.Group
          label={words.parts(parts)}
          value={keepsParts ? 'keep' : 'delete'}
          onChange={(chosen) => setKeepsParts(chosen === 'keep')}
        >
          <Stack gap={8} mt={8}>
            <Radio value="keep" label={words.keepParts} />
            <Radio value="delete" label={words.deleteParts} />
          </Stack>
        </Radio.Group>
      )}
    </ConfirmDialog>
  )
}
