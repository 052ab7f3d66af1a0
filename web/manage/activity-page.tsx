import { TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Gazetteer } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { DirectorySelect } from '../directory/directory-select.tsx'
import { ActItem } from '../history/act-item.tsx'
import { historyWords } from '../history/history-words.ts'
import { Button } from '../kit/button.tsx'
import { DayInput } from '../kit/date-inputs.tsx'
import { Awaited, Message, ToSearch } from '../kit/message.tsx'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'

const names = ['person', 'owner', 'from', 'to'] as const
/** The acts that are wanted, as the address has them: days are local. */
type Wanted = { readonly [Name in (typeof names)[number]]?: string }

/** Shows what was changed, newest first, an act in a row. A caller limited to certain owners sees only theirs. */
export default function ActivityPage() {
  const words = useWords(historyWords)
  return (
    <ManageLayout title={words.activity} lead={words.activityLead} needs="update">
      <Activity />
    </ManageLayout>
  )
}

function Activity() {
  const words = useWords(historyWords)
  const [wanted, setWanted] = useWanted()
  const query = useActs(wanted)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const acts = data?.pages.flatMap(({ Results }) => Results)
  const isFiltered = Object.keys(wanted).length > 0
  return (
    <>
      <Filters wanted={wanted} onChange={setWanted} />
      {!acts && <Awaited query={query} />}
      {acts?.length === 0 && !hasNextPage && (
        <Message icon="search" title={isFiltered ? words.nothingFits : words.noActivity}>
          {isFiltered ? (
            <Button variant="light" onClick={() => setWanted({})}>
              {words.noFilters}
            </Button>
          ) : (
            <ToSearch />
          )}
        </Message>
      )}
      {acts && acts.length > 0 && (
        <ol className={`framed ${styles.acts}`} aria-label={words.activity}>
          {acts.map((act) => (
            <ActItem key={act.id} act={act} />
          ))}
        </ol>
      )}
      {hasNextPage && (
        <Button
          variant="light"
          style={{ marginTop: 16 }}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {words.more}
        </Button>
      )}
    </>
  )
}

interface FiltersProps {
  readonly wanted: Wanted
  readonly onChange: (wanted: Wanted) => void
}

const typedMillis = 300

/** The filters; a phone shows them beside a button that counts those that are set. */
function Filters({ wanted, onChange }: FiltersProps) {
  const words = useWords(historyWords)
  const { may, own } = useSession()
  const [isOpen, { toggle }] = useDisclosure()
  const count = Object.keys(wanted).length
  const [person, setPerson] = useState(wanted.person ?? '')
  const type = useDebouncedCallback((text: string) => onChange({ ...wanted, person: text.trim() }), typedMillis)
  return (
    <search className={styles.tools} aria-label={words.filters} data-folded={!isOpen || undefined}>
      <Button variant="default" opensBelow className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
        {count > 0 ? `${words.filters} (${count})` : words.filters}
      </Button>
      {may('read-restricted') && (
        <TextInput
          className={styles.find}
          label={words.person}
          value={person}
          onChange={({ currentTarget: { value } }) => {
            setPerson(value)
            type(value)
          }}
        />
      )}
      <DirectorySelect
        className={styles.find ?? ''}
        kind="owners"
        label={words.owner}
        clearable
        among={own}
        value={wanted.owner}
        onChange={(entry) => onChange({ ...wanted, owner: entry?.id ?? '' })}
      />
      {(['from', 'to'] as const).map((end) => (
        <DayInput
          key={end}
          className={styles.day}
          label={words.period[end]}
          clear={words.period.clear}
          value={wanted[end] ?? null}
          onChange={(day) => onChange({ ...wanted, [end]: day ?? '' })}
        />
      ))}
    </search>
  )
}

/** The filters in the address, and the function that changes them. */
function useWanted() {
  const text = useSearch()
  const [, navigate] = useLocation()
  const given = new URLSearchParams(text)
  const filled = (entries: readonly (readonly [string, string | null | undefined])[]) =>
    Object.fromEntries(entries.filter(([, value]) => value)) as Wanted
  const wanted = filled(names.map((name) => [name, given.get(name)]))
  const change = (next: Wanted) => {
    const query = new URLSearchParams(filled(Object.entries(next))).toString()
    navigate(`${addresses.manage('activity')}${query && `?${query}`}`, { replace: true })
  }
  return [wanted, change] as const
}

function useActs(wanted: Wanted) {
  const { api, own } = useSession()
  return useInfiniteQuery({
    queryKey: [...queryNames.place, 'acts', own, wanted],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => readActs(api, { wanted, own, before: pageParam }),
    getNextPageParam: ({ Next }) => Next,
  })
}

/** Pages that are read to find something that is rare. */
const emptyPagesMax = 10

interface ActsAsked {
  readonly wanted: Wanted
  readonly own: readonly string[] | undefined
  readonly before: number | undefined
}

async function readActs(api: Gazetteer, { wanted: { person, owner, from, to }, own, before }: ActsAsked) {
  const startOf = (day: string, days = 0) => {
    const start = new Date(`${day}T00:00`)
    start.setDate(start.getDate() + days)
    return start.getTime()
  }
  const query = {
    ...(person !== undefined && { person }),
    owner: owner === undefined ? [...(own ?? [])] : [owner],
    ...(from !== undefined && { from: new Date(startOf(from)).toISOString() }),
    ...(to !== undefined && { to: new Date(startOf(to, 1) - 1).toISOString() }),
  }
  for (let next = before, read = 1; ; read++) {
    const page = await answered(api.GET('/acts', { params: { query: { ...query, ...(next && { before: next }) } } }))
    if (page.Results.length > 0 || page.Next === undefined || read >= emptyPagesMax) return page
    next = page.Next
  }
}
