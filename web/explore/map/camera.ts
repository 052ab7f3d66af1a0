import type { Map as MapLibreMap } from 'maplibre-gl'
import type { LonLat } from '../../place/position.ts'

/** Where a map looks. */
export interface View {
  readonly center: LonLat
  readonly zoom: number
  /** Whether somebody has looked there before. */
  readonly isMoved: boolean
}

/** What the explorer showed last, so that coming back to it is coming back to the same view. */
let view: View = { center: [16, 62.5], zoom: 3.6, isMoved: false }

/** Where the map was when it was last seen. */
export function rememberedView(): View {
  return view
}

/** Keeps where the map is until the page is left. */
export function rememberView(map: MapLibreMap): void {
  const { lng, lat } = map.getCenter()
  view = { center: [lng, lat], zoom: map.getZoom(), isMoved: true }
}

/** The smallest box around positions, as MapLibre takes it; over the antimeridian where that is smaller. */
export function boundsAround(positions: readonly LonLat[]): [[number, number], [number, number]] {
  const latitudes = positions.map(([, latitude]) => latitude)
  const plain = spread(positions.map(([longitude]) => longitude))
  const shifted = spread(positions.map(([longitude]) => (longitude < 0 ? longitude + 360 : longitude)))
  const [west, east] = shifted[1] - shifted[0] < plain[1] - plain[0] ? shifted : plain
  return [
    [west, Math.min(...latitudes)],
    [east, Math.max(...latitudes)],
  ]
}

function spread(numbers: readonly number[]): readonly [number, number] {
  return [Math.min(...numbers), Math.max(...numbers)]
}
