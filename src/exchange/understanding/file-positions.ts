import { degreesEpsg, gridsHolding, knownEpsg, toDegrees } from '../../geo/coordinate-systems.ts'
import type { CountryAt } from '../../geo/locator.ts'
import { exchangedOf } from '../../geo/odd-country.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import type { JsonValue } from '../../place/json.ts'
import type { LonLat } from '../../place/place.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { countriesOfLanguage, writtenCoordinate } from './cell-values.ts'
import { type CellPosition, ofGeometry, type Pair, positionIn } from './position-cells.ts'
import {
  type ColumnGuess,
  type Extent,
  type Guess,
  settled,
  settledField,
  type Understanding,
} from './understanding.ts'

/** The columns of a file that hold positions, by their numbers; -1 for none. */
export interface PositionColumns {
  readonly latitude: number
  readonly longitude: number
  readonly position: number
  /** True if the letter O stands for the west. */
  readonly west: boolean
}

/** Returns the columns of positions; one that is only a question is none. */
export function positionColumns(columns: readonly ColumnGuess[], language: string | undefined): PositionColumns {
  const at = (field: string) => columns.findIndex((column) => settledField(column) === field)
  const [latitude, longitude] = [at('latitude'), at('longitude')]
  const isPair = latitude >= 0 && longitude >= 0
  return {
    latitude: isPair ? latitude : -1,
    longitude: isPair ? longitude : -1,
    position: at('position'),
    west: ['fr', 'es', 'it'].includes(language ?? ''),
  }
}

/** Returns the position of a row in the units of its system; undefined if it has none that can be read. */
export function rowPosition(row: SourceRow, columns: PositionColumns): CellPosition | undefined {
  const own = row.geometry && ofGeometry(row.geometry)
  if (own) return own
  const [x, y] = [coordinateOf(row.cells[columns.longitude]), coordinateOf(row.cells[columns.latitude])]
  if (x !== undefined && y !== undefined) return { pair: [x, y], isCertain: true }
  return positionIn(row.cells[columns.position], columns.west)
}

function coordinateOf(cell: JsonValue | undefined): number | undefined {
  if (typeof cell === 'number') return cell
  return typeof cell === 'string' ? writtenCoordinate(cell) : undefined
}

/** The coordinate system, order and extent of all positions of a file. */
export type FilePositions = Pick<Understanding, 'system' | 'swapped' | 'swappedRows' | 'extent'> & {
  /** The country in which most positions lie. */
  readonly country?: string | undefined
}

/** The knowledge of a file before its positions are judged. */
interface FileContext {
  readonly countryAt: CountryAt
  /** The EPSG code that the file or a heading names. */
  readonly epsg?: number | undefined
  /** The countries that the file is probably about, the likeliest first. */
  readonly countries: readonly string[]
  /** The countries of the service's language. */
  readonly home: readonly string[]
}

/** The share of positions by which a whole file is judged. */
const most = 0.8
/** The most positions that are judged. */
const judgedMax = 300

/** Finds the coordinate system of a file and exchanged coordinates from a sample of its positions. */
export function judgePositions(found: readonly CellPosition[], context: FileContext): FilePositions {
  const step = Math.max(1, Math.ceil(found.length / judgedMax))
  const judgedCells = found.filter((_, at) => at % step === 0)
  // Positions that name their own system say nothing about the others.
  const plain = judgedCells.filter(({ epsg }) => epsg === undefined)
  const pairs = (plain.length > 0 ? plain : judgedCells).map(({ pair }) => pair)
  if (pairs.length === 0) return context.epsg === undefined ? {} : { system: namedSystem(context.epsg) }
  const epsg = context.epsg ?? (plain.length > 0 ? undefined : found[0]!.epsg)
  const judged = epsg === undefined ? guessed(pairs, context) : { ...orderIn(epsg, pairs), system: namedSystem(epsg) }
  const system = settled(judged.system)
  const isSwapped = settled(judged.swapped) ?? false
  const places =
    system === undefined ? [] : pairs.map((pair) => placeOf(pair, system, isSwapped)).filter((one) => one !== undefined)
  const swapped = judged.swapped ?? proposedSwap(pairs, system, context)
  const extent = extentOf(places)
  const hasSwapped =
    system === degreesEpsg &&
    swapped?.certainty !== 'asked' &&
    places.some((place) => isFarUnlessExchanged(extent, place))
  return {
    system: judged.system,
    ...(swapped && { swapped }),
    ...(hasSwapped && { swappedRows: { value: true, certainty: 'asked' as const } }),
    ...(extent && { extent }),
    country: mostFrequent(places.map(context.countryAt)),
  }
}

function namedSystem(epsg: number): Guess<number> {
  const known = knownEpsg(epsg)
  return known === undefined ? { certainty: 'asked' } : { value: known, certainty: 'sure' }
}

/** Returns the degrees of a pair in a system, perhaps exchanged. */
export function placeOf(pair: Pair, epsg: number, isSwapped: boolean): LonLat | undefined {
  return toDegrees(epsg, isSwapped ? [pair[1], pair[0]] : pair)
}

function share<Item>(items: readonly Item[], holds: (item: Item) => boolean): number {
  return items.length === 0 ? 0 : items.filter(holds).length / items.length
}

