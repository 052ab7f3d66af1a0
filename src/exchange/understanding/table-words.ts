import { facilities } from '../../place/facilities.ts'
import { type PlaceTypeKey, placeTypes } from '../../place/place-types.ts'
import words from './table-words.json' with { type: 'json' }

/** The languages of headings and values that are understood (ISO 639-1). */
export const tableLanguages = ['sv', 'en', 'de', 'fr', 'nb', 'da', 'fi', 'nl', 'es', 'it'] as const

/** A field that a heading names, with its place among the words for that field: the first words are the surest. */
export interface NamedField {
  /** The name of a field, `rowNumber` for numbers of rows, or '' for a column that places have no member for. */
  readonly field: string
  readonly rank: number
  readonly languages: readonly string[]
  /** True if the heading may mean something else as well: it is a question. Such words end with ? in the list. */
  readonly isWeak?: boolean
}

/** Returns a text as words are compared: letters and digits in lower case, without marks. */
export function plainWord(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}#✓✔]/gu, '')
}

/** Texts as they stand in cells: in lower case, with their signs. */
function cellWord(text: string): string {
  return text.trim().normalize('NFC').toLowerCase()
}

type Lists = Readonly<Record<string, readonly string[]>>

interface Index {
  readonly fields: ReadonlyMap<string, readonly NamedField[]>
  readonly types: ReadonlyMap<string, PlaceTypeKey>
  readonly flags: ReadonlyMap<string, boolean>
  readonly empties: ReadonlySet<string>
  readonly systems: readonly (readonly [name: string, epsg: number])[]
}

let index: Index | undefined

/** Returns the words by their meaning; they are sorted when they are first needed. */
function indexed(): Index {
  index ??= {
    fields: fieldIndex(),
    types: new Map(
      placeTypes.flatMap(({ key, name }) =>
        [name, key, ...Object.values((words.types as Readonly<Record<string, Lists>>)[key] ?? {}).flat()].map(
          (word) => [plainWord(word), key] as const,
        ),
      ),
    ),
    flags: new Map(
      [[words.no, false] as const, [words.yes, true] as const].flatMap(([lists, flag]) =>
        Object.values(lists as Lists)
          .flat()
          .map((word) => [cellWord(word), flag] as const),
      ),
    ),
    empties: new Set(words.empty.map(cellWord)),
    systems: Object.entries(words.systems)
      .flatMap(([epsg, names]) => names.map((name) => [plainWord(name), Number(epsg)] as const))
      .toSorted(([one], [other]) => other.length - one.length),
  }
  return index
}

function fieldIndex(): Map<string, NamedField[]> {
  const found = new Map<string, NamedField[]>()
  const add = (word: string, { field, rank, languages }: NamedField) => {
    const weak = word.endsWith('?') && { isWeak: true }
    const key = plainWord(word)
    if (key === '') return
    const same = found.get(key)?.find((one) => one.field === field)
    const others = found.get(key)?.filter((one) => one.field !== field) ?? []
    const merged = same
      ? { ...same, ...weak, languages: [...same.languages, ...languages] }
      : { field, rank, languages, ...weak }
    found.set(key, [...others, merged])
  }
  for (const [field, lists] of Object.entries(words.fields as Readonly<Record<string, Lists>>)) {
    for (const [language, list] of Object.entries(lists)) {
      const languages = language === 'any' ? [] : [language]
      for (const [rank, word] of list.entries()) add(word, { field, rank, languages })
    }
  }
  for (const { path, headings } of facilities) {
    for (const word of headings) add(word, { field: path.replaceAll('.', '_'), rank: 0, languages: ['sv'] })
  }
  return found
}

/** Returns the fields that a heading names, in the order of the list; none if its words are not known. */
export function fieldsNamed(heading: string): readonly NamedField[] {
  return indexed().fields.get(plainWord(heading)) ?? []
}

/** Returns the place type that a text names in one of the languages; undefined if it names none. */
export function typeNamed(text: string): PlaceTypeKey | undefined {
  return indexed().types.get(plainWord(text))
}

/** Returns the meaning of a word for yes or no; undefined for any other text. */
export function flagNamed(text: string): boolean | undefined {
  return indexed().flags.get(cellWord(text))
}

/** Returns true for a text that people write where they know nothing. */
export function isEmptyWord(text: string): boolean {
  return indexed().empties.has(cellWord(text))
}

/** Returns the part of a heading beside its weekday: the hours of the day, or their beginning or end. */
export function dayPartNamed(text: string): 'hours' | 'from' | 'to' | undefined {
  const plain = plainWord(text)
  if (plain === '' || fieldsNamed(text).some(({ field }) => field === 'opening_hours')) return partOf(plain) ?? 'hours'
  return partOf(plain)
}

function partOf(plain: string): 'from' | 'to' | undefined {
  if (words.opens.some((word) => plainWord(word) === plain)) return 'from'
  return words.closes.some((word) => plainWord(word) === plain) ? 'to' : undefined
}

/** Returns the EPSG code of a coordinate system that a text names; undefined if it names none. */
export function systemNamed(text: string): number | undefined {
  const plain = plainWord(text)
  return indexed().systems.find(([name]) => plain.includes(name))?.[1]
}
