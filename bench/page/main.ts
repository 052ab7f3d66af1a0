import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchChromium, noChromium } from '../../test/support/chromium.ts'
import { formatTable, quantile, type Row } from '../support/figures.ts'
import { createRandom } from '../support/random.ts'
import { buildWorld, makeBenchKey, startGazetteer } from '../support/world.ts'
import { type Keystroke, typeLetter } from './keystroke.ts'
import { drawWords } from './words.ts'

const { values } = parseArgs({
  options: {
    places: { type: 'string', default: '1000000' },
    /** A data folder that is there already, with its places. */
    data: { type: 'string' },
    words: { type: 'string', default: '12' },
    letters: { type: 'string', default: '8' },
    seed: { type: 'string', default: '1' },
  },
})

const browser = await launchChromium()
if (!browser) throw new Error(noChromium)
const dataDir = values.data ?? (await buildWorld({ places: Number(values.places) })).dataDir
const server = await startGazetteer(dataDir, { everyCore: true })
try {
  const words = await drawWords(server, { count: Number(values.words), random: createRandom(Number(values.seed)) })
  const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const key = await makeBenchKey(server, ['read'])
  await window.addInitScript((given) => {
    const { sessionStorage } = globalThis as unknown as {
      sessionStorage: { setItem(name: string, value: string): void }
    }
    sessionStorage.setItem('gazetteer.key', given)
  }, key)
  const page = await window.newPage()
  await page.goto(server.url)
  await mapIsDrawn(page)
  const keystrokes = await typeWords(page, words, Number(values.letters))
  console.log(`${words.join(', ')}\n\n${formatTable(rowsOf(keystrokes))}`)
} finally {
  await browser.close()
  await server.stop()
  if (values.data === undefined) rmSync(dirname(dataDir), { recursive: true })
}

/** Types each word letter by letter, each letter when the one before has led to everything that it leads to. */
async function typeWords(page: Page, words: readonly string[], lettersMax: number): Promise<Keystroke[]> {
  const box = page.getByRole('combobox', { name: 'Search places' })
  const found: Keystroke[] = []
  for (const word of words) {
    await box.click()
    for (const letter of [...word].slice(0, lettersMax)) {
      found.push(await typeLetter(page, letter))
      await mapIsDrawn(page)
    }
    await box.fill('')
    await page.waitForURL((url) => !url.searchParams.has('q'))
  }
  return found
}

/** Without a graphics processor a map is drawn by the same cores that everything else runs on. */
async function mapIsDrawn(page: Page): Promise<void> {
  await page.locator('[data-scheme][aria-busy=false]').waitFor({ timeout: 60_000 })
}

function rowsOf(keystrokes: readonly Keystroke[]): Row[] {
  const asked = keystrokes.filter(({ answered }) => answered !== undefined)
  const row = (what: string, times: readonly number[], wanted?: number): Row => {
    const sorted = times.toSorted((one, other) => one - other)
    const [median, late, worst] = [0.5, 0.95, 1].map((share) => quantile(sorted, share))
    return {
      what,
      measured: `${median!.toFixed(0)} ms`,
      spread: `95 % within ${late!.toFixed(0)} ms, the slowest of ${sorted.length} ${worst!.toFixed(0)} ms`,
      wanted: wanted === undefined ? '' : `${wanted} ms`,
      ...(wanted !== undefined && { reached: late! <= wanted }),
    }
  }
  return [
    row(
      'keystroke to the painted list',
      keystrokes.map(({ list }) => list),
      150,
    ),
    row(
      'of it, until the search is sent',
      asked.map(({ sent }) => sent!),
    ),
    row(
      'of it, from there until the answer is there',
      asked.map(({ sent, answered }) => answered! - sent!),
    ),
    row(
      'of it, until it is painted',
      asked.map(({ answered, list }) => list - answered!),
    ),
  ]
}
