import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { timeZoneAt } from '../geo/time-zone.ts'
import { capital } from '../pages/holiday.ts'
import { partLabel, townName, wholeLabel } from '../pages/typed-part-words.ts'
import { dayMillis, dayText } from '../place/dates.ts'
import { facilities } from '../place/facilities.ts'
import type { Model } from '../place/model.ts'
import { formatOpenDays } from '../place/open-days.ts'
import { callingCodeOf, countryOf } from '../place/phone.ts'
import type { Instant, LonLat } from '../place/place.ts'
import { anyOf, escaped } from '../query/parse/filter-signs.ts'
import { parseSearch } from '../query/parse/parse.ts'
import type { SearchRequest } from '../query/parse/search-request.ts'
import { fitsName, readSuggest, type Suggestion, suggestLimits } from '../query/results/suggestion.ts'
import { joinedWords } from '../query/typed/joined-words.ts'
import { meantWord } from '../query/typed/mistyped.ts'
import { addressFilter } from '../query/typed/street-address.ts'
import type { SettledPart, TypedContext, TypedPart } from '../query/typed/typed-part.ts'
import { readTyped } from '../query/typed/typed-search.ts'
import { phraseKey, typedWords } from '../query/typed/typed-words.ts'
import type { Language } from '../words/words.ts'
import { KnownNames, type Names } from './known-names.ts'
import { shownPlaces } from './presentation.ts'
import type { IsGone, SearchEngine } from './search-engine.ts'

/** A part of an understood search. */
export interface UnderstoodPart {
  /** The text that it was read from. */
  readonly text: string
  /** The parameter of a search, and its value; without one, the position of the person is needed. */
  readonly member: string
  readonly value?: string
  readonly label: string
  /** The name of the town, the address or the number, where the value does not show it. */
  readonly name?: string
}

/** A search as it was understood. */
export interface UnderstoodSearch {
  /** The query string of a search. */
  readonly query: string
  readonly label: string
  readonly parts: readonly UnderstoodPart[]
}

interface TypedParts {
  readonly engine: Pick<SearchEngine, 'search' | 'suggest'>
  readonly model: Model
  readonly clock: () => Instant
}

/** The person who types. */
export interface Typing {
  readonly caller: Caller
  readonly language: Language
  readonly isGone: IsGone
}

