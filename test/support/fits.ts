import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** Waits until what a page shows has come to rest: answers are there, nothing moves, maps are drawn. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  for (const sign of ['[aria-busy=true]', '.mantine-Loader-root']) {
    await page.locator(sign).first().waitFor({ state: 'detached' })
  }
}

/**
 * Asserts that a page is not wider than its window, that nothing sticks out of it but what can be scrolled to, and that
 * no words on a button are cut off.
 */
export async function assertFits(page: Page, screen: string): Promise<void> {
  assert.deepEqual(await page.evaluate(findMisfits), [], `something does not fit on: ${screen}`)
}

interface Box {
  readonly left: number
  readonly right: number
  readonly width: number
}

interface PageElement {
  readonly tagName: string
  readonly className: unknown
  readonly innerText?: string
  readonly parentElement: PageElement | null
  readonly scrollWidth: number
  readonly clientWidth: number
  readonly id: string
  getBoundingClientRect(): Box
}

interface PageWindow {
  readonly innerWidth: number
  readonly document: {
    readonly documentElement: { readonly scrollHeight: number; readonly clientHeight: number }
    querySelectorAll(selector: string): Iterable<PageElement>
  }
  getComputedStyle(element: PageElement): { overflowX: string; position: string; visibility: string }
}

/** Runs in the page, so it uses nothing from outside. */
function findMisfits(): string[] {
  const { innerWidth, document, getComputedStyle } = globalThis as unknown as PageWindow
  const nameOf = ({ tagName, className, innerText = '' }: PageElement) =>
    `${tagName.toLowerCase()}.${String(className)} "${innerText.slice(0, 40)}"`
  const isFrame = ({ tagName, id }: PageElement) => tagName === 'HTML' || tagName === 'BODY' || id === 'content'
  const isHeld = (element: PageElement): boolean => {
    const { parentElement: parent } = element
    if (!parent || isFrame(parent)) return false
    return getComputedStyle(parent).overflowX !== 'visible' || isHeld(parent)
  }
  const misfits: string[] = []
  for (const element of document.querySelectorAll('body *')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) continue
    if (getComputedStyle(element).visibility !== 'hidden' && !isHeld(element))
      misfits.push(`outside: ${nameOf(element)}`)
  }
  for (const element of document.querySelectorAll('html, #content')) {
    if (element.scrollWidth > element.clientWidth) misfits.push(`wider than the window: ${nameOf(element)}`)
  }
  // The frame is as high as the window, and what is higher scrolls within it.
  const { scrollHeight, clientHeight } = document.documentElement
  if (scrollHeight > clientHeight) misfits.push(`higher than the window: ${scrollHeight}px`)
  for (const element of document.querySelectorAll('button, button *, [role=tab], label')) {
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
    if (isCut && getComputedStyle(element).overflowX !== 'visible') misfits.push(`cut off: ${nameOf(element)}`)
  }
  return misfits
}
