import { Title } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addDays, today } from '../../src/pages/days.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { useActTitle } from '../history/act-item.tsx'
import { historyWords } from '../history/history-words.ts'
import { Soft } from '../kit/dimmed.tsx'
import { useNow } from '../kit/hooks.ts'
import { Awaited, Message, ToSearch } from '../kit/message.tsx'
import { useParentNote } from '../place/hidden-by-parent.ts'
import { noteHtml, PlaceItem, PlaceList } from '../place/place-item.tsx'
import { placesQuery, queryNames, usePlaces } from '../place/place-queries.ts'
import { stateOf, typeOf } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { keepList } from '../search/kept-list.ts'
import {
  addressOfSearch,
  dueKinds,
  emptySearch,
  formatSearch,
  matchQuery,
  missingFieldFiltersFor,
  missingFieldsOf,
  pageQuery,
  type SearchValue,
} from '../search/search-value.ts'
import { searchWords } from '../search/search-words.ts'
import { useSession } from '../session/session.tsx'
import { useAuthorName, useFormat, useWords } from '../words/language.tsx'
import { Failing } from './failing.tsx'
import { lastVisit } from './last-visit.ts'
import { ManageLayout } from './manage-layout.tsx'
import { manageWords } from './manage-words.ts'
import { StreetsNote } from './streets-note.tsx'
import styles from './today.module.css'
import { Figure, Group, Row } from './today-rows.tsx'
import { todayWords } from './today-words.ts'

/**
 * The view that a day of work begins with: what is due, what fails, what has changed, drafts, and missing data; each line
 * opens its places. Callers limited to certain owners see theirs; others can choose an owner.
 */
export default function TodayPage() {
  const words = useWords(todayWords)
  const { own } = useSession()
  const [owner, setOwner] = useState<string>()
  const owners = own ?? (owner === undefined ? [] : [owner])
  return (
    <ManageLayout title={own ? words.mine : words.title} lead={words.lead} needs="update">
      {!own && (
        <DirectorySelect
          kind="owners"
          label={words.owner}
          placeholder={words.everyOwner}
          clearable
          value={owner}
          onChange={(entry) => setOwner(entry?.id)}
          maw={360}
          mb="lg"
        />
      )}
      <div key={owners.join()} className={styles.groups}>
        <Failing />
        <Week owners={owners} />
        <Changed owners={owners} />
        <Drafts owners={owners} />
        <Missing owners={owners} />
      </div>
      {owners.length > 0 && <PlacesOf key={owners.join()} owners={owners} />}
      <StreetsNote />
    </ManageLayout>
  )
}

interface OfOwners {
  /** Empty for the places of all owners. */
  readonly owners: readonly string[]
}

/** Returns the number of places that each search finds; undefined until loaded. */
function useCounts(searches: readonly SearchValue[]) {
  const { api } = useSession()
  const now = useNow()
  const found = useQueries({
    queries: searches.map((value) => placesQuery(api, { ...matchQuery(value, now), limit: 0 })),
  })
  const counts = new Map(searches.map((value, index) => [value, found[index]?.data?.TotalHits]))
  return { counts, failed: found.find(({ error }) => error !== null) }
}

const weekDays = 7

/** Counts what is due on each of the next days; days without anything are omitted. */
function Week({ owners }: OfOwners) {
  const words = useWords(todayWords)
  const { due: labels } = useWords(searchWords)
  const format = useFormat()
  const first = today(useNow())
  const items = useMemo(
    () =>
      Array.from({ length: weekDays }, (_, days) => addDays(first, days)).flatMap((day) =>
        dueKinds.map((kind) => {
          const state = kind === 'hours' ? ('published' as const) : ('any' as const)
          return { kind, day, value: { ...emptySearch, owner_id: owners, state, due: `${kind}:${day}` } }
        }),
      ),
    [first, owners.join()],
  )
  const { counts, failed } = useCounts(items.map(({ value }) => value))
  const isKnown = items.every(({ value }) => counts.get(value) !== undefined)
  const due = items.filter(({ value }) => (counts.get(value) ?? 0) > 0)
  return (
    <Group title={words.week}>
      {failed ? (
        <Awaited query={failed} />
      ) : due.length === 0 ? (
        <Soft mt={8}>{isKnown ? words.quietWeek : '…'}</Soft>
      ) : (
        <ul className={`framed ${styles.figures}`}>
          {due.map(({ kind, day, value }) => (
            <Figure
              key={value.due}
              label={labels[kind](format.day(day, { weekday: 'short', day: 'numeric', month: 'long' }))}
              value={value}
              count={counts.get(value)}
            />
          ))}
        </ul>
      )}
    </Group>
  )
}

const actsShown = 5

