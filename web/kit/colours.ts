import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useSyncExternalStore } from 'react'
import { createStore } from './store.ts'

export type ColourScheme = 'light' | 'dark'

/** web/index.html reads the same name. */
const storageName = 'mantine-color-scheme-value'
const darkSystem = matchMedia('(prefers-color-scheme: dark)')
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

function presentColours(): ColourScheme {
  const chosen = localStorage.getItem(storageName)
  return chosen === 'light' || chosen === 'dark' ? chosen : darkSystem.matches ? 'dark' : 'light'
}

/** Returns the colour scheme chosen in this browser; by default the system's. */
export function useColours(): ColourScheme {
  return useSyncExternalStore(watchColours, presentColours)
}

/** Sets the colour scheme of all tabs of this browser. */
export function chooseColours(scheme: ColourScheme): void {
  localStorage.setItem(storageName, scheme)
  changes.set(undefined)
}

/** Applies the colour scheme to the page. Print is always light. */
export function useDrawnColours(): void {
  const scheme = useColours()
  const draw = (scheme: ColourScheme) => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)
  useEffect(() => draw(scheme), [scheme])
  useWindowEvent('beforeprint', () => draw('light'))
  useWindowEvent('afterprint', () => draw(scheme))
}
