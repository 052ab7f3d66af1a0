import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { contactOf, mailAddress, phoneAddress } from '../../src/pages/contact.ts'
import { facilities } from '../../src/place/facilities.ts'
import type { Phone } from '../../src/place/phone.ts'
import { shownUrl } from '../../src/place/web-address.ts'
import { useBodySchema } from '../api/document-query.ts'
import { type JsonObject, valueAt } from '../body/json.ts'
import { Button } from '../kit/button.tsx'
import { Icon, type IconName } from '../kit/icon.tsx'
import { later, useOpening, withMantine } from '../kit/later.tsx'
import { NotLoaded } from '../kit/message.tsx'
import { fieldWords } from '../place/field-words.ts'
import { typeOf } from '../place/place-traits.ts'
import { addressOfSearch } from '../search/search-value.ts'
import { useFormat, useLanguage, useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'

/** The facts of a place beside its texts: owner, position, categories and dates. */
export function PlaceFacts({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const {
    owner,
    categories = [],
    tags = [],
    geolocationInfo: area = {},
    updated,
    updatedBy,
    created,
    createdBy,
  } = place
  const subjects = [...categories, ...tags].filter(({ name }) => name !== undefined)
  const country = area.country && format.country(area.country)
  const region = [area.municipality, area.county, country].filter(Boolean).join(', ')
  const [longitude, latitude] = place.geolocation.geometry.coordinates
  const whenUpdated = format.moment(updated)
  const whenCreated = format.moment(created)
  return (
    <Section title={words.typeFacts}>
      <dl>
        <Fact name={words.owner}>
          <Link className="link" href={addressOfSearch({ owner_id: [owner.id] })}>
            <bdi>{owner.name ?? owner.id}</bdi>
          </Link>{' '}
          <span className="soft">({owner.type})</span>
        </Fact>
        <TypeFacts place={place} />
        {region && <Fact name={words.region}>{region}</Fact>}
        <Fact name={words.coordinates}>
          {latitude}, {longitude}
        </Fact>
        {subjects.length > 0 && (
          <Fact name={words.categories}>
            <span className={styles.subjects}>
              {subjects.map(({ id, name }) => (
                <span key={id} className="pill">
                  <bdi>{name}</bdi>
                </span>
              ))}
            </span>
          </Fact>
        )}
      </dl>
      <p className="soft">
        {createdBy ? words.createdBy(whenCreated, createdBy) : words.created(whenCreated)}
        <br />
        {updatedBy ? words.updatedBy(whenUpdated, updatedBy) : words.updated(whenUpdated)}
      </p>
      <JsonButton place={place} />
    </Section>
  )
}

const day = /^\d{4}-\d{2}-\d{2}$/

const isDay = (text: string) => day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** The members of the place's type, under the names of the page or of the type's schema. */
function TypeFacts({ place }: { readonly place: Place }) {
  const labels: Readonly<Record<string, string>> = useWords(fieldWords)
  const { key } = typeOf(place)
  const own = Object.entries(place.placeTypes[key] ?? {})
  const known = (name: string) => labels[`placeTypes.${key}.${name}`]
  const schema = useBodySchema({ enabled: own.some(([name]) => known(name) === undefined) })
  const titles = schema?.properties?.placeTypes?.properties?.[key]?.properties
  const valueText = useValueText()
  return own.map(([name, value]) => (
    <Fact key={name} name={known(name) ?? titles?.[name]?.title ?? name}>
      {valueText(value)}
    </Fact>
  ))
}

/** Any value in words; what is deeper as JSON. */
function useValueText(): (value: unknown) => string {
  const words = useWords(pageWords)
  const format = useFormat()
  const text = (value: unknown): string => {
    if (typeof value === 'boolean') return words[value ? 'yes' : 'no']
    if (typeof value === 'number') return format.number(value)
    if (typeof value === 'string') return isDay(value) ? format.day(value) : value
    const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
    return isList ? value.map(text).join(', ') : JSON.stringify(value)
  }
  return text
}

const JsonDialog = later(
  withMantine(async () => (await import('./json-dialog.tsx')).default),
  { Failed: NotLoaded },
)

function JsonButton({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const { isOpened, close, opening } = useOpening(JsonDialog)
  return (
    <>
      <Button {...opening} variant="default" size="md" icon="code">
        {words.json}
      </Button>
      {isOpened !== undefined && <JsonDialog place={place} opened={isOpened} onClose={close} />}
    </>
  )
}

/** One fact with its name, as an item of a list. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** True if the place has an address or contact details. */
export function hasContact(place: Place): boolean {
  return Object.values(contactOf(place)).some(Boolean)
}

interface PhoneNumberProps {
  readonly phone: Phone
  /** Of the place. */
  readonly country: string | undefined
}

const dialled = ({ phone }: PhoneNumberProps) => phoneAddress(phone).slice('tel:'.length)

/** A number as people write it: what knows how they do in each country is loaded behind the page. */
const PhoneNumber = later(
  async () => {
    const { phoneNumber } = await import('../place/phone-number.ts')
    return ({ phone, country }: PhoneNumberProps) => phoneNumber(phone, country)
  },
  { Meanwhile: (props) => <span data-pending>{dialled(props)}</span>, Failed: dialled },
)

/** The address and contact details of the place. */
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
          <a className="link" href={phoneAddress(phone)}>
            <PhoneNumber phone={phone} country={place.geolocationInfo?.country} />
          </a>
        </Line>
      )}
      {email && (
        <Line icon="mail">
          <a className="link" href={mailAddress(email)}>
            {email}
          </a>
        </Line>
      )}
      {url && (
        <Line icon="link">
          <a className="link" href={url} rel="noopener noreferrer">
            {shownUrl(url)}
          </a>
        </Line>
      )}
      {place.contactInfo?.fetchAutomatically && <li className="soft">{words.fetched}</li>}
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

/** The facilities and accessibility of a place: present ones first, then those that it lacks. */
export function Facilities({ place }: { readonly place: Place }) {
  const { language } = useLanguage()
  const labels = useWords(fieldWords)
  const { info, accessibility } = place.placeDetails ?? {}
  const that = (said: boolean) =>
    facilities.filter(({ path }) => valueAt(place as unknown as JsonObject, `/${path.replaceAll('.', '/')}`) === said)
  const [has, lacks] = [that(true), that(false)]
  return (
    <div>
      {has.length > 0 && (
        <ul className={`has ${styles.has}`}>
          {has.map(({ path, icon, [language]: names }) => (
            <li key={path}>
              <Icon name={icon} />
              {names.has}
            </li>
          ))}
        </ul>
      )}
      {lacks.length > 0 && (
        <ul className="lacks">
          {lacks.map(({ path, [language]: names }) => (
            <li key={path}>{names.lacks}</li>
          ))}
        </ul>
      )}
      {info && <p className={styles.info}>{info}</p>}
      {accessibility?.info && (
        <p className={styles.info}>
          <b>{labels['placeDetails.accessibility']}:</b> {accessibility.info}
        </p>
      )}
    </div>
  )
}

/** A part of the page of a place under a heading of its own. */
export function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className="part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
