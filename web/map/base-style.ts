import { namedFlavor, layers as protomapsLayers } from '@protomaps/basemaps'
import type {
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  LayerSpecification,
  Map as MapLibreMap,
  SourceSpecification,
  StyleSpecification,
  VariableAnchorOffsetCollectionSpecification,
} from 'maplibre-gl'
import type { Language } from '../../src/words/words.ts'
import { serviceAddress } from '../addresses.ts'
import type { ColourScheme } from '../kit/colours.ts'
import type { LonLat } from '../place/place-traits.ts'
import { type MapTiles, settings } from '../settings.ts'
import borders from './world/borders-50m.json?url'
import land from './world/land-50m.json?url'

/** The look of the map background. */
export interface Look {
  readonly scheme: ColourScheme
  readonly language: Language
}

const { ground, towns, municipalities, streets } = settings.map

/** From this zoom on, the coastline of the page is too coarse to separate land from water. */
const coarseZoom = 8

/** The colours of the ground and its names, by colour scheme. */
const grounds = {
  light: {
    ...{ sea: '#cfe0e8', shore: '#b4ccd8', land: '#f7f6f2', neutral: '#eceeec' },
    ...{ border: '#a89fb3', municipality: '#cdc8d3', name: '#56616a', halo: '#f7f6f2' },
  },
  dark: {
    ...{ sea: '#14202a', shore: '#1f3240', land: '#262c31', neutral: '#21282d' },
    ...{ border: '#716a7d', municipality: '#454a52', name: '#a3adb5', halo: '#262c31' },
  },
} as const

const font = ['Inter Variable']

/** Returns the zoom at which the background shows where a position is, from streets down to the outline of a country. */
export function zoomFor(position: LonLat): number {
  if (settings.mapStyleUrl !== undefined || (streets && isIn(streets, position))) return 14
  if (!ground) return 5
  return isIn(ground, position) ? 9 : 7
}

function isIn({ bounds: [west, south, east, north] }: MapTiles, [longitude, latitude]: LonLat): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

/** Returns the operator's style, or one that loads data only from the service. */
export function backgroundStyle(look: Look): StyleSpecification | string {
  if (settings.mapStyleUrl !== undefined) return settings.mapStyleUrl
  const sources: Record<string, SourceSpecification | undefined> = {
    ...(ground ? { ground: tilesOf('ground', ground, openStreetMap) } : worldSources()),
    towns: towns && tilesOf('towns', towns, 'GeoNames'),
    municipalities: municipalities && tilesOf('municipalities', municipalities),
    streets: streets && { ...tilesOf('streets', streets, openStreetMap), bounds: [...streets.bounds] },
  }
  const present = Object.entries(sources).filter((pair): pair is [string, SourceSpecification] => pair[1] !== undefined)
  return { version: 8, sources: Object.fromEntries(present), layers: layersOf(look) }
}

const openStreetMap = '<a href="https://www.openstreetmap.org/copyright" target="_blank">© OpenStreetMap</a>'

function tilesOf(name: string, { version, maxZoom }: MapTiles, attribution?: string) {
  const tiles = [`${location.origin}${serviceAddress(`/map/${name}/`)}{z}/{x}/{y}.mvt?${version}`]
  return { type: 'vector', tiles, maxzoom: maxZoom, ...(attribution && { attribution }) } as const
}

/** The sources of a map without water. */
function worldSources() {
  const data = (url: string) =>
    ({ type: 'geojson', data: new URL(url, location.href).href, tolerance: 0.3, attribution: 'Natural Earth' }) as const
  return { land: data(land), borders: data(borders) }
}

/** Restyles the background. */
export function restyle(map: MapLibreMap, look: Look): void {
  if (settings.mapStyleUrl !== undefined) return
  for (const { id, paint = {}, ...layer } of layersOf(look)) {
    for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as never, value as never)
    if (layer.type === 'symbol') map.setLayoutProperty(id, 'text-field', layer.layout?.['text-field'])
  }
}

/** Returns the layers of the background from below: ground, streets, borders of municipalities, names. */
function layersOf(look: Look): LayerSpecification[] {
  const detail = streets ? streetLayers(look) : towns ? [townNames(look)] : []
  const isName = ({ type }: LayerSpecification) => type === 'symbol'
  return [
    ...(ground ? groundLayers(look) : worldLayers(look)),
    ...detail.filter((layer) => !isName(layer)),
    ...(municipalities ? [municipalityBorders(look)] : []),
    ...detail.filter(isName),
  ]
}

const water = { source: 'ground', 'source-layer': 'water' } as const