/** Lists the latest acts since the last visit, and links to all. */
function Changed({ owners }: OfOwners) {
  const words = useWords(todayWords)
  const { places: placesOf, by } = useWords(historyWords)
  const author = useAuthorName()
  const format = useFormat()
  const titleOf = useActTitle()
  const { api } = useSession()
  const [since] = useState(() => lastVisit(new Date()))
  const acts = useQuery({
    queryKey: [...queryNames.place, 'acts', 'latest', owners, since],
    queryFn: ({ signal }) =>
      answered(api.GET('/acts', { params: { query: { owner: [...owners], from: since, limit: actsShown } }, signal })),
  })
  if (!acts.data) return <Awaited query={acts} />
  const { Results: found, Next } = acts.data
  const activity = `${addresses.manage('activity')}?from=${today(new Date(since))}`
  return (
    <Group title={words.changed(format.moment(since))}>
      {found.length === 0 ? (
        <Soft mt={8}>{words.unchanged}</Soft>
      ) : (
        <ul className={`framed ${styles.figures}`}>
          {found.map((act) => {
            const { id, places, first, who, time } = act
            const only = places === 1 ? first : undefined
            const where = only ? [only.name, only.town].filter(Boolean).join(', ') : placesOf(places)
            return (
              <Row
                key={id}
                href={only?.slug === undefined ? `${activity}#${id}` : addresses.place(only.slug, 'history')}
                label={titleOf(act)}
                note={[where, who && by(author(who)), format.moment(time)].filter(Boolean).join(' · ')}
              />
            )
          })}
          {Next !== undefined && <Row href={activity} label={words.allChanges} />}
        </ul>
      )}
    </Group>
  )
}

const draftsShown = 5

/** Lists the oldest drafts, and links to all. */
function Drafts({ owners }: OfOwners) {
  const words = useWords(todayWords)
  const { types } = useWords(placeWords)
  const format = useFormat()
  const now = useNow()
  const value: SearchValue = { ...emptySearch, state: 'draft', owner_id: owners, orderby: 'created' }
  const query = { ...matchQuery(value, now), ...pageQuery(value, draftsShown) }
  const drafts = usePlaces(query)
  if (!drafts.data) return <Awaited query={drafts} />
  const { Results: found, TotalHits: total } = drafts.data
  return (
    <Group title={words.drafts}>
      {total === 0 ? (
        <Soft mt={8}>{words.noDrafts}</Soft>
      ) : (
        <ul className={`framed ${styles.figures}`}>
          {found.map(({ id, slug, name, placeTypes: type, visitingInfo, created }) => (
            <Row
              key={id}
              href={addresses.place(slug)}
              onClick={() => keepList({ address: formatSearch(value), query, total })}
              label={name}
              note={[
                types[typeOf({ placeTypes: type }).key],
                visitingInfo?.city,
                created && words.since(format.day(today(new Date(created)))),
              ]
                .filter(Boolean)
                .join(' · ')}
            />
          ))}
          {total > found.length && <Row href={addressOfSearch(value)} label={words.allDrafts} count={total} />}
        </ul>
      )}
    </Group>
  )
}

/** Counts the published places that lack some data. */
function Missing({ owners }: OfOwners) {
  const words = useWords(todayWords)
  const { missingFieldFilters: labels } = useWords(searchWords)
  const { may } = useSession()
  const lacks = missingFieldFiltersFor(may('read-media'))
  const { published, byLack } = useMemo(() => {
    const published: SearchValue = { ...emptySearch, owner_id: owners }
    return { published, byLack: lacks.map((lack) => ({ lack, value: { ...published, lacks: [lack] } })) }
  }, [owners.join(), lacks.join()])
  const { counts, failed } = useCounts([published, ...byLack.map(({ value }) => value)])
  if (failed) return <Awaited query={failed} />
  return (
    <Group title={words.lacking}>
      <ul className={`framed ${styles.figures}`}>
        {byLack.map(({ lack, value }) => (
          <Figure key={lack} label={labels[lack]} value={value} count={counts.get(value)} of={counts.get(published)} />
        ))}
      </ul>
    </Group>
  )
}

/** The maximum page size of the service. */
const placesMax = 500

/** Lists the places of certain owners with their missing data. */
function PlacesOf({ owners }: { readonly owners: readonly string[] }) {
  const words = useWords(todayWords)
  const { new: newPlace } = useWords(manageWords).views
  const { may } = useSession()
  const now = useNow()
  const value: SearchValue = { ...emptySearch, state: 'any', owner_id: owners }
  const query = usePlaces({ ...matchQuery(value, now), limit: placesMax, expand: ['owner'] })
  const parentNote = useParentNote(query.data?.Results ?? [])
  const lackNote = useLackNote()
  if (!query.data) return <Awaited query={query} />
  const { Results: found, TotalHits: total } = query.data
  if (total === 0) {
    return (
      <Message icon="pin" title={words.none}>
        {may('create') ? <Link href={addresses.manage('new')}>{newPlace}</Link> : <ToSearch />}
      </Message>
    )
  }
  return (
    <section aria-labelledby="places" className={styles.list}>
      <Title order={2} size="h4" id="places" mb="sm">
        {words.places}
      </Title>
      <PlaceList>
        {found.map((place) => (
          <PlaceItem key={place.id} place={place} note={parentNote(place) + lackNote(place)} />
        ))}
      </PlaceList>
      {total > found.length && <Soft mt="sm">{words.placesShown(found.length, total)}</Soft>}
    </section>
  )
}

/** Returns a function that names the missing data of a place, and its future publication, as HTML; '' for none. */
function useLackNote(): (place: Place) => string {
  const words = useWords(todayWords)
  const { missingFieldFilters: labels } = useWords(searchWords)
  const format = useFormat()
  const { may } = useSession()
  useNow()
  const known = missingFieldFiltersFor(may('read-media'))
  return (place) => {
    const lacks = missingFieldsOf(place).filter((lack) => known.includes(lack))
    const isScheduled = stateOf(place, Date.now()) === 'scheduled'
    const notes = [
      ...(isScheduled ? [words.from(format.moment(place.published ?? ''))] : []),
      ...lacks.map((lack) => labels[lack]),
    ]
    return notes.length === 0 ? '' : noteHtml(notes.join(' · '))
  }
}