type Judged = Pick<Understanding, 'system' | 'swapped'>

/** In a system that is known, pairs that fit only when exchanged are exchanged. */
function orderIn(epsg: number, pairs: readonly Pair[]): Pick<Judged, 'swapped'> {
  const [as, exchanged] = [false, true].map((isSwapped) =>
    share(pairs, (pair) => placeOf(pair, epsg, isSwapped) !== undefined),
  )
  return exchanged! > most && as! < 1 - most ? { swapped: { value: true, certainty: 'likely' } } : {}
}

function guessed(pairs: readonly Pair[], { countryAt, countries }: FileContext): Judged {
  const inDegrees = (isSwapped: boolean) => share(pairs, (pair) => placeOf(pair, degreesEpsg, isSwapped) !== undefined)
  const [as, exchanged] = [inDegrees(false), inDegrees(true)]
  if (Math.max(as, exchanged) >= most) {
    // A few wrong latitudes turn no other row round.
    const swapped = as < 1 - most && ({ value: true, certainty: 'likely' } as const)
    return { system: { value: degreesEpsg, certainty: 'sure' }, ...(swapped && { swapped }) }
  }
  const options = [false, true].flatMap((isSwapped) =>
    gridsHolding(
      pairs.slice(0, 50).map(([x, y]) => (isSwapped ? ([y, x] as const) : ([x, y] as const))),
      countryAt,
    ).map((grid) => ({ ...grid, isSwapped })),
  )
  const national = options.filter(({ epsg }) => epsg !== 3857)
  // The likeliest country that any grid fits decides, as the headings name the axes if that is possible. Grids of it
  // that place the rows differently are a question.
  const fitting = countries.flatMap((country) => {
    const grids = national.filter((grid) => grid.countries.includes(country))
    return [grids.filter(({ isSwapped }) => !isSwapped), grids.filter(({ isSwapped }) => isSwapped)]
  })
  const [first, ...more] = fitting.find((grids) => grids.length > 0) ?? []
  const placeIn = ({ epsg, isSwapped }: (typeof options)[number]) => String(placeOf(pairs[0]!, epsg, isSwapped))
  const others = more.filter((grid) => placeIn(grid) !== placeIn(first!))
  const proposed = first ?? national[0] ?? options[0]
  if (proposed === undefined) return { system: { certainty: 'asked' } }
  const certainty = first !== undefined && others.length === 0 ? 'likely' : 'asked'
  return {
    system: { value: proposed.epsg, certainty },
    ...(proposed.isSwapped && { swapped: { value: true, certainty: 'likely' as const } }),
  }
}

/**
 * Degrees that lie in no country, or in none of the file's, but would if they were exchanged, raise a question. So do
 * those of a file that tells no country, if they would lie in one of the service's language.
 */
function proposedSwap(
  pairs: readonly Pair[],
  system: number | undefined,
  { countryAt, countries, home }: FileContext,
): Guess<boolean> | undefined {
  if (system !== degreesEpsg) return undefined
  const isSwapped = (isExpected: (country: string | undefined) => boolean) => {
    const inside = (isExchanged: boolean) =>
      share(pairs, (pair) => {
        const place = placeOf(pair, system, isExchanged)
        return place !== undefined && isExpected(countryAt(place))
      })
    return inside(false) < 1 - most && inside(true) > most
  }
  const isIn = (some: readonly string[]) => (country: string | undefined) =>
    country !== undefined && some.includes(country)
  const isFound =
    countries.length > 0 ? isSwapped(isIn(countries)) : isSwapped((one) => one !== undefined) || isSwapped(isIn(home))
  return isFound ? { value: true, certainty: 'asked' } : undefined
}

function mostFrequent(countries: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string, number>()
  for (const country of countries) if (country !== undefined) counts.set(country, (counts.get(country) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, one], [, other]) => other - one)
  return first && first[1] >= countries.length * most ? first[0] : undefined
}

/** Positions further off than this, and than four times the distance of three in four, are far from all others. */
const farMetresMin = 100_000

function extentOf(places: readonly LonLat[]): Extent | undefined {
  if (places.length < 5) return undefined
  const middle = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1]!
  const centre: LonLat = [middle(places.map(([x]) => x)), middle(places.map(([, y]) => y))]
  const distances = places.map((place) => distanceMetres(centre, place)).sort((one, other) => one - other)
  const usual = distances[Math.floor(distances.length * 0.75)]!
  return { centre, farMetres: Math.round(Math.max(farMetresMin, 4 * usual)) }
}

/** Returns true for a position that is far from all others. */
export function isFar({ centre, farMetres }: Extent, place: LonLat): boolean {
  return distanceMetres(centre, place) > farMetres
}

/** Returns true for a position in degrees that is far from all others unless its coordinates are exchanged. */
export function isFarUnlessExchanged(extent: Extent | undefined, place: LonLat): boolean {
  const exchanged = exchangedOf(place)
  return extent !== undefined && exchanged !== undefined && isFar(extent, place) && !isFar(extent, exchanged)
}

/** Returns the countries that a file is probably about: that of its rows, else those of its language. */
export function likelyCountries(ofRows: string | undefined, language: string | undefined): readonly string[] {
  return ofRows === undefined ? (countriesOfLanguage[language ?? ''] ?? []) : [ofRows]
}
