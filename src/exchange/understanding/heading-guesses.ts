import { weekdayNamed } from '../../hours/written-hours.ts'
import { countryNamed, isDateLike, writtenCoordinate } from './cell-values.ts'
import { type ColumnStatistics, type RowStatistics, textOfCell } from './column-statistics.ts'
import { type Columns, findColumn } from './columns.ts'
import { positionIn } from './position-cells.ts'
import {
  dayPartNamed,
  fieldsNamed,
  flagNamed,
  isEmptyWord,
  type NamedField,
  systemNamed,
  typeNamed,
} from './table-words.ts'
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

const headingLength = 200
const samplesMax = 3
const sampleLength = 60
/** The most cells by which a column is judged. */
const judgedMax = 50

/** Guesses the fields of columns by their headings, and by their cells whether these fit. */
export function guessHeadings(statistics: RowStatistics, known: Columns, locale: string): HeadingGuesses {
  // A longer text says no more, and is searched for patterns.
  const headings = statistics.headings.map((heading) => heading.slice(0, headingLength))
  const cells = headings.map((_, index) => cellsOf(statistics, index))
  const exact = headings.map((heading) => exactField(known, heading))
  const days = dayFields(headings, exact)
  const candidates = headings
    .flatMap((heading, index): Candidate[] => {
      const field = exact[index]
      if (field !== undefined) return [{ index, field, certainty: 'sure', round: 0, rank: 0, languages: [] }]
      return days[index] === undefined ? candidatesOf(heading, index, { headings, locale }) : []
    })
    .filter(
      ({ index, field, round }) =>
        (round === 0 && !ofOsm.has(field)) || fits(field, cells[index]!, statistics.columns[index]!),
    )
    .toSorted((one, other) => one.round - other.round || one.rank - other.rank || one.index - other.index)
  const taken = new Map<string, Candidate>()
  const byColumn = new Map<number, Candidate>()
  for (const candidate of candidates) {
    const { field, index } = candidate
    const same = field === '' ? undefined : taken.get(field)
    if (byColumn.has(index) || (same && !areParts(same, candidate))) continue
    byColumn.set(index, candidate)
    if (field !== '' && !same) taken.set(field, candidate)
  }
  const columns = statistics.headings.map((heading, index): ColumnGuess => {
    const samples = cells[index]!.slice(0, samplesMax)
    const shown = { heading, samples: samples.map((text) => text.slice(0, sampleLength)) }
    const day = days[index]
    if (day !== undefined) return { ...shown, field: day, certainty: 'sure' }
    const found = byColumn.get(index)
    if (found === undefined || found.field === '') return { ...shown, certainty: found ? 'sure' : 'likely' }
    return { ...shown, field: found.field, certainty: found.certainty }
  })
  const isExact = headings.every((_, index) => exact[index] !== undefined)
  return {
    columns: withContents(columns, { cells, taken, statistics }),
    language: languageOf([...byColumn.values()]),
    isExact,
  }
}

/** Returns the different cells of a column in the sample, without words for an empty one. */
function cellsOf({ sample }: RowStatistics, index: number): string[] {
  const texts = new Set<string>()
  for (const { cells } of sample) {
    const text = textOfCell(cells[index]).trim()
    if (text !== '' && !isEmptyWord(text)) texts.add(text)
    if (texts.size >= judgedMax) break
  }
  return [...texts]
}

/** The parts of an address in columns with numbers, such as `Adress 1` and `Adress 2`, are read together. */
function areParts(one: Candidate, other: Candidate): boolean {
  return one.field === 'visitingInfo_address' && [one, other].every(({ round }) => Math.floor(round) === numberedRound)
}

