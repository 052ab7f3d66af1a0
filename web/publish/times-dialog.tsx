import { Alert, Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { instantOf, localOf, MomentInput } from '../kit/date-inputs.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import type { TaggedPlace } from '../place/place-queries.ts'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { type PublicationAct, usePartCount } from './use-publishing.tsx'

interface TimesDialogProps {
  readonly tagged: TaggedPlace
  readonly isActing: boolean
  readonly onAct: (act: PublicationAct, options: { readonly onSuccess: () => void }) => void
  readonly onClose: () => void
}

/** The times from which a place is public and from which it is not, and whether its parts follow. */
export default function TimesDialog({ tagged: { place, etag }, isActing, onAct, onClose }: TimesDialogProps) {
  const words = useWords(publishWords)
  const [openedTag] = useState(etag)
  const { times, movesPublished, movesDepublished, isUntouched, choose } = useChosenTimes(place)
  const [setsPublished, setSetsPublished] = useState(false)
  const [skipsDepublished, setSkipsDepublished] = useState(false)
  const parts = usePartCount(place.id) ?? 0
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
    <Dialog
      onClose={onClose}
      title={words.timesTitle(place.name)}
      // What was chosen is not lost by a slip.
      closeOnEscape={isUntouched}
      closeOnClickOutside={isUntouched}
    >
      {etag !== openedTag && (
        <Alert color="blue">
          <Text size="sm">{words.timesMeanwhile}</Text>
        </Alert>
      )}
      <TimesFields times={times} onChange={choose} />
      {parts > 0 && (
        <>
          <PartsFollow
            label={words.setPublished(parts)}
            isPossible={movesPublished}
            isChosen={setsPublished}
            onChoose={setSetsPublished}
          />
          <PartsFollow
            label={words.skipDepublished(parts)}
            isPossible={movesDepublished}
            isChosen={skipsDepublished}
            onChoose={setSkipsDepublished}
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
    </Dialog>
  )
}

/** The times in the fields: those that were chosen here, else those of the place as it is now. */
function useChosenTimes(place: TaggedPlace['place']) {
  const [chosen, setChosen] = useState<Partial<LocalTimes>>({})
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
  return { times, movesPublished, movesDepublished, isUntouched: Object.keys(chosen).length === 0, choose }
}

interface PartsFollowProps {
  readonly label: string
  /** Whether the time that the parts would follow is changed at all. */
  readonly isPossible: boolean
  readonly isChosen: boolean
  readonly onChoose: (isChosen: boolean) => void
}

function PartsFollow({ label, isPossible, isChosen, onChoose }: PartsFollowProps) {
  const words = useWords(publishWords)
  return (
    <Checkbox
      label={label}
      description={isPossible ? undefined : words.onlyWithTime}
      disabled={!isPossible}
      checked={isPossible && isChosen}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
  )
}

/** The two times of publishing, as times of the reader's zone (see MomentInput); null for none. */
export interface LocalTimes {
  readonly published: string | null
  readonly depublished: string | null
}

interface TimesFieldsProps {
  readonly times: LocalTimes
  readonly onChange: (times: LocalTimes) => void
  /** Whether there has to be a time from which it is public. */
  readonly isPlan?: boolean
}

/** Whether a place would stop to be public before it is. */
export function isBackwards({ published, depublished }: LocalTimes): boolean {
  return published !== null && depublished !== null && depublished <= published
}

/** The times from which a place is public and from which it is not. */
export function TimesFields({ times, onChange, isPlan = false }: TimesFieldsProps) {
  const words = useWords(publishWords)
  return (
    <>
      <MomentInput
        label={words.publishedFrom}
        {...(isPlan ? { required: true } : { description: words.draftHint })}
        value={times.published}
        onChange={(published) => onChange({ ...times, published })}
      />
      <MomentInput
        label={words.depublishedFrom}
        description={words.neverHint}
        value={times.depublished}
        onChange={(depublished) => onChange({ ...times, depublished })}
        error={isBackwards(times) && words.backwards}
      />
    </>
  )
}
