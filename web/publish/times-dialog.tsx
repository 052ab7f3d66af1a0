import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/sv'
import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import type { Place } from '../../client/client.ts'
import { calendarWords } from '../kit/calendar-words.ts'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { usePartCount } from './use-parts.ts'
import type { PublicationAct } from './use-publishing.ts'

interface TimesDialogProps {
  readonly place: Place
  readonly isActing: boolean
  readonly onAct: (act: PublicationAct, options: { readonly onSuccess: () => void }) => void
  readonly onClose: () => void
}

/** The times from which a place is public and from which it is not, and whether its parts follow. */
export default function TimesDialog({ place, isActing, onAct, onClose }: TimesDialogProps) {
  const words = useWords(publishWords)
  const { close } = useWords(kitWords)
  const { language } = useLanguage()
  const [published, setPublished] = useState(localOf(place.published))
  const [depublished, setDepublished] = useState(localOf(place.depublished))
  const [setsPublished, setSetsPublished] = useState(false)
  const [skipsDepublished, setSkipsDepublished] = useState(false)
  const [publishedId, depublishedId] = [useId(), useId()]
  const parts = usePartCount(place.id) ?? 0
  // A time that was not touched keeps the seconds that the picker does not show.
  const movesPublished = published !== localOf(place.published)
  const movesDepublished = depublished !== localOf(place.depublished)
  // Local times of this form are in the order of their texts.
  const isBackwards = published !== null && depublished !== null && depublished <= published
  const save = () => {
    const childAction = [
      ...(movesPublished && setsPublished ? (['set-published'] as const) : []),
      ...(movesDepublished && skipsDepublished ? (['skip-depublished'] as const) : []),
    ]
    const times = {
      ...(movesPublished && { published: instantOf(published) }),
      ...(movesDepublished && { depublished: instantOf(depublished) }),
    }
    // What was chosen stays until the service has taken it.
    onAct({ kind: 'times', times, childAction, done: words.timesSaved }, { onSuccess: onClose })
  }
  const picker = {
    ariaLabels: useWords(calendarWords),
    valueFormat: 'YYYY-MM-DD HH:mm',
    clearable: true,
    clearButtonProps: { 'aria-label': words.clear },
    timePickerProps: { hoursInputLabel: words.hours, minutesInputLabel: words.minutes },
    submitButtonProps: { 'aria-label': words.take },
  } as const
  return (
    <Modal opened onClose={onClose} title={words.timesTitle(place.name)} closeButtonProps={{ 'aria-label': close }}>
      <DatesProvider settings={{ locale: language, firstDayOfWeek: 1 }}>
        <Stack>
          <DateTimePicker
            {...picker}
            {...namedBy(publishedId)}
            label={words.publishedFrom}
            description={words.draftHint}
            value={published}
            onChange={setPublished}
          />
          <DateTimePicker
            {...picker}
            {...namedBy(depublishedId)}
            label={words.depublishedFrom}
            description={words.neverHint}
            value={depublished}
            onChange={setDepublished}
            error={isBackwards && words.backwards}
          />
          {parts > 0 && (
            <>
              <Checkbox
                label={words.setPublished(parts)}
                description={movesPublished ? undefined : words.onlyWithTime}
                disabled={!movesPublished}
                checked={movesPublished && setsPublished}
                onChange={(event) => setSetsPublished(event.currentTarget.checked)}
              />
              <Checkbox
                label={words.skipDepublished(parts)}
                description={movesDepublished ? undefined : words.onlyWithTime}
                disabled={!movesDepublished}
                checked={movesDepublished && skipsDepublished}
                onChange={(event) => setSkipsDepublished(event.currentTarget.checked)}
              />
            </>
          )}
          <DialogEnd onCancel={onClose}>
            <Button onClick={save} disabled={isBackwards || (!movesPublished && !movesDepublished)} loading={isActing}>
              {words.save}
            </Button>
          </DialogEnd>
        </Stack>
      </DatesProvider>
    </Modal>
  )
}

/** Lets what a picker opens be called as the picker is, and gives the focus back when it is closed. */
function namedBy(id: string) {
  return { id, popoverProps: { id, returnFocus: true } } as const
}

/** An instant as the picker takes it: a local time to the minute, or null. */
function localOf(instant: string | undefined): string | null {
  if (!instant) return null
  const date = new Date(instant)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}

function instantOf(local: string | null): string | null {
  return local === null ? null : new Date(local.replace(' ', 'T')).toISOString()
}
