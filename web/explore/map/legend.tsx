import { PlaceTypeMark } from '../../place/place-item.tsx'
import { placeTypes } from '../../place/place-traits.ts'
import { placeWords } from '../../place/place-words.ts'
import { useWords } from '../../words/language.tsx'
import { exploreWords } from '../explore-words.ts'
import styles from './explorer-map.module.css'
import { marks } from './place-layers.ts'

/** Explains the pins on the map. */
export function Legend() {
  const words = useWords(exploreWords)
  const { types } = useWords(placeWords)
  return (
    <details className={styles.legend}>
      <summary>{words.legend}</summary>
      <ul>
        {placeTypes.map((type) => (
          <li key={type.key}>
            <PlaceTypeMark type={type} />
            {types[type.key]}
          </li>
        ))}
        {(['cluster', 'pointed', 'here'] as const).map((sign) => (
          <li key={sign}>
            <span
              className={styles.sign}
              data-sign={sign}
              style={sign === 'cluster' ? undefined : { color: marks[sign].colour }}
            />
            {words.legendSigns[sign]}
          </li>
        ))}
      </ul>
    </details>
  )
}
