import type { StyleSpecification } from 'maplibre-gl'
import borders from './world/borders-50m.json?url'
import land from './world/land-50m.json?url'

/** The colours that the page is shown in. */
export type ColourScheme = 'light' | 'dark'

/** The colours of sea, land and borders, by the scheme of the page. */
const grounds = {
  light: { sea: '#d6e4ea', land: '#f7f6f2', border: '#c3c7c4' },
  dark: { sea: '#14202a', land: '#262c31', border: '#47515a' },
} as const

/** The colour of each layer of the ground: layer, property, value. */
export function groundColours(scheme: ColourScheme) {
  const { sea, land, border } = grounds[scheme]
  return [
    ['sea', 'background-color', sea],
    ['land', 'fill-color', land],
    ['borders', 'line-color', border],
  ] as const
}

/** A style that needs nothing from elsewhere: land and borders of the whole world. */
export function baseStyle(scheme: ColourScheme): StyleSpecification {
  const colours = grounds[scheme]
  const data = (url: string) => ({ type: 'geojson', data: new URL(url, location.href).href, tolerance: 0.3 }) as const
  return {
    version: 8,
    sources: { land: data(land), borders: data(borders) },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': colours.border, 'line-width': 1 } },
    ],
  }
}