const quotationMarks = /["“”«»]/g
/** The most words that are looked up because they may be mistyped. */
const meantWordsMax = 4
/** The most completions of a last word to the name of a town. */
const townsMax = 3

/** Reads typed searches with the names of towns, owners and places that the caller may see. */
export class TypedSearches {
  readonly known: KnownNames
  readonly #parts: TypedParts
  readonly #home: { readonly country: string | undefined; readonly zone: string }

  constructor(parts: TypedParts) {
    this.#parts = parts
    this.known = new KnownNames(parts)
    const country = countryOf(parts.model.locale)
    const zones = country === undefined ? [] : (new Intl.Locale('und', { region: country }).getTimeZones() ?? [])
    this.#home = { country, zone: zones[0] ?? 'UTC' }
  }

  /**
   * Resolves with the understood search; undefined if the text has no word, or if reading it takes too long. `suggestions` are completions of the same
   * text, if they are known.
   */
  async understand(
    text: string,
    typing: Typing,
    suggestions?: readonly Suggestion[],
  ): Promise<UnderstoodSearch | undefined> {
    // Assistants may send half a character.
    return ifInTime(() => this.#read(text.toWellFormed(), typing, suggestions))
  }

  /** Resolves with the searches that the text means if its last words are completed to the names of towns. */
  async completed(text: string, typing: Typing): Promise<readonly UnderstoodSearch[]> {
    return (await ifInTime(() => this.#complete(text.toWellFormed(), typing))) ?? []
  }

  async #complete(text: string, typing: Typing): Promise<UnderstoodSearch[]> {
    const names = await this.known.names(typing.caller)
    const words = typedWords(text)
    const isWhere = ({ is }: TypedPart) => is === 'near' || is === 'municipality' || is === 'county' || is === 'point'
    const read = words.length > suggestLimits.words ? [] : readTyped(text, this.#context(names))
    if (!read.some(({ is }) => is === 'words') || read.some(isWhere)) return []
    for (let at = Math.max(0, words.length - townWordsMax); at < words.length; at++) {
      const begun = words
        .slice(at)
        .map(({ key }) => key)
        .join(' ')
      if (begun.length < (at === 0 ? 2 : 4)) continue
      const towns = new Set(names.towns.filter(({ key }) => key.startsWith(begun)).map(({ town }) => town))
      const found = await Promise.all(
        [...towns].slice(0, townsMax).map((town) => {
          const name = townName(town, typing.language)
          const whole = `${text.slice(0, words[at]!.from)}${name}`
          const own = phraseKey(name)
          const named: TypedContext['named'] = (key) => (key === own ? { town } : names.byKey.get(key))
          return this.#settled(readTyped(whole, { ...this.#context(names), named }), typing, names)
        }),
      )
      if (found.length > 0) return found.filter((one) => one !== undefined)
    }
    return []
  }

  async #read(
    text: string,
    typing: Typing,
    suggestions?: readonly Suggestion[],
  ): Promise<UnderstoodSearch | undefined> {
    const names = await this.known.names(typing.caller)
    const context = this.#context(names)
    const first = readTyped(text, context)
    const isPlain = first.every(({ is }) => is === 'words')
    const words = text.replaceAll(quotationMarks, '').trim()
    const whole: TypedPart = { is: 'words', words, text: words }
    // Words that only join others are left out of a text that no place has.
    if (isPlain && (await this.#finds('q', words, typing))) return this.#settled([whole], typing, names)
    const fit = isPlain ? 'none' : await this.#fitOf(text, typing, suggestions)
    if (fit !== 'none') return this.#settled(readTyped(text, { ...context, fit }), typing, names)
    const meant = await this.#meant(first, typing, names)
    return this.#settled(meant.size === 0 ? first : readTyped(text, { ...context, meant }), typing, names)
  }

  /** Resolves with the words that are meant by those that no place has, by the keys of both. */
  async #meant(parts: readonly TypedPart[], typing: Typing, { byKey }: Names): Promise<Map<string, string>> {
    const words = parts.flatMap((part) => (part.is === 'words' ? typedWords(part.words) : []))
    const isTown = (key: string) => byKey.get(key)?.town !== undefined || byKey.get(key)?.municipality !== undefined
    const found = await Promise.all(
      words.slice(0, meantWordsMax).map(async ({ key, written }): Promise<[string, string][]> => {
        const meant = meantWord(key, isTown) ?? joinedWords(key, isTown)
        return meant === undefined || (await this.#finds('q', written, typing)) ? [] : [[key, meant]]
      }),
    )
    return new Map(found.flat())
  }

  #context(names: Names): TypedContext {
    return { ...this.#now(), named: (key) => names.byKey.get(key), fit: 'none' }
  }

  #now() {
    const now = Temporal.Instant.fromEpochMilliseconds(this.#parts.clock()).toZonedDateTimeISO(this.#home.zone)
    const today = Date.UTC(now.year, now.month - 1, now.day) / dayMillis
    return { today, minute: now.hour * 60 + now.minute }
  }

  async #fitOf(
    text: string,
    { caller, isGone }: Typing,
    given: readonly Suggestion[] = [],
  ): Promise<TypedContext['fit']> {
    const { engine, model } = this.#parts
    const known = given.some(({ type }) => type === 'place') ? given : undefined
    const request = { q: text, limit: suggestLimits.max, is: [], include: [] }
    const found =
      known ?? (await engine.suggest(readSuggest(request, model, isNarrowed(caller)), caller, isGone)).suggestions
    const places = found.filter(({ type }) => type === 'place').map(({ text }) => text)
    if (places.some((name) => phraseKey(name) === phraseKey(text))) return 'whole'
    return places.some((name) => fitsName(name, text, model.locale)) ? 'words' : 'none'
  }

  /** Resolves what only a search decides, and writes the parts as parameters. */
  async #settled(parts: readonly TypedPart[], typing: Typing, names: Names): Promise<UnderstoodSearch | undefined> {
    if (parts.length === 0) return undefined
    const checked = await Promise.all(parts.map((part) => this.#checked(part, typing, names)))
    // An address that no place has says no more than its town.
    const isKnown = (part: SettledPart, at: number) => part.is !== 'words' || parts[at]!.is !== 'address' || !hasWhere
    const hasWhere = checked.some(({ is }) => is === 'near' || is === 'municipality' || is === 'county')
    const settled = withOneText(checked.filter(isKnown))
    const near = settled.find((part) => part.is === 'near' || part.is === 'point')
    const position = near?.is === 'point' ? near.position : near?.is === 'near' ? near.town.position : undefined
    const reader = { language: typing.language, today: this.#now().today, home: this.#home.country }
    const understood = settled.map((part): UnderstoodPart => {
      const label = capital(partLabel(part, reader))
      return { text: part.text, ...this.#parameter(part, position, typing.language), label }
    })
    const isUnplaced = understood.some(({ value }) => value === undefined)
    const pairs = understood.flatMap(({ member, value }) =>
      value === undefined || (isUnplaced && member === 'nearbyRadius') ? [] : [[member, value] as [string, string]],
    )
    const more: [string, string][] = [
      ...(settled.some(({ is }) => is === 'words') ? [['similar', 'true'] as [string, string]] : []),
      ...(settled.some(({ is }) => is === 'id') && !settled.some(({ is }) => is === 'types')
        ? [['is', '*'] as [string, string]]
        : []),
    ]
    const label = wholeLabel(settled.map((part) => partLabel(part, reader)))
    return {
      query: new URLSearchParams([...pairs, ...more]).toString().replaceAll('%2C', ','),
      label,
      parts: understood,
    }
  }

  async #checked(part: TypedPart, typing: Typing, { countries }: Names): Promise<SettledPart> {
    const { caller } = typing
    const asText: SettledPart = { is: 'words', words: part.text, text: part.text }
    switch (part.is) {
      case 'near': {
        const position = await this.known.positionOf(part.town, caller)
        return position ? { ...part, town: { ...part.town, position } } : asText
      }
      case 'postal': {
        const position = await this.known.positionOfPostalCode(part.code, caller)
        return position ? { is: 'near', town: { name: part.code, position }, text: part.text } : asText
      }
      case 'types': {
        // The definite and plural forms begin like the word.
        const forms = part.isSpecial ? new Set([part.text, part.text.replace(/(?:en|n|et|ar|arna|or|s)$/i, '')]) : []
        for (const words of forms) if (await this.#finds('q', words, typing)) return { ...asText, words }
        return part
      }
      case 'address': {
        // A house without a letter is that of all its letters.
        const addresses = new Set([part.address, part.address.replace(/(?<=\d)\p{L}$/u, '')])
        for (const address of addresses)
          if (await this.#finds('visitinginfo_address', addressFilter(address), typing)) return { ...part, address }
        return asText
      }
      case 'slug': {
        const id = await this.#idOf(part.slug, typing)
        return id === undefined ? asText : { is: 'id', id, text: part.text }
      }
      case 'telephone': {
        // A number without its country may be one of another country with places.
        const digits = part.number.replaceAll(/\D/g, '')
        const isPlain = /^[1-9]/.test(part.number.trim())
        const codes = isPlain ? countries.flatMap((country) => callingCodeOf(country) ?? []) : []
        const numbers = [part.number, ...codes.map((code) => `+${code}${digits}`)]
        // The country may also be written without a sign.
        if (codes.some((code) => digits.startsWith(String(code)))) numbers.push(`+${digits}`)
        for (const number of numbers) if (await this.#finds('telephone', number, typing)) return { ...part, number }
        return part
      }
      default:
        return part
    }
  }

  async #finds(member: string, value: string, typing: Typing): Promise<boolean> {
    const { caller, isGone } = typing
    const request = this.#request(`limit=0&${member}=${encodeURIComponent(value)}`, typing)
    return (await this.#parts.engine.search(request, caller, isGone)).total > 0
  }

  async #idOf(slug: string, typing: Typing): Promise<string | undefined> {
    const { caller, isGone } = typing
    const request = this.#request(`limit=1&fields=slug&slug=${encodeURIComponent(escaped(slug))}`, typing)
    const page = await this.#parts.engine.search(request, caller, isGone)
    const [found] = await shownPlaces(page, request.presentation)
    return found && String(found.id)
  }

  #request(query: string, { caller }: Typing): SearchRequest {
    const { model } = this.#parts
    return parseSearch(`is=*&${query}`, { model, sees: sightOf(caller), narrowed: isNarrowed(caller) })
  }

  /** Writes a part as a parameter of a search. `position` is that of the town, whose clocks a time is of. */
  #parameter(
    part: SettledPart,
    position: LonLat | undefined,
    language: Language,
  ): Pick<UnderstoodPart, 'member' | 'value' | 'name'> {
    switch (part.is) {
      case 'types':
        return { member: 'is', value: part.names.join(',') }
      case 'words':
        return { member: 'q', value: part.words }
      case 'open':
        return { member: 'openAt', value: 'now' }
      case 'days':
        return { member: 'openOn', value: formatOpenDays(part) }
      case 'time': {
        const zone = position ? timeZoneAt(position) : this.#home.zone
        return { member: 'openAt', value: instantText(part.day, part.minute, zone) }
      }
      case 'facility':
        return { member: facilities.find(({ filter }) => filter === part.filter)!.field, value: 'true' }
      case 'owner':
        return { member: 'owner_id', value: anyOf(part.ids) }
      case 'address':
        return { member: 'visitinginfo_address', value: addressFilter(part.address), name: part.address }
      case 'telephone':
        return { member: 'telephone', value: part.number }
      case 'id':
        return { member: 'id', value: part.id }
      case 'municipality':
        return { member: 'geolocationinfo_municipality', value: escaped(part.name), name: part.name }
      case 'county':
        return { member: 'geolocationinfo_county', value: escaped(part.name), name: part.name }
      case 'near':
        return { member: 'nearby', value: part.town.position!.join(','), name: townName(part.town, language) }
      case 'point':
        return { member: 'nearby', value: part.position.join(',') }
      case 'here':
        return { member: 'nearby' }
      case 'within':
        return { member: 'nearbyRadius', value: String(part.metres) }
    }
  }
}

const townWordsMax = 4

/** Several texts are searched as one. */
function withOneText(parts: readonly SettledPart[]): SettledPart[] {
  const texts = parts.flatMap((part) => (part.is === 'words' ? [part.words] : []))
  if (texts.length < 2) return [...parts]
  const first = parts.findIndex(({ is }) => is === 'words')
  const whole: SettledPart = { is: 'words', words: texts.join(' '), text: texts.join(' ') }
  return parts.flatMap((part, at): SettledPart[] => (at === first ? [whole] : part.is === 'words' ? [] : [part]))
}

/** Writes a minute of a day by the clocks of a zone as an instant in UTC, to the minute. */
function instantText(day: number, minute: number, zone: string): string {
  const local = Temporal.PlainDate.from(dayText(day)).toZonedDateTime({
    timeZone: zone,
    plainTime: new Temporal.PlainTime(Math.floor(minute / 60), minute % 60),
  })
  return `${new Date(local.epochMilliseconds).toISOString().slice(0, 16)}Z`
}

/** Resolves with a result, or with undefined if a search for it takes too long: the text is then searched as it is. */
async function ifInTime<Result>(make: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}
