import { useSyncExternalStore } from 'react'
import { type ColourScheme, coloursName, darkSystem, presentColours } from './chosen-colours.ts'
import { createStore } from './store.ts'

export type { ColourScheme } from './chosen-colours.ts'

const changes = createStore(undefined)

function watchColours(watcher: () => void): () => void {
  const forget = changes.subscribe(watcher)
  darkSystem.addEventListener('change', watcher)
  // From another tab.
  addEventListener('storage', watcher)
  return () => {
    forget()
    darkSystem.removeEventListener('change', watcher)
    removeEventListener('storage', watcher)
  }
}

/** Returns the colour scheme of this browser, now and after each change. */
export function useColours(): ColourScheme {
  return useSyncExternalStore(watchColours, presentColours)
}

/** Sets the colour scheme of all tabs of this browser. */
export function chooseColours(scheme: ColourScheme): void {
  localStorage.setItem(coloursName, scheme)
  changes.set(undefined)
}
