import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import type { GeoJSONSource, Map as MapLibreMap, StyleSpecification } from 'maplibre-gl'
import * as maplibre from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { useEffect, useRef, useState } from 'react'
import type { Town } from '../build/map-data.ts'
import { settings } from '../settings.ts'
import { useWords } from '../words/language.tsx'
import styles from './map-canvas.module.css'
import { mapWords } from './map-words.ts'
import borders from './world/borders-50m.json?url'
import land from './world/land-50m.json?url'
import towns from './world/towns.json?url'

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
  const { sea, land, borders } = grounds[scheme]
  map.setPaintProperty('sea', 'background-color', sea)
  map.setPaintProperty('land', 'fill-color', land)
  map.setPaintProperty('borders', 'line-color', borders)
  colourTownNames(map, scheme)
}

/** The colours that the page is shown in. */
export type ColourScheme = 'light' | 'dark'

/** The colours of sea, land and borders, by the scheme of the page. */
const grounds = {
  light: { sea: '#d6e4ea', land: '#f7f6f2', borders: '#c3c7c4' },
  dark: { sea: '#14202a', land: '#262c31', borders: '#47515a' },
} as const

/** A style that needs nothing from elsewhere: land and borders of the whole world. */
function baseStyle(scheme: ColourScheme): StyleSpecification {
  const colours = grounds[scheme]
  const data = (url: string) => ({ type: 'geojson', data: new URL(url, location.href).href, tolerance: 0.3 }) as const
  return {
    version: 8,
    sources: { land: data(land), borders: data(borders) },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': colours.land } },
      { id: 'borders', type: 'line', source: 'borders', paint: { 'line-color': colours.borders, 'line-width': 1 } },
    ],
  }
}

const source = 'towns'

/** The layer of the names, where there is one: points are drawn below it, so that they cover no name. */
export const townLayer = 'town-names'

const inks = {
  light: { name: '#5a656d', halo: '#f7f6f2' },
  dark: { name: '#a3adb5', halo: '#262c31' },
} as const

/** Names towns on the embedded ground, when they have come. */
function addTownNames(map: MapLibreMap, scheme: ColourScheme): void {
  map.addSource(source, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  map.addLayer({
    id: townLayer,
    type: 'symbol',
    source,
    filter: ['<=', ['get', 'zoom'], ['zoom']],
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['Inter Variable'],
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 10, ['case', ['<=', ['get', 'zoom'], 6], 15, 12]],
      'text-padding': 6,
      'symbol-sort-key': ['get', 'zoom'],
    },
    paint: { 'text-halo-width': 1.2 },
  })
  colourTownNames(map, scheme)
  void load(map)
}

/** Gives the names of towns the colours of a scheme. */
function colourTownNames(map: MapLibreMap, scheme: ColourScheme): void {
  if (!map.getLayer(townLayer)) return
  const { name, halo } = inks[scheme]
  map.setPaintProperty(townLayer, 'text-color', name)
  map.setPaintProperty(townLayer, 'text-halo-color', halo)
}

/** A map without the names is still a map, so a failure is no matter. */
async function load(map: MapLibreMap): Promise<void> {
  try {
    const answer = await fetch(new URL(towns, location.href))
    const features = ((await answer.json()) as Town[]).map(featureOf)
    map.getSource<GeoJSONSource>(source)?.setData({ type: 'FeatureCollection', features })
  } catch {}
}

function featureOf([name, longitude, latitude, zoom]: Town): GeoJSON.Feature<GeoJSON.Point> {
  return {
    type: 'Feature',
    properties: { name, zoom },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }
}
