import { weekdayNamed } from '../../hours/written-hours.ts'
import { countryNamed, isDateLike, writtenCoordinate } from './cell-values.ts'
import { type ColumnStatistics, type FileStatistics, textOfCell } from './column-statistics.ts'
import { type Columns, findColumn } from './columns.ts'
import { positionIn } from './position-cells.ts'
import { dayPartNamed, fieldsNamed, flagNamed, isEmptyWord, systemNamed, typeNamed } from './table-words.ts'
import { type Certainty, type ColumnGuess, dayFieldPrefix, ownFields } from './understanding.ts'

/** The guess for each column, and the languages that its headings are in. */
export interface HeadingGuesses {
  readonly columns: readonly ColumnGuess[]
  /** The language of most headings; undefined if none is in only one or some languages. */
  readonly language: string | undefined
  /** True if every heading is the name of a field, as in an exported table. */
  readonly isExact: boolean
}

/** A meaning that a column may have; the candidate with the smallest numbers gets the field. */
interface Candidate {
  readonly index: number
  readonly field: string
  readonly certainty: Certainty
  /** The way in which the heading was understood, the surest first. */
  readonly round: number
  readonly rank: number
  readonly languages: readonly string[]
}

const samplesMax = 3
const sampleLength = 60
/** The most cells by which a column is judged. */
const judgedMax = 50

/** Guesses the fields of columns by their headings, and by their cells whether these fit. */
export function guessHeadings(statistics: FileStatistics, known: Columns, locale: string): HeadingGuesses {
  const { headings } = statistics
  const cells = headings.map((_, index) => cellsOf(statistics, index))
  const exact = headings.map((heading) => exactField(known, heading))
  const days = dayFields(headings, exact)
  const candidates = headings
    .flatMap((heading, index): Candidate[] => {
      const field = exact[index]
      if (field !== undefined) return [{ index, field, certainty: 'sure', round: 0, rank: 0, languages: [] }]
      return days[index] === undefined ? candidatesOf(heading, index, { headings, locale }) : []
    })
    .filter(({ index, field, round }) => round === 0 || fits(field, cells[index]!, statistics.column(index)))
    .toSorted((one, other) => one.round - other.round || one.rank - other.rank || one.index - other.index)
  const taken = new Map<string, Candidate>()
  const byColumn = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const { field, index } = candidate
    if (byColumn.has(index) || (field !== '' && taken.has(field))) continue
    byColumn.set(index, candidate)
    if (field !== '') taken.set(field, candidate)
  }
  const columns = headings.map((heading, index): ColumnGuess => {
    const samples = cells[index]!.slice(0, samplesMax)
    const shown = { heading, samples: samples.map((text) => text.slice(0, sampleLength)) }
    const day = days[index]
    if (day !== undefined) return { ...shown, field: day, certainty: 'sure' }
    const found = byColumn.get(index)
    if (found === undefined || found.field === '') return { ...shown, certainty: found ? 'sure' : 'likely' }
    return { ...shown, field: found.field, certainty: found.certainty }
  })
  const isExact = headings.every((_, index) => exact[index] !== undefined)
  return { columns: withContents(columns, cells, taken), language: languageOf([...byColumn.values()]), isExact }
}

/** Returns the different cells of a column in the sample, without words for an empty one. */
function cellsOf({ sample }: FileStatistics, index: number): string[] {
  const texts = new Set<string>()
  for (const { cells } of sample) {
    const text = textOfCell(cells[index]).trim()
    if (text !== '' && !isEmptyWord(text)) texts.add(text)
    if (texts.size >= judgedMax) break
  }
  return [...texts]
}

/** Returns the field whose own name is the heading; aliases have the name of the field that they stand for. */
function exactField(known: Columns, heading: string): string | undefined {
  const column = findColumn(known, heading)
  if (column === undefined || column.readOnly) return undefined
  const own = column.path.join('_')
  if (known.get(own.toLowerCase())?.readOnly === false) return own
  return Object.entries(coordinateFields).find(([, path]) => path === column.path.join('.'))?.[0] ?? column.name
}

const coordinateFields = {
  longitude: 'geolocation.geometry.coordinates.0',
  latitude: 'geolocation.geometry.coordinates.1',
} as const

interface AllHeadings {
  readonly headings: readonly string[]
  readonly locale: string
}

