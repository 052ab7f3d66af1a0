import { useQueryClient } from '@tanstack/react-query'
import type { Place } from '../../client/client.ts'
import { isObject, type Json, type JsonObject, typeKeyIn, valueAt } from '../body/json.ts'
import { type DirectoryKind, directoryQuery } from '../directory/directory-queries.ts'
import { entriesOf, today } from '../hours/calendar.ts'
import { useEntryText } from '../hours/entry-text.ts'
import { instantOf, localOf } from '../kit/date-inputs.tsx'
import { kitWords } from '../kit/kit-words.ts'
import { readDay, readMoment } from '../kit/read-date.ts'
import { phoneNumber, readPhone } from '../place/phone-number.ts'
import { placeTypes } from '../place/place-traits.ts'
import { placeWords } from '../place/place-words.ts'
import { useSession } from '../session/session.tsx'
import { useFaultText, useWords } from '../words/language.tsx'
import { type InputKind, present } from './field-kinds.ts'
import { textOf } from './input-props.ts'
import { inputWords } from './input-words.ts'
import { parseCoordinates } from './parse-coordinates.ts'
import type { PlaceField } from './place-field.ts'
import { coordinatesText, withCoordinates } from './position-input.tsx'
import { parseDecimal, parseJson } from './read-inputs.tsx'

/** A field with an input, and its place with its present value. */
interface FieldOfPlace {
  readonly field: Omit<PlaceField, 'kind'> & { readonly kind: InputKind }
  readonly place: Place
  readonly value: Json
}

/** A value that was read from a text, or why it cannot be. */
export type ReadValue = { readonly value: Json } | { readonly fault: string }

/** Functions that turn the value of a field into one text, as a cell of a spreadsheet has it, and back. */
export type FieldText = ReturnType<typeof useFieldText>

/** Returns functions that format a value as a text, and that read it from one; names of the directory are looked up. */
export function useFieldText() {
  const words = useWords(inputWords)
  const reading = useReading()
  const { types } = useWords(placeWords)
  const entryText = useEntryText()
  const format = ({ field: { kind }, place, value }: FieldOfPlace): string => {
    if (value === undefined || value === null) return ''
    const list = Array.isArray(value) ? (value as readonly Json[]) : undefined
    switch (kind) {
      case 'flag':
      case 'switch':
        return value === true ? words.yes : words.no
      case 'position':
        return coordinatesText(value)
      case 'phone':
        return isObject(value) ? phoneNumber(value, place.geolocationInfo?.country) : textOf(value)
      case 'type':
        return types[typeKeyIn(value) as keyof typeof types] ?? textOf(value)
      case 'owner':
        return nameOf(value)
      case 'categories':
      case 'tags':
        return (list ?? []).map(nameOf).join(', ')
      case 'texts':
        return (list ?? []).map(textOf).join(', ')
      case 'moment':
        return localOf(textOf(value)) ?? ''
      case 'hours':
        return entriesOf(value)
          .map((entry) =>
            [entryText.name(entry), entryText.when(entry), entryText.week(entry)].filter(Boolean).join(' '),
          )
          .join('; ')
      default:
        return textOf(value)
    }
  }
  const read = async (text: string, given: FieldOfPlace): Promise<ReadValue> =>
    text.trim() === '' ? { value: undefined } : await reading[given.field.kind](text.trim(), given)
  return { format, read }
}

type Reading = (text: string, given: FieldOfPlace) => ReadValue | Promise<ReadValue>

