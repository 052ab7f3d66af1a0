import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Place } from '../../client/client.ts'
import { Icon, type IconName } from '../kit/icon.tsx'
import { safeUrl, shownUrl } from '../text/safe-url.ts'
import { useWords } from '../words/language.tsx'
import styles from './contact.module.css'
import { pageWords } from './page-words.ts'

/** Where to go and how to reach the place. */
export function Contact({ place }: { readonly place: Place }) {
  const { visitingInfo: visit = {}, contactInfo: contact = {} } = place
  const words = useWords(pageWords)
  const street = visit.address ?? contact.visitingAddress ?? contact.address
  const town = [visit.postalCode ?? contact.postalCode, visit.city ?? contact.city].filter(Boolean).join(' ')
  const url = safeUrl(contact.url)
  const number = phoneNumber(contact.phone)
  return (
    <ul className={styles.contact}>
      {(street || town) && (
        <Line icon="pin">
          {street}
          {street && town && <br />}
          {town}
        </Line>
      )}
      {visit.description && <Line icon="info">{visit.description}</Line>}
      {number && (
        <Line icon="phone">
          <Anchor href={`tel:${number.replaceAll(/[^+\d]/g, '')}`}>{number}</Anchor>
        </Line>
      )}
      {contact.email && (
        <Line icon="mail">
          <Anchor href={`mailto:${encodeURIComponent(contact.email).replace('%40', '@')}`}>{contact.email}</Anchor>
        </Line>
      )}
      {url && (
        <Line icon="link">
          <Anchor href={url} rel="noopener noreferrer">
            {shownUrl(url)}
          </Anchor>
        </Line>
      )}
      {contact.fetchAutomatically && <li className={styles.note}>{words.fetched}</li>}
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

type Phone = NonNullable<Place['contactInfo']>['phone']

/** A number as it is dialled from anywhere, such as +46 980-319236; undefined where there is none. */
function phoneNumber(phone: Phone): string | undefined {
  if (phone?.Number === undefined) return undefined
  const area = phone.AreaCode === undefined ? '' : `${phone.AreaCode}-`
  if (phone.CountryCode === undefined) return `${area === '' ? '' : `0${area}`}${phone.Number}`
  return `+${phone.CountryCode} ${area}${phone.Number}`
}
