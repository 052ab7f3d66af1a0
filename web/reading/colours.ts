import { frameWords } from '../../src/pages/frame-words.ts'
import { language } from './language.ts'
import { onClick } from './on-click.ts'

/** Other parts of the page read the same name (app/first.js, kit/colours.ts). */
const storageName = 'mantine-color-scheme-value'

/** Lets the reader choose the colours of all tabs of this browser. */
export function followColours(): void {
  drawColours()
  onClick('[data-colours]', () => {
    localStorage.setItem(storageName, isDark() ? 'light' : 'dark')
    drawColours()
    // The map listens to other tabs.
    dispatchEvent(new StorageEvent('storage', { key: storageName }))
  })
  addEventListener('storage', drawColours)
  darkSystem.addEventListener('change', drawColours)
}

const darkSystem = matchMedia('(prefers-color-scheme: dark)')

function isDark(): boolean {
  const chosen = localStorage.getItem(storageName)
  return chosen === 'light' || chosen === 'dark' ? chosen === 'dark' : darkSystem.matches
}

function drawColours(): void {
  const words = frameWords[language]
  document.documentElement.dataset.mantineColorScheme = isDark() ? 'dark' : 'light'
  const button = document.querySelector<HTMLElement>('[data-colours]')
  const label = `${words.colours}: ${words[isDark() ? 'light' : 'dark']}`
  if (button) button.title = button.ariaLabel = label
}
