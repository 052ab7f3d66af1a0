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
/** From the list of a letter to the next letter, and from that of the last one until the map has begun to follow it. */
const betweenLettersMillis = 250
const betweenWordsMillis = 1_000

/** Milliseconds from a keystroke in the search box to the painted list, with the page and the service on this machine. */
export async function measurePage({ world, seed }: Bench): Promise<void> {
  await using browser = await launchChromium()
  if (!browser) throw new Error(noChromium)
  await using server = await startService(world.dataDir, { everyCore: true })
  const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const key = (await keyHeader(server, ['read']))['X-API-Key']
  await window.addInitScript(`sessionStorage.setItem('gazetteer.key', ${JSON.stringify(key)})`)
  const page = await window.newPage()
  await page.goto(server.url)
  await mapIsDrawn(page)
  const keystrokes = await typeWords(page, drawWords(world.known, createRandom(seed)))
  console.log(table(['milliseconds', 'median', 'p95', 'longest', 'keystrokes'], rowsOf(keystrokes)).join('\n'))
}

/** Of four letters and more that a key of any keyboard types, no two with the same first letter, so that the page has the answer of none. */
function drawWords(known: readonly Row[], random: () => number): string[] {
  const words = new Map<string, string>()
  for (let tries = 0; tries < 1_000 && words.size < wordsMax; tries++) {
    const { nameWords } = known[Math.floor(random() * known.length)]!
    const word = nameWords.find((one) => /^[a-z]{4,}$/.test(one))
    if (word !== undefined && !words.has(word[0]!)) words.set(word[0]!, word)
  }
  return [...words.values()]
}

/** What a keystroke in the search box led to, in milliseconds from the keystroke. */
interface Keystroke {
  /** When the list of its search was painted. */
  readonly list: number
  /** When the search was sent, and when its answer had come; undefined where the page had the answer already. */
  readonly sent?: number
  readonly answered?: number
}

/**
 * Runs in the page and makes a promise of a `Keystroke`. Looked at in each frame; what a frame shows is painted when the
 * next task runs.
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

/** Types one letter where the focus is, and waits until the list shows what it leads to. */
async function typeLetter(page: Page, letter: string): Promise<Keystroke> {
  await page.evaluate(`(() => {${watchNextKey}})()`)
  await page.keyboard.press(letter)
  return page.evaluate('window.keystroke')
}

/** Types each word letter by letter as people do; the map, which rests meanwhile, is drawn before the next word. */
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

/** Without a GPU a map is drawn by the same cores that everything else runs on. */
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
