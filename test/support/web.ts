import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, type TestContext, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { launchChromium, noChromium } from './chromium.ts'
import { type Client, client } from './client.ts'
import { noteRequests } from './layout.ts'
import { type StartOptions, startService, type TestService } from './service.ts'
import { until } from './until.ts'

export const sizes = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const

/** The longest that is waited for anything in the page: long, since it is only waited for whole where a test fails. */
const waitMillisMax = 60_000

export interface PageOptions {
  readonly size?: keyof typeof sizes
  readonly language?: 'sv' | 'en'
  readonly colours?: 'light' | 'dark'
  /** Another service than that of the suite. */
  readonly origin?: string
  /** The instant at which the clock of the browser stands; without it, it goes. */
  readonly now?: number
  /** The key that is logged in with; null for a visitor. The admin's where nothing is said. */
  readonly key?: string | null
  /**
   * Whether its browser can draw maps, which costs two thirds of the CPU time of a page. Maps have a sixteenth of their
   * pixels, unless the test looks at them (`sharp`).
   */
  readonly map?: boolean | 'sharp'
  /** Whether it has its window alone: for a test that changes the window (permissions, cookies, connection). */
  readonly isAlone?: boolean
  /** What the console may say without the test failing. */
  readonly expects?: RegExp
}

/** What tells windows apart: one is handed on to tests that want the same, unless its clock stands. */
type WindowKind = Required<Pick<PageOptions, 'size' | 'language' | 'colours' | 'key' | 'map' | 'origin'>> & {
  readonly now?: number | undefined
}

/** The page of a running service, in a real browser. */
export interface Web {
  readonly service: TestService
  readonly admin: Client
  readonly browser: Browser
  /** A page on an address in a window that holds nothing yet; closed after the test, which fails when it met a fault. */
  open(context: TestContext, path: string, options?: PageOptions): Promise<Page>
}

export interface WebOptions extends StartOptions {
  /** Runs once the service runs, before the first test. */
  readonly prepare?: (web: Web) => Promise<void>
}

/** A test that drives the page; skipped where there is no browser. */
export type WebTest = (name: string, run: (web: Web, context: TestContext) => Promise<void>) => void

/** The browser of all files of this process, whose windows know nothing of each other. */
let launched: Promise<Browser | undefined> | undefined
// Of the process, since this is imported before its first suite begins (`together.ts`).
after(async () => (await launched)?.close())

/** Starts a service for the tests of the calling file, and ends it after them. Options may have to be made first. */
export function webSuite(given: WebOptions | (() => Promise<WebOptions>) = {}): WebTest {
  let web: WatchedWeb | undefined
  before(async () => {
    launched ??= launchChromium()
    const browser = await launched
    if (!browser) return
    const { prepare, ...options } = typeof given === 'function' ? await given() : given
    const service = await startService(options)
    web = webOf(service, browser)
    await prepare?.(web)
  })
  after(() => web?.close())
  return (name, run) => {
    test(name, async (context) => {
      if (!web) return context.skip(noChromium)
      await run(web, context)
      // Before what the test has started is ended, which goes on whatever is found here.
      web.assertFaultless(context)
    })
  }
}

interface WatchedWeb extends Web {
  /** Closes what the tests have left, and ends the service. */
  close(): Promise<void>
  /** Asserts that no page that a test has opened met a fault which the test does not expect. */
  assertFaultless(context: TestContext): void
}

function webOf(service: TestService, browser: Browser): WatchedWeb {
  const found = new WeakMap<TestContext, string[]>()
  const idle = new Map<string, BrowserContext[]>()
  /** A window for a test: one that another has left, which has the scripts of the page compiled already, or a new one. */
  async function windowFor(context: TestContext, { isAlone, ...options }: PageOptions): Promise<BrowserContext> {
    const { key = service.adminKey, origin = service.url, now, map = false } = options
    const { size = 'desktop', language = 'en', colours = 'light' } = options
    const kind = { size, language, colours, key, map, origin }
    if (isAlone || now !== undefined) {
      const window = await newWindow(browser, { ...kind, now })
      context.after(() => window.close())
      return window
    }
    const left = idle.getOrInsertComputed(JSON.stringify(kind), () => [])
    const window = left.pop() ?? (await newSharedWindow(browser, kind))
    context.after(async () => {
      await empty(window, origin)
      left.push(window)
    })
    return window
  }
  return {
    assertFaultless(context) {
      assert.deepEqual(found.get(context) ?? [], [], 'the page met faults')
    },
    async close() {
      await Promise.all([...idle.values()].flat().map((window) => window.close()))
      await service.close()
    },
    service,
    browser,
    admin: client(service.url, service.adminKey),
    async open(context, path, options = {}) {
      const window = await windowFor(context, options)
      const { key = service.adminKey, origin = service.url } = options
      if (key !== null) await signIn(window, origin, key)
      noteRequests(window)
      const page = await window.newPage()
      const faults = found.get(context) ?? []
      found.set(context, faults)
      watch(page, (fault) => options.expects?.test(fault) || faults.push(fault))
      await page.goto((options.origin ?? service.url) + path)
      return page
    },
  }
}

