import { type Box, clipRing, type Point } from '../geo/clip.ts'
import { escaped } from './html.ts'

/** The drawing around a position; each is a point of the square Web Mercator map, 0 to 1 from the west and from the north. */
export interface MapPicture {
  readonly centre: Point
  /** Of a web map with tiles of 256 pixels. */
  readonly zoom: number
  /** The rings that are filled, as water on land or as land on water; several lists, of which each has its holes. */
  readonly filled: 'water' | 'land'
  readonly areas: readonly (readonly (readonly Point[])[])[]
  readonly borders: readonly (readonly Point[])[]
  readonly towns: readonly MapTown[]
  readonly credit: string
}

/** A town, the zoom of a web map from which it has room to be named, and its place. */
export interface MapTown {
  readonly name: string
  readonly zoom: number
  readonly at: Point
}

export const pictureSize = { width: 360, height: 220 } as const
const townsMax = 8
/** Pixels from the middle that the mark takes. */
const markRoom = 13
/** Pixels that a town keeps off the edges, for its name and the credit. */
const edge = { left: 4, top: 12, right: 70, bottom: 28 } as const
/** A name keeps off one so near, in pixels. */
const nameRoom = { across: 90, down: 15 } as const

const style =
  'svg{background:#f7f6f2}.water{fill:#d6e4ea}.ground{fill:#f7f6f2}.border{fill:none;stroke:#b9b4c0}text{font:13px system-ui,sans-serif;fill:#3d474f;paint-order:stroke;stroke:#f7f6f2;stroke-width:3px}.t{fill:#5a656d}.p{fill:#c92a2a;stroke:#fff;stroke-width:3}@media(prefers-color-scheme:dark){svg{background:#262c31}.water{fill:#14202a}.ground{fill:#262c31}.border{stroke:#5c5866}text{fill:#d5dade;stroke:#262c31}.t{fill:#a3adb5}}'

/** A small map as a picture: land and water around a position, borders, the largest towns, and a mark in its middle. */
export function mapSvg({ centre, zoom, filled, areas, borders, towns, credit }: MapPicture): string {
  const { width, height } = pictureSize
  const across = 256 * 2 ** zoom
  const toPixel = ([x, y]: Point): Point => [
    (x - centre[0]) * across + width / 2,
    (y - centre[1]) * across + height / 2,
  ]
  const fills = areas.map((rings) => rings.map((ring) => pathOf(clipRing(ring.map(toPixel), frame), 'Z')).join(''))
  const [ground, fill] =
    filled === 'water' ? ['', 'water'] : [`<path class="water" d="M0 0H${width}V${height}H0Z"/>`, 'ground']
  const shapes = fills
    .filter((path) => path !== '')
    .map((path) => `<path class="${fill}" fill-rule="evenodd" d="${path}"/>`)
  const lines = borders.map((line) => pathOf(line.map(toPixel), '')).join('')
  const isMarked = ([x, y]: Point) => Math.hypot(x - width / 2, y - height / 2) < markRoom
  const names = towns
    .map((town) => ({ ...town, at: toPixel(town.at) }))
    .filter((town) => town.zoom <= zoom + 1)
    .toSorted((one, other) => Number(isMarked(other.at)) - Number(isMarked(one.at)) || one.zoom - other.zoom)
    .filter(({ at: [x, y] }) => x > edge.left && x < width - edge.right && y > edge.top && y < height - edge.bottom)
    .filter(({ at }, index, all) => all.slice(0, index).every((other) => isApart(at, other.at)))
    .slice(0, townsMax)
    .map(({ name, at: [x, y] }) => {
      const beside = isMarked([x, y]) ? width / 2 + markRoom : x + 5
      return `<circle class="t" cx="${rounded(x)}" cy="${rounded(y)}" r="2"/><text x="${rounded(beside)}" y="${rounded(y + 4)}">${escaped(name)}</text>`
    })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><style>${style}</style>${ground}${shapes.join('')}<path class="border" d="${lines}"/>${names.join('')}<circle class="p" cx="${width / 2}" cy="${height / 2}" r="8"/><text class="t" x="${width - 24}" y="${height - 8}" text-anchor="end">${escaped(credit)}</text></svg>`
}

function isApart([x, y]: Point, [otherX, otherY]: Point): boolean {
  return Math.abs(x - otherX) > nameRoom.across || Math.abs(y - otherY) > nameRoom.down
}

/** Shores go on for some pixels beyond the edges. */
const frame: Box = [-4, -4, pictureSize.width + 4, pictureSize.height + 4]

function pathOf(points: readonly Point[], end: 'Z' | ''): string {
  const written = points.map(([x, y]) => `${rounded(x)} ${rounded(y)}`).filter((text, at, all) => text !== all[at - 1])
  return written.length < (end === '' ? 2 : 3) ? '' : `M${written.join('L')}${end}`
}

/** Half a pixel is seen on a sharp screen. */
function rounded(pixels: number): number {
  return Math.round(pixels * 2) / 2
}
