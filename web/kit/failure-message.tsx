import { Button } from '@mantine/core'
import { Failure } from '../api/answered.ts'
import { useWords } from '../words/language.tsx'
import { useFaultText } from '../words/use-fault-text.ts'
import { kitWords } from './kit-words.ts'
import { Message } from './message.tsx'

interface FailureMessageProps {
  readonly error: unknown
  readonly onRetry?: () => void
}

/** What went wrong, in words, with a way to try again where that can help. */
export function FailureMessage({ error, onRetry }: FailureMessageProps) {
  const words = useWords(kitWords)
  const status = error instanceof Failure ? error.status : undefined
  const faultText = useFaultText()
  const detail = error instanceof Failure && error.status !== 0 ? faultText(error.message) : words.broken
  const text = status === 0 ? words.offline : detail
  return (
    <Message icon="warning" title={titleOf(status, words)} text={text}>
      {onRetry && (
        <Button variant="light" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      )}
    </Message>
  )
}

function titleOf(status: number | undefined, words: (typeof kitWords)['en']): string {
  if (status === undefined) return words.brokenTitle
  if (status === 0) return words.offlineTitle
  if (status === 401) return words.keyTitle
  if (status === 403) return words.forbiddenTitle
  return status >= 500 ? words.busyTitle : words.refusedTitle
}
