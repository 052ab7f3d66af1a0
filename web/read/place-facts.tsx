import { Anchor, Button, Code, CopyButton, Group, Pill, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses, serviceAddress } from '../addresses.ts'
import { useBodySchema } from '../api/document-query.ts'
import { Dialog } from '../kit/dialog.tsx'
import { Icon } from '../kit/icon.tsx'
import { fieldWords } from '../place/field-words.ts'
import { typeOf } from '../place/place-types.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import styles from './place-page.module.css'
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

const day = /^\d{4}-\d{2}-\d{2}$/

const isDay = (text: string) => day.test(text) && !Number.isNaN(Date.parse(`${text}T00:00Z`))

/** What is particular to the type of the place, under the names that the page or the schema of the type gives. */
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

/** Shows the place as programs get it, and the address at which they do. */
function JsonButton({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const [isOpen, { open, close }] = useDisclosure()
  const json = JSON.stringify(place, null, 2)
  const address = `${location.origin}${serviceAddress(`/v4/place/${place.id}`)}`
  return (
    <>
      <Button variant="default" size="compact-md" leftSection={<Icon name="code" size={16} />} onClick={open}>
        {words.json}
      </Button>
      <Dialog opened={isOpen} onClose={close} size="xl" title={words.jsonTitle(place.name)}>
        <Group align="end">
          <TextInput readOnly label={words.address} value={address} flex={1} miw={200} />
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <Button variant="light" onClick={copy} leftSection={<Icon name={copied ? 'check' : 'copy'} size={16} />}>
                {copied ? words.copied : words.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Code block tabIndex={0} className={styles.json}>
          {json}
        </Code>
      </Dialog>
    </>
  )
}

/** What is known of a place under a name, as an item of a list of such. */
function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
