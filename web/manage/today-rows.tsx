import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Soft } from '../kit/dimmed.tsx'
import { addressOfSearch, type SearchValue } from '../search/search-value.ts'
import { useFormat, useWords } from '../words/language.tsx'
import styles from './today.module.css'
import { todayWords } from './today-words.ts'

/** A part of the view "Today". */
export function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
    </section>
  )
}

interface RowProps {
  readonly href: string
  readonly label: ReactNode
  readonly note?: string
  readonly count?: number | undefined
  readonly onClick?: () => void
  readonly beside?: ReactNode
  readonly children?: ReactNode
}

/** A line that leads somewhere; `beside` stands after the link. */
export function Row({ href, label, note, count, onClick, beside, children }: RowProps) {
  const format = useFormat()
  return (
    <li className={styles.row}>
      <Link href={href} {...(onClick && { onClick })} className={`pressable ${styles.figure}`}>
        <span className={styles.label}>
          {label}
          {note && <Soft>{note}</Soft>}
        </span>
        {count !== undefined && <span className={styles.count}>{format.number(count)}</span>}
        {children}
      </Link>
      {beside}
    </li>
  )
}

interface FigureProps extends Pick<RowProps, 'label' | 'count'> {
  readonly value: SearchValue
  /** The total for the share. */
  readonly of?: number | undefined
}

/** The number of places that a search finds, and their share. */
export function Figure({ value, of = 0, count, ...rest }: FigureProps) {
  const words = useWords(todayWords)
  const format = useFormat()
  const share = of > 0 && count !== undefined ? count / of : undefined
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <Row {...rest} count={count} href={addressOfSearch(value)}>
      {share !== undefined && (
        <>
          <meter className={styles.bar} min={0} max={1} value={share} aria-hidden="true" />
          <span className={styles.share}>{words.of(percent.format(share))}</span>
        </>
      )}
    </Row>
  )
}
