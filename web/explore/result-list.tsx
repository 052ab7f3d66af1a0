import { useWindowEvent } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { addresses } from '../addresses.ts'
import { useSelection } from '../bulk/selection.ts'
import { OpenNote } from '../hours/open-note.tsx'
import { isFocusLost } from '../kit/hooks.ts'
import { later } from '../kit/later.tsx'
import { Awaited, FailureMessage, Loading } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { PlaceItem } from '../place/place-item.tsx'
import type { HintedPage } from '../place/place-queries.ts'
import { takeOpened } from '../search/last-search.ts'
import { formatSearch, type SearchProps } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { useCompactRows } from './list-tools.tsx'
import styles from './result-list.module.css'

const NothingFound = later(async () => (await import('./nothing-found.tsx')).NothingFound)
const SelectBox = later(async () => (await import('../bulk/selecting.tsx')).SelectBox)

interface ResultListProps extends SearchProps {
  readonly search: UseQueryResult<HintedPage>
  /** Whether the service has not answered for a while; what it answered before stays. */
  readonly isAway: boolean
  readonly pageSize: number
  /** Told which place is pointed at, so that the map can show it. */
  readonly onPoint: (id: string | undefined) => void
  /** The place that was chosen on the map. */
  readonly chosen: string | undefined
}

/** The places of one page of the search, and the way to the other pages. */
export function ResultList({ search, isAway, value, pageSize, onChange, onPoint, chosen }: ResultListProps) {
  const words = useWords(exploreWords)
  const { page } = value
  const list = useKeptScroll(formatSearch({ ...value, view: 'list' }))
  useFocusBack(search.data !== undefined)
  useShown(chosen)
  const [isCompact] = useCompactRows()
  const { isOn: isSelecting } = useSelection()
  const { data } = search
  const pages = data && Math.max(1, Math.ceil(data.TotalHits / pageSize))
  const isBeyond = pages !== undefined && page > pages
  // Fewer may fit than when the address was kept.
  useEffect(() => {
    if (isBeyond && !search.isPlaceholderData) onChange({ page: pages }, { replace: true })
  }, [isBeyond, search.isPlaceholderData, pages, onChange])
  if (search.error && !search.data) return <Awaited query={search} />
  if (isAway && !data?.Results.length) return <FailureMessage error={search.failureReason} />
  if (!data || pages === undefined || isBeyond) return <Loading rows={9} />
  const { Results } = data
  if (Results.length === 0) return <NothingFound value={value} onChange={onChange} hint={data.hint} />
  return (
    <div className={styles.scroll} data-scrolls ref={list}>
      {isAway && (
        <p role="status" className={styles.away}>
          {words.away}
        </p>
      )}
      <ul
        className={styles.list}
        aria-busy={search.isPlaceholderData && !isAway}
        data-rows={isCompact ? 'compact' : undefined}
      >
        {Results.map((place) => (
          <PlaceItem
            key={place.id}
            place={place}
            among={Results}
            Note={OpenNote}
            {...(isSelecting && { Choice: SelectBox })}
            onPoint={onPoint}
            isChosen={place.id === chosen}
          />
        ))}
      </ul>
      <Pages
        className={styles.pages}
        label={words.pages}
        count={pages}
        page={page}
        onChange={(next) => onChange({ page: next })}
      />
    </div>
  )
}

/** Scrolls the row of a place into view when it has been chosen. */
function useShown(chosen: string | undefined): void {
  useEffect(() => {
    if (chosen !== undefined) document.querySelector('main li[data-chosen]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
}

/** Whoever comes back from the page of a place finds the focus where it was left: on the link to it. */
function useFocusBack(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return
    const slug = takeOpened()
    if (slug === undefined || !isFocusLost()) return
    const links = document.querySelectorAll<HTMLAnchorElement>('main li a[href]')
    const link = [...links].find(({ pathname }) => pathname.endsWith(addresses.place(slug)))
    link?.focus({ preventScroll: true })
    // Where all of the page scrolls, nothing was kept of how far.
    link?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
}

/**
 * Keeps how far a list is scrolled with the entry of the browser's history: whoever follows a link and comes back finds
 * the list as it was, also after a reload. What the list shows is named by a text; with another it begins at its top.
 */
function useKeptScroll(shown: string): RefCallback<HTMLElement> {
  const list = useRef<HTMLElement>(null)
  const former = useRef(shown)
  // The list may come later than the view, when its places are there.
  const attach = useCallback((element: HTMLElement | null) => {
    list.current = element
    element?.scrollTo({ top: keptTop() })
  }, [])
  useLayoutEffect(() => {
    if (former.current === shown) return
    former.current = shown
    list.current?.scrollTo({ top: keptTop() })
  }, [shown])
  const leave = ({ target }: MouseEvent) => {
    if (!list.current || !(target instanceof Element) || !target.closest('a[href]')) return
    history.replaceState({ ...history.state, listTop: list.current.scrollTop }, '')
  }
  useWindowEvent('click', leave, { capture: true })
  return attach
}

/** How far the list of the present entry was scrolled when it was left; 0 for one that never was. */
function keptTop(): number {
  return Number(history.state?.listTop ?? 0)
}
