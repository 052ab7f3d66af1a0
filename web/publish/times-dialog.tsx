import { Button, Checkbox, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '../../client/client.ts'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { instantOf, localOf } from '../kit/moment-input.tsx'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { isBackwards, TimesFields } from './times-fields.tsx'
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
  const [times, setTimes] = useState({ published: localOf(place.published), depublished: localOf(place.depublished) })
  const [setsPublished, setSetsPublished] = useState(false)
  const [skipsDepublished, setSkipsDepublished] = useState(false)
  const parts = usePartCount(place.id) ?? 0
  // A time that was not touched keeps the seconds that the picker does not show.
  const movesPublished = times.published !== localOf(place.published)
  const movesDepublished = times.depublished !== localOf(place.depublished)
  const save = () => {
    const childAction = [
      ...(movesPublished && setsPublished ? (['set-published'] as const) : []),
      ...(movesDepublished && skipsDepublished ? (['skip-depublished'] as const) : []),
    ]
    const moved = {
      ...(movesPublished && { published: instantOf(times.published) }),
      ...(movesDepublished && { depublished: instantOf(times.depublished) }),
    }
    // What was chosen stays until the service has taken it.
    onAct({ kind: 'times', times: moved, childAction, done: words.timesSaved }, { onSuccess: onClose })
  }
  return (
    <Modal opened onClose={onClose} title={words.timesTitle(place.name)} closeButtonProps={{ 'aria-label': close }}>
      <Stack>
        <TimesFields times={times} onChange={setTimes} />
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
          <Button
            onClick={save}
            disabled={isBackwards(times) || (!movesPublished && !movesDepublished)}
            loading={isActing}
          >
            {words.save}
          </Button>
        </DialogEnd>
      </Stack>
    </Modal>
  )
}
