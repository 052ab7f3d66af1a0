import type { NotificationData } from '@mantine/notifications'
import { type ComponentProps, type ReactNode, useCallback } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { useFaultText, useLanguage, useWords } from '../words/language.tsx'
import { Button } from './button.tsx'
import { Icon, type IconName } from './icon.tsx'
import { kitWords } from './kit-words.ts'
import styles from './message.module.css'
import { createStore } from './store.ts'

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
  const Heading = `h${order}` as const
  return (
    <div className={styles.message}>
      <span className={styles.sign}>
        <Icon name={icon} size={28} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </div>
  )
}

interface FailureMessageProps {
  readonly error: unknown
  readonly onRetry?: () => void
  /** Whether it stands in the place of a whole page, which has a heading and a way on. */
  readonly isPage?: boolean
}

/** What went wrong, in words, with a way to try again where that can help. */
export function FailureMessage({ error, onRetry, isPage = false }: FailureMessageProps) {
  const words = useWords(kitWords)
  const failureText = useFailureText()
  const title = error instanceof Failure ? (titleOf(error.status, words) ?? words.refusedTitle) : words.brokenTitle
  const told = error instanceof Failure ? (error.status === 0 ? words.offline : failureText(error)) : words.broken
  const isForbidden = error instanceof Failure && error.status === 403
  const text = [told !== title && told, isForbidden && words.forbidden].filter(Boolean).join(' ')
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

interface NoteProps extends ComponentProps<'div'> {
  readonly color: 'red' | 'orange' | 'blue' | 'gray'
}

/** What has to be known of that beside which it stands, on a ground of a colour. */
export function Note({ color, title, className = '', style, children, ...rest }: NoteProps) {
  const ground = { background: `var(--mantine-color-${color}-light)` }
  return (
    <div role="alert" {...rest} className={`${styles.note} ${className}`} style={{ ...ground, ...style }}>
      {title && <strong>{title}</strong>}
      {children}
    </div>
  )
}

/** Something is on its way. */
export function Loading({ rows = 0, isPage = false }: { readonly rows?: number; readonly isPage?: boolean }) {
  const words = useWords(kitWords)
  if (rows > 0) {
    return (
      <div role="status" data-pending aria-label={words.loading} className={styles.rows}>
        <ul className="rows">
          {Array.from({ length: rows }, (_, at) => (
            <li key={at} />
          ))}
        </ul>
      </div>
    )
  }
  return (
    <div className={styles.loading} role="status" data-pending aria-label={words.loading}>
      {isPage && <h1 className="unseen">{words.loading}</h1>}
      <span className={styles.dots} />
    </div>
  )
}

interface AwaitedProps extends Pick<FailureMessageProps, 'isPage'> {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
}

/** What stands in the place of data that a query has not brought: why, with a way to try again, or that it is on its way. */
export function Awaited({ query: { error, refetch }, isPage = false }: AwaitedProps) {
  if (!error) return <Loading isPage={isPage} />
  return <FailureMessage error={error} onRetry={() => void refetch()} isPage={isPage} />
}

/** What stands in the place of a part of the page that could not be loaded: browsers may not try again by themselves. */
export function NotLoaded() {
  const words = useWords(kitWords)
  return (
    <p role="alert" className={styles.notLoaded}>
      {words.notLoaded}{' '}
      <Button size="sm" variant="subtle" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </p>
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
    <Link className="link" href={addresses.explorer}>
      {toSearch}
    </Link>
  )
}

/** What an answer of a status says by itself; undefined where only its sentence tells more. */
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

/** Tells in a sentence why something failed: in the language of the page, else as the service said it. */
export function useFailureText(): (error: unknown) => string {
  const words = useWords(kitWords)
  const { language } = useLanguage()
  const faultText = useFaultText()
  return useCallback(
    (error) => {
      if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error)
      const { status, faults, told } = error
      if (status === 0) return `${words.offlineTitle}. ${words.offline}`
      // The service speaks to programs of their keys.
      if (status === 401) return words.keyTitle
      if (faults.length > 0) return faults.map(faultText).join(' ')
      // A sentence without a code is in English alone.
      const isKnown = language === 'en' || told.code !== undefined
      return isKnown ? faultText(told) : (titleOf(status, words) ?? told.detail)
    },
    [words, language, faultText],
  )
}

/** What the service found wrong with a form, in the language of the page: told beside each field, else once at its end. */
export function useFormFaults(error: Error | null) {
  const faultText = useFaultText()
  const failureText = useFailureText()
  const faults = error instanceof Failure ? error.faults : []
  return {
    /** What is wrong with a member of the body, by its pointer (`/contactInfo/email`), or within it; undefined where nothing is. */
    faultAt(pointer: string): string | undefined {
      const fault = faults.find((found) => found.pointer === pointer || found.pointer.startsWith(`${pointer}/`))
      return fault && faultText(fault)
    },
    /** Why the whole was refused; undefined where it was not, or where members of it are at fault. */
    failureText: error && faults.length === 0 ? failureText(error) : undefined,
  }
}

/** What was told, until it is shown by what is loaded for that. */
export const notices = createStore<readonly NotificationData[]>([])

function tell(data: NotificationData): void {
  notices.set([...notices.state(), data])
}

/** Says briefly that something has been done. */
export function notify(message: NotificationData['message'], more: Partial<NotificationData> = {}): void {
  tell({ message, color: 'green', autoClose: 3000, withCloseButton: false, ...more })
}

/** Says what has failed, long enough to be read. */
export function notifyFault(message: string): void {
  tell({ message, color: 'red', autoClose: 10_000, withCloseButton: false, role: 'alert' })
}
