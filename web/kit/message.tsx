import { Box, Center, Group, Loader, Stack, Text, ThemeIcon, Title, VisuallyHidden } from '@mantine/core'
import { type NotificationData, notifications } from '@mantine/notifications'
import { type ReactNode, useCallback } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { useFaultText, useLanguage, useWords } from '../words/language.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { kitWords } from './kit-words.ts'

interface MessageProps {
  readonly icon: IconName
  readonly title: string
  readonly text?: string
  /** The next steps. */
  readonly children?: ReactNode
  /** Heading level of the title; 2 by default. */
  readonly order?: 1 | 2
}

/** A full message: nothing was found, or something failed, and how to proceed. */
export function Message({ icon, title, text, children, order = 2 }: MessageProps) {
  return (
    <Stack align="center" gap="xs" px="lg" py="var(--space-6)" ta="center">
      <ThemeIcon size={56} radius="100%" bg="var(--ground-soft)" c="dimmed">
        <Icon name={icon} size={28} />
      </ThemeIcon>
      <Title order={order} size={order === 1 ? 'h2' : 'h4'}>
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
  /** True if it replaces a whole page, which needs a heading and a way out. */
  readonly isPage?: boolean
}

/** Describes a failure, with a retry button if that can help. */
export function FailureMessage({ error, onRetry, isPage = false }: FailureMessageProps) {
  const words = useWords(kitWords)
  const failureText = useFailureText()
  const title = error instanceof Failure ? (titleOf(error.status, words) ?? words.refusedTitle) : words.brokenTitle
  const detail = error instanceof Failure ? (error.status === 0 ? words.offline : failureText(error)) : words.broken
  const isForbidden = error instanceof Failure && error.status === 403
  const text = [detail !== title && detail, isForbidden && words.forbidden].filter(Boolean).join(' ')
  return (
    <Message icon="warning" title={title} text={text} order={isPage ? 1 : 2}>
      {isPage && <ToSearch />}
      {onRetry && (
        <Button variant="light" onClick={onRetry}>
          {words.tryAgain}
        </Button>
      )}
    </Message>
  )
}

/** A loading indicator. */
export function Loading({ rows = 0, isPage = false }: { readonly rows?: number; readonly isPage?: boolean }) {
  const words = useWords(kitWords)
  if (rows > 0) {
    return (
      <Box role="status" data-pending aria-label={words.loading} flex={1} mih={0}>
        <ul className="rows">
          {Array.from({ length: rows }, (_, at) => (
            <li key={at} />
          ))}
        </ul>
      </Box>
    )
  }
  return (
    <Center p="xl" role="status" data-pending aria-label={words.loading}>
      {isPage && <VisuallyHidden component="h1">{words.loading}</VisuallyHidden>}
      <Loader />
    </Center>
  )
}

interface AwaitedProps extends Pick<FailureMessageProps, 'isPage'> {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
}

/** Stands in for missing data of a query: its failure with a retry button, or a loading indicator. */
export function Awaited({ query: { error, refetch }, isPage = false }: AwaitedProps) {
  if (!error) return <Loading isPage={isPage} />
  return <FailureMessage error={error} onRetry={() => void refetch()} isPage={isPage} />
}

/** Stands in for a component that failed to load. It offers a reload, because browsers may not retry by themselves. */
export function NotLoaded() {
  const words = useWords(kitWords)
  return (
    <Text role="alert" size="sm" px="md" py="sm">
      {words.notLoaded}{' '}
      <Button size="sm" variant="subtle" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </Text>
  )
}

/** The view of an unknown address. */
export function NotFound() {
  const words = useWords(kitWords)
  return (
    <Message icon="search" title={words.notFoundTitle} text={words.notFound} order={1}>
      <ToSearch />
    </Message>
  )
}

/** A link to the search, for views with no other way out. */
export function ToSearch() {
  const { toSearch } = useWords(kitWords)
  return (
    <Link className="link" href={addresses.explorer}>
      {toSearch}
    </Link>
  )
}

/** Returns the title for a status; undefined if only the detail is meaningful. */
export function titleOf(status: number, words: (typeof kitWords)['en']): string | undefined {
  const titles: Readonly<Record<number, string>> = {
    0: words.offlineTitle,
    400: words.wrongTitle,
    401: words.keyTitle,
    403: words.forbiddenTitle,
    404: words.goneTitle,
    409: words.conflictTitle,
    412: words.changedTitle,
    429: words.oftenTitle,
  }
  return titles[status] ?? (status >= 500 ? words.busyTitle : undefined)
}

/**
 * Returns a function that describes a failure: in the language of the page if possible, otherwise as the service worded
 * it.
 */
export function useFailureText(): (error: unknown) => string {
  const words = useWords(kitWords)
  const { language } = useLanguage()
  const faultText = useFaultText()
  return useCallback(
    (error) => {
      if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error)
      const { status, faults, reason } = error
      if (status === 0) return `${words.offlineTitle}. ${words.offline}`
      // The service's own text is about API keys.
      if (status === 401) return words.keyTitle
      if (faults.length > 0) return faults.map(faultText).join(' ')
      // A reason without a code exists only in English.
      const isKnown = language === 'en' || reason.code !== undefined
      return isKnown ? faultText(reason) : (titleOf(status, words) ?? reason.detail)
    },
    [words, language, faultText],
  )
}

/** The faults of a form, in the language of the page: beside each field, otherwise once at the end. */
export function useFormFaults(error: Error | null) {
  const faultText = useFaultText()
  const failureText = useFailureText()
  const faults = error instanceof Failure ? error.faults : []
  return {
    /**
     * Returns the fault at a member of the body, by pointer (`/contactInfo/email`), or within it; undefined if there is
     * none.
     */
    faultAt(pointer: string): string | undefined {
      const fault = faults.find((found) => found.pointer === pointer || found.pointer.startsWith(`${pointer}/`))
      return fault && faultText(fault)
    },
    /** Reason why the whole form was refused. Undefined if it was not, or if members have faults. */
    failureText: error && faults.length === 0 ? failureText(error) : undefined,
  }
}

const readMillis = 500
let last: { readonly message: ReactNode; readonly at: number } | undefined

function tell(data: NotificationData): void {
  last = { message: data.message, at: performance.now() }
  notifications.show(data)
}

/** Returns the message that was shown just now; undefined if there was time to read it. */
export function unreadNotice(): ReactNode {
  return last && performance.now() - last.at < readMillis ? last.message : undefined
}

/** Shows a brief confirmation. */
export function notify(message: NotificationData['message'], more: Partial<NotificationData> = {}): void {
  tell({ message, color: 'green', autoClose: 3000, withCloseButton: false, ...more })
}

const undoMillis = 20_000

/** Shows a confirmation with the way back, which only this message offers: others with this id replace it. */
export function notifyUndoable(message: string, id: string, onUndo: () => void): void {
  notify(<UndoMessage {...{ message, id, onUndo }} />, { id, autoClose: undoMillis })
}

interface UndoMessageProps {
  readonly message: string
  readonly id: string
  readonly onUndo: () => void
}

function UndoMessage({ message, id, onUndo }: UndoMessageProps) {
  const words = useWords(kitWords)
  const undo = () => {
    notifications.hide(id)
    onUndo()
  }
  return (
    <Group justify="space-between" wrap="nowrap">
      {message}
      <Button variant="default" size="sm" onClick={undo}>
        {words.undo}
      </Button>
    </Group>
  )
}

/** Shows an error for long enough to read it. */
export function notifyFault(message: string): void {
  tell({ message, color: 'red', autoClose: 10_000, withCloseButton: false, role: 'alert' })
}
