import type { Map as MapLibreMap, MapMouseEvent } from 'maplibre-gl'
import { useEffect } from 'react'
import { placeLayers } from './place-layers.ts'

/** Zooms in on the cluster at a point of the map. Returns false if there is none. */
export function openCluster(map: MapLibreMap, point: MapMouseEvent['point']): boolean {
  const [feature] = map.queryRenderedFeatures(point, { layers: [placeLayers.clusters] })
  if (feature?.geometry.type !== 'Point') return false
  const [longitude = 0, latitude = 0] = feature.geometry.coordinates
  map.easeTo({ center: [longitude, latitude], zoom: map.getZoom() + 2 }, { originalEvent: 'cluster' })
  return true
}

/** A click on a place shows it; a click on a cluster zooms in. */
export function useChoosing(map: MapLibreMap | undefined, choose: (id: string | undefined) => void): void {
  useEffect(() => {
    if (!map) return
    const click = ({ point }: MapMouseEvent) => {
      const [place] = map.queryRenderedFeatures(point, { layers: [placeLayers.places] })
      if (place) choose(String(place.properties.id))
      else if (!openCluster(map, point)) choose(undefined)
    }
    const point = ({ point }: MapMouseEvent) => {
      const layers = [placeLayers.places, placeLayers.clusters]
      map.getCanvas().style.cursor = map.queryRenderedFeatures(point, { layers }).length > 0 ? 'pointer' : ''
    }
    const subscriptions = [map.on('click', click), map.on('mousemove', point)]
    return () => {
      for (const { unsubscribe } of subscriptions) unsubscribe()
    }
  }, [map, choose])
}
