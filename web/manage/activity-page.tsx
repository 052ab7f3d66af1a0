import { Anchor } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { Gazetteer, operations } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { answered } from '../api/answered.ts'
import { writtenBy } from '../history/history-page.tsx'
import { historyWords } from '../history/history-words.ts'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Awaited, Message, ToSearch } from '../kit/message.tsx'
import { type PlaceQuery, queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import styles from './manage.module.css'
import { ManageLayout } from './manage-layout.tsx'

type Change = operations['getChanges']['responses'][200]['content']['application/json']['Results'][number]

/** A change, with the name of its place, if that is still readable. */
interface Activity extends Change {
  readonly named?: { readonly name: string; readonly slug: string } | undefined
}

/** Revisions per page: for all places, and for those of certain owners, which are rarer. */
const revisionsOfAll = 50
const revisionsOfSome = 1000

/** Shows the changes of places, newest first. A caller limited to certain owners sees only theirs. */
export default function ActivityPage() {
  const words = useWords(historyWords)
  const query = useActivity()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const changes = data?.pages.flatMap(({ changes }) => changes)
  return (
    <ManageLayout title={words.activity} lead={words.activityLead} needs="update">
      {!changes && <Awaited query={query} />}
      {changes?.length === 0 && !hasNextPage && (
        <Message icon="search" title={words.noActivity}>
          <ToSearch />
        </Message>
      )}
      {changes && changes.length > 0 && <ActivityTable changes={changes} />}
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
    </ManageLayout>
  )
}

function ActivityTable({ changes }: { readonly changes: readonly Activity[] }) {
  const words = useWords(historyWords)
  const format = useFormat()
  return (
    <DataTable
      className={styles.changes}
      label={words.activity}
      rows={changes}
      keyOf={({ revision }) => String(revision)}
      columns={[
        {
          title: words.when,
          className: styles.when,
          cell: ({ time }) => <time dateTime={time}>{format.moment(time)}</time>,
        },
        {
          title: words.what,
          cell: ({ action, who, caller }) => `${words.actions[action]} ${who ? writtenBy(words, who, caller) : ''}`,
        },
        {
          title: words.where,
          cell: ({ id, named }) =>
            named ? (
              <Anchor component={Link} href={addresses.place(named.slug, 'history')}>
                {named.name}
              </Anchor>
            ) : (
              id
            ),
        },
      ]}
    />
  )
}

function useActivity() {
  const { api, own } = useSession()
  return useInfiniteQuery({
    queryKey: [...queryNames.place, 'activity', own],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam }) => readActivity(api, own, pageParam),
    getNextPageParam: ({ from }) => (from > 0 ? from : undefined),
  })
}

/** Returns the changes up to a revision, or the latest ones, newest first. */
async function readActivity(api: Gazetteer, own: readonly string[] | undefined, end: number | undefined) {
  const ask = (query: NonNullable<operations['getChanges']['parameters']['query']>) =>
    answered(api.GET('/changes', { params: { query: { ...query, brief: true } } }))
  const last = end ?? (await ask({ latest: true, limit: 1 })).Revision
  const from = Math.max(0, last - (own ? revisionsOfSome : revisionsOfAll))
  const filter = own && { owner_id: own.join(','), is: ['*' as const] }
  const found: Change[] = []
  for (let after = from; after < last; ) {
    const page = await ask({ ...filter, after, limit: last - after })
    if (page.Revision === after) break
    found.push(...page.Results)
    after = page.Revision
  }
  const names = await namesOf(
    api,
    [...new Set(found.map(({ id }) => id))].filter((id) => !id.includes('/')),
  )
  return { from, changes: found.reverse().map((change): Activity => ({ ...change, named: names.get(change.id) })) }
}

/** Number of places per request. */
const namesAtOnce = 100

async function namesOf(api: Gazetteer, ids: readonly string[]) {
  const names = new Map<string, { name: string; slug: string }>()
  for (let from = 0; from < ids.length; from += namesAtOnce) {
    const id = ids.slice(from, from + namesAtOnce).join(',')
    const query = { id, is: ['*'], include: ['deleted', 'non-published'], limit: namesAtOnce } as PlaceQuery
    const { Results } = await answered(api.GET('/place', { params: { query: { ...query, fields: ['name', 'slug'] } } }))
    for (const { id, name, slug } of Results) names.set(id, { name, slug })
  }
  return names
}
