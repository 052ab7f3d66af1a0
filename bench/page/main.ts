import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { launchChromium, noChromium } from '../../test/support/chromium.ts'
import { createRandom, fixed, quantile, table } from '../support/figures.ts'
import { keyHeader, makeWorld, startService } from '../world.ts'
import { type Keystroke, typeLetter } from './keystroke.ts'

/** Milliseconds from a keystroke in the search box to the painted list, with the page and the service on this machine. */
const text = { type: 'string' } as const
const { values } = parseArgs({
  options: {
    places: { ...text, default: '1000000' },
    words: { ...text, default: '12' },
    letters: { ...text, default: '8' },
    seed: { ...text, default: '1' },
    work: { ...text, default: join(tmpdir(), 'gazetteer-bench-worlds') },
    data: { ...text, default: resolve(import.meta.dirname, '../../../shared/data') },
  },
})

const browser = await launchChromium()
if (!browser) throw new Error(noChromium)
const { work, data } = values
const { known, dataDir } = await makeWorld({ places: Number(values.places), work, data })
const server = await startService(dataDir, { everyCore: true })
try {
  const window = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' })
  const key = (await keyHeader(server, ['read']))['X-API-Key']
  await window.addInitScript(`sessionStorage.setItem('gazetteer.key', ${JSON.stringify(key)})`)
  const page = await window.newPage()
  await page.goto(server.url)
  await mapIsDrawn(page)
  const keystrokes = await typeWords(page, drawWords())
  console.log(table(['milliseconds', 'median', 'p95', 'longest', 'keystrokes'], rowsOf(keystrokes)).join('\n'))
} finally {
  await browser.close()
  await server.stop()
}

/** Of four letters and more, no two with the same first letter, so that the page has the answer of none. */
function drawWords(): string[] {
  const random = createRandom(Number(values.seed))
  const words = new Map<string, string>()
  for (let tries = 0; tries < 1_000 && words.size < Number(values.words); tries++) {
    const { nameWords } = known[Math.floor(random() * known.length)]!
    const word = nameWords.find((one) => /^[a-zåäö]{4,}$/.test(one))
    if (word !== undefined && !words.has(word[0]!)) words.set(word[0]!, word)
  }
  return [...words.values()]
}

/** Types each word letter by letter, each letter when the one before has led to everything that it leads to. */
async function typeWords(page: Page, words: readonly string[]): Promise<Keystroke[]> {
  const box = page.getByRole('combobox', { name: 'Search places' })
  const found: Keystroke[] = []
  for (const word of words) {
    await box.click()
    for (const letter of [...word].slice(0, Number(values.letters))) {
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

function rowsOf(keystrokes: readonly Keystroke[]): string[][] {
  const row = (what: string, times: readonly (number | undefined)[]) => {
    const sorted = times.filter((time) => time !== undefined).toSorted((one, other) => one - other)
    return [what, ...[0.5, 0.95, 1].map((share) => fixed(quantile(sorted, share))), String(sorted.length)]
  }
  return [
    row(
      'keystroke to the painted list',
      keystrokes.map(({ list }) => list),
    ),
    row(
      'until the search is sent',
      keystrokes.map(({ sent }) => sent),
    ),
    row(
      'from there until its answer',
      keystrokes.map(({ sent, answered }) => answered && sent && answered - sent),
    ),
    row(
      'from there until it is painted',
      keystrokes.map(({ answered, list }) => answered && list - answered),
    ),
  ]
}
