import 'maplibre-gl/dist/maplibre-gl.css'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { useColours } from '../kit/colours.ts'
import { useLanguage, useWords } from '../words/language.tsx'
import { addTowns, attribution, backgroundStyle, isBare, restyle } from './base-style.ts'
import styles from './map-canvas.module.css'
import { mapWords } from './map-words.ts'

maplibre.setWorkerUrl(new URL(workerUrl, location.href).href)

/** In pixels. */
const narrowMax = 480

interface MapCanvasProps {
  readonly center: readonly [number, number]
  readonly zoom: number
  /** Called once, when layers can be added. */
  readonly onReady: (map: maplibre.Map) => void
  /** The header of requests that the map makes to the service. */
  readonly authorize?: maplibre.RequestTransformFunction
  /** Told a box that is drawn with Shift (west, south, east, north); where it is not taken, the map goes to it. */
  readonly onBox?: (box: Box) => boolean
}

type Box = readonly [number, number, number, number]

/** A map on its background, which says so where that shows nothing. */
export default function MapCanvas({ center, zoom, onReady, authorize, onBox }: MapCanvasProps) {
  const words = useWords(mapWords)
  const scheme = useColours()
  const container = useRef<HTMLDivElement>(null)
  const { language } = useLanguage()
  const [map, setMap] = useState<maplibre.Map>()
  const [isBareThere, setBareThere] = useState(false)
  const first = useRef({ center, zoom, onReady, scheme, language, words, authorize, onBox })

  useEffect(() => {
    if (!container.current) return
    const { center, zoom, onReady, scheme, language, words, authorize, onBox } = first.current
    const made = new maplibre.Map({
      container: container.current,
      style: backgroundStyle({ scheme, language }),
      center: [center[0], center[1]],
      zoom,
      attributionControl: { compact: true, customAttribution: attribution },
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
    made.touchZoomRotate.disableRotation()
    sayWhenBusy(made)
    foldSources(made)
    // What a map could not load is asked for again when it is moved; whoever sets a style finds here why it fails.
    made.on('error', ({ error }) => console.warn(`map: ${error.message}`))
    made.on('move', () => setBareThere(isBare(made)))
    made.on('load', () => {
      setBareThere(isBare(made))
      foldSources(made)
      setMap(made)
      onReady(made)
      // Behind what was found, which is what the map is for.
      made.once('idle', () => addTowns(made))
    })
    return () => made.remove()
  }, [])

  useEffect(() => {
    if (map) restyle(map, { scheme, language })
  }, [map, scheme, language])

  return (
    <>
      <div ref={container} className={styles.canvas} data-scheme={scheme} />
      {isBareThere && <p className={styles.bare}>{words.bare}</p>}
    </>
  )
}

/** Where there is little room the sources of the map stand behind their sign, as everywhere once it has been moved. */
function foldSources(map: maplibre.Map): void {
  const container = map.getContainer()
  if (container.clientWidth > narrowMax) return
  container.querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show')
}

/** Says to assistive technology, and to whoever takes a picture of it, whether the map is still to change. */
function sayWhenBusy(map: maplibre.Map): void {
  const say = (isBusy: boolean) => map.getContainer().setAttribute('aria-busy', String(isBusy))
  say(true)
  for (const event of ['dataloading', 'movestart'] as const) map.on(event, () => say(true))
  map.on('idle', () => say(false))
  // A map is idle after it was drawn, and is not drawn where a tile was given up or failed.
  for (const event of ['dataabort', 'error'] as const) map.on(event, () => map.triggerRepaint())
}
