import { lazy, Suspense, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import type { Place } from '../../client/client.ts'
import { hoursWords } from '../../src/pages/hours-words.ts'
import { safeUrl } from '../../src/place/web-address.ts'
import { addresses, serviceAddress } from '../addresses.ts'
import { Failure } from '../api/answered.ts'
import { useSelection } from '../bulk/selection.ts'
import { drafts, readDraft } from '../edit/kept-drafts.ts'
import { HoursOfPlace } from '../hours/hours-of-place.tsx'
import { Button } from '../kit/button.tsx'
import { useStore, useTitle } from '../kit/hooks.ts'
import { later, withMantine } from '../kit/later.tsx'
import { Awaited, Message, Note, ToSearch } from '../kit/message.tsx'
import { lazyMap } from '../map/lazy-map.tsx'
import { LinkList, MediaList } from '../media/media-list.tsx'
import { NotPublic, PlaceItem, PlaceTypeMark, StateBadge, usePlaceState } from '../place/place-item.tsx'
import { type TaggedPlace, usePlaceBySlug, usePlaces } from '../place/place-queries.ts'
import { positionOf, typeOf } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useSession } from '../session/session.tsx'
import { settings } from '../settings.ts'
import { useFormat, useWords } from '../words/language.tsx'
import { pageWords } from './page-words.ts'
import { PlaceActions, WayBack } from './place-actions.tsx'
import { Contact, Facilities, hasContact, PlaceFacts, Section } from './place-facts.tsx'
import styles from './place-page.module.css'

/** The page of the place at a slug; a former slug becomes the present one. */
export default function PlacePage({ slug }: { readonly slug: string }) {
  const words = useWords(pageWords)
  const [, navigate] = useLocation()
  const query = usePlaceBySlug(slug)
  const { data, error } = query
  const present = data?.place.slug
  useTitle(data?.place.name)
  useEffect(() => {
    if (present !== undefined && present !== slug) navigate(addresses.place(present), { replace: true })
  }, [present, slug, navigate])
  // Also where somebody else has deleted it meanwhile.
  if (error instanceof Failure && error.status === 404) {
    return (
      <Message icon="pin" title={words.notFoundTitle} text={words.notFound} order={1}>
        <ToSearch />
      </Message>
    )
  }
  return data ? <PlaceArticle tagged={data} /> : <Awaited query={query} isPage />
}

const Markdown = lazy(() => import('../text/markdown.tsx'))

const SelectBox = later(async () => (await import('../bulk/selecting.tsx')).SelectBox)

const PublishMenu = later(withMantine(async () => (await import('../publish/publish-menu.tsx')).PublishMenu))

const PinMap = lazyMap(() => import('../map/pin-map.tsx'))

