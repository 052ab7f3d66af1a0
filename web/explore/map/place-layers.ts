import type {
  ExpressionSpecification,
  FilterSpecification,
  GeoJSONSource,
  LineLayerSpecification,
  Map as MapLibreMap,
  SymbolLayerSpecification,
  VectorTileSource,
} from 'maplibre-gl'
import type { ColourScheme } from '../../kit/colours.ts'
import type { LonLat } from '../../place/place-traits.ts'
import { distanceRings } from './distance-rings.ts'
import { clusterImage, drawClusters, drawPins, forgetClusters, pinName } from './pin-images.ts'

/** The layers that react to the pointer. */
export const placeLayers = { places: 'places', clusters: 'clusters' } as const

/** The source of the tiles of the search. */
export const foundSource = 'found'
const source = foundSource
const areaSource = 'area'
/**
 * Circles above everything else: the place pointed at on the page, and the position from which the nearest are
 * searched.
 */
export const marks = { pointed: { colour: '#f08c00', radius: 15 }, here: { colour: '#1c7ed6', radius: 8 } } as const
export type Mark = keyof typeof marks
const font = ['Inter Variable']

/** The parts of places drawn in the colours of the page. */
const inks = {
  light: { edge: '#ffffff', name: '#1f2a33', halo: '#ffffffd9', cluster: '#0b6c7d' },
  dark: { edge: '#16191c', name: '#e8edf0', halo: '#16191cd9', cluster: '#117f92' },
} as const

/**
 * Adds the results of a search: single places and clusters in the colours of their types, clusters with their numbers.
 */
export function addPlaceLayers(map: MapLibreMap, tiles: string, scheme: ColourScheme): void {
  map.addSource(ringLayers.rings, { type: 'geojson', data: distanceRings(undefined) })
  map.addLayer(rings)
  map.addSource(source, { type: 'vector', tiles: [tiles], maxzoom: 22 })
  drawClusters(map, inks)
  map.addLayer(clusters())
  map.addSource(areaSource, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: areaSource,
    type: 'line',
    source: areaSource,
    paint: { 'line-color': '#2396aa', 'line-width': 2 },
  })
  drawPins(map, inks[scheme].edge)
  map.addLayer(placeNames)
  // Above all names, because names avoid the layers above them.
  map.addLayer(placePins)
  map.addLayer(ringDistances)
  for (const [id, { colour, radius }] of Object.entries(marks)) {
    const outline = { 'circle-stroke-width': 3, 'circle-stroke-color': '#ffffff' }
    map.addSource(id, { type: 'geojson', data: pointAt(undefined) })
    // A ring below the pin that it marks.
    map.addLayer(
      { id, type: 'circle', source: id, paint: { 'circle-radius': radius, 'circle-color': colour, ...outline } },
      id === 'pointed' ? placeLayers.places : undefined,
    )
  }
  colourPlaces(map, scheme)
}

const ringLayers = { rings: 'rings', distances: 'ring-distances' } as const
const shownRings: FilterSpecification = ['all', ['>=', ['zoom'], ['get', 'from']], ['<', ['zoom'], ['get', 'to']]]

/** Rings of round distances around the position from which the nearest are searched. */
const rings: LineLayerSpecification = {
  id: ringLayers.rings,
  type: 'line',
  source: ringLayers.rings,
  filter: shownRings,
  paint: { 'line-color': '#6aaae6', 'line-width': 2, 'line-dasharray': [3, 2] },
}

const ringDistances: SymbolLayerSpecification = {
  id: ringLayers.distances,
  type: 'symbol',
  source: ringLayers.rings,
  filter: shownRings,
  layout: {
    'text-field': [
      'case',
      ['<', ['get', 'metres'], 1000],
      ['concat', ['get', 'metres'], ' m'],
      ['concat', ['/', ['get', 'metres'], 1000], ' km'],
    ],
    'text-font': font,
    'text-size': 12,
    'text-padding': 0,
    'text-allow-overlap': true,
  },
  paint: { 'text-halo-width': 1.5 },
}

function clusters(): SymbolLayerSpecification {
  return {
    id: placeLayers.clusters,
    type: 'symbol',
    source,
    'source-layer': 'clusters',
    layout: {
      'icon-allow-overlap': true,
      'text-field': ['number-format', ['get', 'count'], { locale: document.documentElement.lang }],
      'text-font': font,
      'text-size': 13,
      'text-allow-overlap': true,
    },
    paint: { 'text-color': '#ffffff' },
  }
}

