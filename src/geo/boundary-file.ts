import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Position } from 'geojson'
import { feature } from 'topojson-client'
import type { Polygon, Topology } from 'topojson-specification'
import { isJsonObject, type JsonObject, type JsonValue } from '../place/json.ts'

/** A faulty boundary file or configuration. Its message is the one line that the operator sees. */
export class BoundaryError extends Error {
  override name = 'BoundaryError'

  constructor(file: string, detail: string) {
    super(`BOUNDARIES: ${file}: ${detail}`.replaceAll('\n', ' '))
  }
}

/** The polygons of one feature, each with its outer ring first, then its holes; [longitude, latitude] in degrees. */
type Polygons = readonly (readonly (readonly Position[])[])[]

/** One feature with an area. */
export interface Boundary {
  readonly properties: JsonObject
  /** Decodes the area; throws a BoundaryError if it is not a polygon in longitude and latitude. */
  polygons(): Polygons
}

/** A boundary file in memory. */
export interface BoundaryFile {
  readonly file: string
  /** The object names of a TopoJSON file; undefined for GeoJSON. */
  readonly objects?: readonly string[]
  /** Returns the features with an area, of one object if the file is TopoJSON. */
  boundaries(object?: string): readonly Boundary[]
}

/** The greatest unpacked size of a file, which a JavaScript string can hold. */
const maxBytes = 512 * 1024 * 1024
const gzipMark = Buffer.from([0x1f, 0x8b])
const unpack = promisify(gunzip)

/** Reads the JSON in a file, gzipped or not; throws a BoundaryError if there is none. */
export async function readJson(file: string): Promise<JsonValue> {
  const bytes = await readFile(file).catch((error: Error) => {
    throw new BoundaryError(file, `cannot be read: ${error.message}`)
  })
  try {
    const packed = bytes.subarray(0, 2).equals(gzipMark)
    const text = packed ? await unpack(bytes, { maxOutputLength: maxBytes }) : bytes
    return JSON.parse(text.toString('utf8')) as JsonValue
  } catch (error) {
    throw new BoundaryError(file, `is not JSON of at most 512 MiB, gzipped or not: ${(error as Error).message}`)
  }
}

/** Returns true if the JSON is a boundary file. */
export function isBoundaryDocument(document: JsonValue): document is JsonObject {
  return isJsonObject(document) && ['Topology', 'FeatureCollection', 'Feature'].includes(String(document.type))
}

/** Opens a GeoJSON (RFC 7946) or TopoJSON document as boundaries; throws a BoundaryError for anything else. */
export function openBoundaries(file: string, document: JsonValue): BoundaryFile {
  if (!isBoundaryDocument(document)) {
    throw new BoundaryError(file, 'must be a GeoJSON FeatureCollection or Feature, or a TopoJSON Topology')
  }
  return document.type === 'Topology' ? openTopology(file, document) : openGeoJson(file, document)
}

function openGeoJson(file: string, document: JsonObject): BoundaryFile {
  const features = document.type === 'Feature' ? [document] : document.features
  if (!Array.isArray(features)) throw new BoundaryError(file, 'its member features must be a list')
  const boundaries = features.filter(isJsonObject).flatMap((item, position): Boundary[] => {
    const geometry = item.geometry
    if (!isJsonObject(geometry) || !isArea(geometry)) return []
    const where = `feature ${position}`
    return [{ properties: propertiesOf(item), polygons: () => checked(file, where, geometry as unknown as Area) }]
  })
  return { file, boundaries: () => boundaries }
}

function openTopology(file: string, document: JsonObject): BoundaryFile {
  const { objects } = document
  if (!isJsonObject(objects)) throw new BoundaryError(file, 'its member objects must be an object')
  let decoded: Topology | undefined
  const topology = () => {
    decoded ??= withSharedPoints(file, document as unknown as Topology)
    return decoded
  }
  return {
    file,
    objects: Object.keys(objects),
    boundaries: (name = '') => {
      const object = Object.hasOwn(objects, name) ? objects[name] : undefined
      const geometries = isJsonObject(object) && Array.isArray(object.geometries) ? object.geometries : [object]
      return geometries.filter(isJsonObject).flatMap((geometry, position): Boundary[] => {
        if (!isArea(geometry)) return []
        const where = `object '${name}', geometry ${position}`
        const decode = () => decodeArea(file, where, { topology: topology(), geometry })
        return [{ properties: propertiesOf(geometry), polygons: () => checked(file, where, decode()) }]
      })
    },
  }
}

interface Area {
  readonly type: 'Polygon' | 'MultiPolygon'
  readonly coordinates: unknown
}

function isArea(geometry: JsonObject): boolean {
  return geometry.type === 'Polygon' || geometry.type === 'MultiPolygon'
}

function propertiesOf(item: JsonObject): JsonObject {
  return isJsonObject(item.properties) ? item.properties : {}
}

/**
 * Returns the topology with its arcs decoded once (TopoJSON 2.1.3), which halves the memory. The library would decode
 * an arc for each polygon that it bounds. Without a transform it uses the points themselves, so neighbours share them.
 */
function withSharedPoints(file: string, { transform, ...topology }: Topology): Topology {
  if (!transform) return topology as Topology
  try {
    const [scaleX, scaleY] = transform.scale
    const [left, bottom] = transform.translate
    const arcs = topology.arcs.map((arc) => {
      let [x, y] = [0, 0]
      return arc.map((step) => {
        x += step[0]!
        y += step[1]!
        return [x * scaleX + left, y * scaleY + bottom]
      })
    })
    return { ...topology, arcs } as Topology
  } catch (error) {
    throw new BoundaryError(file, `its arcs or transform are no TopoJSON: ${(error as Error).message}`)
  }
}

function decodeArea(file: string, where: string, from: { topology: Topology; geometry: JsonObject }): Area {
  try {
    return feature(from.topology, from.geometry as unknown as Polygon).geometry
  } catch (error) {
    throw new BoundaryError(file, `${where} cannot be decoded: ${(error as Error).message}`)
  }
}

/** Checks every position of an area, since files in projected coordinates are common, and returns its polygons. */
function checked(file: string, where: string, { type, coordinates }: Area): Polygons {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates
  const bad = badPart(polygons)
  if (bad === undefined) return polygons as Polygons
  const shown = (JSON.stringify(bad) ?? 'nothing').slice(0, 60)
  throw new BoundaryError(file, `${where} must be rings of [longitude, latitude] in degrees (WGS84), got ${shown}`)
}

/** Returns the first part of a list of polygons that should be a list or a position but is not, or undefined. */
function badPart(polygons: unknown): unknown {
  if (!isFilled(polygons)) return polygons ?? null
  for (const polygon of polygons) {
    if (!isFilled(polygon)) return polygon ?? null
    for (const ring of polygon) {
      if (!isFilled(ring)) return ring ?? null
      for (const position of ring) if (!isPosition(position)) return position ?? null
    }
  }
  return undefined
}

function isFilled(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0
}

function isPosition(value: unknown): boolean {
  if (!Array.isArray(value)) return false
  const [longitude, latitude] = value
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90 && typeof longitude === 'number'
}
