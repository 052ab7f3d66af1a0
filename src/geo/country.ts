import type { MultiPolygon, Position } from 'geojson'
import type { GeolocationInfo, LonLat } from '../place/place.ts'

/** What is told of a position in a country; empty where nothing is. */
export type CountrySearch = (position: LonLat) => readonly GeolocationInfo[]

/** So many cells a degree. Of real venues 95 in 100 lie in cells without a border; of half as wide ones 97. */
const cellsInDegree = 4
const columns = 360 * cellsInDegree
const rows = 180 * cellsInDegree
/** More than the rounding of the library's arithmetic moves a border, in degrees. */
const margin = 1e-9

/** What a cell is: through which a border goes, so that the library is asked; not asked yet; or beyond these an answer. */
const onBorder = 0
const unknown = 1
const firstAnswer = 2

/**
 * Gives the country of a position (ISO 3166-1 alpha-2) as the embedded borders have it. All of a cell of a grid through
 * which no border goes is told the same, so the library, which follows each border that may be around a position, is
 * asked for one position of it.
 */
export async function createCountrySearch(): Promise<CountrySearch> {
  // It builds its tree when it is imported, so that happens here.
  const { borders, iso1A2Code } = await import('@rapideditor/country-coder')
  const cells = new Uint16Array(columns * rows).fill(unknown)
  for (const { geometry } of borders.features) {
    const polygons = (geometry as MultiPolygon | null)?.coordinates ?? []
    for (const ring of polygons.flat()) markBorder(cells, ring)
  }
  const answers: (readonly GeolocationInfo[])[] = []
  const numbers = new Map<string | null, number>()
  const ask = (position: LonLat): number => {
    const country = iso1A2Code([position[0], position[1]])
    const number = numbers.get(country) ?? firstAnswer + answers.length
    if (!numbers.has(country)) answers.push(country === null ? [] : [{ country }])
    numbers.set(country, number)
    return number
  }
  return (position) => {
    const cell = rowOf(position[1]) * columns + columnOf(position[0])
    const known = cells[cell]!
    if (known >= firstAnswer) return answers[known - firstAnswer]!
    const number = ask(position)
    if (known === unknown) cells[cell] = number
    return answers[number - firstAnswer]!
  }
}

/** Marks all cells that the boxes around the parts of the ring touch. */
function markBorder(cells: Uint16Array, ring: readonly Position[]): void {
  let [x = 0, y = 0] = ring.at(-1) ?? []
  for (const [nextX = 0, nextY = 0] of ring) {
    const [west, east] = [columnOf(Math.min(x, nextX) - margin), columnOf(Math.max(x, nextX) + margin)]
    const [south, north] = [rowOf(Math.min(y, nextY) - margin), rowOf(Math.max(y, nextY) + margin)]
    for (let row = south; row <= north; row++) cells.fill(onBorder, row * columns + west, row * columns + east + 1)
    x = nextX
    y = nextY
  }
}

function columnOf(longitude: number): number {
  return Math.max(0, Math.min(Math.floor((longitude + 180) * cellsInDegree), columns - 1))
}

function rowOf(latitude: number): number {
  return Math.max(0, Math.min(Math.floor((latitude + 90) * cellsInDegree), rows - 1))
}
