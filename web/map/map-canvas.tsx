import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { useColours } from '../kit/colours.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { backgroundStyle, restyle } from './base-style.ts'
import styles from './map-canvas.module.css'
import { mapWords } from './map-words.ts'

maplibre.setWorkerUrl(new URL(workerUrl, location.href).href)

/** Width in pixels. */
const narrowMax = 480

interface MapCanvasProps {
  readonly center: readonly [number, number]
  readonly zoom: number
  /** Called once, when layers can be added. */
  readonly onReady: (map: maplibre.Map) => void
  /** Adds the header for requests to the service. */
  readonly authorize?: maplibre.RequestTransformFunction
  /** Receives a box drawn with Shift (west, south, east, north). If it returns false, the map zooms to the box. */
  readonly onBox?: (box: Box) => boolean
}

type Box = readonly [number, number, number, number]

/** A map with its background and a scale. */
export default function MapCanvas({ center, zoom, onReady, authorize, onBox }: MapCanvasProps) {
  const words = useWords(mapWords)
  const scheme = useColours()
  const container = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  const [map, setMap] = useState<maplibre.Map>()
  const first = useRef({ center, zoom, onReady, scheme, language, words, authorize, onBox })

  useEffect(() => {
    if (!container.current) return
    const { center, zoom, onReady, scheme, language, words, authorize, onBox } = first.current
    const made = new maplibre.Map({
      container: container.current,
      style: backgroundStyle({ scheme, language }),
      center: [center[0], center[1]],
      zoom,
      attributionControl: { compact: true },
      locale: words.controls,
      dragRotate: false,
      pitchWithRotate: false,
      boxZoom: {
        boxZoomEnd: (map, { x, y }, end, originalEvent) => {
          const { lng: west, lat: south } = map.unproject([Math.min(x, end.x), Math.max(y, end.y)]).wrap()
          const { lng: east, lat: north } = map.unproject([Math.max(x, end.x), Math.min(y, end.y)]).wrap()
          if (onBox?.([west, south, east, north])) return
          map.fitBounds([west, south, east < west ? east + 360 : east, north], {}, { originalEvent })
        },
      },
      ...(authorize && { transformRequest: authorize }),
    })
    made.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right')
    made.addControl(new maplibre.ScaleControl(), 'bottom-left')
    made.touchZoomRotate.disableRotation()
    sayWhenBusy(made)
    foldSources(made)
    // The map retries failed loads when it is moved. The log helps whoever configures a style.
    made.on('error', ({ error }) => console.warn(`map: ${error.message}`))
    made.on('load', () => {
      foldSources(made)
      setMap(made)
      onReady(made)
    })
    return () => made.remove()
  }, [])

  useEffect(() => {
    if (map) restyle(map, { scheme, language })
  }, [map, scheme, language])

  return <div ref={container} className={styles.canvas} data-scheme={scheme} />
}

/** Collapses the attribution on a narrow map, as everywhere after the first move. */
function foldSources(map: maplibre.Map): void {
  const container = map.getContainer()
  if (container.clientWidth > narrowMax) return
  container.querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show')
}

/** Sets `aria-busy` while the map is still changing, for assistive technology and for screenshots. */
function sayWhenBusy(map: maplibre.Map): void {
  const say = (isBusy: boolean) => map.getContainer().setAttribute('aria-busy', String(isBusy))
  say(true)
  for (const event of ['dataloading', 'movestart'] as const) map.on(event, () => say(true))
  map.on('idle', () => say(false))
  // The idle event follows a repaint, and an aborted or failed tile triggers none.
  for (const event of ['dataabort', 'error'] as const) map.on(event, () => map.triggerRepaint())
}
