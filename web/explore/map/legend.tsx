import { PlaceTypeMark } from '../../place/place-item.tsx'
import { placeTypes } from '../../place/place-traits.ts'
import { placeWords } from '../../place/place-words.ts'
import { useSession } from '../../session/session.tsx'
import { useWords } from '../../words/language.tsx'
import { exploreWords } from '../explore-words.ts'
import styles from './explorer-map.module.css'
import { marks } from './place-layers.ts'
import { selectedColour } from './selected-layers.ts'

/** The colours of signs that have one. */
const colours = {
  pointed: marks.pointed.colour,
  here: marks.here.colour,
  selected: selectedColour,
  spot: selectedColour,
}

/** Explains the pins on the map, and the marks of the selection to those who can select. */
export function Legend() {
  const words = useWords(exploreWords)
  const { types } = useWords(placeWords)
  const { may } = useSession()
  const ofSelection = may('update') ? (['selected', 'spot'] as const) : []
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
        {(['cluster', 'pointed', 'here', ...ofSelection] as const).map((sign) => (
          <li key={sign}>
            <span
              className={styles.sign}
              data-sign={sign}
              style={sign === 'cluster' ? undefined : { color: colours[sign] }}
            />
            {words.legendSigns[sign]}
          </li>
        ))}
      </ul>
    </details>
  )
}
