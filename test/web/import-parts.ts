import type { Locator, Page } from 'playwright-core'
import { importWords } from '../../web/import/import-words.ts'
import { settle } from '../support/layout.ts'

type Language = keyof typeof importWords

/** Chooses a file. */
export function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  return page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(content) })
}

/** Waits until the rows of a file are shown as places. */
export async function waitForRows(page: Page, language: Language = 'en'): Promise<void> {
  await page.getByRole('region', { name: importWords[language].show, exact: true }).waitFor()
  await settle(page)
}

/** The questions that the page asks of a file. */
export function questionsOf(page: Page): Locator {
  return page.locator('section[aria-labelledby=questions]').getByRole('listitem')
}

/**
 * Answers every question as quickly as possible: with the proposal or yes, with no type, or with the first owner.
 * Returns the choices in lists of the browser, which are presses that the page does not see.
 */
export async function answerQuestions(page: Page, language: Language = 'en'): Promise<number> {
  const words = importWords[language]
  const questions = questionsOf(page)
  let unseen = 0
  for (let left = await questions.count(); left > 0; ) {
    const first = questions.first()
    const [proposal, leave] = [words.confirm, words.meaning.leaveAll].map((name) => first.getByRole('button', { name }))
    if ((await proposal!.count()) > 0) await proposal!.click()
    else if ((await leave!.count()) > 0) await leave!.click()
    else if ((await first.getByRole('radio').count()) > 0) await first.locator('label').first().click()
    else if ((await first.locator('select').count()) > 0) {
      unseen += 2
      await first.locator('select').selectOption('none')
    } else {
      await first.getByRole('combobox').click()
      await page.getByRole('option').first().click()
    }
    const before = left
    for (; left >= before; left = await questions.count()) await settle(page)
  }
  await settle(page)
  return unseen
}

/** Starts the import, and waits until it is done. */
export async function importRows(page: Page, language: Language = 'en'): Promise<void> {
  const words = importWords[language]
  await page.getByRole('button', { name: /^Importe?r?a? [\d,\s]+ (row|rad)/ }).click()
  await page.getByRole('heading', { name: words.done }).waitFor()
}