/** Words in headings that say nothing of the field. */
const noise = /\b(?:wgs ?84|epsg ?\d+|dec(?:imal)?|dd|degrees|gps|main|primary|officiel(?:le)?|official)\b/gi

function candidatesOf(heading: string, index: number, { headings, locale }: AllHeadings): Candidate[] {
  const spaced = heading
    .trim()
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
  const bare = spaced.replaceAll(/\([^)]*\)|\[[^\]]*\]/g, ' ').trim()
  const [, unnumbered = bare, digits = ''] = /^(.*\p{L}.*?)\s*0*(\d{1,2})$/u.exec(bare) ?? []
  const [, stem, ending] = /^(.+) (sv|en|de|fr|nb|no|nn|da|fi|nl|es|it|se)$/i.exec(bare) ?? []
  const ofLocale = ending !== undefined && new Intl.Locale(locale).language === ending.toLowerCase()
  const variants: readonly (readonly [text: string | undefined, round: number])[] = [
    [heading, 1],
    [bare, 2],
    [digits === '' ? undefined : unnumbered, 3 + Number(digits) / 100],
    [stem, ofLocale ? 1.5 : 4],
    [/^.*[:./](?<last>[^:./]+)$/.exec(bare)?.groups?.last, 5],
    [bare.replaceAll(noise, ' '), 6],
    [withoutPrefix(heading, headings), 7],
  ]
  return variants.flatMap(([text, round]) => {
    if (text === undefined) return []
    return fieldsNamed(text).map(({ field, rank, languages }): Candidate => {
      const isNumber = field === 'rowNumber'
      const certainty = isNumber ? 'asked' : round <= 2 ? 'sure' : 'likely'
      return { index, field: isNumber ? 'key' : field, certainty, round: isNumber ? 9 : round, rank, languages }
    })
  })
}

/** Returns a heading without the first word that it shares with most others, such as `museum_name`. */
function withoutPrefix(heading: string, headings: readonly string[]): string | undefined {
  const [, prefix, rest] = /^([\p{L}\d]+)[_ .:-](.+)$/u.exec(heading.trim()) ?? []
  if (prefix === undefined) return undefined
  const same = headings.filter((other) => other.trim().toLowerCase().startsWith(prefix.toLowerCase()))
  return same.length >= 3 && same.length * 2 >= headings.length ? rest : undefined
}

/** Three columns of weekdays or more hold hours; each may be split into their beginning and end. */
function dayFields(headings: readonly string[], exact: readonly (string | undefined)[]): (string | undefined)[] {
  const found = headings.map((heading, index) => (exact[index] === undefined ? dayField(heading) : undefined))
  const days = new Set(found.filter((field) => field !== undefined).map((field) => field.split('_')[1]))
  return days.size >= 3 ? found : headings.map(() => undefined)
}

function dayField(heading: string): string | undefined {
  const words = heading
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const at = words.findIndex((word) => weekdayNamed(word) !== undefined)
  if (at < 0 || words.length > 4) return undefined
  const part = dayPartNamed(words.filter((_, index) => index !== at).join(' '))
  if (part === undefined) return undefined
  return `${dayFieldPrefix}${weekdayNamed(words[at]!)}${part === 'hours' ? '' : `_${part}`}`
}

type Fits = (cell: string) => boolean

const hasDigits =
  (count: number): Fits =>
  (cell) =>
    cell.replaceAll(/\D/g, '').length >= count
