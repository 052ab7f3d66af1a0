import type { LonLat } from '../place/place.ts'
import { escaped } from './html.ts'

/** A closed ring of land, and the box that it lies in. */
export interface LandRing {
  readonly points: readonly LonLat[]
  /** West, south, east, north, in degrees. */
  readonly box: readonly [number, number, number, number]
}

/** A town, the zoom of a web map from which it has room to be named, and its place. */
export interface MapTown {
  readonly name: string
  readonly zoom: number
  readonly position: LonLat
}

const size = { width: 360, height: 220 } as const
/** Pixels of a degree of latitude: the picture is 270 km high, since the shores of Natural Earth are right to a few. */
const scale = 91
const zoomMax = 7
const townsMax = 8
/** Pixels from the middle that the mark takes. */
const markRoom = 13
/** A name keeps off one so near, in pixels. */
const nameRoom = { across: 90, down: 15 } as const

const style =
  'svg{background:#d6e4ea}path{fill:#f7f6f2;stroke:#c3c7c4}text{font:13px system-ui,sans-serif;fill:#3d474f;paint-order:stroke;stroke:#f7f6f2;stroke-width:3px}.t{fill:#5a656d}.p{fill:#c92a2a;stroke:#fff;stroke-width:3}@media(prefers-color-scheme:dark){svg{background:#14202a}path{fill:#262c31;stroke:#47515a}text{fill:#d5dade;stroke:#262c31}.t{fill:#a3adb5}}'

/** A small map as a picture: the land around a position, the largest towns, and a mark in its middle. */
export function mapSvg([longitude, latitude]: LonLat, land: readonly LandRing[], towns: readonly MapTown[]): string {
  const { width, height } = size
  const across = scale * Math.max(0.02, Math.cos((latitude * Math.PI) / 180))
  const [east, north] = [width / 2 / across, height / 2 / scale]
  const frame = { west: longitude - east, south: latitude - north, east: longitude + east, north: latitude + north }
  const toPixel = ([lon, lat]: LonLat, shift: number): LonLat => [
    Math.round((lon + shift - frame.west) * across * 2) / 2,
    Math.round((frame.north - lat) * scale * 2) / 2,
  ]
  const paths = [-360, 0, 360].flatMap((shift) =>
    land
      .filter(
        ({ box: [w, s, e, n] }) =>
          w + shift < frame.east && e + shift > frame.west && s < frame.north && n > frame.south,
      )
      .map(({ points }) => pathOf(clipped(points.map((point) => toPixel(point, shift))))),
  )
  const names = towns
    .filter(
      ({ zoom, position: [lon, lat] }) =>
        zoom <= zoomMax && Math.abs(lat - latitude) < north * 0.9 && Math.abs(lon - longitude) < east * 0.8,
    )
    .toSorted((one, other) => one.zoom - other.zoom)
    .map(({ name, position }) => ({ name, at: toPixel(position, 0) }))
    .filter(({ at }, index, all) => all.slice(0, index).every((other) => isApart(at, other.at)))
    .slice(0, townsMax)
    .map(({ name, at: [x, y] }) => {
      const beside = Math.hypot(x - width / 2, y - height / 2) < markRoom ? width / 2 + markRoom : x + 5
      return `<circle class="t" cx="${x}" cy="${y}" r="2"/><text x="${beside}" y="${y + 4}">${escaped(name)}</text>`
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${style}</style><path fill-rule="evenodd" d="${paths.join('')}"/>${names.join('')}<circle class="p" cx="${width / 2}" cy="${height / 2}" r="8"/><text class="t" x="${width - 24}" y="${height - 8}" text-anchor="end">Natural Earth, GeoNames</text></svg>`
}

function isApart([x, y]: LonLat, [otherX, otherY]: LonLat): boolean {
  return Math.abs(x - otherX) > nameRoom.across || Math.abs(y - otherY) > nameRoom.down
}

/** Pixels that a shore may go on beyond the edges, so that none is drawn along them. */
const margin = 4

/** Returns the part of a ring within the picture (Sutherland and Hodgman). */
function clipped(ring: readonly LonLat[]): readonly LonLat[] {
  const sides = [
    [0, -margin, 1],
    [0, size.width + margin, -1],
    [1, -margin, 1],
    [1, size.height + margin, -1],
  ] as const
  let points = ring
  for (const [axis, edge, sign] of sides) {
    const inside = (point: LonLat) => (point[axis] - edge) * sign >= 0
    points = points.flatMap((to, at) => {
      const from = points.at(at - 1)!
      if (inside(from) === inside(to)) return inside(to) ? [to] : []
      const share = (edge - from[axis]) / (to[axis] - from[axis])
      const crossing: LonLat = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])]
      return inside(to) ? [crossing, to] : [crossing]
    })
  }
  return points
}

function pathOf(points: readonly LonLat[]): string {
  const told = points
    .map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`)
    .filter((text, at, all) => text !== all[at - 1])
  return told.length < 3 ? '' : `M${told.join('L')}Z`
}
