import { Text } from '@mantine/core'
import { useNow } from '../kit/use-now.ts'
import { useFormat } from '../words/format.ts'
import { useWords } from '../words/language.tsx'
import { addDays, type OpenHours, spansOn, today } from './calendar.ts'
import { isSpecial, Spans } from './hours-week.tsx'
import { hoursWords } from './hours-words.ts'
import styles from './special-days.module.css'

const aheadDays = 90
const shownMax = 6

interface SpecialDaysProps {
  readonly entries: readonly OpenHours[]
  readonly timeZone?: string
}

/** The days to come that have hours of their own; nothing where there are none. */
export function SpecialDays({ entries, timeZone }: SpecialDaysProps) {
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