/** Everything about one place, to be read. */
function PlaceArticle({ tagged }: { readonly tagged: TaggedPlace }) {
  const { place } = tagged
  const words = useWords(pageWords)
  const hours = useWords(hoursWords)
  const { openHours = [], placeDetails } = place
  return (
    <article className="place">
      <WayBack key={place.id} place={place} />
      <PlaceHeading tagged={tagged} />
      {!place.deleted && <PlaceActions place={place} />}
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
        <Children place={place} />
      </div>
      <aside aria-label={words.contact}>
        <section className={`framed ${styles.map}`} aria-label={words.map(place.name)}>
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
      {shortDescription !== name && <p className="lead">{shortDescription}</p>}
      {longDescription && (
        <Section title={words.about}>
          <Suspense fallback={<div data-pending />}>
            <Markdown text={longDescription} />
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

/** The name, type and actions of the place. */
function PlaceHeading({ tagged }: { readonly tagged: TaggedPlace }) {
  const { place } = tagged
  const words = useWords(pageWords)
  const { types } = useWords(placeWords)
  const { mayEdit, mayDelete, may } = useSession()
  const type = typeOf(place)
  const state = usePlaceState(place)
  const { parent, owner } = place
  return (
    <header className={styles.heading}>
      <PlaceTypeMark type={type} size={44} />
      <div className={styles.names}>
        <h1>
          <bdi>{place.name}</bdi>
        </h1>
        <div className={styles.kind}>
          {state !== 'published' && (
            <span className={styles.state}>
              <StateBadge state={state} />
            </span>
          )}
          <span>{types[type.key]}</span>
          {parent.id && (
            <span>
              {words.partOf}{' '}
              <Link className="link" href={addresses.place(parent.id)}>
                <bdi>{parent.name ?? parent.id}</bdi>
              </Link>
            </span>
          )}
          {state === 'published' && <NotPublic place={place} among={[place]} />}
          <bdi>{owner.name ?? owner.id}</bdi>
        </div>
      </div>
      <div className={styles.actions}>
        {may('read') && may('update') && (
          <Button component={Link} href={addresses.place(place.slug, 'history')} variant="default" icon="history">
            {words.history}
          </Button>
        )}
        {(mayEdit(owner.id) || mayDelete(owner.id)) && <PublishMenu tagged={tagged} />}
        {mayEdit(owner.id) && !place.deleted && (
          <Button component={Link} href={addresses.place(place.slug, 'edit')} icon="edit">
            {words.edit}
          </Button>
        )}
      </div>
    </header>
  )
}

/** Why a search does not show the place, or will not for long; nothing for one that is published for good. */
function PublicationNote({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const state = usePlaceState(place)
  const when = (instant: string | undefined) => format.moment(instant ?? '')
  if (state === 'deleted') return <Note color="red">{words.deleted(when(place.deleted))}</Note>
  if (state === 'draft') return <Note color="gray">{words.draft}</Note>
  if (state === 'scheduled') return <Note color="blue">{words.scheduled(when(place.published))}</Note>
  if (state === 'unpublished') return <Note color="orange">{words.unpublished(when(place.depublished))}</Note>
  return place.depublished ? <Note color="orange">{words.willUnpublish(when(place.depublished))}</Note> : null
}

/** That changes of the place were left unsaved in this tab, and the way back to them. */
function UnsavedNote({ place }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const format = useFormat()
  const { mayEdit } = useSession()
  // A form keeps its work after the view that follows it has been drawn.
  useStore(drafts)
  const time = readDraft(place.id)?.time
  if (time === undefined || !mayEdit(place.owner.id) || place.deleted) return null
  return (
    <Note color="blue" role="status">
      {words.unsaved(format.moment(time))}{' '}
      <Link className={`link ${styles.strong}`} href={addresses.place(place.slug, 'edit')}>
        {words.goOnEditing}
      </Link>
    </Note>
  )
}

/** As many as the service gives at once. */
const childrenMax = 500

/** The parts of a place that are places of their own; nothing where there are none. */
function Children({ place: { id, slug } }: { readonly place: Place }) {
  const words = useWords(pageWords)
  const { may } = useSession()
  const { isOn: isSelecting } = useSelection()
  const seesAll = may('read') && (may('update') || may('create'))
  const children = usePlaces({
    parent_id: id,
    is: ['*'],
    limit: childrenMax,
    ...(seesAll && { include: ['non-published'] }),
  })
  if (children.error && !children.data) return <Awaited query={children} />
  const { Results: found = [], TotalHits: total = 0 } = children.data ?? {}
  if (found.length === 0) return null
  return (
    <Section title={words.parts}>
      <ul className={styles.children}>
        {found.map((place) => (
          <PlaceItem key={place.id} place={place} {...(isSelecting && { Choice: SelectBox })} />
        ))}
      </ul>
      {total > found.length && (
        <p className="soft">
          {words.partsShown(found.length, total)}{' '}
          {settings.publicKey !== undefined && (
            <a className="link" href={serviceAddress(`${addresses.place(slug)}/parts`)}>
              {words.allParts(total)}
            </a>
          )}
        </p>
      )}
    </Section>
  )
}
