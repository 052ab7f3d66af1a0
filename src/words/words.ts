/** The languages of the page, in the order of the texts in each pair. */
export const languages = ['en', 'sv'] as const
export type Language = (typeof languages)[number]

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', sv: 'Svenska' }

/** The locales for Intl; British English, whose dates and weeks are like those of the places. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', sv: 'sv-SE' }

/** The same words in each language. */
export type Words<W> = Readonly<Record<Language, W>>

interface Plural {
  readonly one: string
  readonly other: string
}

type Text = string | Plural | ((...given: never[]) => string)
/**
 * A text in each language. Its caller fills in each `{{name}}`, in the order of the first language; numbers are
 * formatted for the language. A text that follows other rules is a function.
 */
export type TextPair = readonly [en: Text, sv: Text]
interface TextPairs {
  readonly [key: string]: TextPair | TextPairs
}

type Parts<Text> = Text extends `${string}{{${string}}}${infer Rest}` ? [part: string | number, ...Parts<Rest>] : []
type Names<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}` ? Name | Names<Rest> : ''
type InOne<Pairs> = Pairs extends readonly [infer En, unknown]
  ? En extends string
    ? Parts<En> extends []
      ? string
      : (...parts: Parts<En>) => string
    : En extends Plural
      ? (count: number) => string
      : En
  : { readonly [Key in keyof Pairs]: InOne<Pairs[Key]> }
/** Requires both texts of a pair to have the same parts. */
type Alike<Pairs> = Pairs extends readonly [infer En, infer Sv]
  ? readonly [En, En extends string ? (Names<En> extends Names<Sv> ? string : never) : En extends Plural ? Plural : En]
  : { readonly [Key in keyof Pairs]: Alike<Pairs[Key]> }

/** Words of the page, each written once with its text in every language. */
export function wordsOf<const Pairs extends TextPairs>(pairs: Pairs & Alike<Pairs>): Words<InOne<Pairs>> {
  const sides = languages.map((language, at) => [language, sideOf(pairs, at)])
  return Object.fromEntries(sides) as Words<InOne<Pairs>>
}

function sideOf(pairs: TextPairs, at: number): unknown {
  const isPair = (value: TextPair | TextPairs): value is TextPair => Array.isArray(value)
  return Object.fromEntries(
    Object.entries(pairs).map(([key, value]) => [key, isPair(value) ? textOf(value, at) : sideOf(value, at)]),
  )
}

const place = /\{\{\w+\}\}/g
const numbers = languages.map((language) => new Intl.NumberFormat(locales[language]))

function textOf(pair: TextPair, at: number) {
  const [first, text = first] = [pair[0], pair[at]]
  const written = (part: string | number) => (typeof part === 'number' ? numbers[at]!.format(part) : part)
  if (typeof text === 'object')
    return (count: number) => (count === 1 ? text.one : text.other.replace('#', () => written(count)))
  if (typeof first !== 'string' || typeof text !== 'string') return text
  const places: readonly string[] = first.match(place) ?? []
  if (places.length === 0) return text
  return (...parts: readonly (string | number)[]) =>
    text.replace(place, (found) => written(parts[places.indexOf(found)] ?? ''))
}

/** A text for one, and one for any other number, which replaces `#`. */
export function plural(one: string, other: string): Plural {
  return { one, other }
}
