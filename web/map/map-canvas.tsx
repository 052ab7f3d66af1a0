import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import { settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import { addTownNames, baseStyle, type ColourScheme, colourTownNames, groundColours } from './base-style.ts'
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
}

/** A map on the embedded ground, or on the style that the operator has set. */
export default function MapCanvas({ center, zoom, onReady, authorize }: MapCanvasProps) {
  const words = useWords(mapWords)
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<maplibre.Map>()
  const first = useRef({ center, zoom, onReady, scheme, words, authorize })

  useEffect(() => {
    if (!container.current) return
    const { center, zoom, onReady, scheme, words, authorize } = first.current
    const made = new maplibre.Map({
      container: container.current,
      style: settings.mapStyleUrl ?? baseStyle(scheme),
      center: [center[0], center[1]],
      zoom,
      attributionControl: { compact: true, customAttribution: settings.mapStyleUrl ? [] : 'Natural Earth, GeoNames' },
      locale: words.controls,
      dragRotate: false,
      pitchWithRotate: false,
      ...(authorize && { transformRequest: authorize }),
    })
    made.addControl(new maplibre.NavigationControl({ showCompass: false }), 'top-right')
    made.touchZoomRotate.disableRotation()
    sayWhenBusy(made)
    foldSources(made)
    // What a map could not load is asked for again when it is moved; whoever sets a style finds here why it fails.
    made.on('error', ({ error }) => console.warn(`map: ${error.message}`))
    made.on('load', () => {
      if (settings.mapStyleUrl === undefined) addTownNames(made, scheme)
      foldSources(made)
      setMap(made)
      onReady(made)
    })
    return () => made.remove()
  }, [])

  useEffect(() => {
    if (map && !settings.mapStyleUrl) colourGround(map, scheme)
  }, [map, scheme])

  return <div ref={container} className={styles.canvas} data-scheme={scheme} />
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

function colourGround(map: maplibre.Map, scheme: ColourScheme): void {
  for (const [layer, property, colour] of groundColours(scheme)) map.setPaintProperty(layer, property, colour)
  colourTownNames(map, scheme)
}
