import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { type PinMoves, positionsMoved } from '../../bulk/pin-moves.ts'
import type { LonLat } from '../../place/place-traits.ts'
import { fadePlaces, placeLayers } from './place-layers.ts'

const [lines, origins] = ['moves', 'move-origins']
/** The colour of lines and of the positions where they begin. */
const movedColour = '#c2410c'

/** Adds the lines from old positions to new ones. Returns the function that removes them. */
export function addMoveLayers(map: MapLibreMap): () => void {
  map.addSource(lines, { type: 'geojson', data: dataOf([]) })
  map.addLayer(
    {
      id: lines,
      type: 'line',
      source: lines,
      paint: { 'line-color': movedColour, 'line-width': 2, 'line-dasharray': [2, 2] },
    },
    placeLayers.places,
  )
  map.addLayer(
    {
      id: origins,
      type: 'circle',
      source: lines,
      filter: ['==', ['geometry-type'], 'Point'],
      paint: {
        'circle-radius': 3,
        'circle-color': movedColour,
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1.5,
      },
    },
    placeLayers.places,
  )
  return () => {
    // A map that is gone has no style.
    if (!map.getStyle()) return
    for (const layer of [origins, lines]) map.removeLayer(layer)
    map.removeSource(lines)
    fadePlaces(map, [])
  }
}

/** Draws the moves; a pin that is being dragged as if it had been dropped. */
export function drawMoves(
  map: MapLibreMap,
  moves: PinMoves,
  dragged: Readonly<Record<string, readonly [LonLat, LonLat]>> = {},
): void {
  const moved = Object.entries(positionsMoved(moves)).map(
    ([id, to]) => [id, [moves.places[id]?.from ?? to, to]] as const,
  )
  const pairs = new Map<string, readonly [LonLat, LonLat]>([...moved, ...Object.entries(dragged)])
  map.getSource<GeoJSONSource>(lines)?.setData(dataOf([...pairs.values()]))
  fadePlaces(map, [...pairs.keys()])
}

function dataOf(pairs: readonly (readonly [LonLat, LonLat])[]): GeoJSON.FeatureCollection {
  const features = pairs.flatMap(([from, to]): GeoJSON.Feature[] => [
    { type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: [[...from], [...to]] } },
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [...from] } },
  ])
  return { type: 'FeatureCollection', features }
}
