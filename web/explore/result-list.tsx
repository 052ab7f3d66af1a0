import { Alert, Button, Group, NativeSelect, Text } from '@mantine/core'
import { useLocalStorage, useWindowEvent } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PlacePage } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { SelectBox, SelectButton } from '../bulk/selection.tsx'
import { OpenNote } from '../hours/open-note.tsx'
import { isFocusLost } from '../kit/hooks.ts'
import { IconButton } from '../kit/icon.tsx'
import { Awaited, FailureMessage, Loading, Message } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { PlaceItem } from '../place/place-item.tsx'
import { takeOpened } from '../search/last-search.ts'
import {
  countFilters,
  formatSearch,
  nearBy,
  noFilters,
  type SearchProps,
  type SearchValue,
} from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { ownPrefix } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import styles from './result-list.module.css'
import { SavedSearches } from './saved-searches.tsx'

interface ResultListProps extends SearchProps {
  readonly search: UseQueryResult<PlacePage>
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
  if (Results.length === 0) return <NothingFound value={value} onChange={onChange} />
  return (
    <div className={styles.scroll} ref={list}>
      {isAway && (
        <Alert color="orange" role="status" className={styles.away}>
          {words.away}
        </Alert>
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
            Choice={SelectBox}
            Note={OpenNote}
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

/** That nothing fits, and the ways to find something after all. */
function NothingFound({ value, onChange }: SearchProps) {
  const words = useWords(exploreWords)
  const { q, bbox } = value
  const filters = countFilters(value) - Number(bbox !== undefined)
  const ways: readonly (readonly [isThere: boolean, label: string, change: Partial<SearchValue>])[] = [
    [bbox !== undefined, words.everywhere, { bbox: undefined }],
    [filters > 0, words.clearAll, noFilters],
    [q.trim() !== '', words.clear, { q: '' }],
  ]
  return (
    <Message icon="search" title={words.nothingTitle} text={words.nothing}>
      <Group gap="xs" justify="center">
        {ways.map(
          ([isThere, label, change]) =>
            isThere && (
              <Button key={label} variant="light" onClick={() => onChange(change)}>
                {label}
              </Button>
            ),
        )}
      </Group>
    </Message>
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

interface ListToolsProps extends SearchProps {
  readonly total: number | undefined
  /** With what is meant by its text. */
  readonly searched: SearchValue
  /** Called where the browser does not tell the position. */
  readonly onNoPosition: () => void
}

/** How many places were found, in which order they stand, and the nearest first. */
export function ListTools({ value, total, searched, onChange, onNoPosition }: ListToolsProps) {
  const words = useWords(exploreWords)
  const { may } = useSession()
  const orders = ordersOf(value, words)
  return (
    <div className={styles.tools}>
      <div className={styles.toolGroup}>
        <Text size="sm" fw={550} role="status" aria-live="polite" className={styles.total}>
          {total === undefined ? '' : words.hits(total)}
        </Text>
        <DownloadMenu value={searched} />
        <SavedSearches value={value} />
      </div>
      <div className={styles.toolGroup}>
        {may('update') && <SelectButton />}
        <NearMe value={value} onChange={onChange} onNoPosition={onNoPosition} />
        <NativeSelect
          variant="unstyled"
          size="sm"
          classNames={{ input: styles.orderInput }}
          aria-label={words.order}
          value={orders.some((order) => order.value === value.orderby) ? value.orderby : ''}
          onChange={(event) => onChange({ orderby: event.currentTarget.value || undefined })}
          data={orders}
        />
        <RowsSwitch />
      </div>
    </div>
  )
}

/** Whether this browser shows more rows with less in each. */
function useCompactRows() {
  return useLocalStorage({ key: `${ownPrefix}rows.compact`, defaultValue: false, getInitialValueInEffect: false })
}

function RowsSwitch() {
  const words = useWords(exploreWords)
  const [isCompact, setCompact] = useCompactRows()
  return (
    <IconButton
      icon="rows"
      label={words.compactRows}
      variant={isCompact ? 'light' : 'subtle'}
      aria-pressed={isCompact}
      onClick={() => setCompact(!isCompact)}
    />
  )
}

/** The order that stands for itself, which is by name where nothing is nearer or fits better, and the others. */
function ordersOf({ near, q }: SearchValue, { orders, nearestFirst, bestFirst }: (typeof exploreWords)['en']) {
  const others = Object.entries(orders).map(([order, label]) => ({ value: order, label }))
  if (near) return [{ value: '', label: nearestFirst }, ...others]
  if (q.trim() !== '') return [{ value: '', label: bestFirst }, ...others]
  return others.map((order) => (order.value === 'name' ? { ...order, value: '' } : order))
}

function NearMe({ value, onChange, onNoPosition }: Omit<ListToolsProps, 'total' | 'searched'>) {
  const words = useWords(exploreWords)
  const [isLocating, setLocating] = useState(false)
  const [located, setLocated] = useState<string>()
  // The point may as well be one that was pasted, or of a shared address.
  const isHere = value.near !== undefined && writtenPosition(value.near) === located
  const locate = () => {
    setLocating(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        setLocating(false)
        setLocated(writtenPosition([longitude, latitude]))
        onChange(nearBy([longitude, latitude]))
      },
      () => {
        setLocating(false)
        onNoPosition()
      },
      { timeout: 10_000, maximumAge: 60_000 },
    )
  }
  return (
    <Button
      size="compact-sm"
      variant={isHere ? 'light' : 'subtle'}
      aria-pressed={isHere}
      loading={isLocating}
      onClick={() => (isHere ? onChange(nearBy(undefined)) : locate())}
    >
      {words.nearMe}
    </Button>
  )
}
