import type { Locator } from 'playwright-core'
import { frameWords } from '../../src/pages/frame-words.ts'
import { readDay } from '../../web/kit/read-date.ts'
import { sessionWords } from '../../web/session/session-words.ts'
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

/** Signs in by the form that asks for a key. */
export async function signInByForm(
  page: Page,
  { key, name = 'Anna Berg', language = 'en' }: { key: string; name?: string; language?: 'sv' | 'en' },
): Promise<void> {
  const words = sessionWords[language]
  await page.getByLabel(words.key, { exact: true }).fill(key)
  await page.getByLabel(words.name, { exact: true }).fill(name)
  await page.locator('form').getByRole('button', { name: words.submit, exact: true }).click()
  await page.getByRole('button', { name: frameWords[language].account(name) }).waitFor()
}
