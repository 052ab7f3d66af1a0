import { Menu, Radio, Stack } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { Place } from '../../client/client.ts'
import { Button } from '../kit/button.tsx'
import { ConfirmDialog } from '../kit/dialog.tsx'
import { isFocusLost, useFocusAfter } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { Loading } from '../kit/message.tsx'
import { usePlaceState } from '../place/place-item.tsx'
import type { TaggedPlace } from '../place/place-queries.ts'
import type { PlaceState } from '../place/place-traits.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
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

/** Offers the actions on a whole place: publish, unpublish, delete, restore. */
export function PublishMenu({ tagged }: { readonly tagged: TaggedPlace }) {
  const words = useWords(publishWords)
  const { mayEdit, mayDelete } = useSession()
  const [dialog, setDialog] = useState<'times' | 'delete'>()
  const act = usePublishing(tagged)
  const { place } = tagged
  const state = usePlaceState(place)
  const owns = mayEdit(place.owner.id)
  const removes = mayDelete(place.owner.id)
  const close = () => setDialog(undefined)
  const button = useFocusAfter<HTMLButtonElement>(act.isPending || dialog !== undefined)
  const menu = useRef<HTMLDivElement>(null)
  // The available actions depend on the state of the place. If the focused item disappears, the first one gets the
  // focus.
  useEffect(() => {
    if (isFocusLost()) menu.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  })
  if (state === 'deleted') {
    if (!removes) return null
    return (
      <Button ref={button} icon="restore" loading={act.isPending} onClick={() => act.mutate({ kind: 'restore' })}>
        {words.restore}
      </Button>
    )
  }
  if (!owns && !removes) return null
  return (
    <>
      <Menu position="bottom-end" withinPortal={false}>
        <Menu.Target>
          <Button ref={button} variant="default" loading={act.isPending} opensBelow>
            {words.menu}
          </Button>
        </Menu.Target>
        <Menu.Dropdown ref={menu}>
          {owns && <TimesItems place={place} state={state} onAct={act.mutate} onTimes={() => setDialog('times')} />}
          {removes && (
            <Menu.Item
              color="var(--mantine-color-error)"
              leftSection={<Icon name="trash" size={16} />}
              onClick={() => setDialog('delete')}
            >
              {words.delete}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        {dialog === 'times' && (
          <TimesDialog tagged={tagged} isActing={act.isPending} onAct={act.mutate} onClose={close} />
        )}
      </Suspense>
      {dialog === 'delete' && <DeleteDialog place={place} onAct={act.mutate} onClose={close} />}
    </>
  )
}

interface TimesItemsProps {
  readonly place: Place
  readonly state: PlaceState
  readonly onAct: (act: PublicationAct) => void
  /** Opens the dialog of publishing times. */
  readonly onTimes: () => void
}

/** Items that publish and unpublish: now, at a time, or back to draft. */
function TimesItems({ place, state, onAct, onTimes }: TimesItemsProps) {
  const words = useWords(publishWords)
  const now = () => new Date().toISOString()
  const draft = timesOfDraft(place)
  const publish = () => onAct({ kind: 'times', times: timesOfPublishing(place, now()), done: words.published })
  const unpublish = () => onAct({ kind: 'times', times: { depublished: now() }, done: words.unpublished })
  const toDraft = () =>
    draft && onAct({ kind: 'times', times: draft, childAction: draftChildAction, done: words.draft })
  const items = [
    { isThere: state !== 'published', icon: 'eye', label: words.publishNow, act: publish },
    { isThere: true, icon: 'calendar', label: words.times, act: onTimes },
    { isThere: state === 'published', icon: 'close', label: words.unpublishNow, act: unpublish },
    { isThere: draft !== undefined && state !== 'draft', icon: 'edit', label: words.toDraft, act: toDraft },
  ] as const
  return items
    .filter(({ isThere }) => isThere)
    .map(({ icon, label, act }) => (
      <Menu.Item key={icon} leftSection={<Icon name={icon} size={16} />} onClick={act}>
        {label}
      </Menu.Item>
    ))
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
