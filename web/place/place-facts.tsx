import { Anchor, Pill } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../app/addresses.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { JsonButton } from './json-button.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'
import { typeOf } from './place-types.ts'
import { Section } from './section.tsx'

/** What is known of the place beside its texts: whose it is, where, about what, and since when. */
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
      <dl className={styles.facts}>
        <Fact name={words.owner}>
          <Anchor component={Link} href={`${addresses.explorer}?owner_id=${encodeURIComponent(owner.id)}`}>
            {owner.name ?? owner.id}
          </Anchor>{' '}
          <span className={styles.soft}>({owner.type})</span>
        </Fact>
        <TypeFacts place={place} />
        {region && <Fact name={words.region}>{region}</Fact>}
        <Fact name={words.coordinates}>
          {latitude}, {longitude}
        </Fact>
        {subjects.length > 0 && (
          <Fact name={words.categories}>
            <Pill.Group gap={4}>
              {subjects.map(({ id, name }) => (
                <Pill key={id}>{name}</Pill>
              ))}
            </Pill.Group>
          </Fact>
        )}
      </dl>
      <p className={styles.soft}>
        {createdBy ? words.createdBy(whenCreated, createdBy) : words.created(whenCreated)}
        <br />
        {updatedBy ? words.updatedBy(whenUpdated, updatedBy) : words.updated(whenUpdated)}
      </p>
      <JsonButton place={place} />
    </Section>
  )
}

/** What is particular to the type of the place, under the names that its schema gives. */
function TypeFacts({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const own = Object.entries(place.placeTypes[typeOf(place).key] ?? {})
  return own.map(([name, value]) => (
    <Fact key={name} name={name}>
      {typeof value === 'boolean'
        ? words[value ? 'yes' : 'no']
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value)}
    </Fact>
  ))
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
