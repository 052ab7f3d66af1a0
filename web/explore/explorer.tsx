import { Anchor, VisuallyHidden } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { PlacePage } from '../../client/client.ts'
import { MatchContext, useSelection } from '../bulk/selection.ts'
import { Button } from '../kit/button.tsx'
import { useNow, useTitle } from '../kit/hooks.ts'
import { later } from '../kit/later.tsx'
import { lazyMap } from '../map/lazy-map.tsx'
import { type PlaceQuery, usePlaces } from '../place/place-queries.ts'
import { keepList } from '../search/kept-list.ts'
import {
  type ChangeSearch,
  emptySearch,
  formatSearch,
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
import { useTakesPlace } from './take-place.ts'
import { useUnderstoodAddress } from './understood-address.ts'

const PassedOver = later(async () => (await import('./passed-over.tsx')).PassedOver)

const SelectionBar = later(async () => (await import('../bulk/selecting.tsx')).SelectionBar)

const ExplorerMap = lazyMap(() => import('./map/explorer-map.tsx'))

const pageSize = 40

/** The search view: a list and a map of the same places; on a small screen one at a time. */
export function Explorer() {
  const words = useWords(exploreWords)
  const [value, change] = useSearchValue()
  const [pointedAt, pointAt] = useState<string>()
  const [chosen, choose] = useState<string>()
  const now = useNow()
  const query = { ...matchQuery(value, now), ...pageQuery(value, pageSize) }
  const places = usePlaces(query, { persists: true })
  const isListed = !places.isPlaceholderData
  const meant = isListed ? places.data?.Similar?.q : undefined
  const searched = useMemo(() => (meant === undefined ? value : { ...value, q: meant }), [value, meant])
  const match = useMemo(() => matchQuery(searched, now), [searched, now])
  const isAway = places.failureCount > 1
  useAskedAgain(isAway)
  useTakesPlace(places.data !== undefined || places.isError || isAway)
  const total = places.data?.TotalHits
  useUnderstoodAddress(value, change)
  useNamedAndKept(value, query, isListed ? total : undefined)
  const [isAskedForTown, askForTown] = useState(false)
  const onNoPosition = () => askForTown(true)
  const { isOn: isSelecting } = useSelection()
  return (
    <MatchContext value={match}>
      <div className={styles.explorer} data-view={value.view}>
        <section className={styles.panel}>
          <VisuallyHidden component="h1">{words.title}</VisuallyHidden>
          <div className={styles.ask}>
            <SearchBox {...{ value, isListed, isAskedForTown }} onChange={change} onAsked={askForTown} />
            <Filters value={searched} onChange={change} />
            <PassedOver onChange={change} value={value} />
            <ListTools {...{ value, total, searched, onNoPosition }} onChange={change} />
            {meant !== undefined && <Meant typed={value.q} meant={meant} onExact={() => change({ exact: true })} />}
          </div>
          {isSelecting && <SelectionBar match={match} total={total} places={places.data?.Results ?? []} />}
          <ResultList
            {...{ isAway, value, pageSize, chosen, onNoPosition }}
            search={places}
            onChange={change}
            onPoint={pointAt}
          />
        </section>
        <MapSection {...{ value, match, pointedAt, chosen }} search={places} onChoose={choose} onChange={change} />
        <ViewSwitch view={value.view} onChange={(view) => change({ view, page: value.page }, { replace: true })} />
      </div>
    </MatchContext>
  )
}

type ExplorerMapProps = ComponentProps<typeof ExplorerMap>

interface MapSectionProps extends Pick<ExplorerMapProps, 'value' | 'match' | 'pointedAt' | 'chosen' | 'onChoose'> {
  readonly search: UseQueryResult<PlacePage>
  readonly onChange: ChangeSearch
}

/**
 * The map beside the list. It updates after the list, because drawing a map takes longer. During typing it pauses,
 * except for changes of the searched area.
 */
function MapSection({ search, value, match, ...rest }: MapSectionProps) {
  const words = useWords(exploreWords)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const { data, error, isPlaceholderData } = search
  const places = isPlaceholderData ? undefined : data?.Results
  const total = data?.TotalHits
  const matched = useHeld(match, isPlaceholderData)
  const where = useWhere(value)
  const found = useMemo(() => ({ where, match: matched, places, total }), [where, matched, places, total])
  const shown = useHeld(found, useTyping(value.q, isPlaceholderData))
  const shownMatch = useDeferredValue(shown.match)
  // Beside a list, the map loads after it.
  const isSeen = useSeen(value.view === 'map' || (!isNarrow && (data ?? error) != null))
  return (
    <section className={styles.map} aria-label={words.map} inert={isNarrow && value.view === 'list'}>
      <Suspense fallback={<div className={styles.mapGround} />}>
        {isSeen && (
          <ExplorerMap
            {...rest}
            value={where}
            match={shownMatch}
            // Results from another area are no target to move to.
            places={shown.where === where ? shown.places : undefined}
            total={shown.total}
          />
        )}
      </Suspense>
    </section>
  )
}

/** Returns a search for everything in the area of this one; the same object until the area changes. */
function useWhere({ bbox, isDrawn, near }: SearchValue): SearchValue {
  const text = formatSearch({ ...emptySearch, bbox, isDrawn, near })
  return useMemo(() => parseSearch(text), [text])
}

/** Sets the document title to the search, and keeps its list so that the next view can lead back and step through it. */
function useNamedAndKept(value: SearchValue, query: PlaceQuery, total: number | undefined): void {
  const { title } = useWords(exploreWords)
  useTitle(value.q.trim() === '' ? title : value.q)
  const address = formatSearch(value)
  // The query also has the time of the reader, which passes while the list stays.
  useEffect(() => keepList({ address, query, total }), [address, total])
}

interface MeantProps {
  readonly typed: string
  readonly meant: string
  readonly onExact: () => void
}

/** Says which similar text was searched for, and offers the exact one. */
function Meant({ typed, meant, onExact }: MeantProps) {
  const words = useWords(exploreWords)
  return (
    <p role="status" className={styles.status}>
      {words.resultsFor} <strong>{meant}</strong>.{' '}
      <Anchor component="button" inherit ta="start" onClick={onExact}>
        {words.searchExactly(typed.trim())}
      </Anchor>
    </p>
  )
}

/** Returns true once the condition has been true. */
function useSeen(isSeen: boolean): boolean {
  const [was, setWas] = useState(isSeen)
  if (isSeen && !was) setWas(true)
  return was || isSeen
}

/** Repeats other queries that failed while the service was away, once it is back. */
function useAskedAgain(isAway: boolean): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!isAway) return
    return () => void queries.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [isAway, queries])
}

/** Returns the value, or the last one before it was held. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [before, keep] = useState(value)
  if (!isHeld && before !== value) keep(value)
  return isHeld ? before : value
}

/** Typing ends this long after the last list; most people need less for the next letter. */
const typedMillis = 400

/** Returns whether a text is being typed: until its list has been shown for a moment. */
function useTyping(text: string, isAwaited: boolean): boolean {
  const [typed, setTyped] = useState(text)
  useEffect(() => {
    if (isAwaited || typed === text) return
    const timer = setTimeout(setTyped, typedMillis, text)
    return () => clearTimeout(timer)
  }, [text, isAwaited, typed])
  return typed !== text
}

interface ViewSwitchProps {
  readonly view: 'list' | 'map'
  readonly onChange: (view: 'list' | 'map') => void
}

/** Switches between list and map if there is room for only one. */
function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  const words = useWords(exploreWords)
  const other = view === 'list' ? 'map' : 'list'
  return (
    <Button className={styles.switch} isRound icon={other} onClick={() => onChange(other)}>
      {other === 'map' ? words.showMap : words.showList}
    </Button>
  )
}
