import type { StyleSpecification } from 'maplibre-gl'
import bordersFine from './world/borders-10m.json?url'
import bordersCoarse from './world/borders-50m.json?url'
import landFine from './world/land-10m.json?url'
import landCoarse from './world/land-50m.json?url'

export type ColourScheme = 'light' | 'dark'

/** From this zoom on coasts are drawn finely. */
const fineZoom = 5

/** The colours of land and sea, by the scheme of the page. */
export const groundColours: Readonly<Record<ColourScheme, { sea: string; land: string; border: string }>> = {
  light: { sea: '#d6e4ea', land: '#f7f6f2', border: '#c3c7c4' },
  dark: { sea: '#14202a', land: '#262c31', border: '#47515a' },
}

/** The layers that take these colours. */
export const groundLayers = {
  sea: [['sea', 'background-color']],
  land: [
    ['land-coarse', 'fill-color'],
    ['land-fine', 'fill-color'],
  ],
  border: [
    ['borders-coarse', 'line-color'],
    ['borders-fine', 'line-color'],
  ],
} as const

/** A style that needs nothing from elsewhere: land and borders of the whole world, coarse from afar, finer near by. */
export function baseStyle(scheme: ColourScheme): StyleSpecification {
  const { sea, land, border } = groundColours[scheme]
  const data = (url: string) =>
    ({ type: 'geojson', data: new URL(url, location.href).href, maxzoom: 12, tolerance: 0.3 }) as const
  const line = { 'line-color': border, 'line-width': 1 } as const
  return {
    version: 8,
    sources: {
      'land-coarse': data(landCoarse),
      'land-fine': data(landFine),
      'borders-coarse': data(bordersCoarse),
      'borders-fine': data(bordersFine),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'land-coarse', type: 'fill', source: 'land-coarse', maxzoom: fineZoom, paint: { 'fill-color': land } },
      { id: 'land-fine', type: 'fill', source: 'land-fine', minzoom: fineZoom, paint: { 'fill-color': land } },
      { id: 'borders-coarse', type: 'line', source: 'borders-coarse', maxzoom: fineZoom, paint: line },
      { id: 'borders-fine', type: 'line', source: 'borders-fine', minzoom: fineZoom, paint: line },
    ],
  }
}
