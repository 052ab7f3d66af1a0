import type { ExpressionSpecification, FilterSpecification, GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import type { LonLat } from '../../place/place-traits.ts'
import { clusterRadius, drawRing, ringName } from './pin-images.ts'
import { foundSource, pinOffset, placeLayers } from './place-layers.ts'

/** The colour of what is selected, with 3:1 against land, sea and the white edge around it. */
export const selectedColour = '#0b7285'

const layers = { pins: 'selected-pins', clusters: 'selected-clusters', spots: 'selected-spots' } as const

/** The selected places on the map. */
interface Selected {
  /** The pins with a ring, by the ids of their places, or all. */
  readonly pins: readonly string[] | 'all'
  /** Positions that have a dot, below pins and clusters. */
  readonly spots: readonly LonLat[]
}

/** Draws the selection on the map; adds its layers before the first one. */
export function drawSelected(map: MapLibreMap, { pins, spots }: Selected): void {
  const isAll = pins === 'all'
  if (!map.getLayer(layers.pins)) {
    if (!isAll && pins.length === 0 && spots.length === 0) return
    addLayers(map)
  }
  const ofIds: FilterSpecification = ['match', ['get', 'id'], isAll ? [] : [...pins], true, false]
  map.setFilter(layers.pins, isAll || pins.length === 0 ? isIt(isAll) : ofIds)
  map.setFilter(layers.clusters, isIt(isAll))
  const geometry: GeoJSON.MultiPoint = { type: 'MultiPoint', coordinates: spots.map((spot) => [...spot]) }
  map.getSource<GeoJSONSource>(layers.spots)?.setData({ type: 'Feature', properties: {}, geometry })
}

const isIt = (is: boolean): FilterSpecification => ['literal', is] as unknown as ExpressionSpecification

function addLayers(map: MapLibreMap): void {
  drawRing(map, selectedColour)
  map.addLayer({
    id: layers.pins,
    type: 'symbol',
    source: foundSource,
    'source-layer': 'places',
    layout: { 'icon-image': ringName, 'icon-allow-overlap': true, 'icon-padding': 0, 'icon-offset': pinOffset },
  })
  map.addLayer(
    {
      id: layers.clusters,
      type: 'circle',
      source: foundSource,
      'source-layer': 'clusters',
      paint: {
        'circle-radius': ['+', 5, clusterRadius],
        'circle-color': selectedColour,
      },
    },
    placeLayers.clusters,
  )
  map.addSource(layers.spots, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer(
    {
      id: layers.spots,
      type: 'circle',
      source: layers.spots,
      paint: {
        'circle-radius': 7,
        'circle-color': selectedColour,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    },
    placeLayers.clusters,
  )
}
