import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export type ColourScheme = 'light' | 'dark'

/** The name that the document reads too (web/index.html). */
const storageName = 'mantine-color-scheme-value'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')
const changes = createStore(undefined)

function watchColours(watcher: () => void): () => void {
  const forget = changes.subscribe(watcher)
  darkSystem.addEventListener('change', watcher)
  // Of another tab.
  addEventListener('storage', watcher)
  return () => {
    forget()
    darkSystem.removeEventListener('change', watcher)
    removeEventListener('storage', watcher)
  }
}

function presentColours(): ColourScheme {
  const chosen = localStorage.getItem(storageName)
  return chosen === 'light' || chosen === 'dark' ? chosen : darkSystem.matches ? 'dark' : 'light'
}

/** The colours that were chosen in this browser, else those of the system. */
export function useColours(): ColourScheme {
  return useSyncExternalStore(watchColours, presentColours)
}

/** Chooses the colours of all tabs of this browser. */
export function chooseColours(scheme: ColourScheme): void {
  localStorage.setItem(storageName, scheme)
  changes.set(undefined)
}

/** Draws the page in its colours; paper is light, whatever colours the screen has. */
export function useDrawnColours(): void {
  const scheme = useColours()
  const draw = (scheme: ColourScheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  useEffect(() => draw(scheme), [scheme])
  useWindowEvent('beforeprint', () => draw('light'))
  useWindowEvent('afterprint', () => draw(scheme))
}
