import { toDegrees } from '../../geo/coordinate-systems.ts'
import { parseDegrees, parseMetres } from '../../geo/written-position.ts'
import type { LonLat } from '../../place/place.ts'
import { canonicalUuid } from '../../place/text.ts'
import { endsAsStreet } from './street-address.ts'
import { datesIn, timesIn, type WrittenTime } from './typed-days.ts'
import { distancesIn, type WrittenDistance } from './typed-distance.ts'
import type { NamedThing, TypedContext, TypedPart } from './typed-part.ts'
import { type PhraseMeaning, phraseOf, type TypedWord } from './typed-words.ts'

type SpanMeaning =
  | { readonly is: 'text' }
  | { readonly is: 'id'; readonly id: string }
  | { readonly is: 'point'; readonly position: LonLat }
  | { readonly is: 'date'; readonly day: number }
  | { readonly is: 'time'; readonly minute: number; readonly isBare?: true }
  | { readonly is: 'within'; readonly metres: number }
  /** A year behind a holiday. */
  | { readonly is: 'year'; readonly year: number }
  | { readonly is: 'telephone'; readonly number: string }
  /** A postal code, which says no more than the town behind it. */
  | { readonly is: 'postal' }
  | ({ readonly is: 'named' } & NamedThing)

/** A meaning, and the characters of the text that it was read from. */
export interface Mark {
  readonly from: number
  readonly to: number
  readonly meaning: SpanMeaning | PhraseMeaning
}

/** The parts that some marks mean together, and those marks. */
export interface Understood {
  readonly parts: readonly TypedPart[]
  readonly marks: readonly Mark[]
}

export type Write = (marks: readonly Mark[]) => string
export const nothing: Understood = { parts: [], marks: [] }

/** Meanings of words that only join others. */
export const joins: ReadonlySet<string> = new Set(['joining', 'near', 'in', 'hours'])

/** The most words of a phrase: a name of an owner. */
const phraseWordsMax = 8

/** Finds the marks of a text, in their order; none overlap. */
export function marksIn(text: string, words: readonly TypedWord[], context: TypedContext): Mark[] {
  const marks: Mark[] = []
  for (const span of spansIn(text, context)) {
    if (!marks.some(({ from, to }) => span.from < to && from < span.to)) marks.push(span)
  }
  const isFree = ({ from, to }: TypedWord) => !marks.some((mark) => from < mark.to && mark.from < to)
  const free = words.map(isFree)
  for (let at = 0; at < words.length; ) {
    let length = 1
    while (length < phraseWordsMax && free[at + length]) length++
    const found = free[at] ? longestPhrase(words.slice(at, at + length), context) : undefined
    if (found) marks.push({ from: words[at]!.from, to: words[at + found.length - 1]!.to, meaning: found.meaning })
    at += found?.length ?? 1
  }
  return withoutNegated(marks.sort((one, other) => one.from - other.from))
}

const isOpening = ({ meaning }: Mark) => /^(?:open|now|day|date|time|period|hours)$/.test(meaning.is)

/** Leaves out what is negated: all opening times beside `closed`; behind `not` the next meaning and those of its kind. */
function withoutNegated(marks: readonly Mark[]): Mark[] {
  const isClosed = marks.some(({ meaning }) => meaning.is === 'closed')
  let negated: string | undefined
  return marks.filter((mark) => {
    const { is: own } = mark.meaning
    const is = isOpening(mark) ? 'opening' : own
    if (is === 'not') negated = ''
    else if (negated === '' && !joins.has(is)) negated = is
    else if (negated !== is && !joins.has(is)) negated = undefined
    return is !== 'not' && is !== negated && !(isClosed && isOpening(mark))
  })
}

function longestPhrase(words: readonly TypedWord[], context: TypedContext) {
  for (let length = words.length; length > 0; length--) {
    const some = words.slice(0, length)
    const meaning = phraseOf(some) ?? namedBy(some.map(({ key }) => key).join(' '), context)
    if (meaning !== undefined) return { length, meaning }
  }
  return undefined
}

