import { type Language, languages } from './words.ts'

/** What is wanted of a page, by its address and the browser; what stands in where neither names a language of ours. */
interface Wishes {
  readonly named: string | undefined
  readonly accepted: string | undefined
  readonly locale: string
}

/** The language that a page in one of them offers: the next. */
export function otherLanguage(language: Language): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? language
}

/** The language of ours that a tag (BCP 47) is of; undefined for others. */
export function languageOfTag(tag: string | undefined): Language | undefined {
  return languages.find((one) => tag?.trim().toLowerCase().split(/[-;]/)[0] === one)
}

/** The language of a page: the one that the address names, else the one that is accepted with most weight (RFC 9110, 12.5.4). */
export function languageOf({ named, accepted = '', locale }: Wishes): Language {
  const weighed = accepted
    .split(',')
    .map((range) => ({ tag: range, weight: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  const wanted = [named, ...weighed.map(({ tag }) => tag), locale]
  return wanted.map(languageOfTag).find((one) => one !== undefined) ?? 'en'
}
