import { MomentInput } from '../kit/moment-input.tsx'
import { useWords } from '../words/language.tsx'
import { publishWords } from './publish-words.ts'

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
