import { Anchor, Group, MultiSelect, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { addresses } from '../addresses.ts'
import { usePlaceFieldLabel } from '../fields/place-field.ts'
import { useNow, useStore } from '../kit/hooks.ts'
import { Awaited, Message } from '../kit/message.tsx'
import { Pages } from '../kit/pages.tsx'
import { createKeptStore } from '../kit/store.ts'
import { ManageLayout } from '../manage/manage-layout.tsx'
import { usePlaces } from '../place/place-queries.ts'
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
import { expand } from './load-places.ts'
import { useTableFields } from './shared-fields.ts'
import { TableGrid } from './table-grid.tsx'
import { TableKeys } from './table-keys.tsx'
import { TableStatus } from './table-status.tsx'
import { useCellEdits } from './use-cell-edits.ts'

const pageSize = 100

/** The fields shown beside the name, by their paths. */
const columnsShown = createKeptStore<readonly string[]>(`${ownPrefix}columns`, [
  'state',
  'visitingInfo.address',
  'visitingInfo.city',
  'contactInfo.phone',
  'placeDetails.hasWifi',
  'geolocation',
])

/** The places of a search as a table whose cells are edited where they stand. */
export default function TablePage() {
  const words = useWords(bulkWords)
  return (
    <ManageLayout title={words.tableTitle} lead={words.tableLead} needs="update" isWide>
      <PlaceTable />
    </ManageLayout>
  )
}

function PlaceTable() {
  const words = useWords(bulkWords)
  const text = useSearch()
  const [, navigate] = useLocation()
  const value = useMemo(() => parseSearch(text), [text])
  const now = useNow()
  const query = useMemo(() => ({ ...matchQuery(value, now), ...pageQuery(value, pageSize), expand }), [value, now])
  const places = usePlaces(query)
  const { fields, labels, chooser } = useColumns()
  const edits = useCellEdits()
  const { data } = places
  const change = (change: Partial<SearchValue>) =>
    navigate(`${addresses.manage('table')}?${formatSearch({ ...value, page: 1, ...change })}`)
  if (!data) return <Awaited query={places} />
  if (data.TotalHits === 0) {
    return (
      <Message icon="search" title={words.tableNone} text={words.tableNoneText}>
        <ToSearch value={value} />
      </Message>
    )
  }
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text fw={550} role="status">
          {words.places(data.TotalHits)}
        </Text>
        <ToSearch value={value} />
      </Group>
      {chooser}
      <TableGrid
        key={value.page}
        label={words.tableTitle}
        places={data.Results}
        {...{ fields, labels, edits }}
        order={value.orderby}
        onOrder={(orderby) => change({ orderby })}
      />
      <TableStatus places={data.Results} {...{ fields, labels, edits }} />
      <Pages
        label={words.tablePages}
        count={Math.max(1, Math.ceil(data.TotalHits / pageSize))}
        page={value.page}
        onChange={(page) => change({ page })}
      />
      <TableKeys />
    </>
  )
}

/** The fields that are shown with their labels, the name first, and the input that chooses them. */
function useColumns() {
  const words = useWords(bulkWords)
  const fieldLabel = usePlaceFieldLabel()
  const labelOf = (path: string) => (path === 'state' ? words.state : fieldLabel(path))
  const all = useTableFields()
  const paths = useStore(columnsShown)
  const shown = ['name', ...paths].flatMap((path) => all.find((field) => field.path === path) ?? [])
  const shownLabels = shown.map(({ path }) => labelOf(path))
  // Rows are drawn again only for other columns.
  const key = shown.map(({ path, kind }) => `${path} ${kind}`).join()
  const fields = useMemo(() => shown, [key])
  const chooser = (
    <MultiSelect
      label={words.columns}
      mb="md"
      searchable
      styles={{ inputField: { minWidth: 40 } }}
      value={shown.slice(1).map(({ path }) => path)}
      data={all.slice(1).map(({ path }) => ({ value: path, label: labelOf(path) }))}
      onChange={columnsShown.set}
    />
  )
  return { fields, labels: shownLabels, chooser }
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
