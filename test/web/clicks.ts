import type { Page } from 'playwright-core'

/** Counts how often a mouse or a finger presses on a page from now on. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('countClick', () => void clicks++)
  const listen = "addEventListener('pointerdown', () => countClick(), true)"
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => clicks
}
