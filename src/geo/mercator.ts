const radians = Math.PI / 180

/**
 * How far east a longitude lies on the square map of the Web Mercator projection (EPSG:3857): 0 at its western edge,
 * 1 at its eastern one.
 */
export function mercatorX(longitude: number): number {
  return (longitude + 180) / 360
}

/** How far south a latitude lies on that map: 0 at its northern edge, at 85.05 degrees, and beyond; 1 at its southern. */
export function mercatorY(latitude: number): number {
  const sine = Math.sin(latitude * radians)
  const y = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
  return Math.min(1, Math.max(0, y))
}

/** The column or row of a coordinate of the map (0 to 1) when each side is cut into so many. */
export function mercatorCell(coordinate: number, cells: number): number {
  return Math.min(cells - 1, Math.floor(coordinate * cells))
}
