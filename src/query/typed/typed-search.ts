import { toDegrees } from '../../geo/coordinate-systems.ts'
import { parseDegrees, parseMetres } from '../../geo/written-position.ts'
import { facilities } from '../../place/facilities.ts'
import type { LonLat } from '../../place/place.ts'
import { type PlaceTypeName, placeTypes } from '../../place/place-types.ts'
import { canonicalUuid, charactersOf } from '../../place/text.ts'
import { suggestLimits } from '../results/suggestion.ts'
import { endsAsStreet, numberedAddress, streetAddress } from './street-address.ts'
import { datesIn, timesIn } from './typed-days.ts'
import { type PhraseMeaning, phrases, type TypedWord, typedWords, wheelchair } from './typed-words.ts'

/** A town that a search may be near; without a position, it is where the places of `city` are. */
export interface KnownTown {
  readonly name: string
  /** Its names in other languages, by their tags. */
  readonly names?: Readonly<Partial<Record<string, string>>>
  readonly position?: LonLat
  /** The postal town of places, as the first of them writes it. */
  readonly city?: string
}

/** The meanings of one name. */
export interface NamedThing {
  readonly town?: KnownTown
  /** The municipality, as places write it. */
  readonly municipality?: string
  readonly owner?: { readonly ids: readonly string[]; readonly name: string }
}

/** The knowledge with which a text is read. */
export interface TypedContext {
  /** The number of the day on which the text is typed. */
  readonly today: number
  /** The minute of that day; a time before it is meant for a later day. */
  readonly minute?: number
  /** Returns the meanings of a name by the key of its phrase; undefined for none. */
  readonly named: (key: string) => NamedThing | undefined
  /** How the text fits the name of a place: as the whole of it, as words that begin its words, or not. */
  readonly fit: 'whole' | 'words' | 'none'
}

/** A part of a search as it was understood, with the text that it was read from. */
export type TypedPart = { readonly text: string } & (
  | { readonly is: 'types'; readonly names: readonly PlaceTypeName[] }
  /** Searched as text. */
  | { readonly is: 'words'; readonly words: string }
  | { readonly is: 'open' }
  /** Open at some time of a day, or at a minute of it; numbers of days since 1970-01-01. */
  | { readonly is: 'day'; readonly day: number; readonly minute?: number }
  /** The `filter` of a facility. */
  | { readonly is: 'facility'; readonly filter: string }
  | { readonly is: 'owner'; readonly ids: readonly string[]; readonly name: string }
  | { readonly is: 'address'; readonly address: string }
  | { readonly is: 'telephone'; readonly number: string }
  | { readonly is: 'id'; readonly id: string }
  | { readonly is: 'municipality'; readonly name: string }
  | { readonly is: 'near'; readonly town: KnownTown }
  | { readonly is: 'point'; readonly position: LonLat }
  /** Near the person who types. */
  | { readonly is: 'here' }
)

type SpanMeaning =
  | { readonly is: 'id'; readonly id: string }
  | { readonly is: 'point'; readonly position: LonLat }
  | { readonly is: 'date'; readonly day: number }
  | { readonly is: 'time'; readonly minute: number }
  | { readonly is: 'telephone'; readonly number: string }
  /** A postal code, which says no more than the town behind it. */
  | { readonly is: 'postal' }
  | ({ readonly is: 'named' } & NamedThing)

/** A meaning, and the characters of the text that it was read from. */
interface Mark {
  readonly from: number
  readonly to: number
  readonly meaning: SpanMeaning | PhraseMeaning
}

/** The most words of a phrase: a name of an owner. */
const phraseWordsMax = 8

/**
 * Reads a typed search in Swedish and English at once: types, opening times, facilities, towns, owners, telephone
 * numbers, addresses, positions and ids. The rest is text. A text longer than a request for suggestions may have is
 * only text.
 */
export function readTyped(given: string, context: TypedContext): TypedPart[] {
  const text = given.trim()
  const words = typedWords(text)
  if (words.length === 0) return []
  const asText: TypedPart = { is: 'words', words: text, text }
  const { characters, words: wordsMax } = suggestLimits
  const isLong = words.length > wordsMax || charactersOf(text) > characters
  if (isLong || (context.fit === 'whole' && words.length > 1)) return [asText]
  const wholeAddress = numberedAddress(text)
  if (wholeAddress !== undefined) return [{ is: 'address', address: wholeAddress, text }]
  const marks = marksIn(text, words, context)
  const parts = partsOf({ text, words, marks }, context)
  // The name of a place may have words that mean more elsewhere: Uppsala domkyrka.
  const isName = context.fit === 'words' && parts.some(({ is }) => is === 'words')
  return isName || parts.length === 0 ? [asText] : parts
}

/** Finds the marks of a text, in their order; none overlap. */
function marksIn(text: string, words: readonly TypedWord[], context: TypedContext): Mark[] {
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
  return marks.sort((one, other) => one.from - other.from)
}

