import { Checkbox } from '@mantine/core'
import type { Place } from '../../client/client.ts'
import { useWords } from '../words/language.tsx'
import styles from './bulk.module.css'
import { bulkWords } from './bulk-words.ts'
import { changeSelection, useSelection } from './selection.ts'

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
