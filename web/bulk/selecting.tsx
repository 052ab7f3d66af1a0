import { useCallback, useContext, useEffect, useRef } from 'react'
import { Link, useSearch } from 'wouter'
import type { Place, PlacePage } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { isSame, type Json } from '../body/json.ts'
import { Button } from '../kit/button.tsx'
import { notifyFault } from '../kit/message.tsx'
import type { PlaceQuery } from '../place/place-queries.ts'
import { addressOfPlaces, valuesMax } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import styles from './bulk.module.css'
import { bulkWords } from './bulk-words.ts'
import { lookedUpMax, useOutside } from './selected.ts'
import { changeSelection, countSelected, currentSelection, MatchContext, useSelection } from './selection.ts'

interface SelectionBarProps {
  /** The selection of all matches of the present search. */
  readonly match: PlaceQuery
  readonly total: number | undefined
  readonly places: readonly Place[]
}

/** The number of selected places, the ways to select more, and the way to the acts. */
export function SelectionBar({ match, total = 0, places }: SelectionBarProps) {
  const words = useWords(bulkWords)
  const selection = useSelection()
  const count = countSelected(selection)
  const put = () =>
    changeSelection.put(
      places.map(({ id }) => id),
      true,
    )
  return (
    <section className={styles.bar} aria-label={words.bar}>
      <strong role="status">{words.selected(count)}</strong>
      <Button size="sm" variant="subtle" disabled={count === 0} onClick={changeSelection.clear}>
        {words.clear}
      </Button>
      {count > 0 && (
        <Button component={Link} href={addresses.manage('many')} size="sm">
          {words.change}
        </Button>
      )}
      <Outside match={match} />
      <div className={styles.choices}>
        <Button size="sm" variant="subtle" onClick={put}>
          {words.selectPage}
        </Button>
        {count > 0 && !selection.all && <span className={styles.range}>{words.range}</span>}
        {total > places.length && (
          <Button size="sm" variant="subtle" onClick={() => changeSelection.all(match, total)}>
            {words.selectAll(total)}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Says how many selected places are not in the list, and leads to them. */
function Outside({ match }: { readonly match: PlaceQuery }) {
  const words = useWords(bulkWords)
  const { ids, all } = useSelection()
  const outside = useOutside(match, ids)
  const isOther = all !== undefined && !isSame(all.query as Json, match as Json)
  if (outside === 0 && !isOther) return null
  const told = ids.length > lookedUpMax ? words.outsideAtLeast : words.outside
  return (
    <span role="status" className={styles.outside}>
      {isOther ? words.ofOtherSearch(lookedUpMax) : told(ids.length, outside)}
      {' · '}
      <Link
        className="link"
        href={isOther ? `${addresses.explorer}?${all.search}` : addressOfPlaces(ids.slice(0, valuesMax))}
      >
        {ids.length > valuesMax ? words.showFirst(valuesMax) : words.show}
      </Link>
    </span>
  )
}

/** Begins and ends the choosing of places, and leads to the same search as a table. */
export function SelectButton() {
  const words = useWords(bulkWords)
  const { isOn } = useSelection()
  const search = useSearch()
  return (
    <>
      <Button
        size="sm"
        variant={isOn ? 'light' : 'subtle'}
        aria-pressed={isOn}
        onClick={isOn ? changeSelection.end : changeSelection.start}
      >
        {isOn ? words.selectEnd : words.select}
      </Button>
      <Button
        component={Link}
        href={`${addresses.manage('table')}${search === '' ? '' : `?${search}`}`}
        size="sm"
        variant="subtle"
        className={styles.wide}
      >
        {words.table}
      </Button>
    </>
  )
}

/** Chooses one place of the list; nothing while none are being chosen. */
export function SelectBox({ place }: { readonly place: Pick<Place, 'id' | 'name'> }) {
  const words = useWords(bulkWords)
  const { isOn, ids, all } = useSelection()
  const match = useContext(MatchContext)
  if (!isOn) return null
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={words.selectOne(place.name)}
      data-select={place.id}
      checked={all ? isSame(all.query as Json, match as Json) : ids.includes(place.id)}
      onChange={({ currentTarget, nativeEvent }) => {
        const isRange = nativeEvent instanceof MouseEvent && nativeEvent.shiftKey
        changeSelection.put(isRange ? rangeTo(currentTarget) : [place.id], currentTarget.checked)
        lastBox = place.id
      }}
    />
  )
}

/** The place whose box was used last: from there a range goes. */
let lastBox: string | undefined

/** The places from the box that was used last to another one, as they stand in their list. */
function rangeTo(box: HTMLInputElement): readonly string[] {
  const boxes = [...(box.closest('ul')?.querySelectorAll<HTMLInputElement>('input[data-select]') ?? [])]
  const ids = boxes.map(({ dataset }) => dataset.select ?? '')
  const to = boxes.indexOf(box)
  const from = lastBox === undefined || !ids.includes(lastBox) ? to : ids.indexOf(lastBox)
  return ids.slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** So many places are chosen by their ids; what a box has beyond is chosen as a search. */
const boxMax = 500

/** Chooses the places of a search that lie in a box; returns true if places are being chosen. */
export function useBoxSelection(match: PlaceQuery): (box: readonly number[]) => boolean {
  const { api } = useSession()
  const words = useWords(bulkWords)
  const latest = useRef({ match, words })
  useEffect(() => {
    latest.current = { match, words }
  }, [match, words])
  return useCallback(
    (box) => {
      if (!currentSelection().isOn) return false
      const query = { ...latest.current.match, bbox: box.join(',') } as PlaceQuery
      const take = ({ Results, TotalHits }: PlacePage) => {
        const isMore = TotalHits > Results.length
        // A search and places beside it cannot be chosen together.
        if (isMore && countSelected(currentSelection()) > 0) notifyFault(latest.current.words.boxTooMany(TotalHits))
        else if (isMore) changeSelection.all(query, TotalHits)
        else
          changeSelection.put(
            Results.map(({ id }) => id),
            true,
          )
      }
      const asked = answered(api.GET('/place', { params: { query: { ...query, limit: boxMax } } }))
      void asked.then(take, (error) => notifyFault(String(error)))
      return true
    },
    [api],
  )
}
