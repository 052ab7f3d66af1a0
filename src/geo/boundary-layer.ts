import { canonicalText } from '../place/check/clean.ts'
import type { JsonValue } from '../place/json.ts'
import type { GeolocationInfo } from '../place/place.ts'
import { limits } from '../place/schema.ts'
import { type Boundary, BoundaryError, type BoundaryFile } from './boundary-file.ts'

/** The fields of geolocationInfo, in the order in which they are written. */
export const geolocationFields = ['lkf', 'county', 'municipality', 'city', 'localArea', 'country'] as const
export type GeolocationField = (typeof geolocationFields)[number]

/** The features of one kind in a boundary file, and what they tell of the positions in them. */
export interface BoundaryLayer {
  /** Absolute path of a GeoJSON or TopoJSON file, gzipped or not. */
  readonly file: string
  /** The object of a TopoJSON file; may be absent when it has only one. */
  readonly object?: string
  /** Field -> the property of a feature that holds its value. */
  readonly fields: Readonly<Partial<Record<GeolocationField, string>>>
}

/** A boundary with what it tells: only the fields that it has a value for. */
export interface TellingBoundary {
  readonly boundary: Boundary
  readonly tells: GeolocationInfo
}

/**
 * The boundaries of a layer that tell anything. Throws a BoundaryError that names the file, the layer and what is
 * wrong: an object that is not there, no polygon, a property that no feature has, a value that is no text.
 */
export function boundariesOf(source: BoundaryFile, layer: BoundaryLayer, name: string): TellingBoundary[] {
  const object = objectOf(source, layer, name)
  const boundaries = source.boundaries(object)
  if (boundaries.length === 0) throw new BoundaryError(source.file, `${name} has no Polygon and no MultiPolygon`)
  for (const [field, property] of Object.entries(layer.fields)) {
    if (boundaries.some(({ properties }) => Object.hasOwn(properties, property))) continue
    const known = [...new Set(boundaries.flatMap(({ properties }) => Object.keys(properties)))].slice(0, 20)
    const detail = `${name} takes ${field} from property '${property}', which no feature has; they have ${known.join(', ') || 'none'}`
    throw new BoundaryError(source.file, detail)
  }
  return boundaries
    .map((boundary) => ({ boundary, tells: tellsOf(source.file, boundary, { layer, name }) }))
    .filter(({ tells }) => Object.keys(tells).length > 0)
}

function objectOf({ file, objects }: BoundaryFile, layer: BoundaryLayer, name: string): string | undefined {
  if (!objects) {
    if (layer.object === undefined) return undefined
    throw new BoundaryError(file, `${name} names the object '${layer.object}', but only TopoJSON has objects`)
  }
  const object = layer.object ?? (objects.length === 1 ? objects[0] : undefined)
  if (object !== undefined && objects.includes(object)) return object
  const asked = object === undefined ? 'must name one of its objects' : `names the object '${object}'`
  throw new BoundaryError(file, `${name} ${asked}, the file has ${objects.join(', ') || 'none'}`)
}

function tellsOf(file: string, { properties }: Boundary, of: { layer: BoundaryLayer; name: string }): GeolocationInfo {
  const tells: GeolocationInfo = {}
  for (const field of geolocationFields) {
    const property = of.layer.fields[field]
    if (property === undefined || !Object.hasOwn(properties, property)) continue
    const value = textOf(properties[property])
    if (value === undefined) {
      const detail = `property '${property}' must be a text of at most ${limits.string} characters, a number or null`
      throw new BoundaryError(file, `${of.name}: ${detail}, got ${JSON.stringify(properties[property]).slice(0, 60)}`)
    }
    if (value !== '') tells[field] = value
  }
  return tells
}

/** A value as texts are kept (D19): '' for what is empty; undefined for what is no text. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.length <= limits.string ? canonicalText(text) : undefined
}