/** Offsets of pins at the same position, in pixels by number: a circle around it. */
export const spread = Array.from({ length: 8 }, (_, nth): [number, number] => {
  const angle = (nth * Math.PI) / 4
  return [Math.round(14 * Math.sin(angle)), Math.round(-14 * Math.cos(angle))]
})

/** The offset of a pin among others at its position. */
export const pinOffset = [
  'match',
  ['get', 'nth'],
  ...spread.flatMap((offset, nth) => [nth, ['literal', offset]]),
  ['literal', [0, 0]],
] as unknown as ExpressionSpecification

const placePins: SymbolLayerSpecification = {
  id: placeLayers.places,
  type: 'symbol',
  source,
  'source-layer': 'places',
  layout: {
    'icon-image': ['concat', pinName(''), ['get', 'type']],
    'icon-size': ['interpolate', ['linear'], ['zoom'], 4, 0.6, 9, 1],
    'icon-allow-overlap': true,
    'icon-padding': 0,
    'icon-offset': pinOffset,
  },
  paint: { 'icon-opacity': opacityWithout([]) },
}

/** Unpublished places are faint, and more so are those whose pins stand elsewhere. */
function opacityWithout(ids: readonly string[]): ExpressionSpecification {
  const ofState: ExpressionSpecification = ['match', ['get', 'state'], 'published', 1, 0.55]
  return ids.length === 0 ? ofState : ['case', ['in', ['get', 'id'], ['literal', [...ids]]], 0.3, ofState]
}

/** Draws the places faintly whose pins are being moved. */
export function fadePlaces(map: MapLibreMap, ids: readonly string[]): void {
  map.setPaintProperty(placeLayers.places, 'icon-opacity', opacityWithout(ids))
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
    'text-size': 13,
    'text-offset': [0, 1.3],
    'text-padding': 1,
    'text-anchor': 'top',
    'text-max-width': 9,
    'text-optional': true,
  },
  paint: { 'text-halo-width': 1.5 },
}

/** Applies the colours of a scheme to the layers. */
export function colourPlaces(map: MapLibreMap, scheme: ColourScheme): void {
  if (!map.getLayer(placeLayers.places)) return
  const { edge, name, halo } = inks[scheme]
  map.setLayoutProperty(placeLayers.clusters, 'icon-image', clusterImage(scheme))
  drawPins(map, edge)
  for (const layer of ['place-names', ringLayers.distances]) {
    map.setPaintProperty(layer, 'text-color', name)
    map.setPaintProperty(layer, 'text-halo-color', halo)
  }
}

/** Shows the drawn area, if any, as west, south, east, north. */
export function setArea(map: MapLibreMap, area: readonly [number, number, number, number] | undefined): void {
  map
    .getSource<GeoJSONSource>(areaSource)
    ?.setData({ type: 'FeatureCollection', features: area ? [outline(area)] : [] })
}

function outline([west, south, east, north]: readonly [number, number, number, number]): GeoJSON.Feature {
  // MapLibre expects an east beyond 180° for a box across the antimeridian.
  const right = east < west ? east + 360 : east
  const ring = [west, right, right, west, west].map((lon, at) => [
    lon,
    at === 1 || at === 0 || at === 4 ? south : north,
  ])
  return { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: ring } }
}

/** Shows the results of another search. */
export function setTiles(map: MapLibreMap, tiles: string): void {
  forgetClusters(map)
  map.getSource<VectorTileSource>(source)?.setTiles([tiles])
}

/** Reloads the results of the same search. */
export function refreshTiles(map: MapLibreMap): void {
  if (map.getSource(source)) map.refreshTiles(source)
}

/** Shows a mark at a position, or removes it; the position of the search with its rings. */
export function setMark(map: MapLibreMap, mark: Mark, position: LonLat | undefined): void {
  if (mark === 'here') map.getSource<GeoJSONSource>(ringLayers.rings)?.setData(distanceRings(position))
  map.getSource<GeoJSONSource>(mark)?.setData(pointAt(position))
}

function pointAt(position: LonLat | undefined): GeoJSON.Feature<GeoJSON.MultiPoint> {
  const coordinates = position ? [[...position]] : []
  return { type: 'Feature', properties: {}, geometry: { type: 'MultiPoint', coordinates } }
}
