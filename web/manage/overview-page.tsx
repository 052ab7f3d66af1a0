import { Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useNow } from '../kit/hooks.ts'
import { Awaited, Message, ToSearch } from '../kit/message.tsx'
import { PlaceItem, PlaceTypeMark, StateBadge, usePlaceState } from '../place/place-item.tsx'
import { placesQuery, usePlaces } from '../place/place-queries.ts'
import { placeStates, placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import {
  addressOfSearch,
  emptySearch,
  type Lacking,
  matchQuery,
  missingFieldFiltersFor,
  missingFieldsOf,
  type SearchValue,
} from '../search/search-value.ts'
import { searchWords } from '../search/search-words.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { ManageLayout } from './manage-layout.tsx'
import { manageWords, overviewWords } from './manage-words.ts'
import styles from './overview.module.css'
import { StreetsNote } from './streets-note.tsx'

/**
 * Shows the number of places by type, state and missing data; each figure links to its search. Callers limited to
 * certain owners see theirs, with the missing data of each. An admin can choose an owner for that.
 */
export default function OverviewPage() {
  const words = useWords(overviewWords)
  const { own } = useSession()
  const [owner, setOwner] = useState<string>()
  const owners = own ?? (owner === undefined ? [] : [owner])
  const titles = own ? { title: words.mine, lead: words.mineLead } : words
  return (
    <ManageLayout title={titles.title} lead={titles.lead} needs={own ? 'update' : 'admin'}>
      <StreetsNote />
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
      {owners.length > 0 ? <PlacesOf key={owners.join()} owners={owners} /> : <Overview owners={owners} />}
    </ManageLayout>
  )
}

/** Returns the searches to count, for these owners, or for all if there are none. */
function searchesOf(owners: readonly string[], lacks: readonly Lacking[]) {
  const published: SearchValue = { ...emptySearch, owner_id: owners }
  const all: SearchValue = { ...published, state: 'any' }
  return {
    all,
    byType: placeTypes.map((type) => ({ type, value: { ...all, is: [type.name] } })),
    byState: placeStates.map((state) => ({ state, value: { ...published, state } })),
    byLack: lacks.map((lack) => ({ lack, value: { ...published, lacks: [lack] } })),
  }
}

/** Returns the number of places that each search finds; undefined until loaded. */
function useCounts({ all, byType, byState, byLack }: ReturnType<typeof searchesOf>) {
  const { api } = useSession()
  const now = useNow()
  const searches = [all, ...[...byType, ...byState, ...byLack].map(({ value }) => value)]
  const found = useQueries({
    queries: searches.map((value) => placesQuery(api, { ...matchQuery(value, now), limit: 0 })),
  })
  const counts = new Map(searches.map((value, index) => [value, found[index]?.data?.TotalHits]))
  return { counts, failed: found.find(({ error }) => error !== null) }
}

function Overview({ owners }: { readonly owners: readonly string[] }) {
  const words = useWords(overviewWords)
  const { types } = useWords(placeWords)
  const { missingFieldFilters: lackLabels } = useWords(searchWords)
  const { may } = useSession()
  const lacks = missingFieldFiltersFor(may('read-media'))
  const searches = useMemo(() => searchesOf(owners, lacks), [owners.join(), lacks.join()])
  const { all, byType, byState, byLack } = searches
  const { counts, failed } = useCounts(searches)
  if (failed) return <Awaited query={failed} />
  const published = counts.get(byState[0]!.value)
  const groups = [
    {
      title: words.types,
      figures: byType.map(({ type, value }) => ({
        label: types[type.key],
        mark: <PlaceTypeMark type={type} size={20} />,
        value,
      })),
    },
    {
      title: words.states,
      figures: byState.map(({ state, value }) => ({ label: <StateBadge state={state} />, value })),
    },
    {
      title: words.lacking,
      figures: byLack.map(({ lack, value }) => ({ label: lackLabels[lack], value, of: published })),
    },
  ]
  return (
    <>
      <Figure label={words.total} value={all} count={counts.get(all)} isLarge />
      <Soft mt={6}>{words.parts}</Soft>
      <div className={styles.groups}>
        {groups.map(({ title, figures }) => (
          <section key={title}>
            <Title order={2} size="h4">
              {title}
            </Title>
            <ul className={`framed ${styles.figures}`}>
              {figures.map((figure, at) => (
                <Figure key={at} {...figure} count={counts.get(figure.value)} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}

/** The maximum page size of the service. */
const placesMax = 500

/**
 * Lists the places of certain owners with their missing data. The figures below appear once the layout above is stable.
 */
function PlacesOf({ owners }: { readonly owners: readonly string[] }) {
  const words = useWords(overviewWords)
  const { new: newPlace } = useWords(manageWords).views
  const { may } = useSession()
  const now = useNow()
  const value: SearchValue = { ...emptySearch, state: 'any', owner_id: owners }
  const query = usePlaces({ ...matchQuery(value, now), limit: placesMax, expand: ['owner'] })
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
    <>
      <section aria-labelledby="places" className={styles.list}>
        <Title order={2} size="h4" id="places" mb="sm">
          {words.places}
        </Title>
        <ul>
          {found.map((place) => (
            <PlaceItem key={place.id} place={place} among={found} Note={Lacks} />
          ))}
        </ul>
        {total > found.length && <Soft mt="sm">{words.placesShown(found.length, total)}</Soft>}
      </section>
      <Overview owners={owners} />
    </>
  )
}

/** Names the missing data of a place, and its future publication, if any. */
function Lacks({ place }: { readonly place: Place }) {
  const words = useWords(overviewWords)
  const { missingFieldFilters: labels } = useWords(searchWords)
  const format = useFormat()
  const state = usePlaceState(place)
  const { may } = useSession()
  const known = missingFieldFiltersFor(may('read-media'))
  const notes = [
    state === 'scheduled' && words.from(format.moment(place.published ?? '')),
    ...missingFieldsOf(place)
      .filter((lack) => known.includes(lack))
      .map((lack) => labels[lack]),
  ].filter(Boolean)
  return notes.length === 0 ? null : <Soft>{notes.join(' · ')}</Soft>
}

interface FigureProps {
  readonly label: ReactNode
  readonly mark?: ReactNode
  readonly value: SearchValue
  readonly count: number | undefined
  /** The total for the share. */
  readonly of?: number | undefined
  readonly isLarge?: boolean
}

function Figure({ label, mark, value, count, of = 0, isLarge = false }: FigureProps) {
  const words = useWords(overviewWords)
  const format = useFormat()
  const share = of > 0 && count !== undefined ? count / of : undefined
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 })
  const link = (
    <Link href={addressOfSearch(value)} className={`pressable ${isLarge ? `framed ${styles.large}` : styles.figure}`}>
      {mark}
      <span className={styles.label}>{label}</span>
      <span className={styles.count}>{count === undefined ? '…' : format.number(count)}</span>
      {share !== undefined && (
        <>
          <meter className={styles.bar} min={0} max={1} value={share} aria-hidden="true" />
          <span className={styles.share}>{words.of(percent.format(share))}</span>
        </>
      )}
    </Link>
  )
  return isLarge ? link : <li>{link}</li>
}
