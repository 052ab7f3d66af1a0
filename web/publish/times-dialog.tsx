import { Alert, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Button } from '../kit/button.tsx'
import { instantOf, localOf, MomentInput } from '../kit/date-inputs.tsx'
import { Dialog, DialogEnd } from '../kit/dialog.tsx'
import { useUnread } from '../kit/hooks.ts'
import type { TaggedPlace } from '../place/place-queries.ts'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'
import { type PublicationAct, usePartCount } from './use-publishing.tsx'

const ends = ['published', 'depublished'] as const

/** The child action for each time that the parts follow. */
const childActions = { published: 'set-published', depublished: 'skip-depublished' } as const

interface TimesDialogProps {
  readonly tagged: TaggedPlace
  readonly isActing: boolean
  readonly onAct: (act: PublicationAct, options: { readonly onSuccess: () => void }) => void
  readonly onClose: () => void
}

/** Edits the times at which a place becomes public and stops being so, and whether its parts follow. */
export default function TimesDialog({ tagged: { place, etag }, isActing, onAct, onClose }: TimesDialogProps) {
  const words = useWords(publishWords)
  const [openedTag] = useState(etag)
  const { times, moved, isUntouched, choose } = useChosenTimes(place)
  const [follows, setFollows] = useState({ published: false, depublished: false })
  const { isUnread, addUnread } = useUnread()
  const parts = usePartCount(place.id) ?? 0
  const save = () => {
    const childAction = moved.filter((end) => follows[end]).map((end) => childActions[end])
    const changed = Object.fromEntries(moved.map((end) => [end, instantOf(times[end])]))
    // The chosen values stay until the service has accepted them.
    onAct({ kind: 'times', times: changed, childAction, done: words.timesSaved }, { onSuccess: onClose })
  }
  return (
    <Dialog
      onClose={onClose}
      title={words.timesTitle(place.name)}
      // An accidental key or click must not lose the chosen values.
      closeOnEscape={isUntouched}
      closeOnClickOutside={isUntouched}
    >
      {etag !== openedTag && <Alert color="blue">{words.timesMeanwhile}</Alert>}
      <TimesFields times={times} onChange={choose} addUnread={addUnread} />
      {parts > 0 &&
        ends.map((end) => (
          <Checkbox
            key={end}
            label={end === 'published' ? words.setPublished(parts) : words.skipDepublished(parts)}
            // The parts can only follow a changed time.
            description={moved.includes(end) ? undefined : words.onlyWithTime}
            disabled={!moved.includes(end)}
            checked={moved.includes(end) && follows[end]}
            onChange={(event) => setFollows({ ...follows, [end]: event.currentTarget.checked })}
          />
        ))}
      <DialogEnd onCancel={onClose}>
        <Button onClick={save} disabled={isUnread || isBackwards(times) || moved.length === 0} loading={isActing}>
          {words.save}
        </Button>
      </DialogEnd>
    </Dialog>
  )
}

/** Returns the times in the fields: those chosen here, otherwise the current ones of the place. */
function useChosenTimes(place: TaggedPlace['place']) {
  const [chosen, setChosen] = useState<Partial<LocalTimes>>({})
  // An untouched time keeps the seconds, which the picker hides, and follows concurrent changes.
  const stored: LocalTimes = { published: localOf(place.published), depublished: localOf(place.depublished) }
  const times = { ...stored, ...chosen }
  const movedIn = (some: LocalTimes) => ends.filter((end) => some[end] !== stored[end])
  const choose = (next: LocalTimes) => setChosen(Object.fromEntries(movedIn(next).map((end) => [end, next[end]])))
  return { times, moved: movedIn(times), isUntouched: Object.keys(chosen).length === 0, choose }
}

/** The two publishing times in local time (see MomentInput); null for none. */
export interface LocalTimes {
  readonly published: string | null
  readonly depublished: string | null
}

interface TimesFieldsProps {
  readonly times: LocalTimes
  readonly onChange: (times: LocalTimes) => void
  /** Registers an unreadable field, until the returned function is called. */
  readonly addUnread: () => () => void
  /** True if a start time is required. */
  readonly isPlan?: boolean
}

/** Returns whether the end of publication is not after its start. */
export function isBackwards({ published, depublished }: LocalTimes): boolean {
  return published !== null && depublished !== null && depublished <= published
}

/** Edits the times at which a place becomes public and stops being so. */
export function TimesFields({ times, onChange, addUnread, isPlan = false }: TimesFieldsProps) {
  const words = useWords(publishWords)
  return (
    <>
      <MomentInput
        label={words.publishedFrom}
        {...(isPlan ? { required: true } : { description: words.draftHint })}
        value={times.published}
        addUnread={addUnread}
        onChange={(published) => onChange({ ...times, published })}
      />
      <MomentInput
        label={words.depublishedFrom}
        description={words.neverHint}
        value={times.depublished}
        addUnread={addUnread}
        onChange={(depublished) => onChange({ ...times, depublished })}
        error={isBackwards(times) && words.backwards}
      />
    </>
  )
}
