import { Text } from '@mantine/core'
import type { Place } from '../../client/client.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { type Amenity, amenityWords } from '../place/amenity-words.ts'
import { useWords } from '../words/language.tsx'
import styles from './facilities.module.css'

type Details = NonNullable<Place['placeDetails']>

const icons: Readonly<Record<Amenity, IconName>> = {
  hasToilet: 'toilet',
  hasWifi: 'wifi',
  hasCafe: 'cafe',
  hasChargingStation: 'charging',
  hasParking: 'parking',
  toiletAccessible: 'toilet',
  toiletSoapNonAllergenic: 'check',
  hasHearingLoop: 'hearingloop',
  hasRamp: 'ramp',
}

/** What a place offers, and how accessible it is: what it has first, then what it is said not to have. */
export function Facilities({ details }: { readonly details: Details }) {
  const { accessibility = {}, ...general } = details
  const { amenities, info: labels } = useWords(amenityWords)
  const told = Object.entries({ ...general, ...accessibility }).filter(([name]) => name in icons) as [
    Amenity,
    unknown,
  ][]
  const has = told.filter(([, value]) => value === true)
  const lacks = told.filter(([, value]) => value === false)
  return (
    <div className={styles.facilities}>
      {has.length > 0 && (
        <ul className={styles.has}>
          {has.map(([name]) => (
            <li key={name}>
              <Icon name={icons[name]} />
              {amenities[name].has}
            </li>
          ))}
        </ul>
      )}
      {lacks.length > 0 && (
        <ul className={styles.lacks}>
          {lacks.map(([name]) => (
            <li key={name}>{amenities[name].lacks}</li>
          ))}
        </ul>
      )}
      {general.info && <Text className={styles.info}>{general.info}</Text>}
      {accessibility.info && (
        <Text className={styles.info}>
          <b>{labels.accessibility}:</b> {accessibility.info}
        </Text>
      )}
    </div>
  )
}