/** Returns the field whose own name is the heading; aliases have the name of the field that they stand for. */
function exactField(known: Columns, heading: string): string | undefined {
  const column = findColumn(known, heading)
  if (column === undefined || column.readOnly) return undefined
  const own = column.path.join('_')
  const whole = known.get(own.toLowerCase())
  if (whole?.readOnly === false && whole.kind === column.kind) return own
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
const noise = /\b(?:wgs ?84|epsg ?\d+|dec(?:imal)?|dd|degrees|gps|geo|full|main|primary|officiel(?:le)?|official)\b/gi

/** The round of headings with a number behind them, and the first one whose guesses are only questions. */
const [numberedRound, askedRound] = [3, 8]

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
    [digits === '' ? undefined : unnumbered, numberedRound + Number(digits) / 100],
    [stem, ofLocale ? 1.5 : 4],
    [/^.*[:./](?<last>[^:./]+)$/.exec(bare)?.groups?.last, 5],
    [bare.replaceAll(noise, ' '), 6],
    [namedThing(bare), 6],
    ...withoutPrefix(heading, headings),
  ]
  const found = variants.flatMap(([text, round]) =>
    text === undefined ? [] : fieldsNamed(text).map((named) => candidateOf(named, index, round)),
  )
  // The name of something, but nobody knows of what.
  const isName = ofName.test(bare) || nameOf.test(bare)
  return isName ? [...found, candidateOf({ field: 'name', rank: 0, languages: [] }, index, askedRound)] : found
}

function candidateOf({ field, rank, languages, isWeak }: NamedField, index: number, round: number): Candidate {
  if (field === 'rowNumber') return { index, field: 'key', certainty: 'asked', round: askedRound + 1, rank, languages }
  if (isWeak || round >= askedRound) return { index, field, certainty: 'asked', round: askedRound, rank, languages }
  return { index, field, certainty: round <= 2 ? 'sure' : 'likely', round, rank, languages }
}

const nameWord = '(?:names?|namn|navn|nimi|naam|noms?|nombre|nome|bezeichnung)'
const nameOf = new RegExp(
  `^${nameWord} (?:(?:of|på|av|af|för|for|du|des?|de la|de l|del|della|dello|van|von|der) ?\\P{L}?)?(.+)$`,
  'iu',
)
const ofName = new RegExp(`^(.+?) ?${nameWord}$`, 'iu')

/** Returns the heading of a name without the thing that is named, or that thing if it has a field of its own. */
function namedThing(heading: string): string | undefined {
  const thing = (nameOf.exec(heading) ?? ofName.exec(heading))?.[1]?.trim()
  if (thing === undefined) return undefined
  const isPlace = typeNamed(thing) !== undefined || fieldsNamed(thing).some(({ field }) => field === 'name')
  return isPlace ? 'name' : thing
}

/**
 * Returns a heading without the first word that it shares with others, such as `museum_name`. Unless most headings have
 * it, the word may matter, as in `contact_name`.
 */
