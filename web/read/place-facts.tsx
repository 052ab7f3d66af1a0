import { Anchor, Pill } from '@mantine/core'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { Fact } from './fact.tsx'
import { JsonButton } from './json-button.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'
import { Section } from './section.tsx'
import { TypeFacts } from './type-facts.tsx'

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
