import { reason } from '../../common/reason.ts'
import type { CountryAt } from '../../geo/locator.ts'
import type { Model } from '../../place/model.ts'
import { defaultSource, sourceCharactersMax, sourceFault } from '../../place/source.ts'
import { canonicalText } from '../../place/text.ts'
import { countryNamed } from './cell-values.ts'
import { type RowStatistics, textOfCell } from './column-statistics.ts'
import { placeColumns } from './columns.ts'
import { judgePositions, likelyCountries, positionColumns, rowPosition } from './file-positions.ts'
import { guessHeadings, systemOfHeadings } from './heading-guesses.ts'
import { flagNamed, isEmptyWord, typeNamed } from './table-words.ts'
import {
  type ColumnGuess,
  type DateOrder,
  dayFieldPrefix,
  type Guess,
  type Meaning,
  settled,
  settledField,
  type Understanding,
} from './understanding.ts'

/** The knowledge of a file beside its rows. */
export interface FileFacts {
  readonly model: Model
  readonly countryAt: CountryAt
  readonly name?: string | undefined
  readonly headingLine?: number | undefined
  /** The EPSG code that the file itself names, as in GeoJSON of 2008; 0: a system without a known code. */
  readonly epsg?: number | undefined
  /** The source in which most of the file's keys are known, if any (D49). */
  readonly source?: string | undefined
}

/** Returns everything that is understood of a file, from what all its rows have in common and a sample of them. */
export function understand(statistics: RowStatistics, facts: FileFacts): Understanding {
  const guesses = guessHeadings(statistics, placeColumns(facts.model), facts.model.locale)
  const { language, isExact } = guesses
  const columns = withKeyJudged(guesses.columns, statistics)
  const hasDays = columns.some(({ field }) => field?.startsWith(dayFieldPrefix))
  return {
    ...(facts.headingLine !== undefined && { headingLine: facts.headingLine }),
    columns,
    ...(language !== undefined && { language }),
    ...meaningsOf(columns, statistics, { ...facts, language }),
    ...(isExact && { empties: [] }),
    ...featureIds(statistics),
    source: facts.source ?? sourceOfName(facts.name),
    mode: 'merge',
    empty: 'keep',
    defaults: {},
    confirmed: [],
    notes: hasDays ? [reason('days-empty')] : [],
  }
}

/** Returns an understanding whose columns were edited, with the meanings of their cells; those said before are kept. */
export function understoodAgain(
  edited: Understanding,
  before: Understanding,
  statistics: RowStatistics,
  facts: FileFacts,
): Understanding {
  const { columns, language } = edited
  const { system, swapped, swappedRows, extent, dates, country, ...rest } = edited
  const now = meaningsOf(columns, statistics, { ...facts, language })
  const [at, former] = [columns, before.columns].map((some) => JSON.stringify(positionColumns(some, language)))
  return {
    ...rest,
    ...now,
    types: withSaid(now.types, edited.types),
    flags: withSaid(now.flags, edited.flags),
    empties: withSaid(now.empties, edited.empties),
    ...(now.dates && dates && { dates }),
    ...(now.country && country && { country }),
    ...(at === former && { system, swapped, swappedRows, extent }),
  }
}

function withSaid<Value>(now: readonly Meaning<Value>[], said: readonly Meaning<Value>[]): readonly Meaning<Value>[] {
  const byText = new Map(said.map((one) => [one.text, one]))
  return now.map((one) => byText.get(one.text) ?? one)
}

type Meanings = Pick<
  Understanding,
  'types' | 'flags' | 'empties' | 'dates' | 'country' | 'system' | 'swapped' | 'swappedRows' | 'extent'
>

/** The meanings of cells in columns whose fields are known. */
function meaningsOf(
  columns: readonly ColumnGuess[],
  statistics: RowStatistics,
  { language, ...facts }: FileFacts & Pick<Understanding, 'language'>,
): Meanings {
  const at = positionColumns(columns, language)
  const found = statistics.sample.map((row) => rowPosition(row, at)).filter((position) => position !== undefined)
  const ofRows = countryOfRows(columns, statistics)
  const positions = judgePositions(found, {
    countryAt: facts.countryAt,
    epsg: facts.epsg ?? systemOfHeadings(columns),
    countries: likelyCountries(ofRows, language),
    home: likelyCountries(undefined, new Intl.Locale(facts.model.locale).language),
  })
  const { country: ofPositions, ...placed } = positions
  return {
    types: typesIn(columns, statistics),
    flags: flagsIn(columns, statistics),
    empties: emptiesIn(columns, statistics),
    ...datesIn(columns, statistics),
    ...countryIn(columns, ofPositions ?? ofRows, { language, hasOwn: settled(placed.system) !== undefined }),
    ...placed,
  }
}

/** The meaning of records, which leave nothing to guess. */
export const understoodRecords: Understanding = {
  ...{ columns: [], types: [], flags: [], empties: [], confirmed: [], notes: [] },
  ...{ source: defaultSource, mode: 'replace', empty: 'keep', defaults: {} },
}

/** The most rows with a key of another row by which a column is still one of keys. */
const repeatedMax = 10

/** A column of keys is unique and no numbering of rows; otherwise it is a question. */
function withKeyJudged(columns: readonly ColumnGuess[], statistics: RowStatistics): readonly ColumnGuess[] {
  const hasIds = statistics.ids.distinct > 0
  return columns.map((column, index): ColumnGuess => {
    if (settledField(column) !== 'key') return column
    const { keys, isSequence } = statistics.columns[index]!
    if (hasIds && !statistics.idsAreSequence) {
      const { field: _, ...rest } = column
      return { ...rest, certainty: 'likely' }
    }
    const repeated = keys?.repeated ?? 0
    const isRepeated = repeated > repeatedMax && repeated * 20 > statistics.rows
    return isRepeated || (isSequence && statistics.rows > 1) ? { ...column, certainty: 'asked' } : column
  })
}

