import { Alert, Group, Progress, Radio, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Link } from 'wouter'
import type { Place } from '../../client/client.ts'
import { addresses } from '../addresses.ts'
import { type Json, type JsonObject, type Pointer, valueAt } from '../body/json.ts'
import { ShownMember } from '../edit/shown-member.tsx'
import { usePlaceFieldLabel } from '../fields/place-field.ts'
import { type Day, entriesOf, hoursAt, spansOn, spansText } from '../hours/calendar.ts'
import { HoursChange } from '../hours/hours-change.tsx'
import { changeWords, hoursWords } from '../hours/hours-words.ts'
import { Button } from '../kit/button.tsx'
import { DataTable } from '../kit/data-table.tsx'
import { Soft } from '../kit/dimmed.tsx'
import { Awaited } from '../kit/message.tsx'
import { useSession } from '../session/session.tsx'
import { useFormat, useWords } from '../words/language.tsx'
import styles from './bulk.module.css'
import { type BulkChange, type BulkHours, ownDays, patchFor, pointersOf, present } from './bulk-change.ts'
import { bulkWords } from './bulk-words.ts'
import type { JobItem } from './job.ts'
import { loadPlaces } from './load-places.ts'
import { countSelected, type Selection } from './selection.ts'

const briefMax = 200

interface PreviewViewProps {
  readonly selection: Selection
  readonly bulk: BulkChange
  readonly onStart: (items: readonly JobItem[]) => void
  readonly onBack: () => void
  /** Receives the bulk with the answer to a question of the preview. */
  readonly onChoice: (bulk: BulkChange) => void
}

/** The effect of a bulk change on each place, before it is carried out. */
export function PreviewView({ selection, bulk, onStart, onBack, onChoice }: PreviewViewProps) {
  const words = useWords(bulkWords)
  const { data, error, refetch, read } = usePreview(selection, bulk)
  if (error) return <Awaited query={{ error, refetch }} />
  if (!data) {
    const total = countSelected(selection)
    return (
      <div role="status">
        <Text mb="xs">{words.loading}</Text>
        <Progress value={(100 * read) / Math.max(1, total)} aria-label={words.loading} />
      </div>
    )
  }
  const count = data.items.length
  return (
    <section aria-labelledby="preview">
      <Title order={2} size="h4" id="preview">
        {words.wouldChange(count)}
      </Title>
      {data.already > 0 && <Soft>{words.already(data.already)}</Soft>}
      {data.forbidden > 0 && (
        <Alert color="orange" className={styles.note}>
          {words.notYours(data.forbidden)}
        </Alert>
      )}
      {bulk.kind === 'hours' && data.own.count > 0 && <OwnHours bulk={bulk} own={data.own} onChoice={onChoice} />}
      {data.rows.length > 0 && <Rows preview={data} />}
      <Group className={styles.end}>
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        {count > 0 && (
          <Button
            disabled={bulk.kind === 'hours' && data.own.count > 0 && bulk.own === undefined}
            onClick={() => onStart(data.items)}
          >
            {words.start(count)}
          </Button>
        )}
      </Group>
    </section>
  )
}

const daysShown = 3

interface OwnHoursProps {
  readonly bulk: BulkHours
  readonly own: Preview['own']
  readonly onChoice: (bulk: BulkChange) => void
}

/** The question of what happens to hours that places have of their own on days of the period. */
function OwnHours({ bulk, own: { count, days }, onChoice }: OwnHoursProps) {
  const words = useWords(bulkWords)
  const format = useFormat()
  const some = [...days].toSorted().slice(0, daysShown)
  const named = some.map((day) => format.day(day, { day: 'numeric', month: 'long' })).join(', ')
  return (
    <Radio.Group
      my="md"
      label={words.ownHours(count, days.size > daysShown ? `${named} …` : named)}
      value={bulk.own ?? ''}
      onChange={(own) => onChoice({ ...bulk, own: own as 'keep' | 'replace' })}
    >
      <Group mt="xs">
        {(['replace', 'keep'] as const).map((own) => (
          <Radio key={own} value={own} label={words.own[own]} />
        ))}
      </Group>
    </Radio.Group>
  )
}

