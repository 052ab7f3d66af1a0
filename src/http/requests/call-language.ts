import type { Model } from '../../place/model.ts'
import { languageOf } from '../../words/language.ts'
import { type Language, languages } from '../../words/words.ts'
import { acceptedNames } from '../answers/accept.ts'
import type { Call } from './call.ts'

/** The parameter for the language of labels. */
export const languageParameter = {
  form: 'choices',
  choices: languages,
  single: true,
  description: 'The language of labels; without it, that of `Accept-Language`, else that of the service.',
  example: 'sv',
} as const

/** Returns the language of labels for a call. */
export function languageFor({ headers }: Call, named: Language | undefined, { locale }: Model): Language {
  return languageOf([named, ...acceptedNames(headers['accept-language']), locale])
}
