import { dirname, resolve } from 'node:path'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'
import type { GeolocationInfo } from '../place/place.ts'
import { limits } from '../place/schema.ts'
import { canonicalText } from '../place/text.ts'
import {
  type Boundary,
  BoundaryError,
  type BoundaryFile,
  isBoundaryDocument,
  openBoundaries,
  readJson,
} from './boundary-file.ts'

/** The configuration of a locator. Plain data, so that it can be passed to a worker thread. */
export interface LocatorOptions {
  /** The first layer with a value for a field wins. Empty: only the country is known. */
  readonly layers: readonly BoundaryLayer[]
}

const maxLayers = 100

/**
 * Reads and checks the file named by BOUNDARIES: a configuration (docs/boundaries.md), or a boundary file whose
 * properties are named like the fields. Throws a BoundaryError that names file, layer and property. The boundary files
 * are also examined, so that accepted options always load.
 */
export async function readBoundaryOptions(path: string): Promise<LocatorOptions> {
  const file = resolve(path)
  const document = await readJson(file)
  if (isBoundaryDocument(document)) return { layers: [layerLikeFields(openBoundaries(file, document))] }
  const layers = layersOf(file, document)
  await openLayers(layers)
  return { layers }
}

/** Opens the boundaries of each layer; throws a BoundaryError if a file is wrong or does not fit its layer. */
export async function openLayers(layers: readonly BoundaryLayer[]): Promise<readonly TellingBoundary[][]> {
  const files = new Map<string, BoundaryFile>()
  const opened: TellingBoundary[][] = []
  for (const [position, layer] of layers.entries()) {
    const source = files.get(layer.file) ?? openBoundaries(layer.file, await readJson(layer.file))
    files.set(layer.file, source)
    opened.push(boundariesOf(source, layer, layerName(position)))
  }
  return opened
}

/** Returns the name of a layer in messages, counted from 0 as in JSON pointers. */
function layerName(position: number): string {
  return `layers[${position}]`
}

/** Creates a layer that takes each field from the property of the same name, if any feature has it. */
function layerLikeFields(source: BoundaryFile): BoundaryLayer {
  const [object, ...others] = source.objects ?? []
  if (others.length > 0) {
    throw new BoundaryError(
      source.file,
      `has several objects (${source.objects?.join(', ')}): name a configuration instead`,
    )
  }
  const boundaries = source.boundaries(object)
  const given = geolocationFields.filter((field) =>
    boundaries.some(({ properties }) => Object.hasOwn(properties, field)),
  )
  if (given.length === 0) {
    const detail = `no polygon has a property named ${geolocationFields.join(', ')}: rename them or name a configuration`
    throw new BoundaryError(source.file, detail)
  }
  const fields = Object.fromEntries(given.map((field) => [field, field]))
  const layer = { file: source.file, ...(object !== undefined && { object }), fields }
  boundariesOf(source, layer, layerName(0))
  return layer
}

function layersOf(file: string, document: JsonValue): BoundaryLayer[] {
  const shape = 'must be {"layers": [{"file", "object", "fields"}, …]}, GeoJSON or TopoJSON'
  if (!isJsonObject(document) || !Array.isArray(document.layers)) throw new BoundaryError(file, shape)
  refuseOthers(file, document, { allowed: ['layers'], where: 'the configuration' })
  if (document.layers.length < 1 || document.layers.length > maxLayers) {
    throw new BoundaryError(file, `layers must be 1 to ${maxLayers}, got ${document.layers.length}`)
  }
  return document.layers.map((layer: JsonValue, position) => layerOf(file, layer, layerName(position)))
}

function layerOf(configuration: string, layer: JsonValue, name: string): BoundaryLayer {
  if (!isJsonObject(layer)) throw new BoundaryError(configuration, `${name} must be an object`)
  refuseOthers(configuration, layer, { allowed: ['file', 'object', 'fields'], where: name })
  const { file, object, fields } = layer
  if (!isName(file)) throw new BoundaryError(configuration, `${name}.file must name a file`)
  if (object !== undefined && !isName(object)) throw new BoundaryError(configuration, `${name}.object must be a name`)
  return {
    file: resolve(dirname(configuration), file),
    ...(object !== undefined && { object }),
    fields: fieldsOf(configuration, fields, `${name}.fields`),
  }
}

function fieldsOf(configuration: string, fields: JsonValue | undefined, name: string): BoundaryLayer['fields'] {
  if (!isJsonObject(fields) || Object.keys(fields).length === 0) {
    throw new BoundaryError(configuration, `${name} must give at least one of ${geolocationFields.join(', ')}`)
  }
  refuseOthers(configuration, fields, { allowed: geolocationFields, where: name })
  for (const [field, property] of Object.entries(fields)) {
    if (!isName(property))
      throw new BoundaryError(configuration, `${name}.${field} must name a property of the features`)
  }
  return fields as Partial<Record<GeolocationField, string>>
}

function isName(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && value !== ''
}

interface Allowed {
  readonly allowed: readonly string[]
  readonly where: string
}

function refuseOthers(configuration: string, value: JsonObject, { allowed, where }: Allowed): void {
  const other = Object.keys(value).find((member) => !allowed.includes(member))
  if (other === undefined) return
  throw new BoundaryError(configuration, `${where} has '${other}', must be ${allowed.join(', ')}`)
}

/** The fields of geolocationInfo, in their order of output. */
export const geolocationFields = ['lkf', 'county', 'municipality', 'city', 'localArea', 'country'] as const
type GeolocationField = (typeof geolocationFields)[number]

/** The features of one kind in a boundary file, and the fields that they provide for positions inside. */
interface BoundaryLayer {
  /** Absolute path of a GeoJSON or TopoJSON file, gzipped or not. */
  readonly file: string
  /** The object of a TopoJSON file; may be absent if the file has only one. */
  readonly object?: string
  /** Field -> the property of a feature that holds its value. */
  readonly fields: Readonly<Partial<Record<GeolocationField, string>>>
}

/** A boundary with the fields that it provides: only those for which it has a value. */
export interface TellingBoundary {
  readonly boundary: Boundary
  readonly info: GeolocationInfo
}

/**
 * Returns the boundaries of a layer that provide any field. Throws a BoundaryError that names the file, the layer and
 * the fault: a missing object, no polygon, a property that no feature has, or a value that is not a text.
 */
function boundariesOf(source: BoundaryFile, layer: BoundaryLayer, name: string): TellingBoundary[] {
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
    .map((boundary) => ({ boundary, info: infoOf(source.file, boundary, { layer, name }) }))
    .filter(({ info }) => Object.keys(info).length > 0)
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

function infoOf(file: string, { properties }: Boundary, of: { layer: BoundaryLayer; name: string }): GeolocationInfo {
  const info: GeolocationInfo = {}
  for (const field of geolocationFields) {
    const property = of.layer.fields[field]
    if (property === undefined || !Object.hasOwn(properties, property)) continue
    const value = textOf(properties[property])
    if (value === undefined) {
      const detail = `property '${property}' must be a text of at most ${limits.string} characters, a number or null`
      throw new BoundaryError(file, `${of.name}: ${detail}, got ${JSON.stringify(properties[property]).slice(0, 60)}`)
    }
    if (value !== '') info[field] = value
  }
  return info
}

/** Returns a value as a stored text (D19): '' for an empty value; undefined for a value that is not a text. */
function textOf(value: JsonValue | undefined): string | undefined {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.length <= limits.string ? canonicalText(text) : undefined
}
