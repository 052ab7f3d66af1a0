import { CloseButton } from '@mantine/core'
import { SelectBox } from '../../bulk/select-box.tsx'
import { kitWords } from '../../kit/kit-words.ts'
import { PlaceItem } from '../../place/place-item.tsx'
import { usePlaceById } from '../../place/place-queries.ts'
import { useWords } from '../../words/language.tsx'
import styles from './explorer-map.module.css'

interface PlaceCardProps {
  readonly id: string
  readonly onClose: () => void
}

/** The place that was chosen on the map, and the way to its page. */
export function PlaceCard({ id, onClose }: PlaceCardProps) {
  const { close } = useWords(kitWords)
  const { data } = usePlaceById(id)
  if (!data) return null
  return (
    <div className={styles.card}>
      <ul className={styles.cardPlace} aria-live="polite">
        <PlaceItem place={data.place} Choice={SelectBox} />
      </ul>
      <CloseButton aria-label={close} onClick={onClose} />
    </div>
  )
}
