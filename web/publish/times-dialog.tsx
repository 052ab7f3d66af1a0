import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/sv'
import { Button, Checkbox, Group, Modal, Stack } from '@mantine/core'
import { DatesProvider, DateTimePicker } from '@mantine/dates'
import { useId, useState } from 'react'
import { calendarWords } from '../hours/calendar-words.ts'
import { kitWords } from '../kit/kit-words.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import type { ActDialogProps } from './delete-dialog.tsx'
import { publishWords } from './publish-words.ts'
import { usePartCount } from './use-parts.ts'

/** The times from which a place is public and from which it is not, and whether its parts follow. */
export default function TimesDialog({ place, onAct, onClose }: ActDialogProps) {
  const words = useWords(publishWords)
  const { close } = useWords(kitWords)
  const { language } = useLanguage()
  const [published, setPublished] = useState(localOf(place.published))
  const [depublished, setDepublished] = useState(localOf(place.depublished))
  const [setsPublished, setSetsPublished] = useState(false)
  const [skipsDepublished, setSkipsDepublished] = useState(false)
  const [publishedId, depublishedId] = [useId(), useId()]
  const parts = usePartCount(place.id) ?? 0
  const save = () => {
    const childAction = [
      ...(setsPublished ? (['set-published'] as const) : []),
      ...(skipsDepublished ? (['skip-depublished'] as const) : []),
    ]
    // A time that was not touched keeps the seconds that the picker does not show.
    const times = {
      ...(published !== localOf(place.published) && { published: instantOf(published) }),
      ...(depublished !== localOf(place.depublished) && { depublished: instantOf(depublished) }),
    }
    if (Object.keys(times).length > 0) onAct({ kind: 'times', times, childAction, done: words.timesSaved })
    onClose()
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
          />
          {parts > 0 && (
            <>
              <Checkbox
                label={words.setPublished(parts)}
                checked={setsPublished}
                onChange={(event) => setSetsPublished(event.currentTarget.checked)}
              />
              <Checkbox
                label={words.skipDepublished(parts)}
                checked={skipsDepublished}
                onChange={(event) => setSkipsDepublished(event.currentTarget.checked)}
              />
            </>
          )}
          <Group justify="end">
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button onClick={save}>{words.save}</Button>
          </Group>
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
