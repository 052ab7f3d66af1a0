const radians = Math.PI / 180

/**
 * Returns the x coordinate of a longitude on the square map of the Web Mercator projection (EPSG:3857): 0 at the
 * western edge, 1 at the eastern.
 */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360
}

/**
 * Returns the y coordinate of a latitude on that map: 0 at the northern edge, at 85.05 degrees, and beyond; 1 at the
 * southern.
 */
export function mercatorY(latitude: number): number {
  const sine = Math.sin(latitude * radians)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, y))
}

/** Returns the column or row of a map coordinate (0 to 1) if each side is divided into `cells`. */
export function mercatorCell(coordinate: number, cells: number): number {
  return Math.min(cells - 1, Math.floor(coordinate * cells))
}

/** A tile of the Web Mercator map: at zoom z the map is divided into 2^z columns and rows, from the north-west. */
export interface TileAddress {
  readonly zoom: number
  readonly x: number
  readonly y: number
}
