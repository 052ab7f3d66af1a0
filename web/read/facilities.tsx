import { Text } from '@mantine/core'
import type { Place } from '../../client/client.ts'
import { type JsonObject, valueAt } from '../body/pointer.ts'
import { Icon } from '../kit/icon.tsx'
import { facilities } from '../place/facilities.ts'
import { fieldWords } from '../place/field-words.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './facilities.module.css'

/** What a place offers, and how accessible it is: what it has first, then what it is said not to have. */
export function Facilities({ place }: { readonly place: Place }) {
  const { language } = useLanguage()
  const labels = useWords(fieldWords)
  const { info, accessibility } = place.placeDetails ?? {}
  const that = (said: boolean) =>
    facilities.filter(({ path }) => valueAt(place as unknown as JsonObject, `/${path.replaceAll('.', '/')}`) === said)
  const [has, lacks] = [that(true), that(false)]
  return (
    <div className={styles.facilities}>
      {has.length > 0 && (
        <ul className={styles.has}>
          {has.map(({ path, icon, [language]: names }) => (
            <li key={path}>
              <Icon name={icon} />
              {names.has}
            </li>
          ))}
        </ul>
      )}
      {lacks.length > 0 && (
        <ul className={styles.lacks}>
          {lacks.map(({ path, [language]: names }) => (
            <li key={path}>{names.lacks}</li>
          ))}
        </ul>
      )}
      {info && <Text className={styles.info}>{info}</Text>}
      {accessibility?.info && (
        <Text className={styles.info}>
          <b>{labels['placeDetails.accessibility']}:</b> {accessibility.info}
        </Text>
      )}
    </div>
  )
}
