import { frameWords } from '../../src/pages/frame-words.ts'
import { coloursName, darkSystem, presentColours } from '../kit/chosen-colours.ts'
import { language } from './language.ts'
import { onClick } from './on-click.ts'

/** Lets the reader choose the colours of all tabs of this browser. */
export function followColours(): void {
  drawColours()
  onClick('[data-colours]', () => {
    localStorage.setItem(coloursName, otherColours())
    drawColours()
    // The map listens to other tabs.
    dispatchEvent(new StorageEvent('storage', { key: coloursName }))
  })
  addEventListener('storage', drawColours)
  darkSystem.addEventListener('change', drawColours)
}

const otherColours = () => (presentColours() === 'dark' ? 'light' : 'dark')

function drawColours(): void {
  const words = frameWords[language]
  document.documentElement.dataset.mantineColorScheme = presentColours()
  const button = document.querySelector<HTMLElement>('[data-colours]')
  const label = `${words.colours}: ${words[otherColours()]}`
  if (button) button.title = button.ariaLabel = label
}
