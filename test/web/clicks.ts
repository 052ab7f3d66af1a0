import type { Locator, Page } from 'playwright-core'

/**
 * Counts how often a mouse or a finger presses on a page from now on. A press that Playwright takes back, because its
 * target moved meanwhile, does not reach the document.
 */
export async function countClicks(page: Page): Promise<() => number> {
  return countEvents(page, 'Click', "document.addEventListener('pointerdown', () => countClick(), true)")
}

/** Counts the fields into which text is written from now on; what is written into one at a stretch counts once. */
async function countFields(page: Page): Promise<() => number> {
  return countEvents(
    page,
    'Field',
    `{ let last
      addEventListener('input', ({ target }) => {
        const isText = target.matches('textarea, input:not([type=checkbox], [type=radio], [type=file])')
        if (isText && target !== last) countField()
        if (isText) last = target
      }, true) }`,
  )
}

/** Counts both. */
export async function countPresses(page: Page) {
  return { clicks: await countClicks(page), fields: await countFields(page) }
}

async function countEvents(page: Page, name: string, listen: string): Promise<() => number> {
  let count = 0
  await page.exposeFunction(`count${name}`, () => void count++)
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => count
}

/** Writes into a field as people do: at once where it has the focus, after Tab where that leads there, else after a press. */
export async function writeInto(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await field.waitFor()
  const isFocused = () => field.evaluate((element) => element.matches(':focus'))
  if (!(await isFocused())) await page.keyboard.press('Tab')
  if (!(await isFocused())) await field.click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}
