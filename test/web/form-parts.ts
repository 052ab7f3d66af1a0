import type { Locator } from 'playwright-core'
import { readDay } from '../../web/kit/read-date.ts'
import { assertBecomes, type Page } from '../support/web.ts'

/** Opens all parts of the form of a place. */
export async function openParts(page: Page): Promise<void> {
  await page.locator('[data-section]').first().waitFor()
  const closed = page.locator('[data-section][aria-expanded=false]')
  while ((await closed.count()) > 0) await closed.first().click()
}

/** Opens the card of an entry of opening hours; the other one that was open closes. */
export async function openEntry(card: Locator): Promise<void> {
  const toggle = card.locator('[data-toggle]')
  await toggle.waitFor()
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click()
}

/** Asserts that a field comes to hold a day (`YYYY-MM-DD`), whatever it is written as. */
export async function assertHoldsDay(field: Locator, day: string): Promise<void> {
  await assertBecomes(async () => readDay(await field.inputValue(), '0001-01-01'), day)
}
