import { Pagination } from '@mantine/core'
import { useWords } from '../words/language.tsx'
import { kitWords } from './kit-words.ts'

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
  const labels: Readonly<Record<string, string>> = { previous: words.previousPage, next: words.nextPage }
  return (
    <Pagination
      role="navigation"
      aria-label={label}
      className={className}
      mt="md"
      size="sm"
      hideWithOnePage
      total={count}
      value={page}
      onChange={onChange}
      getItemProps={(number) => ({ 'aria-label': words.page(number) })}
      getControlProps={(control) => {
        const isLast = page === (control === 'next' ? count : 1)
        // A disabled button would lose the focus on the last page.
        const unused = { 'aria-disabled': true, 'data-disabled': true, onClick: undefined }
        return { 'aria-label': labels[control], disabled: false, ...(isLast && unused) }
      }}
    />
  )
}
