import { namedFlavor, layers as protomapsLayers } from '@protomaps/basemaps'
import type {
  DataDrivenPropertyValueSpecification,
  GeoJSONSource,
  LayerSpecification,
  Map as MapLibreMap,
  StyleSpecification,
} from 'maplibre-gl'
import type { Language } from '../../src/words/words.ts'
import { serviceAddress } from '../addresses.ts'
import type { Town } from '../build/map-data.ts'
import type { ColourScheme } from '../kit/colours.ts'
import type { LonLat } from '../place/place-traits.ts'
import { settings } from '../settings.ts'
import borders from './world/borders-50m.json?url'
import land from './world/land-50m.json?url'
import farTowns from './world/towns-far.json?url'
import nearTowns from './world/towns-near.json?url'

/** The look of the map background. */
export interface Look {
  readonly scheme: ColourScheme
  readonly language: Language
}

/** From this zoom on, the embedded coastline is too coarse to separate land from water. */
const coarseZoom = 8

/** The colours of sea, land, borders, neutral ground and names, by colour scheme. */
const grounds = {
  light: { sea: '#d6e4ea', land: '#f7f6f2', border: '#c3c7c4', neutral: '#eceeec', name: '#5a656d', halo: '#f7f6f2' },
  dark: { sea: '#14202a', land: '#262c31', border: '#47515a', neutral: '#21282d', name: '#a3adb5', halo: '#262c31' },
} as const

const ids = { sea: 'sea', land: 'land', borders: 'borders', towns: 'town-names', tiles: 'map-tiles' } as const

const font = ['Inter Variable']

/**
 * Returns whether the background shows streets at a position. The operator's own style is assumed to show them
 * everywhere.
 */
export function showsStreets([longitude, latitude]: LonLat): boolean {
  if (settings.mapTiles === undefined) return settings.mapStyleUrl !== undefined
  const [west, south, east, north] = settings.mapTiles.bounds
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north
}

/** Returns whether the map shows only bare ground at its centre, because it has no data there. */
export function isBare(map: MapLibreMap): boolean {
  const { lng, lat } = map.getCenter().wrap()
  return map.getZoom() >= coarseZoom && !showsStreets([lng, lat])
}

/** Returns the operator's style, or one that loads data only from the service. */
export function backgroundStyle(look: Look): StyleSpecification | string {
  if (settings.mapStyleUrl !== undefined) return settings.mapStyleUrl
  const data = (url: string) => ({ type: 'geojson', data: new URL(url, location.href).href, tolerance: 0.3 }) as const
  return {
    version: 8,
    sources: { [ids.land]: data(land), [ids.borders]: data(borders), ...detailSource() },
    layers: [...groundLayers(look), ...detailLayers(look)],
  }
}

/** Returns the source above the ground: the service's tiles, otherwise town names, which are added once loaded. */
function detailSource(): StyleSpecification['sources'] {
  if (settings.mapTiles === undefined)
    return { [ids.towns]: { type: 'geojson', data: { type: 'FeatureCollection', features: [] } } }
  const { version, maxZoom, bounds } = settings.mapTiles
  return {
    [ids.tiles]: {
      type: 'vector',
      tiles: [`${location.origin}${serviceAddress('/map/')}{z}/{x}/{y}.mvt?${version}`],
      maxzoom: maxZoom,
      bounds: [...bounds],
      attribution: '<a href="https://www.openstreetmap.org/copyright" target="_blank">© OpenStreetMap</a>',
    },
  }
}

/** The attribution of the background, in addition to that of its sources. */
export const attribution = settings.mapStyleUrl ? [] : settings.mapTiles ? 'Natural Earth' : 'Natural Earth, GeoNames'

/** Restyles the background. */
export function restyle(map: MapLibreMap, look: Look): void {
  if (settings.mapStyleUrl !== undefined) return
  for (const { id, paint = {}, ...layer } of [...groundLayers(look), ...detailLayers(look)]) {
    for (const [name, value] of Object.entries(paint)) map.setPaintProperty(id, name as never, value as never)
    if (layer.type === 'symbol') map.setLayoutProperty(id, 'text-field', layer.layout?.['text-field'])
  }
}

