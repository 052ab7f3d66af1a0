import type { Page } from 'playwright-core'

/** What a keystroke in the search box led to, in milliseconds from the keystroke. */
export interface Keystroke {
  /** When the list of its search was painted. */
  readonly list: number
  /** When the search was sent, and when its answer had come; undefined where the page had the answer already. */
  readonly sent?: number
  readonly answered?: number
}

interface PageElement {
  readonly value: string
  getAttribute(name: string): string | null
}

interface PageWindow {
  readonly location: { readonly search: string }
  readonly performance: {
    now(): number
    getEntriesByType(type: 'resource'): readonly {
      readonly name: string
      readonly startTime: number
      readonly responseEnd: number
    }[]
    clearResourceTimings(): void
  }
  readonly document: {
    querySelector(selector: string): PageElement | null
    addEventListener(
      type: 'keydown',
      listener: (event: { readonly timeStamp: number }) => void,
      options: { readonly once: true; readonly capture: true },
    ): void
  }
  requestAnimationFrame(draw: () => void): void
  setTimeout(then: () => void): void
  keystroke: Promise<Keystroke>
}

/** Types one letter where the focus is, and waits until the list shows what it leads to. */
export async function typeLetter(page: Page, letter: string): Promise<Keystroke> {
  await page.evaluate(watchNextKey)
  await page.keyboard.press(letter)
  return page.evaluate(() => (globalThis as unknown as PageWindow).keystroke)
}

/**
 * Runs in the page, so it uses nothing from outside. Looked at in each frame; what a frame shows is painted when the next
 * task runs.
 */
function watchNextKey(): void {
  const window = globalThis as unknown as PageWindow
  const { document, performance, location } = window
  performance.clearResourceTimings()
  const isListed = () => {
    const text = document.querySelector('input[role=combobox], input[aria-autocomplete=list]')?.value.trim() ?? ''
    const searched = new URLSearchParams(location.search).get('q')?.trim() ?? ''
    const isBusy = document.querySelector('main ul[aria-busy=true], main .mantine-Loader-root') !== null
    return text === searched && !isBusy
  }
  const painted = (isThere: () => boolean) =>
    new Promise<number>((resolve) => {
      const look = () =>
        window.requestAnimationFrame(() => (isThere() ? window.setTimeout(() => resolve(performance.now())) : look()))
      look()
    })
  window.keystroke = new Promise<number>((resolve) => {
    document.addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), { once: true, capture: true })
  }).then(async (from) => {
    const list = (await painted(isListed)) - from
    const search = performance.getEntriesByType('resource').find(({ name }) => name.includes('/place?q='))
    return {
      list,
      ...(search && { sent: search.startTime - from, answered: search.responseEnd - from }),
    }
  })
}
