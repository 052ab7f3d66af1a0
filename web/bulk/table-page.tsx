import { Anchor, Group, MultiSelect, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { addresses } from '../addresses.ts'
import { usePlaceFieldLabel } from '../fields/place-field.ts'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { useNow, useStore } from '../kit/hooks.ts'
import { Awaited, Message } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { createKeptStore } from '../kit/store.ts'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { type PlaceQuery, usePlaces } from '../place/place-queries.ts'
import {
  addressOfSearch,
  formatSearch,
  matchQuery,
  pageQuery,
  parseSearch,
  type SearchValue,
} from '../search/search-value.ts'
import { ownPrefix } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { bulkWords } from './bulk-words.ts'
import { useTableFields } from './shared-fields.ts'
import styles from './table.module.css'
import { createTableAct, TableActContext } from './table-act.ts'
import { TableCell } from './table-cell.tsx'

const pageSize = 50

/** The names that are shown come with the places. */
const expand: NonNullable<PlaceQuery['expand']> = ['owner', 'categories', 'tags']

/** The fields shown beside the name, by their paths. */
const columnsShown = createKeptStore<readonly string[]>(`${ownPrefix}columns`, [
  'visitingInfo.address',
  'visitingInfo.city',
  'contactInfo.phone',
  'placeDetails.hasWifi',
])

/** The places of a search as a table whose cells are edited where they stand. */
export default function TablePage() {
  const words = useWords(bulkWords)
  const [actNow] = useState(createTableAct)
  return (
    <ManageLayout title={words.tableTitle} lead={words.tableLead} needs="update">
      <TableActContext value={actNow}>
        <PlaceTable />
      </TableActContext>
    </ManageLayout>
  )
}

function PlaceTable() {
  const words = useWords(bulkWords)
  const labelOf = usePlaceFieldLabel()
  const text = useSearch()
  const [, navigate] = useLocation()
  const value = useMemo(() => parseSearch(text), [text])
  const now = useNow()
  const query = useMemo(() => ({ ...matchQuery(value, now), ...pageQuery(value, pageSize), expand }), [value, now])
  const places = usePlaces(query)
  const fields = useTableFields()
  const paths = useStore(columnsShown)
  const columns = ['name', ...paths].flatMap((path) => fields.find((field) => field.path === path) ?? [])
  const [current, setCurrent] = useState('0,0')
  const { data } = places
  if (!data) return <Awaited query={places} />
  const pages = Math.max(1, Math.ceil(data.TotalHits / pageSize))
  if (data.TotalHits === 0) {
    return (
      <Message icon="search" title={words.tableNone} text={words.tableNoneText}>
        <ToSearch value={value} />
      </Message>
    )
  }
  return (
    <div className={styles.table}>
      <Group justify="space-between" mb="sm">
        <Text fw={550} role="status">
          {words.places(data.TotalHits)}
        </Text>
        <ToSearch value={value} />
      </Group>
      <MultiSelect
        label={words.columns}
        mb="md"
        searchable
        value={columns.slice(1).map(({ path }) => path)}
        data={fields.slice(1).map(({ path }) => ({ value: path, label: labelOf(path) }))}
        onChange={columnsShown.set}
      />
      <DataTable
        label={words.tableTitle}
        rows={data.Results.map((place, row) => ({ place, row }))}
        keyOf={({ place }) => place.id}
        columns={columns.map((field, column) => ({
          title: labelOf(field.path),
          className: styles.column,
          cell: ({ place, row }) => (
            <TableCell
              key={field.path}
              {...{ place, field, query }}
              label={labelOf(field.path)}
              at={`${row},${column}`}
              isCurrent={current === `${row},${column}`}
              onCurrent={setCurrent}
            />
          ),
        }))}
      />
      <Soft mt="xs">{words.tableKeys}</Soft>
      <Pages
        label={words.tablePages}
        count={pages}
        page={value.page}
        onChange={(page) => {
          setCurrent('0,0')
          navigate(`${addresses.manage('table')}?${formatSearch({ ...value, page })}`)
        }}
      />
    </div>
  )
}

/** The way to the search whose places these are. */
function ToSearch({ value }: { readonly value: SearchValue }) {
  const words = useWords(bulkWords)
  return (
    <Anchor component={Link} href={addressOfSearch({ ...value, page: 1 })}>
      {words.toSearch}
    </Anchor>
  )
}