/** Returns land and water with shores, and the borders of countries, at every zoom. */
function groundLayers({ scheme }: Look): LayerSpecification[] {
  const { sea, shore, land, border } = groundOf(scheme)
  return [
    { id: 'land', type: 'background', paint: { 'background-color': land } },
    // Below the water, because lakes and rivers overlap the sea.
    { ...water, id: 'shores', type: 'line', paint: { 'line-color': shore, 'line-width': 2 } },
    { ...water, id: 'water', type: 'fill', paint: { 'fill-color': sea, 'fill-antialias': false } },
    {
      id: 'borders',
      type: 'line',
      source: 'ground',
      'source-layer': 'borders',
      paint: { 'line-color': border, 'line-width': ['interpolate', ['linear'], ['zoom'], 3, 0.6, 10, 1.6] },
    },
  ]
}

/** Returns land and borders without a file of water, up to the zoom at which they are accurate. */
function worldLayers({ scheme }: Look): LayerSpecification[] {
  const { sea, land, border, neutral } = groundOf(scheme)
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': ['step', ['zoom'], sea, coarseZoom, neutral] } },
    { id: 'land', type: 'fill', source: 'land', maxzoom: coarseZoom, paint: { 'fill-color': land } },
    {
      id: 'borders',
      type: 'line',
      source: 'borders',
      maxzoom: coarseZoom,
      paint: { 'line-color': border, 'line-width': 1 },
    },
  ]
}

/** Returns the colours of the ground; with streets, those of the streets. */
function groundOf(scheme: ColourScheme) {
  if (!streets) return grounds[scheme]
  const { water, earth, boundaries } = flavorOf(scheme)
  return { ...grounds[scheme], sea: water, shore: water, land: earth, border: boundaries }
}

function municipalityBorders({ scheme }: Look): LayerSpecification {
  return {
    id: 'municipalities',
    type: 'line',
    source: 'municipalities',
    'source-layer': 'municipalities',
    minzoom: 6,
    paint: { 'line-color': grounds[scheme].municipality, 'line-width': 1 },
  }
}

/** The Protomaps colours with calmer water, so that the places stand out. */
function flavorOf(scheme: ColourScheme) {
  const flavor = namedFlavor(scheme)
  return scheme === 'dark' ? flavor : { ...flavor, water: '#b3d3e2' }
}

/** Layers that only show icons, which would have to be loaded from another site. */
const pictured = ['pois', 'roads_oneway', 'roads_shields']

/** The layers of Protomaps, with names in the language and font of the page. */
function streetLayers({ scheme, language }: Look): LayerSpecification[] {
  const drawn = protomapsLayers('streets', flavorOf(scheme), { lang: language }) as LayerSpecification[]
  return drawn
    .filter(({ id, type }) => type !== 'background' && !pictured.includes(id))
    .map((layer) => {
      const id = `streets-${layer.id}`
      if (layer.type !== 'symbol') return { ...layer, id }
      const { 'icon-image': _, ...layout } = layer.layout ?? {}
      // House numbers have no language.
      const isName = layer.id !== 'address_label'
      return {
        ...layer,
        id,
        layout: { ...layout, 'text-font': font, ...(isName && { 'text-field': nameIn(language) }) },
      }
    })
}

function nameIn(language: Language): DataDrivenPropertyValueSpecification<string> {
  return ['coalesce', ['get', `name:${language}`], ['get', 'name']]
}

/** The offsets that a name may have from its town if others stand there, in its own heights. */
const besideTowns: VariableAnchorOffsetCollectionSpecification = [
  ...(['center', [0, 0], 'top', [0, 1.5], 'bottom', [0, -1.5], 'left', [1.5, 0], 'right', [-1.5, 0]] as const),
  ...(['top', [0, 2.6], 'bottom', [0, -2.6]] as const),
].map((part) => (typeof part === 'string' ? part : [...part]))

/** Returns the names of towns: larger the earlier they appear. */
function townNames({ scheme, language }: Look): LayerSpecification {
  const { name, halo } = grounds[scheme]
  const sizes: ExpressionSpecification = ['step', ['get', 'zoom'], 17, 5, 15, 7, 13, 10, 12]
  return {
    id: 'town-names',
    type: 'symbol',
    source: 'towns',
    'source-layer': 'towns',
    filter: ['<=', ['get', 'zoom'], ['zoom']],
    layout: {
      'text-field': nameIn(language),
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 9, sizes, 13, ['+', 1, sizes]],
      'text-padding': 4,
      'text-variable-anchor-offset': besideTowns,
      'symbol-sort-key': ['get', 'zoom'],
    },
    paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  }
}
