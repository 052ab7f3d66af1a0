/** The languages of the pages. */
export const pageLanguages = ['sv', 'en'] as const
/** One of them. */
export type PageLanguage = (typeof pageLanguages)[number]

/** As Intl knows them. */
export const pageLocales: Readonly<Record<PageLanguage, string>> = { sv: 'sv-SE', en: 'en-GB' }

/** What is wanted of a page, by its address and the browser; what stands in where neither names a language of ours. */
interface Wishes {
  readonly named: string | undefined
  readonly accepted: string | undefined
  readonly locale: string
}

/** The language of a page: the one that the address names, else the one that is accepted with most weight (RFC 9110, 12.5.4). */
export function languageOf({ named, accepted = '', locale }: Wishes): PageLanguage {
  const weighed = accepted
    .split(',')
    .map((range) => ({ tag: range, weight: Number(/;\s*q=([\d.]+)/i.exec(range)?.[1] ?? 1) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
  const wanted = [named ?? '', ...weighed.map(({ tag }) => tag), locale]
  const known = wanted.map((text) => pageLanguages.find((one) => text.trim().toLowerCase().split(/[-;]/)[0] === one))
  return known.find((one) => one !== undefined) ?? 'en'
}
