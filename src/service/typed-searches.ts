import { type Caller, isNarrowed, sightOf } from '../access/access.ts'
import { Problem } from '../common/problem.ts'
import { timeZoneAt } from '../geo/time-zone.ts'
import { capital } from '../pages/holiday.ts'
import { partLabel, townName, wholeLabel } from '../pages/typed-part-words.ts'
import { dayMillis, dayText } from '../place/dates.ts'
import { facilities } from '../place/facilities.ts'
import type { Model } from '../place/model.ts'
import { callingCodeOf, countryOf } from '../place/phone.ts'
import type { Instant, LonLat } from '../place/place.ts'
import { anyOf, escaped } from '../query/parse/filter-signs.ts'
import { parseSearch } from '../query/parse/parse.ts'
import { fitsName, readSuggest, type Suggestion, suggestLimits } from '../query/results/suggestion.ts'
import { addressFilter } from '../query/typed/street-address.ts'
import { readTyped, type TypedContext, type TypedPart } from '../query/typed/typed-search.ts'
import { phraseKey, typedWords } from '../query/typed/typed-words.ts'
import type { Language } from '../words/words.ts'
import { KnownNames, type Names } from './known-names.ts'
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
    return ifInTime(() => this.#read(text, typing, suggestions))
  }

  /** Resolves with the searches that the text means if its last words are completed to the names of towns. */
  async completed(text: string, typing: Typing): Promise<readonly UnderstoodSearch[]> {
    return (await ifInTime(() => this.#complete(text, typing))) ?? []
  }

  async #complete(text: string, typing: Typing): Promise<UnderstoodSearch[]> {
    const names = await this.known.names(typing.caller)
    const words = typedWords(text)
    const isWhere = ({ is }: TypedPart) => is === 'near' || is === 'municipality' || is === 'point'
    if (words.length > suggestLimits.words || readTyped(text, this.#context(names)).some(isWhere)) return []
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
    const fit = isPlain ? 'none' : await this.#fitOf(text, typing, suggestions)
    return this.#settled(fit === 'none' ? first : readTyped(text, { ...context, fit }), typing, names)
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
    const isKnown = (part: TypedPart, at: number) => part.is !== 'words' || parts[at]!.is !== 'address' || !hasWhere
    const hasWhere = checked.some(({ is }) => is === 'near' || is === 'municipality')
    const settled = joinedWords(checked.filter(isKnown))
    const near = settled.find((part) => part.is === 'near' || part.is === 'point')
    const position = near?.is === 'point' ? near.position : near?.is === 'near' ? near.town.position : undefined
    const reader = { language: typing.language, today: this.#now().today, home: this.#home.country }
    const understood = settled.map((part): UnderstoodPart => {
      const label = capital(partLabel(part, reader))
      return { text: part.text, ...this.#parameter(part, position, typing.language), label }
    })
    const pairs = understood.flatMap(({ member, value }) =>
      value === undefined ? [] : [[member, value] as [string, string]],
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

  async #checked(part: TypedPart, { caller, isGone }: Typing, { countries }: Names): Promise<TypedPart> {
    const asText: TypedPart = { is: 'words', words: part.text, text: part.text }
    const finds = (member: string, value: string) =>
      this.#finds(`${member}=${encodeURIComponent(value)}`, caller, isGone)
    switch (part.is) {
      case 'near': {
        const position = await this.known.positionOf(part.town, caller)
        return position ? { ...part, town: { ...part.town, position } } : asText
      }
      case 'address':
        return (await finds('visitinginfo_address', addressFilter(part.address))) ? part : asText
      case 'telephone': {
        // A number without its country may be one of another country with places.
        const digits = part.number.replaceAll(/\D/g, '')
        const isPlain = /^[1-9]/.test(part.number.trim())
        const codes = isPlain ? countries.flatMap((country) => callingCodeOf(country) ?? []) : []
        const numbers = [part.number, ...codes.map((code) => `+${code}${digits}`)]
        for (const number of numbers) if (await finds('telephone', number)) return { ...part, number }
        return part
      }
      default:
        return part
    }
  }

  async #finds(query: string, caller: Caller, isGone: IsGone): Promise<boolean> {
    const { engine, model } = this.#parts
    const request = parseSearch(`limit=0&is=*&${query}`, {
      model,
      sees: sightOf(caller),
      narrowed: isNarrowed(caller),
    })
    return (await engine.search(request, caller, isGone)).total > 0
  }

  /** Writes a part as a parameter of a search. `position` is that of the town, whose clocks a time is of. */
  #parameter(
    part: TypedPart,
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
      case 'day': {
        if (part.minute === undefined) return { member: 'openOn', value: dayText(part.day) }
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
      case 'near':
        return { member: 'nearby', value: part.town.position!.join(','), name: townName(part.town, language) }
      case 'point':
        return { member: 'nearby', value: part.position.join(',') }
      case 'here':
        return { member: 'nearby' }
    }
  }
}

const townWordsMax = 4

/** Several texts are searched as one. */
function joinedWords(parts: readonly TypedPart[]): TypedPart[] {
  const texts = parts.flatMap((part) => (part.is === 'words' ? [part.words] : []))
  if (texts.length < 2) return [...parts]
  const first = parts.findIndex(({ is }) => is === 'words')
  const whole: TypedPart = { is: 'words', words: texts.join(' '), text: texts.join(' ') }
  return parts.flatMap((part, at): TypedPart[] => (at === first ? [whole] : part.is === 'words' ? [] : [part]))
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
