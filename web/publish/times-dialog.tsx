import { Alert, Button, Checkbox, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { DialogEnd } from '../kit/dialog-end.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { instantOf, localOf } from '../kit/moment-input.tsx'
import type { TaggedPlace } from '../place/place-queries.ts'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { isBackwards, type LocalTimes, TimesFields } from './times-fields.tsx'
import { usePartCount } from './use-parts.ts'
import type { PublicationAct } from './use-publishing.ts'

interface TimesDialogProps {
  readonly tagged: TaggedPlace
  readonly isActing: boolean
  readonly onAct: (act: PublicationAct, options: { readonly onSuccess: () => void }) => void
  readonly onClose: () => void
}

/** The times from which a place is public and from which it is not, and whether its parts follow. */
export default function TimesDialog({ tagged: { place, etag }, isActing, onAct, onClose }: TimesDialogProps) {
  const words = useWords(publishWords)
  const { close } = useWords(kitWords)
  const [openedTag] = useState(etag)
  const [chosen, setChosen] = useState<Partial<LocalTimes>>({})
  const [setsPublished, setSetsPublished] = useState(false)
  const [skipsDepublished, setSkipsDepublished] = useState(false)
  const parts = usePartCount(place.id) ?? 0
  // A time that was not touched keeps the seconds that the picker does not show, and follows who changes it meanwhile.
  const stored: LocalTimes = { published: localOf(place.published), depublished: localOf(place.depublished) }
  const times = { ...stored, ...chosen }
  const movesPublished = times.published !== stored.published
  const movesDepublished = times.depublished !== stored.depublished
  const choose = ({ published, depublished }: LocalTimes) =>
    setChosen({
      ...(published !== stored.published && { published }),
      ...(depublished !== stored.depublished && { depublished }),
    })
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
        {etag !== openedTag && (
          <Alert color="blue">
            <Text size="sm">{words.timesMeanwhile}</Text>
          </Alert>
        )}
        <TimesFields times={times} onChange={choose} />
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
