import { languageOf } from '../../src/words/language.ts'

/** The language of the document. */
export const language = languageOf([document.documentElement.lang])
