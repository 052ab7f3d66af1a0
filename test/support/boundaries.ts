import type { JsonObject } from '../../src/place/json.ts'

/** The ring around a box in degrees, closed. */
export function box(west: number, south: number, east: number, north: number): number[][] {
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
}

/** A GeoJSON feature of these rings: the outer one, then its holes. */
export function feature(properties: JsonObject, ...rings: number[][][]): JsonObject {
  return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: rings } }
}

/** The features as the content of a file of boundaries. */
export function collection(...features: JsonObject[]): JsonObject {
  return { type: 'FeatureCollection', features }
}
