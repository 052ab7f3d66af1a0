import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { typeSigns } from '../../src/pages/type-signs.ts'
import type { PlaceTypeKey } from '../../src/place/place-types.ts'
import PinMap from '../map/pin-map.tsx'
import { LanguageProvider } from '../words/language.tsx'

/** Draws the map of a place over its picture, and shows it once it is complete. */
export function drawMap(section: HTMLElement): void {
  const { position = '', type = 'external' } = section.dataset
  const [longitude = 0, latitude = 0] = position.split(',').map(Number)
  const over = document.createElement('div')
  over.dataset.awaited = ''
  section.append(over)
  const watch = new MutationObserver(() => {
    if (over.querySelector('[aria-busy="false"]') === null) return
    watch.disconnect()
    delete over.dataset.awaited
    section.querySelector(':scope > a')?.remove()
  })
  watch.observe(over, { attributeFilter: ['aria-busy'], subtree: true })
  createRoot(over).render(
    <StrictMode>
      <LanguageProvider>
        <PinMap position={[longitude, latitude]} colour={typeSigns[type as PlaceTypeKey].colour} />
      </LanguageProvider>
    </StrictMode>,
  )
}
