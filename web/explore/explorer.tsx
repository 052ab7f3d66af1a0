import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSearch } from 'wouter'
import { MatchContext, useSelection } from '../bulk/selection.ts'
import { useNow, useTitle } from '../kit/hooks.ts'
import { Icon } from '../kit/icon.tsx'
import { later } from '../kit/later.tsx'
import { lazyMap } from '../map/lazy-map.tsx'
import { usePlaces } from '../place/place-queries.ts'
import { keepSearch, leaveSearch } from '../search/last-search.ts'
import {
  formatSearch,
  listFilters,
  matchQuery,
  pageQuery,
  parseSearch,
  type SearchValue,
  useSearchValue,
} from '../search/search-value.ts'
import { useWords } from '../words/language.tsx'
import { exploreWords } from './explore-words.ts'
import styles from './explorer.module.css'
import { Filters } from './filters.tsx'
import { ListTools } from './list-tools.tsx'
import { ResultList } from './result-list.tsx'
import { SearchBox } from './search-box.tsx'

const SelectionBar = later(async () => (await import('../bulk/selecting.tsx')).SelectionBar)

const ExplorerMap = lazyMap(() => import('./map/explorer-map.tsx'))

const pageSize = 40

/** Searching: a list and a map of the same places. On a small screen one of them at a time. */
export function Explorer() {
  const words = useWords(exploreWords)
  const [value, change] = useSearchValue()
  const [pointedAt, pointAt] = useState<string>()
  const [chosen, choose] = useState<string>()
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const now = useNow()
  const places = usePlaces({ ...matchQuery(value, now), ...pageQuery(value, pageSize) }, { persists: true })
  const meant = places.isPlaceholderData ? undefined : places.data?.Similar?.q
  const searched = useMemo(() => (meant === undefined ? value : { ...value, q: meant }), [value, meant])
  const match = useMemo(() => matchQuery(searched, now), [searched, now])
  const isAway = places.failureCount > 1
  useAskedAgain(isAway)
  const total = places.data?.TotalHits
  // The map changes with the list, and behind it: to draw a map takes longer.
  const shown = useDeferredValue(useHeld(match, places.isPlaceholderData))
  useNamedAndKept(value, total)
  const [isAskedForTown, askForTown] = useState(false)
  const { isOn: isSelecting } = useSelection()
  // Beside a list the map is loaded behind it.
  const isMapSeen = useSeen(value.view === 'map' || (!isNarrow && (places.data ?? places.error) != null))
  return (
    <MatchContext value={match}>
      <div className={styles.explorer} data-view={value.view}>
        <section className={styles.panel}>
          <h1 className="unseen">{words.title}</h1>
          <div className={styles.ask}>
            <SearchBox value={value} onChange={change} isAskedForTown={isAskedForTown} onAsked={askForTown} />
            <Filters value={searched} onChange={change} />
            <PassedOver />
            <ListTools
              value={value}
              total={total}
              searched={searched}
              onChange={change}
              onNoPosition={() => askForTown(true)}
            />
            {meant !== undefined && <Meant typed={value.q} meant={meant} onExact={() => change({ exact: true })} />}
          </div>
          {isSelecting && <SelectionBar match={match} total={total} places={places.data?.Results ?? []} />}
          <ResultList
            search={places}
            isAway={isAway}
            value={value}
            pageSize={pageSize}
            onChange={change}
            onPoint={pointAt}
            chosen={chosen}
          />
        </section>
        <section className={styles.map} aria-label={words.map} inert={isNarrow && value.view === 'list'}>
          <Suspense fallback={<div className={styles.mapGround} />}>
            {isMapSeen && (
              <ExplorerMap
                value={value}
                match={shown}
                places={places.isPlaceholderData ? undefined : places.data?.Results}
                total={total}
                pointedAt={pointedAt}
                chosen={chosen}
                onChoose={choose}
                onChange={change}
              />
            )}
          </Suspense>
        </section>
        <ViewSwitch view={value.view} onChange={(view) => change({ view, page: value.page }, { replace: true })} />
      </div>
    </MatchContext>
  )
}

/** Names the page after its search, which the next view may lead back to. */
function useNamedAndKept(value: SearchValue, total: number | undefined): void {
  const { title } = useWords(exploreWords)
  useTitle(value.q.trim() === '' ? title : value.q)
  useEffect(() => keepSearch({ text: formatSearch(value), total }), [value, total])
  useEffect(() => leaveSearch, [])
}

interface MeantProps {
  readonly typed: string
  readonly meant: string
  readonly onExact: () => void
}

/** Says that something else is searched for than was typed, and leads to that. */
function Meant({ typed, meant, onExact }: MeantProps) {
  const words = useWords(exploreWords)
  return (
    <p role="status" className={styles.told}>
      {words.resultsFor} <strong>{meant}</strong>.{' '}
      <button type="button" className={styles.link} onClick={onExact}>
        {words.searchExactly(typed.trim())}
      </button>
    </p>
  )
}

/** Whether it was ever so: what was shown once stays. */
function useSeen(isSeen: boolean): boolean {
  const [was, setWas] = useState(isSeen)
  if (isSeen && !was) setWas(true)
  return was || isSeen
}

/** What else failed while the service was away is asked for again when it is back. */
function useAskedAgain(isAway: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isAway) return
    return () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [isAway, queries])
}

/** The value; while it is held, the one from before. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [before, keep] = useState(value)
  if (!isHeld && before !== value) keep(value)
  return isHeld ? before : value
}

/** Says what of a search in the address is not understood and left out; nothing where all of it is. */
function PassedOver() {
  const words = useWords(exploreWords)
  const found = passedOver(useSearch())
  if (found.length === 0) return null
  return (
    <p role="status" className={styles.told}>
      {words.passedOver(found.join(', '))}
    </p>
  )
}

const shownMax = 5

const charactersMax = 60

/** The pairs of an address that a search would carry, but not with these values. */
function passedOver(text: string): readonly string[] {
  const value = parseSearch(text)
  const takes: Readonly<Record<string, (given: string) => boolean>> = {
    ...Object.fromEntries(listFilters.map((name) => [name, (given: string) => value[name].includes(given)])),
    state: (given) => given === value.state,
    exact: (given) => given === 'true',
    open: (given) => given === value.openAt,
    area: () => value.isDrawn === true,
    bbox: () => value.bbox !== undefined,
    near: () => value.near !== undefined,
    orderby: (given) => given === value.orderby,
    page: (given) => given === String(value.page),
    view: (given) => given === 'list' || given === 'map',
  }
  const isOver = ([name, given]: readonly [string, string]) =>
    given !== '' && Object.hasOwn(takes, name) && !takes[name]?.(given)
  return [...new URLSearchParams(text)]
    .filter(isOver)
    .slice(0, shownMax)
    .map((pair) => pair.join('=').slice(0, charactersMax))
}

interface ViewSwitchProps {
  readonly view: 'list' | 'map'
  readonly onChange: (view: 'list' | 'map') => void
}

/** Between list and map where there is room for one of them alone. */
function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const words = useWords(exploreWords)
  const other = view === 'list' ? 'map' : 'list'
  return (
    <Button
      className={styles.switch}
      radius="xl"
      leftSection={<Icon name={other} size={18} />}
      onClick={() => onChange(other)}
    >
      {other === 'map' ? words.showMap : words.showList}
    </Button>
  )
}
