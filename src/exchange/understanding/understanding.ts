import type { Reason } from '../../common/reason.ts'
import type { LonLat } from '../../place/place.ts'
import type { PlaceTypeKey } from '../../place/place-types.ts'

/**
 * The certainty of a guess. One that is `asked` is a question, and its value only a proposal: it takes effect when a person
 * confirms it, which makes it `sure`.
 */
export type Certainty = 'sure' | 'likely' | 'asked'

/** A value that was guessed. Without a value, only a person can say it. */
export interface Guess<Value> {
  readonly value?: Value | undefined
  readonly certainty: Certainty
}

/** Returns the value of a guess that takes effect: undefined for a question, and where there is no guess. */
export function settled<Value>(guess: Guess<Value> | undefined): Value | undefined {
  return guess === undefined || guess.certainty === 'asked' ? undefined : guess.value
}

/** The meaning of one column. */
export interface ColumnGuess {
  readonly heading: string
  /**
   * The name of a column of `placeColumns`, or one of `ownFields`; absent: the column is not imported. A column whose
   * certainty is `asked` is not imported until somebody confirms it.
   */
  readonly field?: string | undefined
  readonly certainty: Certainty
  /** Up to three different cells, shortened. */
  readonly samples: readonly string[]
}

/** Returns the field that a column is imported as; undefined for one that is not imported, or not yet. */
export function settledField({ field, certainty }: Pick<ColumnGuess, 'field' | 'certainty'>): string | undefined {
  return settled({ value: field, certainty })
}

/**
 * Fields of columns beside those of `placeColumns`. A telephone number, a country and the parts of hours and addresses
 * are made into members of a place together with other cells of their row.
 */
export const ownFields = {
  /** One cell with latitude and longitude, well-known text or GeoJSON. */
  position: 'position',
  /** The name of an owner, to be found in the directory. */
  ownerName: 'ownerName',
  /** A number of a house, beside the street in visitingInfo_address. */
  houseNumber: 'houseNumber',
  /** The country of the row, by its name or code: for telephone numbers and the check of positions. */
  country: 'country',
} as const

/** The prefix of the fields of hours of one weekday: `hours_mo`, and `hours_mo_from` and `hours_mo_to`. */
export const dayFieldPrefix = 'hours_'

/** Returns true for the field of hours of a weekday, or of their beginning or end. */
export function isDayField(field: string): boolean {
  return /^hours_(?:mo|tu|we|th|fr|sa|su)(?:_from|_to)?$/.test(field)
}

/** A text of the file whose meaning must be known, and the number of rows that have it. */
export interface Meaning<Value> extends Guess<Value> {
  readonly text: string
  readonly count: number
}

/** The order of day, month and year in dates such as 05.01.2026. */
export type DateOrder = 'dmy' | 'mdy'

/** The values for places that are new and whose rows have none. */
export interface Defaults {
  readonly ownerId?: string | undefined
  readonly ownerType?: string | undefined
  readonly type?: PlaceTypeKey | undefined
  /** From when they are published; absent: drafts. */
  readonly published?: string | undefined
}

/** The area of most positions of a file. */
export interface Extent {
  readonly centre: LonLat
  readonly farMetres: number
}

/** Everything that was understood of a file, for people to review and edit: plain JSON. */
export interface Understanding {
  /** The row with the headings; absent for features. */
  readonly headingLine?: number | undefined
  readonly columns: readonly ColumnGuess[]
  /** The language of most headings (ISO 639-1); absent if they have none. */
  readonly language?: string | undefined
  /** The different texts of the column of types, with the keys of types; 'none' leaves the type as it is. */
  readonly types: readonly Meaning<PlaceTypeKey | 'none'>[]
  /** The different texts of the columns of yes and no. */
  readonly flags: readonly Meaning<boolean>[]
  /** The texts that stand for an empty cell; true: empty. */
  readonly empties: readonly Meaning<boolean>[]
  /** The order of dates such as 05.01.2026; absent if the file has none. */
  readonly dates?: Guess<DateOrder> | undefined
  /** The country of telephone numbers whose row has neither a position nor a country (ISO 3166-1 alpha-2). */
  readonly country?: Guess<string> | undefined
  /** The coordinate system of the positions, as its EPSG code; absent if the file has none. */
  readonly system?: Guess<number> | undefined
  /** True if latitude and longitude are exchanged; absent if nothing suggests it. */
  readonly swapped?: Guess<boolean> | undefined
  /** True if latitude and longitude are exchanged in those rows that fit only so; absent if no row of the sample does. */
  readonly swappedRows?: Guess<boolean> | undefined
  /** The middle of the positions, and the distance from it beyond which a position is far from all others. */
  readonly extent?: Extent | undefined
  /** True if the ids of features are keys; absent if they have none. */
  readonly featureIds?: Guess<boolean> | undefined
  /** The source that the keys belong to (D49). */
  readonly source: string
  /** `merge` changes only members that the file has a column for; `replace` the whole place. */
  readonly mode: 'merge' | 'replace'
  /** `remove`: an empty cell removes what the place has. */
  readonly empty: 'keep' | 'remove'
  readonly defaults: Defaults
  /** The lines of rows that a person applies to the place of their key though its name and position are others. */
  readonly confirmed: readonly number[]
  /** Remarks on the whole file. */
  readonly notes: readonly Reason[]
}