function featureIds({ ids, idsAreSequence }: RowStatistics): Pick<Understanding, 'featureIds'> {
  if (ids.distinct === 0) return {}
  return { featureIds: { value: true, certainty: idsAreSequence && ids.distinct > 1 ? 'asked' : 'sure' } }
}

/** The most characters of the name of a file, as in file systems. */
const fileNameMax = 255

/** Returns the name of a file without its ending and the dates and numbers at its end (D49). */
export function sourceOfName(name = ''): string {
  const file = name.slice(-fileNameMax).split(/[\\/]/).at(-1) ?? ''
  const [given = ''] = file.split(/\.(?:csv|tsv|txt|xlsx|ods|geojson|json|ndjson|jsonl|kml|gpx|gz|zip)\b/i)
  const base = canonicalText(given.replaceAll(/[\p{Cc}\p{Cf}]/gu, ' '))
  const end = /[\d\s_.()-]*$/.exec(base)![0]
  const plain = /\d/.test(end) ? base.slice(0, -end.length) : base
  const source = canonicalText((plain || base).slice(0, sourceCharactersMax))
  return source === '' || sourceFault(source) !== undefined ? defaultSource : source
}

function textsOf(statistics: RowStatistics, index: number): readonly (readonly [text: string, count: number])[] {
  return index < 0 ? [] : [...statistics.columns[index]!.texts]
}

function typesIn(columns: readonly ColumnGuess[], statistics: RowStatistics): Understanding['types'] {
  const at = columns.findIndex(({ field }) => field === 'type')
  return textsOf(statistics, at)
    .filter(([text]) => !text.startsWith('{') && !isEmptyWord(text))
    .map(([text, count]) => {
      const value = typeNamed(text)
      return { text, count, value, certainty: value === undefined ? 'asked' : 'sure' }
    })
}

/** Returns true for a field of yes and no. */
export function isFlagField(field: string | undefined): boolean {
  return /^placeDetails_(?:accessibility_)?(?:has|toilet)/.test(field ?? '')
}

function flagsIn(columns: readonly ColumnGuess[], statistics: RowStatistics): Understanding['flags'] {
  const counts = new Map<string, number>()
  for (const [index, { field }] of columns.entries()) {
    if (!isFlagField(field)) continue
    for (const [text, count] of textsOf(statistics, index)) counts.set(text, (counts.get(text) ?? 0) + count)
  }
  return [...counts].flatMap(([text, count]): Meaning<boolean>[] => {
    const value = flagNamed(text)
    if (value === undefined && isEmptyWord(text)) return []
    return [{ text, count, value, certainty: value === undefined ? 'asked' : 'sure' }]
  })
}

function emptiesIn(columns: readonly ColumnGuess[], statistics: RowStatistics): Understanding['empties'] {
  const counts = new Map<string, number>()
  for (const [index, { field }] of columns.entries()) {
    if (field === undefined) continue
    for (const [text, count] of textsOf(statistics, index)) {
      const isFlag = isFlagField(field) && flagNamed(text) !== undefined
      if (isEmptyWord(text) && !isFlag) counts.set(text, (counts.get(text) ?? 0) + count)
    }
  }
  return [...counts].map(([text, count]) => ({ text, count, value: true, certainty: 'likely' }))
}

function datesIn(columns: readonly ColumnGuess[], statistics: RowStatistics): Pick<Understanding, 'dates'> {
  const found = columns.flatMap(({ field }, index) =>
    field === 'published' || field === 'depublished' ? [statistics.columns[index]!] : [],
  )
  const hasAny = found.some(({ texts }) => [...texts.keys()].some((text) => /^\d{1,2}[./-]\d{1,2}[./-]/.test(text)))
  if (!hasAny) return {}
  const [first, second] = [found.some(({ hasDayFirst }) => hasDayFirst), found.some(({ hasDaySecond }) => hasDaySecond)]
  const dates: Guess<DateOrder> =
    first === second ? { value: 'dmy', certainty: 'asked' } : { value: first ? 'dmy' : 'mdy', certainty: 'sure' }
  return { dates }
}

/** The country that all rows name, if they have a column for it. */
function countryOfRows(columns: readonly ColumnGuess[], statistics: RowStatistics): string | undefined {
  const at = columns.findIndex(({ field }) => field === 'country')
  if (at < 0) return undefined
  const named = new Set(statistics.sample.map(({ cells }) => countryNamed(textOfCell(cells[at]))))
  named.delete(undefined)
  return named.size === 1 ? [...named][0] : undefined
}

function countryIn(
  columns: readonly ColumnGuess[],
  found: string | undefined,
  { language, hasOwn }: { readonly language: string | undefined; readonly hasOwn: boolean },
): Pick<Understanding, 'country'> {
  if (!columns.some(({ field }) => field === 'contactInfo_phone')) return {}
  if (found !== undefined) return { country: { value: found, certainty: 'sure' } }
  // Rows in several countries have their own.
  if (hasOwn) return { country: { certainty: 'likely' } }
  const [first] = likelyCountries(undefined, language)
  return { country: { ...(first !== undefined && { value: first }), certainty: 'asked' } }
}
