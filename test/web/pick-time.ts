import type { Locator } from 'playwright-core'
import { calendarWords } from '../../web/kit/kit-words.ts'
import type { Page } from '../support/web.ts'
import type { Variant } from './variants.ts'

/** Opens the choice of a time by its button, and takes the twelfth of a later month at half past seven, without leaving. */
export async function setTime(page: Page, button: Locator, { months, language }: TimeChoice): Promise<void> {
  const words = calendarWords[language]
  await button.click()
  const picker = page.locator('[data-dates-dropdown]')
  for (let turned = 0; turned < months; turned++) await picker.getByRole('button', { name: words.nextMonth }).click()
  await picker.getByRole('button', { name: /^12 / }).click()
  await picker.getByLabel(words.hours).fill('07')
  await picker.getByLabel(words.minutes).fill('30')
}

/** The same, and leaves the choice with it. */
export async function pickTime(page: Page, button: Locator, choice: TimeChoice): Promise<void> {
  await setTime(page, button, choice)
  const picker = page.locator('[data-dates-dropdown]')
  await picker.getByRole('button', { name: calendarWords[choice.language].take }).click()
  await picker.waitFor({ state: 'detached' })
}

interface TimeChoice extends Pick<Variant, 'language'> {
  /** How many months later. */
  readonly months: number
}

/** An instant as the clocks of the browser show it. */
export function localTime(instant: string | undefined): string {
  return new Date(instant ?? '').toLocaleString('sv-SE', { timeZone: 'Europe/Stockholm' })
}