function longestPhrase(words: readonly TypedWord[], context: TypedContext) {
  for (let length = words.length; length > 0; length--) {
    const key = words
      .slice(0, length)
      .map(({ key }) => key)
      .join(' ')
    const meaning = phrases.get(key) ?? namedBy(key, context)
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

const uuidForm = /(?<![\p{L}\p{N}])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}])/giu
const pairForm = /[-−]?\d{1,3}[.,]\d+\s*[,;\s]\s*[-−]?\d{1,3}[.,]\d+/g
const postalForm = /(?<!\d[ -]?)\d{3} ?\d{2}(?![ -]?\d)/g
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
  return [
    ...found(uuidForm, (part) => {
      const id = canonicalUuid(part)
      return id === undefined ? undefined : { is: 'id', id }
    }),
    ...found(pairForm, (part) => {
      const position = parseDegrees(part)
      return position && { is: 'point', position }
    }),
    ...[...datesIn(text, today), ...timesIn(text)].map(({ from, to, ...meaning }) => ({ from, to, meaning })),
    ...found(postalForm, () => ({ is: 'postal' })),
    ...found(telephoneForm, (part, at) => {
      return isTelephone(part) && !endsAsStreet(text.slice(0, at)) ? { is: 'telephone', number: part } : undefined
    }),
  ]
}

/** SWEREF 99 TM, whose northings and eastings no telephone number has side by side. */
const swedishGrid = 3006

