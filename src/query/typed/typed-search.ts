import { parseDegrees } from '../../geo/written-position.ts'
import { facilities } from '../../place/facilities.ts'
import { placeTypes } from '../../place/place-types.ts'
import { canonicalUuid, charactersOf } from '../../place/text.ts'
import { suggestLimits } from '../results/suggestion.ts'
import { numberedAddress, streetAddress } from './street-address.ts'
import { joins, type Mark, marksIn, nothing, type Understood, type Write } from './typed-marks.ts'
import { openIn } from './typed-opening.ts'
import type { TypedContext, TypedPart } from './typed-part.ts'
import { type TypedWord, typedWords, wheelchair } from './typed-words.ts'

/**
 * Reads a typed search in Swedish and English at once: types, opening times, facilities, towns, owners, telephone
 * numbers, addresses, positions and ids. The rest is text. A text longer than a request for suggestions may have is
 * only text.
 */
export function readTyped(given: string, context: TypedContext): TypedPart[] {
  const text = given.trim()
  const pasted = pastedPart(text)
  if (pasted) return [pasted]
  const words = typedWords(text).flatMap((word) => corrected(word, context))
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
  const isNamed = (part: TypedPart) => part.is === 'words' || (part.is === 'types' && part.isSpecial)
  return parts.length === 0 || (context.fit === 'words' && parts.some(isNamed)) ? [asText] : parts
}

/** Returns the word that is meant; several if they were run together, each at its own place. */
function corrected(word: TypedWord, { meant }: TypedContext): TypedWord[] {
  const keys = meant?.get(word.key)?.split(' ') ?? []
  const [key] = keys
  if (key === undefined) return [word]
  if (keys.length === 1) return [{ ...word, key, written: key }]
  // Letters of the key that are not those of the text have no place in it.
  if (word.to - word.from !== keys.join('').length) return [word]
  return keys.map((one, at) => {
    const from = word.from + keys.slice(0, at).join('').length
    return { key: one, written: one, from, to: from + one.length }
  })
}

