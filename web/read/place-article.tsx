import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Place } from '../../client/client.ts'
import { HoursOfPlace } from '../hours/hours-of-place.tsx'
import { hoursWords } from '../hours/hours-words.ts'
import { LinkList } from '../media/link-list.tsx'
import { MediaList } from '../media/media-list.tsx'
import type { TaggedPlace } from '../place/place-queries.ts'
import { typeOf } from '../place/place-types.ts'
import { positionOf } from '../place/position.ts'
import { safeUrl } from '../text/safe-url.ts'
import { useWords } from '../words/language.tsx'
import { Children } from './children.tsx'
import { Contact, hasContact } from './contact.tsx'
import { Facilities } from './facilities.tsx'
import { pageWords } from './page-words.ts'
import { PlaceFacts } from './place-facts.tsx'
import { PlaceHeading } from './place-heading.tsx'
import styles from './place-page.module.css'
import { PublicationNote } from './publication-note.tsx'
import { Section } from './section.tsx'
import { UnsavedNote } from './unsaved-note.tsx'

const Markdown = lazy(() => import('../text/markdown.tsx'))
const PinMap = lazy(() => import('../map/pin-map.tsx'))

/** Everything about one place, to be read. */
export function PlaceArticle({ tagged }: { readonly tagged: TaggedPlace }) {
  const { place } = tagged
  const words = useWords(pageWords)
  const hours = useWords(hoursWords)
  const { openHours = [], placeDetails } = place
  return (
    <article className={styles.article}>
      <PlaceHeading tagged={tagged} />
      <div className={styles.notes}>
        <UnsavedNote place={place} />
        <PublicationNote place={place} />
      </div>
      <div className={styles.main}>
        <Texts place={place} />
        {openHours.length > 0 && (
          <Section title={hours.title}>
            <HoursOfPlace id={place.id} entries={openHours} />
          </Section>
        )}
        {placeDetails && (
          <Section title={words.facilities}>
            <Facilities place={place} />
          </Section>
        )}
        <MediaSections place={place} />
        <Children parentId={place.id} />
      </div>
      <aside className={styles.side} aria-label={words.contact}>
        <section className={styles.map} aria-label={words.map(place.name)}>
          <Suspense>
            <PinMap position={positionOf(place)} colour={typeOf(place).colour} />
          </Suspense>
        </section>
        {hasContact(place) && (
          <Section title={words.contact}>
            <Contact place={place} />
          </Section>
        )}
        <PlaceFacts place={place} />
      </aside>
    </article>
  )
}

function Texts({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const { name, shortDescription, longDescription } = place
  return (
    <>
      {shortDescription !== name && <Text className={styles.lead}>{shortDescription}</Text>}
      {longDescription && (
        <Section title={words.about}>
          <Suspense>
            <Markdown text={longDescription} topLevel={3} />
          </Suspense>
        </Section>
      )}
    </>
  )
}

function MediaSections({ place: { media = {} } }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const { links = [], ...shown } = media
  return (
    <>
      {Object.keys(shown).length > 0 && (
        <Section title={words.media}>
          <MediaList media={shown} />
        </Section>
      )}
      {links.some(({ url }) => safeUrl(url)) && (
        <Section title={words.links}>
          <LinkList links={links} />
        </Section>
      )}
    </>
  )
}
