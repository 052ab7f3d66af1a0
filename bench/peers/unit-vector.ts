import { earthRadiusMetres } from '../../src/geo/sphere.ts'

const radians = Math.PI / 180

/** A position as a point on the sphere of radius 1. */
export function unitVector(longitude: number, latitude: number): readonly [number, number, number] {
  const [along, up] = [longitude * radians, latitude * radians]
  return [Math.cos(up) * Math.cos(along), Math.cos(up) * Math.sin(along), Math.sin(up)]
}

/** The straight line between two points of that sphere which are so many metres apart on the earth. */
export function chordOf(metres: number): number {
  return 2 * Math.sin(Math.min(metres / earthRadiusMetres, Math.PI) / 2)
}
