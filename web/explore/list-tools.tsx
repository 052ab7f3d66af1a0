import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { Button, IconButton } from '../kit/button.tsx'
import { later, useLoadedBehind } from '../kit/later.tsx'
import { NotLoaded } from '../kit/message.tsx'
import { PopUp } from '../kit/pop-up.tsx'
import { formatSearch, nearBy, type SearchProps, type SearchValue } from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { onForgetSession } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import type { Format } from './download-list.tsx'
import { exploreWords, writtenPosition } from './explore-words.ts'
import styles from './list-tools.module.css'
import { useLocating } from './locating.ts'

const DownloadList = later(async () => (await import('./download-list.tsx')).default, { Failed: NotLoaded })

const SavedList = later(async () => (await import('./saved-list.tsx')).default, { Failed: NotLoaded })

const SelectButton = later(async () => (await import('../bulk/selecting.tsx')).SelectButton)

const savedName = `${ownPrefix}searches`
// Names and filters of saved searches are private to one person.
onForgetSession(() => localStorage.removeItem(savedName))

interface ListToolsProps extends SearchProps {
  readonly total: number | undefined
  /** The search with the similar text in place of its own. */
  readonly searched: SearchValue
  /** Called if the browser does not reveal the position. */
  readonly onNoPosition: () => void
}

/** Shows the number of places found, their order, and a button for the nearest first. */
export function ListTools({ value, total, searched, onChange, onNoPosition }: ListToolsProps) {
  const words = useWords(exploreWords)
  const { may } = useSession()
  const [loading, setLoading] = useState<Format>()
  useLoadedBehind(DownloadList, SavedList)
  const orders = ordersOf(value, words)
  return (
    <div className={styles.tools} data-of-list data-edits={may('update') || undefined}>
      <p role="status" aria-live="polite" className={styles.total}>
        {total === undefined ? '' : foundText(value, total, words)}
      </p>
      {may('update') && <SelectButton />}
      <NearMe value={value} onChange={onChange} onNoPosition={onNoPosition} />
      <select
        className={styles.order}
        aria-label={words.order}
        value={orders.some((order) => order.value === value.orderby) ? value.orderby : ''}
        onChange={(event) => onChange({ orderby: event.currentTarget.value || undefined })}
      >
        {orders.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <RowsSwitch />
      <PopUp
        label={words.download}
        className={styles.list}
        target={(opening) => (
          <IconButton {...opening} icon="download" label={words.download} aria-busy={loading !== undefined} />
        )}
      >
        {(close) => <DownloadList value={searched} loading={loading} onLoading={setLoading} onDone={close} />}
      </PopUp>
      <PopUp label={words.saved} target={(opening) => <IconButton {...opening} icon="bookmark" label={words.saved} />}>
        {(close) => <SavedList storageName={savedName} text={formatSearch({ ...value, page: 1 })} onOpened={close} />}
      </PopUp>
    </div>
  )
}

/** The number of places found, and the point that they are ordered from, if any. */
function foundText({ near, nearName, orderby }: SearchValue, total: number, words: (typeof exploreWords)['en']) {
  const hits = words.hits(total)
  if (!near || orderby !== undefined || total === 0) return hits
  return nearName === undefined ? words.nearest(hits) : words.nearestTo(hits, nearName)
}

/** Returns whether this browser shows more rows with less detail. */
export function useCompactRows() {
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

/**
 * Returns the sort orders. The default has the value '': by distance or by match if the search has either, otherwise by
 * name.
 */
function ordersOf({ near, q }: SearchValue, { orders, nearestFirst, bestFirst }: (typeof exploreWords)['en']) {
  const others = Object.entries(orders).map(([order, label]) => ({ value: order, label }))
  if (near) return [{ value: '', label: nearestFirst }, ...others]
  if (q.trim() !== '') return [{ value: '', label: bestFirst }, ...others]
  return others.map((order) => (order.value === 'name' ? { ...order, value: '' } : order))
}

function NearMe({ value, onChange, onNoPosition }: Omit<ListToolsProps, 'total' | 'searched'>) {
  const words = useWords(exploreWords)
  const { isLocating, locate } = useLocating()
  const [located, setLocated] = useState<string>()
  // The point may also have been pasted, or come from a shared address.
  const isHere = value.near !== undefined && writtenPosition(value.near) === located
  const find = () =>
    locate((here) => {
      setLocated(writtenPosition(here))
      onChange(nearBy(here, undefined, value.within))
    }, onNoPosition)
  return (
    <Button
      size="sm"
      variant={isHere ? 'light' : 'subtle'}
      aria-pressed={isHere}
      loading={isLocating}
      onClick={() => (isHere ? onChange(nearBy(undefined)) : find())}
    >
      {words.nearMe}
    </Button>
  )
}
