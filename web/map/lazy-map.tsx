import { type ComponentType, lazy } from 'react'
import { useWords } from '../words/language.tsx'
import { mapWords } from './map-words.ts'

/** Returns a map that loads only if the browser can draw it; otherwise a message appears. */
export function lazyMap<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(async () => (canDraw() ? load() : { default: NoMap }))
}

function canDraw(): boolean {
  return document.createElement('canvas').getContext('webgl2') !== null
}

function NoMap() {
  return <p style={{ padding: '0 16px' }}>{useWords(mapWords).cannotDraw}</p>
}
