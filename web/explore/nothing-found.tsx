import { Button } from '../kit/button.tsx'
import { Message } from '../kit/message.tsx'
import { countFilters, noFilters, type SearchProps, type SearchValue } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { nothingWords } from './nothing-words.ts'
import styles from './result-list.module.css'

interface NothingFoundProps extends SearchProps {
  readonly hint: string | undefined
}

/** Says that nothing matches, and offers ways to find something. */
export function NothingFound({ value, onChange, hint }: NothingFoundProps) {
  const shared = useWords(exploreWords)
  const words = useWords(nothingWords)
  const leftOut = leftOutBy(hint)
  const { q, bbox } = value
  const filters = countFilters(value) - Number(bbox !== undefined)
  const ways: readonly (readonly [isThere: boolean, label: string, change: Partial<SearchValue>])[] = [
    [leftOut === 'parts', words.showParts, { is: [...value.is, 'Partial'] }],
    [leftOut === 'unpublished', words.showUnpublished, { state: 'any' }],
    [leftOut === 'deleted', words.showDeleted, { state: 'deleted' }],
    [value.openAt !== undefined, words.showClosed, { openAt: undefined }],
    [bbox !== undefined, words.everywhere, { bbox: undefined }],
    [filters > 0, shared.clearAll, noFilters],
    [q.trim() !== '', shared.clear, { q: '' }],
  ]
  return (
    <Message icon="search" title={words.title} text={leftOut ? words.leftOut[leftOut] : words.nothing}>
      <div className={styles.ways}>
        {ways.map(
          ([isThere, label, change]) =>
            isThere && (
              <Button key={label} variant="light" onClick={() => onChange(change)}>
                {label}
              </Button>
            ),
        )}
      </div>
    </Message>
  )
}

/** Parses the service's hint about places that an empty search leaves out, if any. */
function leftOutBy(hint = ''): keyof (typeof nothingWords)['en']['leftOut'] | undefined {
  const asks = /left out: (?<what>is=\S+|Partial in is|include=\S+) finds/.exec(hint)?.groups?.what
  if (asks === undefined) return undefined
  return ({ 'include=non-published': 'unpublished', 'include=deleted': 'deleted' } as const)[asks] ?? 'parts'
}
