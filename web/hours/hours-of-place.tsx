import { useWords } from '../words/language.tsx'
import type { OpenHours } from './calendar.ts'
import { useResolvedHours } from './hours-query.ts'
import { HoursWeek } from './hours-week.tsx'
import { hoursWords } from './hours-words.ts'
import styles from './open-status.module.css'
import { OpenStatus } from './open-status.tsx'
import { SpecialDays } from './special-days.tsx'

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