/** Returns the layers of land and borders of the world, up to the zoom at which they are accurate. */
function groundLayers({ scheme }: Look): LayerSpecification[] {
  const { sea, land, border, neutral } = groundOf(scheme)
  return [
    { id: ids.sea, type: 'background', paint: { 'background-color': ['step', ['zoom'], sea, coarseZoom, neutral] } },
    { id: ids.land, type: 'fill', source: ids.land, maxzoom: coarseZoom, paint: { 'fill-color': land } },
    {
      id: ids.borders,
      type: 'line',
      source: ids.borders,
      maxzoom: coarseZoom,
      paint: { 'line-color': border, 'line-width': 1 },
    },
  ]
}

/** Returns the colours of the embedded ground; with tiles, those of the tiles. */
function groundOf(scheme: ColourScheme) {
  if (settings.mapTiles === undefined) return grounds[scheme]
  const { water, earth, boundaries } = flavorOf(scheme)
  return { ...grounds[scheme], sea: water, land: earth, border: boundaries }
}

function detailLayers(look: Look): LayerSpecification[] {
  return settings.mapTiles === undefined ? [townNames(look)] : tileLayers(look)
}

/** The Protomaps colours with calmer water, so that the places stand out. */
function flavorOf(scheme: ColourScheme) {
  const flavor = namedFlavor(scheme)
  return scheme === 'dark' ? flavor : { ...flavor, water: '#b3d3e2' }
}

/** Layers that only show icons, which would have to be loaded from another site. */
const pictured = ['pois', 'roads_oneway', 'roads_shields']

/** The layers of Protomaps, with names in the language and font of the page. */
function tileLayers({ scheme, language }: Look): LayerSpecification[] {
  const drawn = protomapsLayers(ids.tiles, flavorOf(scheme), { lang: language }) as LayerSpecification[]
  return drawn
    .filter(({ id, type }) => type !== 'background' && !pictured.includes(id))
    .map((layer) => {
      if (layer.type !== 'symbol') return layer
      const { 'icon-image': _, ...layout } = layer.layout ?? {}
      // House numbers have no language.
      const isName = layer.id !== 'address_label'
      return { ...layer, layout: { ...layout, 'text-font': font, ...(isName && { 'text-field': nameIn(language) }) } }
    })
}

function nameIn(language: Language): DataDrivenPropertyValueSpecification<string> {
  return ['coalesce', ['get', `name:${language}`], ['get', 'name']]
}

function townNames({ scheme, language }: Look): LayerSpecification {
  const { name, halo } = grounds[scheme]
  return {
    id: ids.towns,
    type: 'symbol',
    source: ids.towns,
    filter: ['<=', ['get', 'zoom'], ['zoom']],
    layout: {
      'text-field': nameIn(language),
      'text-font': font,
      'text-size': ['interpolate', ['linear'], ['zoom'], 3, 11, 10, ['case', ['<=', ['get', 'zoom'], 6], 15, 12]],
      'text-padding': 6,
      'symbol-sort-key': ['get', 'zoom'],
    },
    paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.2 },
  }
}

/** Above this zoom, the towns of the second file are needed soon. */
const nearZoom = 5.5

/**
 * Adds town names to the embedded ground as they load: first those visible from afar, and the others once the map is
 * zoomed in. The map works without them.
 */
export function addTowns(map: MapLibreMap): void {
  const source = map.getSource<GeoJSONSource>(ids.towns)
  if (!source) return
  const add = async (file: string, former: readonly GeoJSON.Feature[] = []) => {
    try {
      const answer = await fetch(new URL(file, location.href))
      const features = [...former, ...((await answer.json()) as Town[]).map(featureOf)]
      source.setData({ type: 'FeatureCollection', features })
      return features
    } catch {
      return former
    }
  }
  const far = add(farTowns)
  const look = () => {
    if (map.getZoom() < nearZoom) return
    map.off('zoom', look)
    void far.then((features) => add(nearTowns, features))
  }
  map.on('zoom', look)
  look()
}

function featureOf([name, longitude, latitude, zoom, named]: Town): GeoJSON.Feature<GeoJSON.Point> {
  const names = Object.entries(named ?? {}).map(([language, text]) => [`name:${language}`, text])
  return {
    type: 'Feature',
    properties: { name, zoom, ...Object.fromEntries(names) },
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
  }
}
