import { useQuery } from '@tanstack/react-query'
import { Button } from '../kit/button.tsx'
import { Message } from '../kit/message.tsx'
import { countFilters, noFilters, type SearchProps, type SearchValue } from '../search/search-value.ts'
import { isUnderstood } from '../search/understood.ts'
import { useSession } from '../session/session.tsx'
import { useLanguage, useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { nothingWords } from './nothing-words.ts'
import styles from './result-list.module.css'
import { useTakingSearch } from './search-options.ts'
import { suggestionsOf } from './suggestions.ts'

interface NothingFoundProps extends SearchProps {
  readonly hint: string | undefined
  readonly onNoPosition: () => void
}

/** Says that nothing matches, and offers ways to find something: first what the text means, if it is not only text. */
export function NothingFound({ value, onChange, hint, onNoPosition }: NothingFoundProps) {
  const shared = useWords(exploreWords)
  const words = useWords(nothingWords)
  const leftOut = leftOutBy(hint)
  const { q, bbox } = value
  const meant = useMeant(value)
  const { take } = useTakingSearch(value, onChange, onNoPosition)
  const filters = countFilters(value) - Number(bbox !== undefined)
  const ways: readonly (readonly [isThere: boolean, label: string, change: Partial<SearchValue>])[] = [
    [leftOut === 'parts', words.showParts, { is: [...value.is, 'Partial'] }],
    [leftOut === 'unpublished', words.showUnpublished, { state: 'any' }],
    [leftOut === 'deleted', words.showDeleted, { state: 'deleted' }],
    [value.openAt !== undefined, words.showClosed, { openAt: undefined }],
    [value.near !== undefined && value.within !== undefined, words.farther, { within: undefined }],
    [bbox !== undefined, words.everywhere, { bbox: undefined }],
    [filters > 0, shared.clearAll, noFilters],
    [q.trim() !== '', shared.clear, { q: '' }],
  ]
  const text = leftOut ? words.leftOut[leftOut] : words.nothing
  return (
    <Message icon="search" title={words.title} text={meant ? words.meant : text}>
      <div className={styles.ways}>
        {meant && (
          <Button icon="search" onClick={() => take(meant)}>
            {meant.label}
          </Button>
        )}
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

/** Returns what the text of a search means beside its words, which are all that is searched while it is typed. */
function useMeant({ q, exact }: SearchValue) {
  const { api } = useSession()
  const { language } = useLanguage()
  const text = q.trim()
  const { data } = useQuery({ ...suggestionsOf(text, { api, language }), enabled: text !== '' && !exact })
  return isUnderstood(data?.Search) ? data.Search : undefined
}

/** Parses the service's hint about places that an empty search leaves out, if any. */
function leftOutBy(hint = ''): keyof (typeof nothingWords)['en']['leftOut'] | undefined {
  const asks = /left out: (?<what>is=\S+|Partial in is|include=\S+) finds/.exec(hint)?.groups?.what
  if (asks === undefined) return undefined
  return ({ 'include=non-published': 'unpublished', 'include=deleted': 'deleted' } as const)[asks] ?? 'parts'
}
