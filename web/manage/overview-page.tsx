import { Title } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { addresses } from '../addresses.ts'
import { useNow } from '../kit/hooks.ts'
import { Awaited, Soft } from '../kit/message.tsx'
import { PlaceTypeMark, StateBadge } from '../place/place-item.tsx'
import { placesQuery } from '../place/place-queries.ts'
import { placeStates, placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import {
  emptySearch,
  formatSearch,
  type Lacking,
  lackings,
  matchQuery,
  type SearchValue,
  searchWords,
} from '../search/search-value.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import { ManageLayout } from './manage-layout.tsx'
import { overviewWords } from './manage-words.ts'
import styles from './overview.module.css'

/** How many places there are by type, state and what they lack; each figure is the search that it counts. */
export default function OverviewPage() {
  const words = useWords(overviewWords)
  return (
    <ManageLayout title={words.title} lead={words.lead}>
      <Overview />
    </ManageLayout>
  )
}

const all: SearchValue = { ...emptySearch, state: 'any' }
const byType = placeTypes.map((type) => ({ type, value: { ...all, is: [type.name] } }))
const byState = placeStates.map((state) => ({ state, value: { ...emptySearch, state } }))
const byLack = (Object.keys(lackings) as Lacking[]).map((lack) => ({ lack, value: { ...emptySearch, lacks: [lack] } }))
const searches: readonly SearchValue[] = [all, ...[...byType, ...byState, ...byLack].map(({ value }) => value)]

/** How many places each of the searches finds; undefined until it is known. */
function useCounts() {
  const { api } = useSession()
  const now = useNow()
  const found = useQueries({
    queries: searches.map((value) => placesQuery(api, { ...matchQuery(value, now), limit: 0 })),
  })
  const counts = new Map(searches.map((value, index) => [value, found[index]?.data?.TotalHits]))
  return { counts, failed: found.find(({ error }) => error !== null) }
}

function Overview() {
  const words = useWords(overviewWords)
  const { types } = useWords(placeWords)
  const { lackings: lackLabels } = useWords(searchWords)
  const { counts, failed } = useCounts()
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
            <ul className={styles.figures}>
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

interface FigureProps {
  readonly label: ReactNode
  readonly mark?: ReactNode
  readonly value: SearchValue
  readonly count: number | undefined
  /** What the count is a share of. */
  readonly of?: number | undefined
  readonly isLarge?: boolean
}

function Figure({ label, mark, value, count, of = 0, isLarge = false }: FigureProps) {
  const words = useWords(overviewWords)
  const format = useFormat()
  const text = formatSearch(value)
  const share = of > 0 && count !== undefined ? count / of : undefined
  const percent = new Intl.NumberFormat(format.locale, { style: 'percent', maximumFractionDigits: 0 })
  const link = (
    <Link
      href={`${addresses.explorer}${text === '' ? '' : `?${text}`}`}
      className={isLarge ? styles.large : styles.figure}
    >
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