async function newWindow(browser: Browser, kind: WindowKind): Promise<BrowserContext> {
  const { size, language, colours, key, map, now } = kind
  const window = await browser.newContext({
    viewport: sizes[size],
    hasTouch: size === 'phone',
    locale: language === 'sv' ? 'sv-SE' : 'en-GB',
    timezoneId: 'Europe/Stockholm',
    colorScheme: colours,
    reducedMotion: 'reduce',
  })
  window.setDefaultTimeout(waitMillisMax)
  if (key !== null) await window.addInitScript(`localStorage.setItem('gazetteer.name', 'Anna Berg')`)
  if (!map) await window.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
  else if (map !== 'sharp')
    await window.addInitScript(`Object.defineProperty(globalThis, 'devicePixelRatio', { value: 0.25 })`)
  if (now !== undefined) await window.clock.setFixedTime(now)
  return window
}

/** A window with a page of the same site that stays: with the last one its process would end. */
async function newSharedWindow(browser: Browser, kind: WindowKind): Promise<BrowserContext> {
  const window = await newWindow(browser, kind)
  const page = await window.newPage()
  await page.goto(`${kind.origin}/robots.txt`)
  return window
}

/** Closes what a test has opened in a window, and forgets what the pages of this origin have kept, and all cookies. */
async function empty(window: BrowserContext, origin: string): Promise<void> {
  const [kept, ...pages] = window.pages()
  await Promise.all([...pages.map((page) => page.close()), window.clearCookies()])
  const devtools = await window.newCDPSession(kept!)
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await devtools.detach()
}

/** Exchanges a key for a session of the window, as the form does (`signInByForm`). */
async function signIn(window: BrowserContext, url: string, key: string): Promise<void> {
  const { origin } = new URL(url)
  const answer = await window.request.post(`${url}/auth/key`, { headers: { origin }, data: { key } })
  assert.equal(answer.status(), 200, await answer.text())
}

/** Names that nobody has (RFC 2606): the pictures of invented places. */
const pictured = /^https:\/\/[\w.-]+\.(?:example|invalid)\//

/** What a console says when a picture of the data or the tile of a map is not there is no fault of the page. */
function watch(page: Page, tell: (fault: string) => void): void {
  page.on('pageerror', (error) => tell(String(error.stack ?? error)))
  page.on('console', (message) => {
    const { url } = message.location()
    if (/^Failed to load resource/.test(message.text()) && pictured.test(url)) return
    if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text())) tell(`${message.text()} ${url}`)
  })
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeFinding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
}

interface Axe {
  run(options: {
    /** Only these are told with all their elements. */
    readonly resultTypes: readonly ['violations']
    readonly runOnly?: { readonly type: 'rule'; readonly values: readonly string[] }
  }): Promise<{ readonly violations: AxeFinding[] }>
}

interface PageAnimation {
  readonly playState: string
  readonly effect: { getComputedTiming(): { readonly endTime: number } } | null
}

/** Asserts that axe-core finds nothing wrong with what the page shows now; of some rules alone, if they are given. */
export async function assertAccessible(page: Page, screen: string, rules?: readonly string[]): Promise<void> {
  await page.locator('h1:not([data-pending] h1)').first().waitFor({ state: 'attached' })
  // What moves in is judged where it has arrived; what turns until an answer is there never arrives.
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as { document: { getAnimations(): readonly PageAnimation[] } }
    const ends = ({ effect }: PageAnimation) => Number.isFinite(effect?.getComputedTiming().endTime ?? 0)
    return document.getAnimations().every((animation) => animation.playState !== 'running' || !ends(animation))
  })
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const found = await page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: Axe }
    const runOnly = values && ({ type: 'rule', values } as const)
    return (await axe.run({ resultTypes: ['violations'], ...(runOnly && { runOnly }) })).violations
  }, rules)
  const told = found.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
  }))
  assert.deepEqual(told, [], `axe-core finds faults on: ${screen}`)
}

/** Asserts that what a reading gives comes to be equal: the page follows a key or an answer a moment later. */
export async function assertBecomes<Value>(read: () => Promise<Value>, expected: Value): Promise<void> {
  let value: Value | undefined
  await until('the page shows it', async () => {
    value = await read()
    return isDeepStrictEqual(value, expected)
  }).catch(() => undefined)
  assert.deepEqual(value, expected)
}

/** Asserts that an input comes to hold a text. */
export async function assertHolds(input: Locator, text: string): Promise<void> {
  await assertBecomes(() => input.inputValue(), text)
}

/** Asserts that there come to be so many of something. */
export async function assertCount(things: Locator, count: number): Promise<void> {
  await assertBecomes(() => things.count(), count)
}

/** Asserts that an element gets the focus. */
export async function assertFocused(element: Locator): Promise<void> {
  await assertBecomes(() => element.evaluate((found) => found.matches(':focus')), true)
}

/**
 * Waits for the page on which a place is read, which comes when a change of it has been saved. Its form shows the name
 * in a heading too, and what was typed, so neither tells that anything was saved: here both stand in an article.
 */
export async function readingOf(page: Page, name: string): Promise<Locator> {
  const article = page.getByRole('article')
  await article.getByRole('heading', { level: 1, name, exact: true }).waitFor()
  return article
}

/** Has a tab hidden or seen, as a browser with a window says of it: one that is hidden is not told what others change. */
export async function see(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    const { document } = globalThis as unknown as { document: EventTarget }
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}

export type { BrowserContext, Page }
