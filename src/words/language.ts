import { type Language, languages } from './words.ts'

/** The language that a page in one of them offers: the next. */
export function otherLanguage(language: Language): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? language
}

/** The language of ours that a tag (BCP 47) is of; undefined for others. */
export function languageOfTag(tag: string | undefined): Language | undefined {
  return languages.find((one) => tag?.trim().toLowerCase().split(/[-;]/)[0] === one)
}

/** The first language of ours that tags (BCP 47) are of, the one most wanted first; English where they are of none. */
export function languageOf(tags: readonly (string | undefined)[]): Language {
  return tags.map(languageOfTag).find((one) => one !== undefined) ?? 'en'
}
