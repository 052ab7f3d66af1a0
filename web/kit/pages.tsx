import { Pagination } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'

interface PagesProps {
  /** What the pages are of. */
  readonly label: string
  /** How many there are; nothing is shown where there is only one. */
  readonly count: number
  /** The one shown, from 1. */
  readonly page: number
  readonly onChange: (page: number) => void
  readonly className?: string | undefined
}

/** The way to the other pages of a list. */
export function Pages({ label, count, page, onChange, className }: PagesProps) {
  const words = useWords(kitWords)
  if (count <= 1) return null
  return (
    <Pagination
      className={className}
      size="sm"
      total={count}
      value={page}
      onChange={onChange}
      aria-label={label}
      getItemProps={(number) => ({ 'aria-label': words.page(number) })}
      getControlProps={(control) => ({ 'aria-label': control === 'next' ? words.nextPage : words.previousPage })}
    />
  )
}