const pageForm = /^[^\s?#]*\/p\/([^\s/?#]+)/i
const placeForm = /^[^\s?#]*\/place\/([0-9a-f-]{36})(?![0-9a-f-])/i
const slugForm = /^[a-z\d]+(?:-[a-z\d]+){2,}$/
/** Longer texts are not pasted addresses. */
const pastedMax = 2_000

/** Reads a text that was copied from elsewhere: the address of a map or of a page, a slug. */
function pastedPart(text: string): TypedPart | undefined {
  if (text.length > pastedMax || /\s/.test(text)) return undefined
  const position = /^(?:https?|geo):/i.test(text) ? parseDegrees(text) : undefined
  if (position) return { is: 'point', position, text }
  const id = canonicalUuid(placeForm.exec(text)?.[1] ?? '')
  if (id !== undefined) return { is: 'id', id, text }
  const slug = pageForm.exec(text)?.[1] ?? slugForm.exec(text)?.[0]
  return slug === undefined || canonicalUuid(slug) !== undefined ? undefined : { is: 'slug', slug, text }
}

/** A text with its words and marks. */
interface Marked {
  readonly text: string
  readonly words: readonly TypedWord[]
  readonly marks: readonly Mark[]
}

/** Turns the marks of a text into parts, and what is between them into words; none if no mark means anything. */
function partsOf(marked: Marked, { today, minute, fit }: TypedContext): TypedPart[] {
  const { text, marks } = marked
  const write = (some: readonly Mark[]) => some.map(({ from, to }) => text.slice(from, to)).join(' ')
  const where = withinIn(marked, whereIn(marked, fit, write), write)
  const understood = [
    typesIn(marks, write),
    openIn(marks, { today, minute: minute ?? 0, text }, write),
    facilitiesIn(marks, write),
  ]
  const named = [ownersIn(marks, where.marks, write), firstOf(marks, 'telephone', write), firstOf(marks, 'id', write)]
  const found = [...understood, ...named, where]
  const used = new Set(found.flatMap(({ marks }) => marks))
  const between = textBetween(marked, used)
  const [types, ...others] = found.map(({ parts }) => parts)
  return [...types!, ...between, ...others.flat()]
}

function typesIn(all: readonly Mark[], write: Write): Understood {
  // What is near a cathedral need not be one.
  const isLandmark = ({ meaning }: Mark, at: number) =>
    meaning.is === 'types' && meaning.isSpecial && all[at - 1]?.meaning.is === 'near'
  const named = all.filter((mark, at) => mark.meaning.is === 'types' && !isLandmark(mark, at))
  // Beside the word of a type, one for a special kind tells what else is wanted: a church with a memorial garden.
  const plain = named.filter(({ meaning }) => meaning.is === 'types' && !meaning.isSpecial)
  const marks = plain.length > 0 ? plain : named
  if (marks.length === 0) return nothing
  const chosen = new Set(marks.flatMap(({ meaning }) => (meaning.is === 'types' ? meaning.names : [])))
  const names = placeTypes.map(({ name }) => name).filter((name) => chosen.has(name))
  const special = plain.length === 0 ? ({ isSpecial: true } as const) : undefined
  return { parts: [{ is: 'types', names, text: write(marks), ...special }], marks }
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
  const hasDistance = marks.some(({ meaning }) => meaning.is === 'within')
  for (const [at, mark] of marks.entries()) {
    const before = marks[at - 1]
    const postal = before?.meaning.is === 'postal' ? before : undefined
    const isIntroduced =
      before !== undefined &&
      /^(?:near|in|here)$/.test(before.meaning.is) &&
      text.slice(before.to, mark.from).trim() === ''
    const introducing = isIntroduced && before.meaning.is !== 'here' ? before : postal
    const following = marks.slice(at + 1, at + 2).filter(({ meaning }) => meaning.is === 'postal')
    const used = [...(introducing ? [introducing] : []), mark, ...following]
    const { meaning } = mark
    if (meaning.is === 'point') return { parts: [{ ...meaning, text: write(used) }], marks: [...used, ...here] }
    if (meaning.is !== 'named' || (!isIntroduced && mark.to - mark.from < bareNameMin)) continue
    const { town, municipality, county } = meaning
    // Small places are called like what is in them: Sankt Olof.
    if (fit !== 'none' && !isIntroduced && town && !town.position && municipality === undefined) continue
    // A distance needs a point.
    const isIn = isIntroduced && before.meaning.is === 'in' && !(town && hasDistance)
    if (municipality !== undefined && (isIn || town === undefined)) {
      return { parts: [{ is: 'municipality', name: municipality, text: write(used) }], marks: [...used, ...here] }
    }
    if (town) return { parts: [{ is: 'near', town, text: write(used) }], marks: [...used, ...here] }
    if (county !== undefined) {
      return { parts: [{ is: 'county', name: county, text: write(used) }], marks: [...used, ...here] }
    }
  }
  const postal = marks.find(({ meaning }) => meaning.is === 'postal')
  if (postal)
    return {
      parts: [{ is: 'postal', code: write([postal]).replace(/^\D+/, ''), text: write([postal]) }],
      marks: [postal, ...here],
    }
  const [first] = here
  return first ? { parts: [{ is: 'here', text: write([first]) }], marks: here } : nothing
}

/** Reads a greatest distance: from the point that is named, else from the person. An area has no distance. */
function withinIn({ marks }: Marked, where: Understood, write: Write): Understood {
  const mark = marks.find(({ meaning }) => meaning.is === 'within')
  if (mark?.meaning.is !== 'within' || where.parts.some(({ is }) => is === 'municipality' || is === 'county'))
    return where
  const text = write([mark])
  const from = where.parts.length > 0 ? where.parts : [{ is: 'here', text } as const]
  return { parts: [...from, { is: 'within', metres: mark.meaning.metres, text }], marks: [...where.marks, mark] }
}

/** A word that no part has used. */
interface RunWord {
  readonly word: TypedWord
  readonly isJoining: boolean
  readonly isNear: boolean
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
    else {
      const is = mark?.meaning.is ?? ''
      runs.at(-1)!.push({ word, isJoining: joins.has(is), isNear: is === 'near' })
    }
  }
  // In front of a street, words that only join are no part of its name. A church near an address is not at it.
  const hasTypes = marks.some(({ meaning }) => meaning.is === 'types')
  const isOfStreet = ({ isJoining, isNear }: RunWord) => !isJoining || (hasTypes && isNear)
  const addressOf = (run: readonly RunWord[]) => streetAddress(textOf(text, run.slice(run.findIndex(isOfStreet))))
  const addressed = runs.find((run) => addressOf(run) !== undefined)
  const address = addressed && addressOf(addressed)
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
