import * as maplibre from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { LonLat } from '../place/place-traits.ts'
import { showsStreets } from './base-style.ts'
import MapCanvas from './map-canvas.tsx'

interface PinMapProps {
  readonly position: LonLat
  /** Of the pin. */
  readonly colour: string
  readonly zoom?: number
  /** Whether there is a pin yet; without one the map shows where one may be put. */
  readonly isPlaced?: boolean
  /** Told where the pin was dragged or put; without it the pin stays. */
  readonly onMove?: (position: LonLat) => void
}

/** A map with one pin on it, which can be moved where somebody wants to know of it. */
export default function PinMap({
  position,
  colour,
  zoom = showsStreets(position) ? 14 : 5,
  isPlaced = true,
  onMove,
}: PinMapProps) {
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
    made.on('dragend', () => moved.current?.(rounded(made.getLngLat().wrap())))
    marker.current = made
    return () => {
      made.remove()
      marker.current = undefined
    }
  }, [map, colour, isMovable, isPlaced])

  useEffect(() => {
    if (!map || !isMovable) return
    const put = ({ lngLat }: maplibre.MapMouseEvent) => moved.current?.(rounded(lngLat.wrap()))
    return map.on('click', put).unsubscribe
  }, [map, isMovable])

  useEffect(() => {
    if (!map) return
    marker.current?.setLngLat([longitude, latitude])
    if (!map.getBounds().contains([longitude, latitude])) map.jumpTo({ center: [longitude, latitude] })
  }, [map, longitude, latitude])

  return <MapCanvas center={position} zoom={zoom} onReady={setMap} />
}

/** Six decimals of a degree are a tenth of a metre. */
function rounded({ lng, lat }: { readonly lng: number; readonly lat: number }): LonLat {
  return [Number(lng.toFixed(6)), Number(lat.toFixed(6))]
}
