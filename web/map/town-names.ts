import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { Town } from '../build/towns.ts'
import type { ColourScheme } from './base-style.ts'
import towns from './world/towns.json?url'

const source = 'towns'
/** The layer of the names, where there is one: points are drawn below it, so that they cover no name. */
export const townLayer = 'town-names'

const inks = {
  light: { name: '#5a656d', halo: '#f7f6f2' },
  dark: { name: '#a3adb5', halo: '#262c31' },
} as const

/** Names towns on the embedded ground, when they have come. */
export function addTownNames(map: MapLibreMap, scheme: ColourScheme): void {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: townLayer,
    type: 'symbol',
    source,
    filter: ['<=', ['get', 'zoom'], ['zoom']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Inter Variable'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 10, ['case', ['<=', ['get', 'zoom'], 6], 15, 12]],
      'text-padding': 6,
      'symbol-sort-key': ['get', 'zoom'],
    },
    paint: { 'text-halo-width': 1.2 },
  })
  colourTownNames(map, scheme)
  void load(map)
}

/** Gives the names of towns the colours of a scheme. */
export function colourTownNames(map: MapLibreMap, scheme: ColourScheme): void {
  if (!map.getLayer(townLayer)) return
  const { name, halo } = inks[scheme]
  map.setPaintProperty(townLayer, 'text-color', name)
  map.setPaintProperty(townLayer, 'text-halo-color', halo)
}

/** A map without the names is still a map, so a failure is no matter. */
async function load(map: MapLibreMap): Promise<void> {
  try {
    const answer = await fetch(new URL(towns, location.href))
    const features = ((await answer.json()) as Town[]).map(featureOf)
    map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  } catch {}
}

function featureOf([name, longitude, latitude, zoom]: Town): GeoJSON.Feature<GeoJSON.Point> {
  return {
    type: 'Feature',
    properties: { name, zoom },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }
}