function Rows({ preview: { rows, items } }: { readonly preview: Preview }) {
  const words = useWords(bulkWords)
  const sides = useWords(changeWords)
  const fieldLabel = usePlaceFieldLabel()
  const pointers = [...new Set(rows.flatMap(({ changes }) => changes.map(({ at }) => at)))]
  const labelOf = (at: Pointer) => fieldLabel(at.slice(1).replaceAll('/', '.'))
  const label = pointers.map(labelOf).join(', ')
  const isHours = pointers.every((at) => at === hoursAt)
  return (
    <>
      <Soft mt="md" mb={6}>
        {[!isHours && label, items.length > rows.length && words.firstOf(rows.length, items.length)]
          .filter(Boolean)
          .join(' · ')}
      </Soft>
      <DataTable
        className={styles.preview}
        label={label}
        rows={rows}
        keyOf={({ item }) => item.id}
        columns={[
          {
            title: words.place,
            className: styles.name,
            cell: ({ item, where }) => (
              <>
                <Link href={addresses.place(item.id)}>
                  <bdi>{item.name}</bdi>
                </Link>
                <Soft size="xs">{where}</Soft>
              </>
            ),
          },
          ...(isHours
            ? [
                {
                  title: label,
                  className: styles.whole,
                  cell: (row: PreviewRow) => <Hours {...row} />,
                },
              ]
            : (['before', 'after'] as const).map((side) => ({
                title: sides[side],
                className: styles.value,
                cell: ({ changes }: PreviewRow) =>
                  changes.map(({ at, [side]: value }) => (
                    <div key={at}>
                      {pointers.length > 1 && <Soft size="xs">{labelOf(at)}</Soft>}
                      <ShownMember at={at} value={briefly(value)} />
                    </div>
                  )),
              }))),
        ]}
      />
    </>
  )
}

function Hours({ changes, own }: PreviewRow) {
  const words = useWords(bulkWords)
  const { closed } = useWords(hoursWords)
  const format = useFormat()
  const dayText = (day: Day) => format.day(day, { weekday: 'short', day: 'numeric', month: 'long' })
  return changes.map(({ at, before, after }) => (
    <Fragment key={at}>
      <HoursChange before={entriesOf(before)} after={entriesOf(after)} />
      {own.slice(0, daysShown).map((day) => (
        <Text key={day} size="sm" c="orange">
          {words.stays(dayText(day), spansText(spansOn(entriesOf(after), day) ?? []) || closed.toLowerCase())}
        </Text>
      ))}
    </Fragment>
  ))
}

/** The beginning of a long text; any other value as it is. */
export function briefly(value: Json): Json {
  return typeof value === 'string' && value.length > briefMax ? `${value.slice(0, briefMax)} …` : value
}

/** Number of changes that are shown. */
const shownMax = 100

/** The changes that a bulk change would make in one place, and the days of a period that keep their own hours. */
type PreviewRow = ReturnType<typeof rowOf> & { readonly own: readonly Day[] }

function keepsOwn(bulk: BulkChange): boolean {
  return bulk.kind === 'hours' && bulk.own !== 'replace'
}

/** The effect of a bulk change on the selected places. */
interface Preview {
  readonly items: readonly JobItem[]
  readonly rows: readonly PreviewRow[]
  readonly already: number
  /** Of owners that the key may not write for. */
  readonly forbidden: number
  /** The places with hours of their own on days of the period that they are given, and these days. */
  readonly own: { count: number; readonly days: Set<Day> }
}

/** Reads all places of a selection and computes the changes of a bulk change; `read` counts the places read so far. */
function usePreview(selection: Selection, bulk: BulkChange) {
  const { api, mayEdit } = useSession()
  const [read, setRead] = useState(0)
  const query = useQuery({
    queryKey: ['preview', selection, bulk],
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }): Promise<Preview> => {
      let seen = 0
      const preview = {
        items: [] as JobItem[],
        rows: [] as PreviewRow[],
        already: 0,
        forbidden: 0,
        own: { count: 0, days: new Set<Day>() },
      }
      for await (const places of loadPlaces(api, selection, signal)) {
        seen += places.length
        setRead(seen)
        for (const place of places) {
          const patch = patchFor(place, bulk)
          const item = { id: place.id, name: place.name, updated: place.updated, parentId: place.parent?.id }
          const own = bulk.kind === 'hours' && mayEdit(place.owner.id) ? ownDays(place, bulk) : []
          if (own.length > 0) preview.own.count += 1
          for (const day of own) preview.own.days.add(day)
          if (!patch) preview.already += 1
          else if (!mayEdit(place.owner.id)) preview.forbidden += 1
          else {
            preview.items.push(item)
            if (preview.rows.length < shownMax)
              preview.rows.push({ ...rowOf(place, item, bulk, patch), own: keepsOwn(bulk) ? own : [] })
          }
        }
      }
      return preview
    },
  })
  return { ...query, read }
}

function rowOf(place: Place, item: JobItem, bulk: BulkChange, patch: JsonObject) {
  const { visitingInfo, geolocationInfo, owner } = place
  const town = visitingInfo?.city ?? geolocationInfo?.municipality
  const changes = pointersOf(bulk, patch).map((at) => ({ at, before: present(place, at), after: valueAt(patch, at) }))
  return {
    item,
    /** The town and the owner, which tell places of the same name apart. */
    where: [town, owner.name ?? owner.id].filter(Boolean).join(' · '),
    // A missing value is not removed.
    changes: changes.filter(({ before, after }) => before !== undefined || after !== null),
  }
}
