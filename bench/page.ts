import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { createRandom } from '../src/demo/template.ts'
import { launchChromium, noChromium } from '../test/support/chromium.ts'
import type { Row } from './corpus.ts'
import type { Bench } from './service.ts'
import { fixed, quantile, table } from './support/figures.ts'
import { keyHeader, startService } from './world.ts'

const wordsMax = 12
const lettersMax = 8
/** From the list of a letter to the next letter, and from the last list until the map has begun to follow it. */
const betweenLettersMillis = 250
const betweenWordsMillis = 1_000

/**
 * Measures milliseconds from a keystroke in the search box to the painted list, with page and service on this machine.
 */
export async function measurePage({ world, seed }: Bench): Promise<void> {
  await using browser = await launchChromium()
  if (!browser) throw new Error(noChromium)
  await using server = await startService(world.dataDir, { everyCore: true })
  const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const key = (await keyHeader(server, ['read']))['X-API-Key']
  const { origin } = new URL(server.url)
  await window.request.post(`${origin}/auth/key`, { headers: { origin }, data: { key } })
  const page = await window.newPage()
  await page.goto(server.url)
  await mapIsDrawn(page)
  const keystrokes = await typeWords(page, drawWords(world.known, createRandom(seed)))
  console.log(table(['milliseconds', 'median', 'p95', 'longest', 'keystrokes'], rowsOf(keystrokes)).join('\n'))
}

/**
 * Draws words of at least four letters that any keyboard types. No two start with the same letter, so the page has no
 * cached answer.
 */
function drawWords(known: readonly Row[], random: () => number): string[] {
  const words = new Map<string, string>()
  for (let tries = 0; tries < 1_000 && words.size < wordsMax; tries++) {
    const { nameWords } = known[Math.floor(random() * known.length)]!
    const word = nameWords.find((one) => /^[a-z]{4,}$/.test(one))
    if (word !== undefined && !words.has(word[0]!)) words.set(word[0]!, word)
  }
  return [...words.values()]
}

/** The timing of a keystroke in the search box, in milliseconds from the keystroke. */
interface Keystroke {
  /** The instant at which the list of its search was painted. */
  readonly list: number
  /**
   * The instants at which the search was sent and its answer had arrived; undefined if the page had cached the answer.
   */
  readonly sent?: number
  readonly answered?: number
}

/**
 * Runs in the page and creates a promise of a `Keystroke`. It checks in each frame; the contents of a frame are painted
 * when the next task runs.
 */
const watchNextKey = `
performance.clearResourceTimings()
const isListed = () => {
  const text = document.querySelector('input[role=combobox], input[aria-autocomplete=list]')?.value.trim() ?? ''
  const searched = new URLSearchParams(location.search).get('q')?.trim() ?? ''
  return text === searched && !document.querySelector('main ul[aria-busy=true], main [data-pending]')
}
window.keystroke = new Promise((resolve) => {
  addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true })
}).then(async (from) => {
  do await new Promise(requestAnimationFrame)
  while (!isListed())
  await new Promise((resolve) => setTimeout(resolve))
  const list = performance.now() - from
  const search = performance.getEntriesByType('resource').find(({ name }) => name.includes('/place?q='))
  return search ? { list, sent: search.startTime - from, answered: search.responseEnd - from } : { list }
})`

/** Types one letter into the focused element, and waits until the list shows its result. */
async function typeLetter(page: Page, letter: string): Promise<Keystroke> {
  await page.evaluate(`(() => {${watchNextKey}})()`)
  await page.keyboard.press(letter)
  return page.evaluate('window.keystroke')
}

/** Types each word letter by letter at human speed. The map, which rests meanwhile, is drawn before the next word. */
async function typeWords(page: Page, words: readonly string[]): Promise<Keystroke[]> {
  const box = page.getByRole('combobox', { name: 'Search places' })
  const found: Keystroke[] = []
  for (const word of words) {
    await box.click()
    for (const letter of [...word].slice(0, lettersMax)) {
      found.push(await typeLetter(page, letter))
      await setTimeout(betweenLettersMillis)
    }
    await setTimeout(betweenWordsMillis)
    await mapIsDrawn(page)
    await box.fill('')
    await page.waitForURL((url) => !url.searchParams.has('q'))
  }
  return found
}

/** Without a GPU, the map is drawn on the same cores as everything else. */
async function mapIsDrawn(page: Page): Promise<void> {
  await page.locator('[data-scheme][aria-busy=false]').waitFor({ timeout: 60_000 })
}

function rowsOf(keystrokes: readonly Keystroke[]): string[][] {
  const times: Readonly<Record<string, (keystroke: Keystroke) => number | undefined>> = {
    'keystroke to the painted list': ({ list }) => list,
    'until the search is sent': ({ sent }) => sent,
    'from there until its answer': ({ sent, answered }) => answered && sent && answered - sent,
    'from there until it is painted': ({ answered, list }) => answered && list - answered,
  }
  return Object.entries(times).map(([what, timeOf]) => {
    const known = keystrokes.map(timeOf).filter((time) => time !== undefined)
    const sorted = known.toSorted((one, other) => one - other)
    return [what, ...[0.5, 0.95, 1].map((share) => fixed(quantile(sorted, share))), String(sorted.length)]
  })
}
