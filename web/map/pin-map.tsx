import * as maplibre from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import type { LonLat } from '../place/position.ts'
import MapCanvas from './map-canvas.tsx'

interface PinMapProps {
  readonly position: LonLat
  /** Of the pin. */
  readonly colour: string
  readonly zoom?: number
  /** Told where the pin was dragged or put; without it the pin stays. */
  readonly onMove?: (position: LonLat) => void
}

/** A map with one pin on it, which can be moved where somebody wants to know of it. */
export default function PinMap({ position, colour, zoom = 9, onMove }: PinMapProps) {
  const [map, setMap] = useState<maplibre.Map>()
  const marker = useRef<maplibre.Marker>(undefined)
  const moved = useRef(onMove)
  moved.current = onMove
  const isMovable = onMove !== undefined
  const [longitude, latitude] = position

  useEffect(() => {
    if (!map) return
    const made = new maplibre.Marker({ color: colour, draggable: isMovable }).setLngLat(map.getCenter()).addTo(map)
    made.getElement().setAttribute('aria-hidden', 'true')
    made.getElement().removeAttribute('tabindex')
    made.on('dragend', () => moved.current?.(rounded(made.getLngLat())))
    const put = ({ lngLat }: maplibre.MapMouseEvent) => moved.current?.(rounded(lngLat.wrap()))
    if (isMovable) map.on('click', put)
    marker.current = made
    return () => {
      map.off('click', put)
      made.remove()
    }
  }, [map, colour, isMovable])

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
