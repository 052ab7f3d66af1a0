import { Alert } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { useSelection } from '../bulk/selection.ts'
import { useOpenNote } from '../hours/open-note.ts'
import { isFocusLost } from '../kit/hooks.ts'
import { later } from '../kit/later.tsx'
import { Awaited, FailureMessage, Loading } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { useParentNote } from '../place/hidden-by-parent.ts'
import { PlaceItem, PlaceList } from '../place/place-item.tsx'
import type { HintedPage } from '../place/place-queries.ts'
import { formatSearch, isOnDays, type SearchProps } from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import { useCompactRows } from './list-tools.tsx'
import styles from './result-list.module.css'

const NothingFound = later(async () => (await import('./nothing-found.tsx')).NothingFound)
const SelectBox = later(async () => (await import('../bulk/selecting.tsx')).SelectBox)

interface ResultListProps extends SearchProps {
  readonly search: UseQueryResult<HintedPage>
  /** True if the service has not answered for a while; its last answer stays. */
  readonly isAway: boolean
  readonly pageSize: number
  /** Receives the place that is pointed at, so that the map can show it. */
  readonly onPoint: (id: string | undefined) => void
  /** The place selected on the map. */
  readonly chosen: string | undefined
  /** Called if the position of the person is needed, but unknown. */
  readonly onNoPosition: () => void
}

/** The places of one page of the search, and links to the other pages. */
export function ResultList({ search, isAway, value, pageSize, onChange, onPoint, chosen, ...rest }: ResultListProps) {
  const words = useWords(exploreWords)
  const { page, openAt } = value
  const list = useKeptScroll(formatSearch({ ...value, view: 'list' }))
  useFocusBack(search.data !== undefined)
  useShown(chosen)
  const [isCompact] = useCompactRows()
  const { isOn: isSelecting } = useSelection()
  const { data } = search
  const openNote = useOpenNote(openAt !== undefined && isOnDays(openAt) ? openAt : undefined)
  const parentNote = useParentNote(data?.Results ?? [])
  const pages = data && Math.max(1, Math.ceil(data.TotalHits / pageSize))
  const isBeyond = pages !== undefined && page > pages
  // There may be fewer matches than when the address was saved.
  useEffect(() => {
    if (isBeyond && !search.isPlaceholderData) onChange({ page: pages }, { replace: true })
  }, [isBeyond, search.isPlaceholderData, pages, onChange])
  if (search.error && !search.data) return <Awaited query={search} />
  if (isAway && !data?.Results.length) return <FailureMessage error={search.failureReason} />
  if (!data || pages === undefined || isBeyond) return <Loading rows={9} />
  const { Results } = data
  if (Results.length === 0) return <NothingFound {...{ value, onChange }} hint={data.hint} {...rest} />
  return (
    <div className={styles.scroll} data-scrolls ref={list}>
      {isAway && (
        <Alert role="status" color="orange" m="xs" p="sm">
          {words.away}
        </Alert>
      )}
      <PlaceList className={styles.list} aria-busy={search.isPlaceholderData && !isAway} isCompact={isCompact}>
        {Results.map((place) => (
          <PlaceItem
            key={place.id}
            place={place}
            note={parentNote(place) + openNote(place)}
            {...(isSelecting && { Choice: SelectBox })}
            onPoint={onPoint}
            isChosen={place.id === chosen}
          />
        ))}
      </PlaceList>
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

/** Scrolls the row of a selected place into view. */
function useShown(chosen: string | undefined): void {
  useEffect(() => {
    if (chosen !== undefined) document.querySelector('main li[data-chosen]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
}

/** Restores the focus after returning from the page of a place: on its link. */
function useFocusBack(isShown: boolean): void {
  useEffect(() => {
    const path: unknown = history.state?.opened
    if (!isShown || path === undefined) return
    history.replaceState({ ...history.state, opened: undefined }, '')
    if (!isFocusLost()) return
    const links = document.querySelectorAll<HTMLAnchorElement>('main li a[href]')
    const link = [...links].find(({ pathname }) => pathname === path)
    link?.focus({ preventScroll: true })
    // If the whole page scrolls, the position was not kept.
    link?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
}

/**
 * Keeps the scroll position of a list in the history entry of the browser, so that returning or reloading restores it.
 * `shown` identifies the contents; another value starts at the top.
 */
function useKeptScroll(shown: string): RefCallback<HTMLElement> {
  const list = useRef<HTMLElement>(null)
  const former = useRef(shown)
  // The list may mount later than the view, once its places are loaded.
  const attach = useCallback((element: HTMLElement | null) => {
    list.current = element
    if (element) restoreTop(element)
  }, [])
  useLayoutEffect(() => {
    if (former.current === shown) return
    former.current = shown
    if (list.current) restoreTop(list.current)
  }, [shown])
  const leave = ({ target }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (!list.current || !link) return
    const { scrollTop: listTop } = list.current
    const linkTop = list.current.contains(link) ? topIn(list.current, link) : undefined
    history.replaceState({ ...history.state, listTop, linkTop, left: link.pathname, opened: link.pathname }, '')
  }
  useWindowEvent('click', leave, { capture: true })
  return attach
}

/**
 * Scrolls a list to the position that the current history entry keeps: the link by which it was left is where it was,
 * even if rows have other heights than before, as with another font.
 */
function restoreTop(list: HTMLElement): void {
  const { listTop = 0, linkTop, left } = history.state ?? {}
  list.scrollTo({ top: listTop })
  if (linkTop === undefined) return
  const link = [...list.querySelectorAll<HTMLAnchorElement>('li a[href]')].find(({ pathname }) => pathname === left)
  if (link) list.scrollBy({ top: topIn(list, link) - linkTop })
}

/** Returns the distance of an element from the upper edge of its list, as scrolled. */
function topIn(list: HTMLElement, element: Element): number {
  return element.getBoundingClientRect().top - list.getBoundingClientRect().top
}
