import { ActionIcon, Badge, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { operations } from '../../client/client.ts'
import { answered } from '../api/answered.ts'
import { Icon } from '../kit/icon.tsx'
import { IconButton } from '../kit/icon-button.tsx'
import { useNow } from '../kit/use-now.ts'
import { queryNames } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import {
  addDays,
  type Day,
  entryOn,
  inPrecedence,
  mondayOf,
  type OpenHours,
  type OpenSpan,
  spansOn,
  spansText,
  today,
  weekdayOf,
} from './calendar.ts'
import styles from './hours-of-place.module.css'
import { hoursWords } from './hours-words.ts'
import { openStatusText } from './open-status-text.ts'

interface HoursOfPlaceProps {
  readonly id: string
  readonly entries: readonly OpenHours[]
}

/** When a place is open: now, this week, and on special days; in its own time zone. */
export function HoursOfPlace({ id, entries }: HoursOfPlaceProps) {
  const words = useWords(hoursWords)
  const hours = useResolvedHours(id)
  const zone = hours?.timeZone
  const isElsewhere = zone !== undefined && zone !== new Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <>
      {hours && <OpenStatus hours={hours} />}
      <HoursWeek entries={entries} {...(zone !== undefined && { timeZone: zone })} />
      {isElsewhere && <p className={styles.zone}>{words.localTime(zone)}</p>}
      <SpecialDays entries={entries} />
    </>
  )
}

interface HoursWeekProps {
  readonly entries: readonly OpenHours[]
  /** Of the place; the reader's where it is not known. */
  readonly timeZone?: string
}

/** A week of opening hours as they hold on its days, and the way to the weeks around it. */
function HoursWeek({ entries, timeZone }: HoursWeekProps) {
  const words = useWords(hoursWords)
  const format = useFormat()
  const present = today(useNow(), timeZone)
  const [monday, setMonday] = useState(() => mondayOf(present))
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at))
  const short = (day: Day) => format.day(day, { day: 'numeric', month: 'short' })
  return (
    <div>
      <Group gap={4} mb={4} wrap="nowrap">
        <Text fw={550} mr="auto" aria-live="polite">
          {monday === mondayOf(present) ? words.thisWeek : words.week(short(monday), short(addDays(monday, 6)))}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={words.previousWeek}
          onClick={() => setMonday(addDays(monday, -7))}
        >
          <span className={styles.back}>
            <Icon name="right" size={18} />
          </span>
        </ActionIcon>
        <IconButton icon="right" label={words.nextWeek} color="gray" onClick={() => setMonday(addDays(monday, 7))} />
      </Group>
      <table className={styles.week}>
        <tbody>
          {days.map((day) => (
            <DayRow key={day} day={day} entries={entries} isToday={day === present} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface DayRowProps {
  readonly day: Day
  readonly entries: readonly OpenHours[]
  readonly isToday: boolean
}

function DayRow({ day, entries, isToday }: DayRowProps) {
  const words = useWords(hoursWords)
  const format = useFormat()
  return (
    <tr data-today={isToday || undefined}>
      <th scope="row">
        {words.days[weekdayOf(day)]}{' '}
        <span className={styles.date}>{format.day(day, { day: 'numeric', month: 'numeric' })}</span>
      </th>
      <td>
        <Spans spans={spansOn(entries, day)} />
        {isSpecial(entries, day) && (
          <Badge size="xs" variant="light" color="orange" ml={8} className={styles.special}>
            {words.special}
          </Badge>
        )}
      </td>
    </tr>
  )
}

/** The open spans of a day, or that it is closed, or that nothing is said of it. */
export function Spans({ spans }: { readonly spans: readonly OpenSpan[] | undefined }) {
  const words = useWords(hoursWords)
  if (!spans) return <span className={styles.closed}>{words.unknown}</span>
  if (spans.length === 0) return <span className={styles.closed}>{words.closed}</span>
  return <span className={styles.spans}>{spansText(spans)}</span>
}

/** Whether a day has hours of its own: those of an entry that is valid on that day alone. */
export function isSpecial(entries: readonly OpenHours[], day: Day): boolean {
  const entry = entryOn(inPrecedence(entries), day)
  return entry !== undefined && entry.validFrom === day && entry.validTo === day
}

const aheadDays = 90

const shownMax = 6

interface SpecialDaysProps {
  readonly entries: readonly OpenHours[]
  readonly timeZone?: string
}

/** The days to come that have hours of their own; nothing where there are none. */
function SpecialDays({ entries, timeZone }: SpecialDaysProps) {
  const words = useWords(hoursWords)
  const format = useFormat()
  const present = today(useNow(), timeZone)
  const days = entries
    .flatMap(({ validFrom }) =>
      validFrom && validFrom >= present && validFrom <= addDays(present, aheadDays) ? [validFrom] : [],
    )
    .filter((day, at, all) => isSpecial(entries, day) && all.indexOf(day) === at)
    .slice(0, shownMax)
  if (days.length === 0) return null
  return (
    <div>
      <Text fw={550} mt="md" mb={4}>
        {words.upcoming}
      </Text>
      <ul className={styles.days}>
        {days.map((day) => (
          <li key={day}>
            <span className={styles.day}>{format.day(day, { weekday: 'short', day: 'numeric', month: 'long' })}</span>
            <Spans spans={spansOn(entries, day)} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether the place is open now, until when, or when it opens next; nothing where nobody knows. */
function OpenStatus({ hours }: { readonly hours: ResolvedHours }) {
  const words = useWords(hoursWords)
  const { locale } = useFormat()
  const text = openStatusText(hours, useNow(), { words, locale })
  if (text === undefined) return null
  return (
    <p className={styles.status} data-open={hours.openNow || undefined}>
      {text}
    </p>
  )
}

/** The hours of a place as the service resolves them, in the time zone of the place. */
type ResolvedHours = operations['getPlaceByIdHours']['responses'][200]['content']['application/json']

/** Whether a place is open at the present minute, and when that changes; undefined until it is known. */
function useResolvedHours(id: string): ResolvedHours | undefined {
  const { api } = useSession()
  const minute = useNow().getTime()
  const { data } = useQuery({
    queryKey: [...queryNames.place, 'hours', id, minute],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => answered(api.GET('/place/{id}/hours', { params: { path: { id } }, signal })),
  })
  return data
}
