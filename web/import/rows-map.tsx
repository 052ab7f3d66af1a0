import type { GeoJSONSource, Map as MapLibreMap } from 'maplibre-gl'
import { useCallback, useEffect, useRef, useState } from 'react'
import MapCanvas from '../map/map-canvas.tsx'
import { kindColours } from './kind-mark.tsx'
import type { Pin } from './plan.ts'

interface RowsMapProps {
  readonly pins: readonly Pin[]
  /** The line of the row that is pointed at. */
  readonly pointed: number | undefined
  readonly onPoint: (line: number) => void
}

const source = 'rows'
/** Deep enough for one place in its street. */
const zoomMax = 15

/** A map with a pin for each row. */
export default function RowsMap({ pins, pointed, onPoint }: RowsMapProps) {
  const [map, setMap] = useState<MapLibreMap>()
  const point = useRef(onPoint)
  point.current = onPoint
  const ready = useCallback((made: MapLibreMap) => {
    made.addSource(source, { type: 'geojson', data: featuresOf([]) })
    made.addLayer({
      id: source,
      type: 'circle',
      source,
      layout: { 'circle-sort-key': ['get', 'order'] },
      paint: {
        'circle-radius': ['case', ['boolean', ['feature-state', 'pointed'], false], 10, 6],
        'circle-color': ['get', 'colour'],
        'circle-stroke-width': 1.5,
        'circle-stroke-color': '#ffffff',
      },
    })
    made.on('click', source, ({ features }) => {
      const line = features?.[0]?.properties.line
      if (typeof line === 'number') point.current(line)
    })
    setMap(made)
  }, [])
  const extent = extentOf(pins)
  const fitted = extent?.join()
  useEffect(() => {
    map?.getSource<GeoJSONSource>(source)?.setData(featuresOf(pins))
  }, [map, pins])
  useEffect(() => {
    if (map && extent) map.fitBounds(extent, { padding: 40, maxZoom: zoomMax, animate: false })
  }, [map, fitted])
  useEffect(() => {
    if (!map || pointed === undefined) return
    map.setFeatureState({ source, id: pointed }, { pointed: true })
    return () => {
      map.setFeatureState({ source, id: pointed }, { pointed: false })
    }
  }, [map, pointed])
  return <MapCanvas center={[15, 60]} zoom={3} onReady={ready} />
}

/** Faults lie above all others. */
const order = ['unchanged', 'created', 'changed', 'noted', 'refused'] as const

function featuresOf(pins: readonly Pin[]): GeoJSON.FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: pins.map(([longitude, latitude, line, kind]) => ({
      type: 'Feature',
      id: line,
      properties: { line, colour: kindColours[kind], order: order.indexOf(kind) },
      geometry: { type: 'Point', coordinates: [longitude, latitude] },
    })),
  }
}

/** Returns west, south, east and north of the pins; undefined if there are none. */
function extentOf(pins: readonly Pin[]): [number, number, number, number] | undefined {
  if (pins.length === 0) return undefined
  const around = (found: readonly [number, number, number, number], [x, y]: Pin) =>
    [Math.min(found[0], x), Math.min(found[1], y), Math.max(found[2], x), Math.max(found[3], y)] as const
  return [...pins.reduce(around, [180, 90, -180, -90])] as [number, number, number, number]
}
