import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Place } from '../../client/client.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { phoneAddress, phoneNumber } from '../place/phone-number.ts'
import { safeUrl, shownUrl } from '../text/safe-url.ts'
import { useWords } from '../words/language.tsx'
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