/** A town may be in the genitive (`Uppsalas kyrkor`), unless the name of a place has it so. */
function namedBy(key: string, { named, fit }: TypedContext): SpanMeaning | undefined {
  const thing = named(key)
  if (thing) return { is: 'named', ...thing }
  const genitive = fit === 'none' ? /^(\p{L}{3,})s$/u.exec(key)?.[1] : undefined
  const { town, municipality } = (genitive === undefined ? undefined : named(genitive)) ?? {}
  if (town === undefined && municipality === undefined) return undefined
  return { is: 'named', ...(town && { town }), ...(municipality !== undefined && { municipality }) }
}

const uuidForm = /(?<![\p{L}\p{N}])[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}(?![\p{L}\p{N}])/giu
/** Addresses of mail and pages, and what stands in quotation marks, are only text. */
const textForm =
  /["“”«»][^"“”«»]+["“”«»]|(?<![^\s])(?:[^\s@]+@[^\s@]+|https?:\/\/\S+|(?:[\p{L}\d-]{2,}\.){1,4}(?:se|nu|no|dk|fi|eu|com|net|org|info|example)(?:\/\S*)?(?![^\s]))/giu
const yearForm = /(?<=\p{L} )20\d\d(?![\p{L}\p{N}.,:-])/gu
const pairForm = /[-−]?\d{1,3}[.,]\d+\s*[,;/\s]\s*[-−]?\d{1,3}[.,]\d+/g
const postalForm = /(?<!\d[ -]?)(?<!\p{L})(?:SE-? ?)?\d{3} ?\d{2}(?![ -]?\d|\p{L})/giu
const telephoneForm = /(?<![\p{L}\p{N}])(?:\+ ?|00)?\(?\d[\d\s()./–-]*\d(?![\p{L}\p{N}])/gu

/** Finds what has a form of its own, the surest first. */
function spansIn(text: string, { today }: TypedContext): Mark[] {
  const whole = wholePosition(text)
  if (whole) return [{ from: 0, to: text.length, meaning: { is: 'point', position: whole } }]
  const found = <Meaning extends SpanMeaning>(form: RegExp, read: (part: string, at: number) => Meaning | undefined) =>
    [...text.matchAll(form)].flatMap(({ 0: part, index }): Mark[] => {
      const meaning = read(part, index)
      return meaning === undefined ? [] : [{ from: index, to: index + part.length, meaning }]
    })
  const times = timesIn(text)
  return [
    ...found(textForm, () => ({ is: 'text' })),
    ...found(uuidForm, (part) => {
      const digits = part.replaceAll('-', '')
      const id = canonicalUuid(digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'))
      return id === undefined ? undefined : { is: 'id', id }
    }),
    ...found(pairForm, (part) => {
      const position = parseDegrees(part.replace('/', ' '))
      return position && { is: 'point', position }
    }),
    ...distancesIn(text).map(marked),
    ...[...datesIn(text, today), ...times.filter((time) => !isBare(time))].map(marked),
    ...found(postalForm, () => ({ is: 'postal' })),
    ...found(telephoneForm, (part, at) => {
      return isTelephone(part) && !endsAsStreet(text.slice(0, at)) ? { is: 'telephone', number: part } : undefined
    }),
    ...found(yearForm, (part) => ({ is: 'year', year: Number(part) })),
    ...times.filter(isBare).map(marked),
  ]
}

const isBare = (time: WrittenTime) => time.is === 'time' && time.isBare === true
const marked = ({ from, to, ...meaning }: WrittenTime | WrittenDistance): Mark => ({ from, to, meaning })

/** SWEREF 99 TM, whose northings and eastings no telephone number has side by side. */
const swedishGrid = 3006

const positionName = /^(?:sweref(?: ?99)?(?: ?tm)?|wgs ?84|gps|koordinater|coordinates|position)[ :]+/i

function wholePosition(whole: string): LonLat | undefined {
  const text = whole.replace(positionName, '')
  // Two small numbers may also be text.
  if (/^\d{1,3}\s+\d{1,3}$/.test(text)) return undefined
  const metres = parseMetres(text)
  const [one = 0, other = 0] = metres ?? []
  return parseDegrees(text) ?? (metres && toDegrees(swedishGrid, one > other ? [other, one] : [one, other]))
}

/** Numbers of fewer digits are those of houses, rooms and postal codes. */
function isTelephone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return digits <= 15 && digits >= (/^(?:\+|0)/.test(text) ? 7 : 6)
}
