import { Button, Checkbox, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { useStore } from '../kit/hooks.ts'
import { createKeptStore } from '../kit/store.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { onForgetSession } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import styles from './bulk.module.css'
import { bulkWords } from './bulk-words.ts'

interface SelectionBarProps {
  /** What all matches of the present search are. */
  readonly match: PlaceQuery
  readonly total: number | undefined
  readonly places: readonly Place[]
}

/** How many places are selected, how to select more, and on to what is done with them. */
export function SelectionBar({ match, total = 0, places }: SelectionBarProps) {
  const words = useWords(bulkWords)
  const selection = useSelection()
  if (!selection.isOn) return null
  const count = countSelected(selection)
  const put = () =>
    changeSelection.put(
      places.map(({ id }) => id),
      true,
    )
  return (
    <section className={styles.bar} aria-label={words.bar}>
      <Text size="sm" fw={550} role="status">
        {words.selected(count)}
      </Text>
      <Button size="compact-sm" variant="subtle" disabled={count === 0} onClick={changeSelection.clear}>
        {words.clear}
      </Button>
      {count > 0 && (
        <Button component={Link} href={addresses.manage('many')} size="compact-sm">
          {words.change}
        </Button>
      )}
      <Group gap={4} className={styles.choices}>
        <Button size="compact-sm" variant="subtle" onClick={put}>
          {words.selectPage}
        </Button>
        {total > places.length && (
          <Button size="compact-sm" variant="subtle" onClick={() => changeSelection.all(match, total)}>
            {words.selectAll(total)}
          </Button>
        )}
      </Group>
    </section>
  )
}

/** Begins and ends the choosing of places. */
export function SelectButton() {
  const words = useWords(bulkWords)
  const { isOn } = useSelection()
  return (
    <Button
      size="compact-xs"
      h={24}
      variant={isOn ? 'light' : 'subtle'}
      aria-pressed={isOn}
      onClick={isOn ? changeSelection.end : changeSelection.start}
    >
      {isOn ? words.selectEnd : words.select}
    </Button>
  )
}

/** Chooses one place of the list; nothing while none are being chosen. */
export function SelectBox({ place }: { readonly place: Pick<Place, 'id' | 'name'> }) {
  const words = useWords(bulkWords)
  const { isOn, ids, all } = useSelection()
  if (!isOn) return null
  return (
    <Checkbox
      className={styles.box}
      aria-label={words.selectOne(place.name)}
      checked={all !== undefined || ids.includes(place.id)}
      onChange={(event) => changeSelection.put([place.id], event.currentTarget.checked)}
    />
  )
}

/** Which places are chosen to be changed together: some by id, or all that a search finds. */
export interface Selection {
  /** Whether places are being chosen. */
  readonly isOn: boolean
  readonly ids: readonly string[]
  readonly all?: { readonly query: PlaceQuery; readonly total: number } | undefined
}

/** The most places that are changed together. */
export const manyMax = 10_000

const none: Selection = { isOn: false, ids: [] }
const store = createKeptStore(`${ownPrefix}selection`, none)
const { set } = store
onForgetSession(() => set(none))

/** The places that are chosen, in every view of them. */
export function useSelection(): Selection {
  return useStore(store)
}

/** The ways to choose and to leave out. */
export const changeSelection = {
  start: () => set({ ...none, isOn: true }),
  end: () => set(none),
  clear: () => set({ isOn: true, ids: [] }),
  all: (query: PlaceQuery, total: number) => set({ isOn: true, ids: [], all: { query, total } }),
  /** Takes some in or leaves them out; whoever had chosen all begins anew with these. */
  put(ids: readonly string[], isIn: boolean) {
    const others = store.state().ids.filter((id) => !ids.includes(id))
    set({ isOn: true, ids: isIn ? [...others, ...ids].slice(0, manyMax) : others })
  },
} as const

/** How many places are chosen. */
export function countSelected({ ids, all }: Selection): number {
  return all ? all.total : ids.length
}
