import { Anchor, Button, Center, Loader, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { useFaultText, useWords } from '../words/language.tsx'
import { Icon, type IconName } from './icon.tsx'
import { kitWords } from './kit-words.ts'
import styles from './message.module.css'

interface MessageProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: string
  /** What to do next. */
  readonly children?: ReactNode
  /** Of the title; 2 where nothing else is said. */
  readonly order?: 1 | 2
}

/** What stands where nothing else can: nothing was found, or something failed, and what to do about it. */
export function Message({ icon, title, text, children, order = 2 }: MessageProps) {
  return (
    <Stack className={styles.message} gap="xs" align="center">
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <Title order={order} size="h4">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={420}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  )
}

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

/** Something is on its way. */
export function Loading() {
  const words = useWords(kitWords)
  return (
    <Center p="xl" role="status" aria-label={words.loading}>
      <Loader type="dots" />
    </Center>
  )
}

/** The view of an address that names nothing. */
export function NotFound() {
  const words = useWords(kitWords)
  return (
    <Message icon="search" title={words.notFoundTitle} text={words.notFound} order={1}>
      <ToSearch />
    </Message>
  )
}

/** The way from where nothing more can be done. */
export function ToSearch() {
  const { toSearch } = useWords(kitWords)
  return (
    <Anchor component={Link} href={addresses.explorer}>
      {toSearch}
    </Anchor>
  )
}
