import { Button, Checkbox, Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import type { PlaceQuery } from '../place/place-queries.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import styles from './bulk.module.css'
import { bulkWords } from './bulk-words.ts'
import { changeSelection, countSelected, useSelection } from './selection.ts'

interface SelectionBarProps {
  /** What all matches of the present search are. */
  readonly match: PlaceQuery
  readonly total: number | undefined
  readonly places: readonly Place[]
}

/** How many places are selected, how to select more, and on to what is done with them. */
export function SelectionBar({ match, total = 0, places }: SelectionBarProps) {
  const words = useWords(bulkWords)
  const format = useFormat()
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
        {words.selected(count, format.number(count))}
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
            {words.selectAll(format.number(total))}
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
