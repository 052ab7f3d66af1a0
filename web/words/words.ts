/** The languages of the page, in the order in which each text is given. */
export const languages = ['en', 'sv'] as const
export type Language = (typeof languages)[number]
/** The same words in each language. */
export type Words<W> = Readonly<Record<Language, W>>

type Text = string | ((...given: never[]) => string)
/** A text in each language; what is made of something else, by a function. */
export type TextPair = readonly [en: Text, sv: Text]
interface TextPairs {
  readonly [key: string]: TextPair | TextPairs
}

type InOne<Pairs> = Pairs extends readonly [infer En, unknown]
  ? En extends string
    ? string
    : En
  : { readonly [Key in keyof Pairs]: InOne<Pairs[Key]> }
/** Both sides of a pair take the same. */
type Alike<Pairs> = Pairs extends readonly [infer En, unknown]
  ? readonly [En, En extends string ? string : En]
  : { readonly [Key in keyof Pairs]: Alike<Pairs[Key]> }

/** The words of a room, each written once with its text in every language. */
export function wordsOf<const Pairs extends TextPairs>(pairs: Pairs & Alike<Pairs>): Words<InOne<Pairs>> {
  const sides = languages.map((language, at) => [language, sideOf(pairs, at)])
  return Object.fromEntries(sides) as Words<InOne<Pairs>>
}

function sideOf(pairs: TextPairs, at: number): unknown {
  const isPair = (value: TextPair | TextPairs): value is TextPair => Array.isArray(value)
  return Object.fromEntries(
    Object.entries(pairs).map(([key, value]) => [key, isPair(value) ? value[at] : sideOf(value, at)]),
  )
}