function withoutPrefix(heading: string, headings: readonly string[]): [text: string, round: number][] {
  const [, prefix, rest] = /^([\p{L}\d]+)[_ .:-](.+)$/u.exec(heading.trim()) ?? []
  if (prefix === undefined || rest === undefined) return []
  const same = headings.filter((other) => other.trim().toLowerCase().startsWith(prefix.toLowerCase()))
  return same.length < 3 ? [] : [[rest, same.length * 2 >= headings.length ? 7 : askedRound]]
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
const isProse: Fits = (cell) => hasLetters(cell) && flagNamed(cell) === undefined && !cell.startsWith('<')
const isAddress: Fits = (cell) => /^(https?:\/\/|www\.)\S+$/i.test(cell)
const isEmail: Fits = (cell) => /^[^\s@]+@[^\s@]+\.\w{2,}$/.test(cell.split(/[\s,;]/)[0]!)

/** The look of most cells of a field; a field without a look takes any. */
const looks: Readonly<Record<string, Fits>> = {
  latitude: (cell) => writtenCoordinate(cell) !== undefined,
  longitude: (cell) => writtenCoordinate(cell) !== undefined,
  [ownFields.position]: (cell) => positionIn(cell) !== undefined,
  [ownFields.houseNumber]: hasDigits(1),
  [ownFields.country]: (cell) => countryNamed(cell) !== undefined,
  [ownFields.ownerName]: hasLetters,
  name: (cell) => /\p{L}/u.test(cell) && !isAddress(cell) && !/^[[{]/.test(cell) && !positionIn(cell)?.isCertain,
  visitingInfo_address: (cell) => /\p{L}{2}/u.test(cell) && !isEmail(cell) && !/^[[{<]/.test(cell),
  // A word such as "private" is the access tag of OSM.
  visitingInfo_description: (cell) => isProse(cell) && /\s/.test(cell),
  longDescription: isProse,
  shortDescription: isProse,
  placeDetails_info: isProse,
  placeDetails_accessibility_info: isProse,
  categories: (cell) => !cell.startsWith('{'),
  tags: (cell) => !cell.startsWith('{'),
  visitingInfo_city: hasLetters,
  visitingInfo_postalCode: (cell) => /\d.*\d/.test(cell) && cell.length <= 12,
  contactInfo_phone: hasDigits(5),
  contactInfo_email: isEmail,
  contactInfo_url: (cell) => isAddress(cell) || /^[\w-]+(\.[\w-]+)+(\/\S*)?$/.test(cell),
  published: isDateLike,
  depublished: isDateLike,
  opening_hours: (cell) => !isDateLike(cell) && !/^\d+([.,]\d+)?$/.test(cell),
  owner_id: (cell) => !/\s/.test(cell),
  key: (cell) => cell.length <= 200,
}

/** Names of members that files of OSM have with other contents. */
const ofOsm: ReadonlySet<string> = new Set(['type', 'tags', 'categories'])
/** The types of elements of OSM. */
const osmElement = /^(?:node|way|relation|multipolygon|boundary|feature)$/i

function fits(field: string, cells: readonly string[], { texts, hasMoreTexts, filled }: ColumnStatistics): boolean {
  if (cells.length === 0 || field === '') return true
  if (field === 'type') {
    if (cells.every((cell) => osmElement.test(cell))) return false
    return cells.some((cell) => cell.startsWith('{') || typeNamed(cell) !== undefined) || !hasMoreTexts
  }
  // One word in all rows is a town.
  if (field === 'visitingInfo_address' && filled >= 5 && cells.length === 1 && !/[\s\d]/.test(cells[0]!)) return false
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

const isCode: Fits = (cell) =>
  /^(?=.*\d)[\p{L}\d._:/-]{5,40}$/u.test(cell) && !/^\d+[.,]|^https?:/.test(cell) && !isDateLike(cell)

/** Returns true if a column is filled in all rows with codes, each of them once. */
function isUnique({ filled, texts }: ColumnStatistics, rows: number): boolean {
  return filled === rows && rows >= 5 && [...texts.values()].every((count) => count === 1)
}

interface Contents {
  readonly cells: readonly (readonly string[])[]
  readonly taken: ReadonlyMap<string, unknown>
  readonly statistics: RowStatistics
}

/** Adds guesses by the cells of columns whose headings say nothing. */
function withContents(columns: readonly ColumnGuess[], { cells, taken, statistics }: Contents): ColumnGuess[] {
  const added = new Set(taken.keys())
  if (statistics.ids.distinct > 0) added.add('key')
  const isKey = (index: number) =>
    !added.has('key') && cells[index]!.every(isCode) && isUnique(statistics.columns[index]!, statistics.rows)
  const found = columns.map((column, index): ColumnGuess => {
    if (column.field !== undefined || column.certainty === 'sure' || cells[index]!.length === 0) return column
    const free = contents.find(([field, , look]) => !added.has(field) && cells[index]!.every(look))
    const isPosition = !['latitude', 'longitude', 'position'].some((field) => added.has(field))
    const [field, certainty] =
      isPosition && cells[index]!.every((cell) => positionIn(cell)?.isCertain)
        ? (['position', 'likely'] as const)
        : (free ?? (isKey(index) ? (['key', 'asked'] as const) : []))
    if (field === undefined || certainty === undefined) return column
    added.add(field)
    return { ...column, field, certainty }
  })
  return added.has('name') ? found : withNameProposed(found, cells)
}

/** Proposes the first column as the name whose texts differ, and are neither codes nor markup. */
function withNameProposed(columns: readonly ColumnGuess[], cells: readonly (readonly string[])[]): ColumnGuess[] {
  const most = Math.max(...cells.map(({ length }) => length))
  const isName: Fits = (cell) => hasLetters(cell) && !cell.startsWith('<')
  const isText: Fits = (cell) => /\p{L}{3}/u.test(cell) && !/\d{3}|_/.test(cell)
  const at = columns.findIndex(
    ({ field, certainty }, index) =>
      field === undefined &&
      certainty !== 'sure' &&
      cells[index]!.length * 2 > most &&
      cells[index]!.every(isName) &&
      cells[index]!.filter(isText).length * 2 > cells[index]!.length,
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
