import type { Locator } from 'playwright-core'
import { today } from '../../src/pages/days.ts'

/** Types the twelfth of a later month at half past seven into the field of a time, without leaving it. */
export async function setTime(field: Locator, { months }: TimeChoice): Promise<void> {
  const [year = 0, month = 0] = today(Date.now(), 'Europe/Stockholm').split('-').map(Number)
  const later = new Date(Date.UTC(year, month - 1 + months, 12))
  await field.fill(`12/${later.getUTCMonth() + 1} ${later.getUTCFullYear()} 7.30`)
}

/** The same, and leaves the field. */
export async function pickTime(field: Locator, choice: TimeChoice): Promise<void> {
  await setTime(field, choice)
  await field.press('Tab')
}

interface TimeChoice {
  /** How many months later. */
  readonly months: number
}

/** An instant as the clocks of the browser show it. */
export function localTime(instant: string | undefined): string {
  return new Date(instant ?? '').toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' })
}
