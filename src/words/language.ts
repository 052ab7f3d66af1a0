import { type Language, languages } from './words.ts'

/** Returns the language that a page in this one offers: the next. */
export function otherLanguage(language: Language): Language {
  return languages[(languages.indexOf(language) + 1) % languages.length] ?? language
}

/** Returns our language of a tag (BCP 47), or undefined for other languages. */
export function languageOfTag(tag: string | undefined): Language | undefined {
  return languages.find((one) => tag?.trim().toLowerCase().split(/[-;]/)[0] === one)
}

/** Returns the first of our languages among tags (BCP 47), the most wanted tag first; English if there is none. */
export function languageOf(tags: readonly (string | undefined)[]): Language {
  return tags.map(languageOfTag).find((one) => one !== undefined) ?? 'en'
}