function wholePosition(text: string): LonLat | undefined {
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

/** A text with its words and marks. */
interface Marked {
  readonly text: string
  readonly words: readonly TypedWord[]
  readonly marks: readonly Mark[]
}

/** The parts that some marks mean together, and those marks. */
interface Understood {
  readonly parts: readonly TypedPart[]
  readonly marks: readonly Mark[]
}

/** Turns the marks of a text into parts, and what is between them into words; none if no mark means anything. */
function partsOf(marked: Marked, { today, minute, fit }: TypedContext): TypedPart[] {
  const { text, marks } = marked
  const write = (some: readonly Mark[]) => some.map(({ from, to }) => text.slice(from, to)).join(' ')
  const where = whereIn(marked, fit, write)
  const understood = [
    typesIn(marks, write),
    openIn(marks, { today, minute: minute ?? 0 }, write),
    facilitiesIn(marks, write),
  ]
  const named = [ownersIn(marks, where.marks, write), firstOf(marks, 'telephone', write), firstOf(marks, 'id', write)]
  const found = [...understood, ...named, where]
  const used = new Set(found.flatMap(({ marks }) => marks))
  const between = textBetween(marked, used)
  if (used.size === 0 && between.every(({ is }) => is === 'words')) return []
  const [types, ...others] = found.map(({ parts }) => parts)
  return [...types!, ...between, ...others.flat()]
}

type Write = (marks: readonly Mark[]) => string
const nothing: Understood = { parts: [], marks: [] }

function typesIn(all: readonly Mark[], write: Write): Understood {
  const marks = all.filter(({ meaning }) => meaning.is === 'types')
  if (marks.length === 0) return nothing
  const chosen = new Set(marks.flatMap(({ meaning }) => (meaning.is === 'types' ? meaning.names : [])))
  const names = placeTypes.map(({ name }) => name).filter((name) => chosen.has(name))
  return { parts: [{ is: 'types', names, text: write(marks) }], marks }
}

type OpenContext = Required<Pick<TypedContext, 'today' | 'minute'>>

/** Reads open, a day and a time, in any order and apart: `öppet`, `lördag`, `kl 18`. */
function openIn(all: readonly Mark[], { today, minute: now }: OpenContext, write: Write): Understood {
  const open = all.filter(({ meaning }) => meaning.is === 'open')
  const nows = open.length > 0 ? all.filter(({ meaning }) => meaning.is === 'now') : []
  const day = all.find(({ meaning }) => meaning.is === 'day' || meaning.is === 'date')
  const time = all.find(({ meaning }) => meaning.is === 'time')
  const marks = all.filter((mark) => [...open, ...nows, day, time].includes(mark))
  if (marks.length === 0) return nothing
  const text = write(marks)
  if (day === undefined && time === undefined) return { parts: [{ is: 'open', text }], marks }
  const meaning = day?.meaning
  const number = meaning?.is === 'date' ? meaning.day : meaning?.is === 'day' ? meaning.day.next(today) : today
  const minute = time?.meaning.is === 'time' ? { minute: time.meaning.minute } : undefined
  const isPast = number === today && minute !== undefined && minute.minute < now
  const later = !isPast ? 0 : meaning === undefined ? 1 : meaning.is === 'day' && meaning.day.isWeekly ? 7 : 0
  return { parts: [{ is: 'day', day: number + later, text, ...minute }], marks }
}

/** Reads facilities. With a wheelchair, a toilet is an accessible one. */
function facilitiesIn(all: readonly Mark[], write: Write): Understood {
  const marks = all.filter(({ meaning }) => meaning.is === 'facility')
  const isWheeled = marks.some(({ meaning }) => meaning.is === 'facility' && meaning.filter === wheelchair)
  const meant = ({ meaning }: Mark) => {
    const filter = meaning.is === 'facility' ? meaning.filter : ''
    if (filter === wheelchair) return 'ramp'
    return isWheeled && filter === 'toilet' ? 'accessibletoilet' : filter
  }
  const groups = Map.groupBy(marks, meant)
  const parts = facilities.flatMap(({ filter }): TypedPart[] => {
    const group = groups.get(filter)
    return group ? [{ is: 'facility', filter, text: write(group) }] : []
  })
  return { parts, marks }
}

function ownersIn(all: readonly Mark[], where: readonly Mark[], write: Write): Understood {
  const marks = all.filter((mark) => mark.meaning.is === 'named' && mark.meaning.owner && !where.includes(mark))
  const [first] = marks
  if (first?.meaning.is !== 'named' || !first.meaning.owner) return nothing
  return { parts: [{ is: 'owner', ...first.meaning.owner, text: write([first]) }], marks: [first] }
}

function firstOf(all: readonly Mark[], is: 'telephone' | 'id', write: Write): Understood {
  const mark = all.find(({ meaning }) => meaning.is === is)
  if (mark?.meaning.is === 'telephone') {
    return { parts: [{ ...mark.meaning, text: write([mark]) }], marks: [mark] }
  }
  return mark?.meaning.is === 'id' ? { parts: [{ ...mark.meaning, text: write([mark]) }], marks: [mark] } : nothing
}

/** Shorter names are common words, unless a word in front of them says that they are towns. */
const bareNameMin = 3

/** Reads where: the first town, municipality or position, else the position of the person. */
function whereIn({ text, marks }: Marked, fit: TypedContext['fit'], write: Write): Understood {
  const here = marks.filter(({ meaning }) => meaning.is === 'here')
  for (const [at, mark] of marks.entries()) {
    const before = marks[at - 1]
    const postal = before?.meaning.is === 'postal' ? before : undefined
    const isIntroduced =
      before !== undefined &&
      /^(?:near|in|here)$/.test(before.meaning.is) &&
      text.slice(before.to, mark.from).trim() === ''
    const introducing = isIntroduced && before.meaning.is !== 'here' ? before : postal
    const used = [...(introducing ? [introducing] : []), mark]
    const { meaning } = mark
    if (meaning.is === 'point') return { parts: [{ ...meaning, text: write(used) }], marks: [...used, ...here] }
    if (meaning.is !== 'named' || (!isIntroduced && mark.to - mark.from < bareNameMin)) continue
    const { town, municipality } = meaning
    // Small places are called like what is in them: Sankt Olof.
    if (fit !== 'none' && !isIntroduced && town && !town.position && municipality === undefined) continue
    const isIn = isIntroduced && before.meaning.is === 'in'
    if (municipality !== undefined && (isIn || town === undefined)) {
      return { parts: [{ is: 'municipality', name: municipality, text: write(used) }], marks: [...used, ...here] }
    }
    if (town) return { parts: [{ is: 'near', town, text: write(used) }], marks: [...used, ...here] }
  }
  const [first] = here
  return first ? { parts: [{ is: 'here', text: write([first]) }], marks: here } : nothing
}

const joins: ReadonlySet<string> = new Set(['joining', 'near', 'in'])

/** A word that no part has used. */
interface RunWord {
  readonly word: TypedWord
  readonly isJoining: boolean
}

const isTelling = ({ isJoining }: RunWord) => !isJoining

function textOf(text: string, run: readonly RunWord[]): string {
  return run.length === 0 ? '' : text.slice(run[0]!.word.from, run.at(-1)!.word.to)
}

/** Returns the text between used marks as an address and words, without words at its ends that only join. */
function textBetween({ text, words, marks }: Marked, used: ReadonlySet<Mark>): TypedPart[] {
  const runs: RunWord[][] = [[]]
  for (const word of words) {
    const mark = marks.find(({ from, to }) => from <= word.from && word.to <= to)
    if (mark && used.has(mark)) runs.push([])
    else runs.at(-1)!.push({ word, isJoining: mark !== undefined && joins.has(mark.meaning.is) })
  }
  const addressed = runs.find((run) => streetAddress(textOf(text, run)) !== undefined)
  const address = addressed && streetAddress(textOf(text, addressed))
  const rest = runs
    .filter((run) => run !== addressed)
    .map((run) => textOf(text, run.slice(run.findIndex(isTelling), run.findLastIndex(isTelling) + 1)))
    .filter((one) => one !== '')
    .join(' ')
  return [
    ...(rest === '' ? [] : [{ is: 'words', words: rest, text: rest } as const]),
    ...(address === undefined ? [] : [{ is: 'address', address, text: textOf(text, addressed!) } as const]),
  ]
}
