import * as maplibre from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { LonLat } from '../place/place-traits.ts'
import { zoomFor } from './base-style.ts'
import MapCanvas from './map-canvas.tsx'
import { storedPosition } from './map-position.ts'

interface PinMapProps {
  readonly position: LonLat
  /** The colour of the pin. */
  readonly colour: string
  readonly zoom?: number
  /** True if the pin is placed. Without one, the map shows where to put it. */
  readonly isPlaced?: boolean
  /** Called with the new position when the pin is dragged or placed. Without it, the pin is fixed. */
  readonly onMove?: (position: LonLat) => void
}

/** A map with one pin, movable if `onMove` is given. */
export default function PinMap({ position, colour, zoom = zoomFor(position), isPlaced = true, onMove }: PinMapProps) {
  const [map, setMap] = useState<maplibre.Map>()
  const marker = useRef<maplibre.Marker>(undefined)
  const moved = useRef(onMove)
  moved.current = onMove
  const isMovable = onMove !== undefined
  const [longitude, latitude] = position

  useEffect(() => {
    if (!map || !isPlaced) return
    const made = new maplibre.Marker({ color: colour, draggable: isMovable }).setLngLat(map.getCenter()).addTo(map)
    made.getElement().setAttribute('aria-hidden', 'true')
    made.getElement().removeAttribute('tabindex')
    made.on('dragend', () => moved.current?.(storedPosition(made.getLngLat())))
    marker.current = made
    return () => {
      made.remove()
      marker.current = undefined
    }
  }, [map, colour, isMovable, isPlaced])

  useEffect(() => {
    if (!map || !isMovable) return
    const put = ({ lngLat }: maplibre.MapMouseEvent) => moved.current?.(storedPosition(lngLat))
    return map.on('click', put).unsubscribe
  }, [map, isMovable])

  useEffect(() => {
    if (!map) return
    marker.current?.setLngLat([longitude, latitude])
    if (!map.getBounds().contains([longitude, latitude]))
      map.jumpTo({ center: [longitude, latitude], zoom: Math.max(map.getZoom(), zoom) })
  }, [map, longitude, latitude, zoom])

  return <MapCanvas center={position} zoom={zoom} onReady={setMap} />
}
