import { parseDegrees, parseMetres } from '../../geo/written-position.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../place/json.ts'
import { pointInside } from '../reading/point-inside.ts'
import { jsonOf } from './cell-text.ts'
import { writtenNumber } from './cell-values.ts'

/** A pair of coordinates in any system: easting or longitude first. */
export type Pair = readonly [x: number, y: number]

/** A position in one cell, in the units of its system. */
export interface CellPosition {
  /** Easting or longitude first. */
  readonly pair: Pair
  /** True if nothing else is written so: well-known text, GeoJSON, signs of degrees, or two decimal numbers. */
  readonly isCertain: boolean
  /** The type of a geometry that is no point. */
  readonly type?: string
  /** The EPSG code that the cell names. */
  readonly epsg?: number
}

const wellKnown =
  /^(?:SRID=(\d{4,6});)?\s*POINT\s*(?:Z|M|ZM)?\s*\(\s*([-+\d.,eE]+)[\s,;]+([-+\d.eE]+)(?:\s+[-+\d.eE]+)*\s*\)$/i

/**
 * Reads a position from a cell: latitude and longitude, degrees with minutes and seconds, metres of a grid, well-known
 * text or GeoJSON. A lone decimal comma makes one number, not a position. `west` is the letter O of Romance languages.
 */
export function positionIn(cell: JsonValue | undefined, west = false): CellPosition | undefined {
  if (isJsonObject(cell)) return ofGeometry(cell)
  if (typeof cell !== 'string') return undefined
  const text = cell.trim().slice(0, 100_000)
  if (text.startsWith('{')) {
    const json = jsonOf(text)
    return isJsonObject(json) ? ofGeometry(json) : undefined
  }
  const shape = shapeIn(text)
  if (shape) return shape
  if (text.length > 300) return undefined
  const [, srid, x, y] = wellKnown.exec(text) ?? []
  if (x !== undefined && y !== undefined) {
    const pair = [writtenNumber(x) ?? Number.NaN, writtenNumber(y) ?? Number.NaN] as const
    if (!pair.every(Number.isFinite)) return undefined
    return { pair, isCertain: true, ...(srid !== undefined && { epsg: Number(srid) }) }
  }
  if (/^\d+,\d+$/.test(text) || writtenNumber(text) !== undefined) return undefined
  const listed = /^\[\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)(?:\s*,\s*-?\d+(?:\.\d+)?)?\s*\]$/.exec(text)
  // GeoJSON has the longitude first.
  if (listed) return { pair: [Number(listed[1]), Number(listed[2])], isCertain: true }
  const degrees = parseDegrees(west ? text.replaceAll(/(?<=[\d'"′″´’”\s])O(?![\p{L}])/gu, 'W') : text)
  if (degrees) return { pair: degrees, isCertain: /[°º]|\d\.\d+.*\d\.\d|\d,\d+[ ;].*\d,\d|^(?:https?|geo):/.test(text) }
  const metres = parseMetres(text)
  return metres && { pair: [metres[1], metres[0]], isCertain: true }
}

/** Lines, polygons and several points as well-known text (OGC 06-103r4, 7.2), by the names that GeoJSON has for them. */
const shapes: Readonly<Record<string, string>> = {
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
}
const shapeText =
  /^(?:SRID=(\d{4,6});)?\s*((?:MULTI)?(?:LINESTRING|POLYGON|POINT))(?:\s*(?:ZM|Z|M))?\s*(\([-+\d.eE\s,()]+\))$/i

/** Two to four numbers; bounded in length, so that a search for them takes a time that is linear. */
const coordinatesText = /([-+\d.eE]{1,30})\s{1,10}([-+\d.eE]{1,30})(?:\s{1,10}[-+\d.eE]{1,30}){0,2}/g

function shapeIn(text: string): CellPosition | undefined {
  const [, srid, name = '', body = ''] = shapeText.exec(text) ?? []
  const type = shapes[name.toUpperCase()]
  if (type === undefined) return undefined
  const pairs = body.replaceAll(coordinatesText, '[$1,$2]')
  // The points of a MULTIPOINT may have parentheses of their own.
  const flat = type === 'MultiPoint' ? pairs.replaceAll(/\((\[[^()]*?\])\)(?=\s*[,)])/g, '$1') : pairs
  const coordinates = jsonOf(flat.replaceAll('(', '[').replaceAll(')', ']'))
  const found = ofGeometry({ type, coordinates })
  return found && { ...found, ...(srid !== undefined && { epsg: Number(srid) }) }
}

/** Returns the position of a geometry of GeoJSON, or of an object with the members of some portals. */
export function ofGeometry(value: JsonObject): CellPosition | undefined {
  const geometry = value.type === 'Feature' && isJsonObject(value.geometry) ? value.geometry : value
  const { type, coordinates } = geometry
  if (type === 'Point' && Array.isArray(coordinates)) {
    const [x, y] = coordinates as JsonValue[]
    return typeof x === 'number' && typeof y === 'number' ? { pair: [x, y], isCertain: true } : undefined
  }
  const inside = pointInside(geometry)
  if (inside) return { pair: inside, isCertain: true, type: String(type) }
  // As in {"lat": 59.86, "lon": 17.64}.
  const { lat, latitude = lat, lon, lng = lon, longitude = lng } = value
  const [x, y] = [longitude, latitude].map((one) => (typeof one === 'string' ? writtenNumber(one) : one))
  return typeof x === 'number' && typeof y === 'number' ? { pair: [x, y], isCertain: true } : undefined
}
