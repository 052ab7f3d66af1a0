import type {
  CircleLayerSpecification,
  ExpressionSpecification,
  GeoJSONSource,
  Map as MapLibreMap,
  SymbolLayerSpecification,
  VectorTileSource,
} from 'maplibre-gl'
import { type ColourScheme, townLayer } from '../../map/map-canvas.tsx'
import { type LonLat, placeTypes } from '../../place/place-traits.ts'

/** The layers that can be pointed at. */
export const placeLayers = { places: 'places', clusters: 'clusters' } as const

const source = 'found'
/** Circles over everything else: the place that is pointed at on the page, and from where the nearest are looked for. */
const marks = { pointed: { colour: '#f08c00', radius: 11 }, here: { colour: '#1c7ed6', radius: 8 } } as const
export type Mark = keyof typeof marks
const font = ['Inter Variable']

const typeColour = [
  'match',
  ['get', 'type'],
  ...placeTypes.flatMap(({ name, colour }) => [name, colour]),
  '#5f6b76',
] as unknown as ExpressionSpecification

/** Wide enough for the number in it. */
const clusterRadius: ExpressionSpecification = ['step', ['get', 'count'], 15, 100, 18, 1000, 22, 10_000, 27]

/** What of the places is drawn in the colours of the page. */
const inks = {
  light: { edge: '#ffffff', name: '#1f2a33', halo: '#ffffffd9', cluster: '#0b6c7d' },
  dark: { edge: '#16191c', name: '#e8edf0', halo: '#16191cd9', cluster: '#117f92' },
} as const

/** Draws what a search finds: single places in the colours of their types, and clusters with their numbers. */
export function addPlaceLayers(map: MapLibreMap, tiles: string, scheme: ColourScheme): void {
  map.addSource(source, { type: 'vector', tiles: [tiles], maxzoom: 22 })
  // Names of towns stand above the circles, and below the numbers and names of what was found.
  const below = map.getLayer(townLayer) ? townLayer : undefined
  map.addLayer(
    {
      id: placeLayers.clusters,
      type: 'circle',
      source,
      'source-layer': 'clusters',
      paint: { 'circle-radius': clusterRadius, 'circle-stroke-width': 2 },
    },
    below,
  )
  map.addLayer(clusterCounts())
  map.addLayer(placeCircles, below)
  map.addLayer(placeNames)
  for (const [id, { colour, radius }] of Object.entries(marks)) {
    const outline = { 'circle-stroke-width': 3, 'circle-stroke-color': '#ffffff' }
    map.addSource(id, { type: 'geojson', data: pointAt(undefined) })
    map.addLayer({
      id,
      type: 'circle',
      source: id,
      paint: { 'circle-radius': radius, 'circle-color': colour, ...outline },
    })
  }
  colourPlaces(map, scheme)
}

function clusterCounts(): SymbolLayerSpecification {
  return {
    id: 'cluster-counts',
    type: 'symbol',
    source,
    'source-layer': 'clusters',
    layout: {
      'text-field': ['number-format', ['get', 'count'], { locale: document.documentElement.lang }],
      'text-font': font,
      'text-size': 12,
      'text-allow-overlap': true,
      // Names of towns keep off the whole circle, not the number alone.
      'text-padding': 14,
    },
    paint: { 'text-color': '#ffffff' },
  }
}

const placeCircles: CircleLayerSpecification = {
  id: placeLayers.places,
  type: 'circle',
  source,
  'source-layer': 'places',
  paint: {
    'circle-radius': ['interpolate', ['linear'], ['zoom'], 4, 5, 10, 8],
    'circle-color': typeColour,
    // What the public does not see is hollow, as far as a small circle can be.
    'circle-opacity': ['match', ['get', 'state'], 'published', 1, 0.45],
    'circle-stroke-width': 1.5,
  },
}

const placeNames: SymbolLayerSpecification = {
  id: 'place-names',
  type: 'symbol',
  source,
  'source-layer': 'places',
  minzoom: 9,
  layout: {
    'text-field': ['get', 'name'],
    'text-font': font,
    'text-size': 12,
    'text-offset': [0, 1],
    'text-anchor': 'top',
    'text-max-width': 9,
    'text-optional': true,
  },
  paint: { 'text-halo-width': 1.5 },
}

/** Gives the layers the colours of a scheme. */
export function colourPlaces(map: MapLibreMap, scheme: ColourScheme): void {
  if (!map.getLayer(placeLayers.places)) return
  const { edge, name, halo, cluster } = inks[scheme]
  map.setPaintProperty(placeLayers.clusters, 'circle-color', cluster)
  map.setPaintProperty(placeLayers.clusters, 'circle-stroke-color', edge)
  map.setPaintProperty(placeLayers.places, 'circle-stroke-color', edge)
  map.setPaintProperty('place-names', 'text-color', name)
  map.setPaintProperty('place-names', 'text-halo-color', halo)
}

/** Shows what another search finds. */
export function setTiles(map: MapLibreMap, tiles: string): void {
  map.getSource<VectorTileSource>(source)?.setTiles([tiles])
}

/** Shows where a mark is, if anywhere. */
export function setMark(map: MapLibreMap, mark: Mark, position: LonLat | undefined): void {
  map.getSource<GeoJSONSource>(mark)?.setData(pointAt(position))
}

function pointAt(position: LonLat | undefined): GeoJSON.Feature<GeoJSON.MultiPoint> {
  const coordinates = position ? [[...position]] : []
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPoint', coordinates } }
}
