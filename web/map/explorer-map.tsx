import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import type { Place } from '../../client/client.ts'
import { placeTypes, typeOf } from '../place/place-types.ts'
import MapCanvas from './map-canvas.tsx'

interface ExplorerMapProps {
  readonly places: readonly Place[]
  readonly pointedAt: string | undefined
}

const colours = [
  'match',
  ['get', 'type'],
  ...placeTypes.flatMap(({ key, colour }) => [key, colour]),
  '#555',
] as unknown as string

/** The places found, each a point in the colour of its type. */
export default function ExplorerMap({ places, pointedAt }: ExplorerMapProps) {
  const [map, setMap] = useState<MapLibreMap>()
  useEffect(() => {
    map?.getSource<GeoJSONSource>('places')?.setData({ type: 'FeatureCollection', features: places.map(featureOf) })
  }, [map, places])
  useEffect(() => {
    map?.setFilter('pointed-at', ['==', ['get', 'id'], pointedAt ?? ''])
  }, [map, pointedAt])
  return <MapCanvas center={[16, 62]} zoom={3.6} onReady={(ready) => setMap(withPlaces(ready))} />
}

function featureOf(place: Place): GeoJSON.Feature {
  const { id, name, geolocation } = place
  return { type: 'Feature', geometry: geolocation.geometry, properties: { id, name, type: typeOf(place).key } }
}

function withPlaces(map: MapLibreMap): MapLibreMap {
  map.addSource('places', { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  const stroke = { 'circle-stroke-width': 1.5, 'circle-stroke-color': '#fff' } as const
  map.addLayer({
    id: 'places',
    type: 'circle',
    source: 'places',
    paint: { 'circle-radius': 6, 'circle-color': colours, ...stroke },
  })
  map.addLayer({
    id: 'pointed-at',
    type: 'circle',
    source: 'places',
    filter: ['==', ['get', 'id'], ''],
    paint: { 'circle-radius': 11, 'circle-color': colours, ...stroke },
  })
  return map
}
