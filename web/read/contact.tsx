import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Place } from '../../client/client.ts'
import { type JsonObject, valueAt } from '../body/json.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { facilities } from '../place/facilities.ts'
import { fieldWords } from '../place/field-words.ts'
import { phoneAddress, phoneNumber } from '../place/phone-number.ts'
import { safeUrl, shownUrl } from '../text/safe-text.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import styles from './contact.module.css'
import { pageWords } from './page-words.ts'

/** What tells where to go and how to reach a place, as it is shown. */
function contactOf({ visitingInfo: visit = {}, contactInfo: contact = {} }: Place) {
  // The street of the place with the town of its owner's office would be an address that does not exist.
  const isOfOwner = contact.fetchAutomatically === true && visit.address !== undefined
  const { postalCode, city } = isOfOwner ? visit : { ...contact, ...visit }
  return {
    street: visit.address ?? contact.visitingAddress ?? contact.address,
    town: [postalCode, city].filter(Boolean).join(' '),
    directions: visit.description,
    phone: contact.phone?.Number === undefined ? undefined : contact.phone,
    email: contact.email,
    url: safeUrl(contact.url),
  }
}

/** Whether there is anything that tells where to go or how to reach a place. */
export function hasContact(place: Place): boolean {
  return Object.values(contactOf(place)).some(Boolean)
}

/** Where to go and how to reach the place. */
export function Contact({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const { street, town, directions, phone, email, url } = contactOf(place)
  return (
    <ul className={styles.contact}>
      {(street || town) && (
        <Line icon="pin">
          {street}
          {street && town && <br />}
          {town}
        </Line>
      )}
      {directions && <Line icon="info">{directions}</Line>}
      {phone && (
        <Line icon="phone">
          <Anchor href={phoneAddress(phone)}>{phoneNumber(phone, place.geolocationInfo?.country)}</Anchor>
        </Line>
      )}
      {email && (
        <Line icon="mail">
          <Anchor href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}>{email}</Anchor>
        </Line>
      )}
      {url && (
        <Line icon="link">
          <Anchor href={url} rel="noopener noreferrer">
            {shownUrl(url)}
          </Anchor>
        </Line>
      )}
      {place.contactInfo?.fetchAutomatically && <li className={styles.note}>{words.fetched}</li>}
    </ul>
  )
}

function Line({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <li className={styles.line}>
      <Icon name={icon} />
      <span>{children}</span>
    </li>
  )
}

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
