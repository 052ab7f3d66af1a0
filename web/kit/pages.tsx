import { Fragment } from 'react'
import { useWords } from '../words/language.tsx'
import { Icon } from './icon.tsx'
import { kitWords } from './kit-words.ts'
import styles from './pages.module.css'

interface PagesProps {
  /** The subject of the pages, for screen readers. */
  readonly label: string
  /** Number of pages; nothing is rendered for one. */
  readonly count: number
  /** The current page, from 1. */
  readonly page: number
  readonly onChange: (page: number) => void
  readonly className?: string | undefined
}

/** Links to the other pages of a list: the first, the last, and the neighbours of the current one. */
export function Pages({ label, count, page, onChange, className = '' }: PagesProps) {
  const words = useWords(kitWords)
  if (count <= 1) return null
  const near = [1, page - 1, page, page + 1, count]
  const ends = [...new Set(near.filter((number) => number >= 1 && number <= count))]
  // A single page number takes no more space than an ellipsis.
  const numbers = ends.flatMap((number, at) => (number - (ends[at - 1] ?? 0) === 2 ? [number - 1, number] : [number]))
  const step = (label: string, icon: 'left' | 'right', to: number) => {
    const isBeyond = to < 1 || to > count
    // A disabled button would lose the focus on the last page.
    return (
      <button type="button" aria-label={label} aria-disabled={isBeyond} onClick={() => !isBeyond && onChange(to)}>
        <Icon name={icon} size={14} />
      </button>
    )
  }
  return (
    <nav className={`${styles.pages} ${className}`} aria-label={label}>
      {step(words.previousPage, 'left', page - 1)}
      {numbers.map((number, at) => (
        <Fragment key={number}>
          {number - (numbers[at - 1] ?? 0) > 1 && <span aria-hidden>…</span>}
          <button
            type="button"
            aria-label={words.page(number)}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onChange(number)}
          >
            {number}
          </button>
        </Fragment>
      ))}
      {step(words.nextPage, 'right', page + 1)}
    </nav>
  )
}