const hasLetters: Fits = (cell) => /\p{L}{2}/u.test(cell) && !isAddress(cell) && !/^[[{]/.test(cell)
const isAddress: Fits = (cell) => /^(https?:\/\/|www\.)\S+$/i.test(cell)
const isEmail: Fits = (cell) => /^\S+@\S+\.\w{2,}$/.test(cell.split(/[\s,;]/)[0]!)

/** The look of most cells of a field; a field without a look takes any. */
const looks: Readonly<Record<string, Fits>> = {
  latitude: (cell) => writtenCoordinate(cell) !== undefined,
  longitude: (cell) => writtenCoordinate(cell) !== undefined,
  [ownFields.position]: (cell) => positionIn(cell) !== undefined,
  [ownFields.houseNumber]: hasDigits(1),
  [ownFields.country]: (cell) => countryNamed(cell) !== undefined,
  [ownFields.ownerName]: hasLetters,
  name: (cell) => /\p{L}/u.test(cell) && !isAddress(cell) && !/^[[{]/.test(cell) && !positionIn(cell)?.isCertain,
  visitingInfo_address: (cell) => /\p{L}{2}/u.test(cell) && !isEmail(cell),
  visitingInfo_city: hasLetters,
  visitingInfo_postalCode: (cell) => /\d{3}/.test(cell) && cell.length <= 12,
  contactInfo_phone: hasDigits(5),
  contactInfo_email: isEmail,
  contactInfo_url: (cell) => isAddress(cell) || /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(cell),
  published: isDateLike,
  depublished: isDateLike,
  opening_hours: (cell) => !isDateLike(cell) && !/^\d+([.,]\d+)?$/.test(cell),
  owner_id: (cell) => !/\s/.test(cell),
  key: (cell) => cell.length <= 200,
}

function fits(field: string, cells: readonly string[], { texts, hasMoreTexts }: ColumnStatistics): boolean {
  if (cells.length === 0 || field === '') return true
  if (field === 'type') return cells.some((cell) => typeNamed(cell) !== undefined) || !hasMoreTexts
  const isFlag = field.startsWith('placeDetails_has') || /^placeDetails_accessibility_(has|toilet)/.test(field)
  const look: Fits | undefined = isFlag ? (cell) => flagNamed(cell) !== undefined : looks[field]
  if (isFlag && (hasMoreTexts || texts.size > 12)) return false
  if (look === undefined) return true
  const fitting = cells.filter((cell) => look(cell))
  return fitting.length * 2 >= cells.length
}

/** The look of cells by which a column may be proposed for a field that no heading names. */
const contents: readonly (readonly [field: string, certainty: Certainty, fits: Fits])[] = [
  ['contactInfo_email', 'asked', isEmail],
  ['contactInfo_url', 'asked', isAddress],
  ['type', 'asked', (cell) => typeNamed(cell) !== undefined],
]

function withContents(
  columns: readonly ColumnGuess[],
  cells: readonly (readonly string[])[],
  taken: ReadonlyMap<string, unknown>,
): ColumnGuess[] {
  const added = new Set(taken.keys())
  const found = columns.map((column, index): ColumnGuess => {
    if (column.field !== undefined || column.certainty === 'sure' || cells[index]!.length === 0) return column
    const free = contents.find(([field, , look]) => !added.has(field) && cells[index]!.every(look))
    const isPosition = !['latitude', 'longitude', 'position'].some((field) => added.has(field))
    const [field, certainty] =
      isPosition && cells[index]!.every((cell) => positionIn(cell)?.isCertain)
        ? (['position', 'likely'] as const)
        : (free ?? [])
    if (field === undefined || certainty === undefined) return column
    added.add(field)
    return { ...column, field, certainty }
  })
  return added.has('name') ? found : withNameProposed(found, cells)
}

/** Proposes the first column of different texts as the name. */
function withNameProposed(columns: readonly ColumnGuess[], cells: readonly (readonly string[])[]): ColumnGuess[] {
  const at = columns.findIndex(
    ({ field, certainty }, index) =>
      field === undefined && certainty !== 'sure' && cells[index]!.length > 0 && cells[index]!.every(hasLetters),
  )
  return columns.map((column, index) => (index === at ? { ...column, field: 'name', certainty: 'asked' } : column))
}

/** Returns the language that most words belong to; a word of several languages counts for each in part. */
function languageOf(candidates: readonly Candidate[]): string | undefined {
  const votes = new Map<string, number>()
  for (const { languages } of candidates) {
    for (const language of new Set(languages))
      votes.set(language, (votes.get(language) ?? 0) + 1 / new Set(languages).size)
  }
  const [first, second] = [...votes].toSorted(([, one], [, other]) => other - one)
  return first !== undefined && first[1] !== second?.[1] ? first[0] : undefined
}

/** Returns the coordinate system that a heading of positions names. */
export function systemOfHeadings(columns: readonly ColumnGuess[]): number | undefined {
  const positions = columns.filter(({ field = '' }) => ['latitude', 'longitude', 'position'].includes(field))
  return positions.map(({ heading }) => systemNamed(heading)).find((epsg) => epsg !== undefined)
}
