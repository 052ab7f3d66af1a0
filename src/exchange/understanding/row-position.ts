import { type Reason, reason } from '../../common/reason.ts'
import { degreesEpsg, knownEpsg } from '../../geo/coordinate-systems.ts'
import type { CountryAt } from '../../geo/locator.ts'
import { exchangedOf, oddCountry } from '../../geo/odd-country.ts'
import { distanceMetres } from '../../geo/sphere.ts'
import type { TownCountries } from '../../geo/town-list.ts'
import type { WaterAt } from '../../geo/water-at.ts'
import { valueAt } from '../../place/json.ts'
import type { LonLat } from '../../place/place.ts'
import type { ImportRecord } from '../reading/record.ts'
import type { SourceRow } from '../reading/source-file.ts'
import { writtenCoordinate } from './cell-values.ts'
import { isFar, isFarUnlessExchanged, placeOf, positionColumns, rowPosition } from './file-positions.ts'
import { comparedPlace } from './plain-faults.ts'
import type { CellPosition } from './position-cells.ts'
import { settled, type Understanding } from './understanding.ts'

/** The position of a row in degrees, and remarks on it. */
interface RowPosition {
  readonly place?: LonLat
  /** The country that the position is in; undefined at sea. */
  readonly country?: string | undefined
  readonly notes: readonly Reason[]
}

/** The country that a row names, as it is written and by its code. */
interface NamedCountry {
  readonly text: string
  readonly code: string
}

/** Returns the function that reads the positions of rows as a file is understood. */
export function createPositionReader(understanding: Understanding, countryAt: CountryAt) {
  const columns = positionColumns(understanding.columns, understanding.language)
  const at = [columns.latitude, columns.longitude, columns.position].filter((index) => index >= 0)
  const system = settled(understanding.system)
  const isSwapped = settled(understanding.swapped) ?? false
  const swapsRows = settled(understanding.swappedRows) ?? false
  return (row: SourceRow, named: NamedCountry | undefined, textAt: (index: number) => string): RowPosition => {
    const found = rowPosition(row, columns)
    if (found === undefined) {
      const isRead = (index: number) => index !== columns.position && writtenCoordinate(textAt(index)) !== undefined
      const wrong = at.filter((index) => !isRead(index))
      return { notes: unread(understanding, wrong, textAt) }
    }
    const epsg = found.epsg === undefined ? system : knownEpsg(found.epsg)
    if (epsg === undefined) return { notes: [reason('choose-system')] }
    const place = placeOf(found.pair, epsg, isSwapped)
    if (place === undefined) return { notes: [reason('position-outside', { got: textOf(found) })] }
    const read = (place: LonLat): RowPosition => {
      const country = countryAt(place)
      return { place, country, notes: remarks({ place, country, found, named, epsg }, understanding, countryAt) }
    }
    const asWritten = read(place)
    const exchanged = exchangedOf(place)
    if (!exchanged || asWritten.notes.every(({ code }) => code !== 'position-swapped')) return asWritten
    return swapsRows ? read(exchanged) : { ...asWritten, country: countryAt(exchanged) }
  }
}

function unread({ columns }: Understanding, at: readonly number[], textAt: (index: number) => string): Reason[] {
  return at.flatMap((index) => {
    const [got, column] = [textAt(index).slice(0, 100), columns[index]!.heading]
    return got === '' ? [] : [reason('cell-unread', { got, column, wanted: reason('a-coordinate') })]
  })
}

function textOf({ pair: [x, y] }: CellPosition): string {
  return `${y}, ${x}`
}

interface Found {
  readonly place: LonLat
  readonly country: string | undefined
  readonly found: CellPosition
  readonly named: NamedCountry | undefined
  readonly epsg: number
}

function remarks(
  { place, country, found, named, epsg }: Found,
  understanding: Understanding,
  countryAt: CountryAt,
): Reason[] {
  const notes: Reason[] = []
  if (found.type !== undefined) notes.push(reason('point-inside', { type: found.type }))
  const [longitude, latitude] = place
  if (longitude === 0 && latitude === 0) return [...notes, reason('position-zero')]
  const { extent, swapped } = understanding
  const isProposed = swapped?.certainty === 'asked' && swapped.value === true
  const canSwap = epsg === degreesEpsg
  const odd = oddCountry(place, named === undefined ? [] : [named.code], { countryAt, canSwap })
  const isExchanged = odd?.is === 'swapped' || (canSwap && isFarUnlessExchanged(extent, place))
  if (isProposed || isExchanged) return [...notes, reason('position-swapped')]
  if (extent && isFar(extent, place)) {
    const kilometres = Math.round(distanceMetres(extent.centre, place) / 1000)
    notes.push(reason('position-far', { kilometres }))
  }
  if (odd?.is === 'elsewhere' && named !== undefined)
    notes.push(reason('position-country', { country: odd.country, named: named.text.slice(0, 100) }))
  if (country === undefined) notes.push(reason('position-sea'))
  return notes
}

/** What judges the positions of records: the countries of a position and of towns, and the water of the map. */
export interface PositionJudges {
  readonly countryAt: CountryAt
  readonly townCountries: TownCountries
  readonly waterAt: WaterAt
}

/**
 * Resolves with a record and notes on its position: in another country than the town of its address, which is looked up
 * in that country and those expected, or in water. Positions with a note of another reason to ask have none.
 */
export async function withPositionNotes(
  record: ImportRecord,
  expected: readonly string[],
  { countryAt, townCountries, waterAt }: PositionJudges,
): Promise<ImportRecord> {
  if ('faults' in record) return record
  const { notes = [], body } = record
  const { position } = comparedPlace(body)
  const isAsked = notes.some(({ code }) => code.startsWith('position-') && code !== 'position-far')
  if (!position || isAsked) return record
  const added: Reason[] = []
  const [town, country] = [valueAt(body, ['visitingInfo', 'city']), countryAt(position)]
  if (typeof town === 'string' && country !== undefined) {
    const countries = await townCountries(town, [...expected, country])
    if (countries.length > 0 && !countries.includes(country))
      added.push(reason('position-town', { country, town: town.slice(0, 100), countries }))
  }
  if (await waterAt(position)) added.push(reason('position-water'))
  return added.length > 0 ? { ...record, notes: [...notes, ...added] } : record
}
