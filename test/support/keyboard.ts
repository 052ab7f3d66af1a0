import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'

const pressesMax = 80

/** Presses a key until an element has the focus; fails when it never gets it. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.first().waitFor()
  for (let presses = 0; presses < pressesMax; presses++) {
    if (await target.first().evaluate((element) => element.matches(':focus'))) return
    await page.keyboard.press(key)
  }
  assert.fail(`no way to ${target} by the key ${key}`)
}