/** Returns the functions that read a text that is not empty, by the kind of field. */
function useReading(): Readonly<Record<InputKind, Reading>> {
  const words = useWords(inputWords)
  const { noDay, noMoment } = useWords(kitWords)
  const faultText = useFaultText()
  const entries = useEntriesNamed()
  const found = (value: Json, fault: string): ReadValue => (value === undefined ? { fault } : { value })
  const asIs: Reading = (text) => ({ value: text.replaceAll(/\r\n?/g, '\n') })
  const flag: Reading = (text) => found(parseFlag(text), words.notFlag)
  const named =
    (kind: DirectoryKind): Reading =>
    async (text) => {
      const read = await entries(kind, splitTexts(text))
      return 'fault' in read ? read : { value: read.map(({ id }) => ({ id })) }
    }
  return {
    text: (text) => ({ value: text.replaceAll(/\s*[\r\n]+\s*/g, ' ') }),
    longText: asIs,
    markdown: asIs,
    flag,
    switch: flag,
    choice: (text, { field }) => {
      const choices = present(field.schema ?? {}).enum ?? []
      const isChosen = (choice: string | number) => String(choice).toLowerCase() === text.toLowerCase()
      return found(choices.find(isChosen), words.notChoice(choices.join(', ')))
    },
    decimal: (text) => found(parseDecimal(text), words.notDecimal),
    whole: (text) => found(/^[+-]?\d+$/.test(text) ? Number(text) : undefined, words.notWhole),
    phone(text, { place }) {
      const phone = readPhone(text, place.geolocationInfo?.country)
      return 'code' in phone ? { fault: faultText(phone) } : { value: phone as JsonObject }
    },
    day: (text) => found(readDay(text, today(new Date())), noDay(text)),
    moment: (text) => found(instantOf(readMoment(text, today(new Date())) ?? null) ?? undefined, noMoment(text)),
    position(text, { value }) {
      const position = parseCoordinates(text)
      return position ? { value: withCoordinates(value, position) } : { fault: words.coordinatesWrong }
    },
    type(text, { value }) {
      const key = typeOfName(text)
      return key === undefined ? { fault: words.noType } : { value: key === typeKeyIn(value) ? value : { [key]: {} } }
    },
    async owner(text, { value }) {
      const read = await entries('owners', [text])
      if ('fault' in read) return read
      const [{ id, type } = { id: '' }] = read
      return { value: { id, type: type ?? valueAt(value, '/type') } }
    },
    categories: named('categories'),
    tags: named('tags'),
    texts: (text) => ({ value: splitTexts(text) }),
    json: (text) => found(parseJson(text), words.jsonWrong),
    place: () => ({ fault: words.notAsText }),
    hours: () => ({ fault: words.hoursNotAsText }),
  }
}

/** Returns a function that finds entries of the directory by their whole names. */
function useEntriesNamed() {
  const words = useWords(inputWords)
  const { api } = useSession()
  const queries = useQueryClient()
  return async (kind: DirectoryKind, names: readonly string[]) => {
    const each = names.map(async (name) => {
      const { Results } = await queries.fetchQuery(
        directoryQuery({ api, queries }, kind, name, { offset: 0, limit: 50 }),
      )
      const all = Results.filter((entry) => entry.name.toLowerCase() === name.toLowerCase())
      return all.length === 1 ? all : { fault: all.length === 0 ? words.noEntry(name) : words.entryTwice(name) }
    })
    const read = await Promise.all(each)
    return read.find((one) => 'fault' in one) ?? read.flatMap((one) => ('fault' in one ? [] : one))
  }
}

function splitTexts(text: string): string[] {
  return text
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Words of spreadsheets beside those of both languages of the page. */
const [yes, no] = [
  ['true', 'sant', '1', 'x', 'y', 'j'],
  ['false', 'falskt', '0', 'n'],
]

/** Parses a yes or a no, as a word or its first letter; undefined for any other text. */
export function parseFlag(text: string): boolean | undefined {
  const word = text.toLowerCase()
  const isAmong = (more: readonly string[] | undefined, name: 'yes' | 'no') =>
    more?.includes(word) || [inputWords.en[name], inputWords.sv[name]].some((known) => known.toLowerCase() === word)
  return isAmong(yes, 'yes') ? true : isAmong(no, 'no') ? false : undefined
}

/** Returns the key of the type with this name, in either language, in a search, or in a place. */
function typeOfName(text: string): string | undefined {
  const word = text.toLowerCase()
  const namesOf = (key: (typeof placeTypes)[number]['key']) => [placeWords.en.types[key], placeWords.sv.types[key], key]
  return placeTypes.find(({ key, name }) => [name, ...namesOf(key)].some((known) => known.toLowerCase() === word))?.key
}

function nameOf(entry: Json): string {
  return isObject(entry) ? textOf(entry.name ?? entry.id) : textOf(entry)
}
