import assert from 'node:assert/strict'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { until } from './until.ts'

/** What the pages of a window wait for: the requests, and since when there is none. */
interface Waiting {
  /** With the time at which each began. */
  readonly requests: Map<Request, number>
  since: number
}
const waiting = new WeakMap<BrowserContext, Waiting>()

/**
 * Notes what the pages of a window wait for, from now on; the stream of changes is none of it, since it never ends.
 */
export function noteRequests(window: BrowserContext): void {
  const isNew = !waiting.has(window)
  waiting.set(window, { requests: new Map(), since: 0 })
  if (!isNew) return
  const end = (request: Request) => {
    const noted = waiting.get(window)!
    noted.requests.delete(request)
    noted.since = performance.now()
  }
  window.on(
    'request',
    (request) =>
      new URL(request.url()).pathname !== '/v4/changes' &&
      waiting.get(window)!.requests.set(request, performance.now()),
  )
  window.on('requestfinished', end)
  window.on('requestfailed', end)
}

const quietMillis = 300
/** What a page asked for just before it was loaded again may end unseen. */
const lostMillis = 20_000

/** Waits until what a page shows has come to rest: the live page stands, answers are there, nothing moves, maps are drawn. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  const noted = waiting.get(page.context())!
  const isQuiet = () => {
    const now = performance.now()
    return now - noted.since > quietMillis && noted.requests.values().every((began) => now - began > lostMillis)
  }
  await until('nothing is waited for', isQuiet)
  for (const sign of ['#served', '[aria-busy=true]', '[data-pending]']) {
    await page.locator(sign).first().waitFor({ state: 'detached' })
  }
}

/**
 * Asserts that a page is not wider than its window, that nothing sticks out of it but what can be scrolled to, that no
 * words on a button are cut off, and that type has the sizes of the page, of which the title of a view has the largest.
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
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string | null }>
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
  getComputedStyle(element: PageElement): { overflowX: string; position: string; visibility: string; fontSize: string }
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
    const isText = [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
    const { fontSize } = getComputedStyle(element)
    const sizes = element.tagName === 'H1' ? ['24px'] : ['13px', '14px', '16px', '18px', '24px']
    if (isText && width > 1 && !sizes.includes(fontSize)) misfits.push(`type of ${fontSize}: ${nameOf(element)}`)
    if (width <= 1 || (left >= -1 && right <= innerWidth + 1)) continue
    if (getComputedStyle(element).visibility !== 'hidden' && !isHeld(element))
      misfits.push(`outside: ${nameOf(element)}`)
  }
  for (const element of document.querySelectorAll('html, #content')) {
    if (element.scrollWidth > element.clientWidth) misfits.push(`wider than the window: ${nameOf(element)}`)
  }
  // The frame of the app is as high as the window, and what is higher scrolls within it.
  const { scrollHeight, clientHeight } = document.documentElement
  const isForReading = [...document.querySelectorAll('body.served')].length > 0
  if (scrollHeight > clientHeight && !isForReading) misfits.push(`higher than the window: ${scrollHeight}px`)
  for (const element of document.querySelectorAll('button, button *, [role=tab], label')) {
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
    if (isCut && getComputedStyle(element).overflowX !== 'visible') misfits.push(`cut off: ${nameOf(element)}`)
  }
  return misfits
}
