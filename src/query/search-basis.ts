import type { ModelOptions } from '../place/model.ts'
import { placeSchema } from '../place/schema.ts'
import { foldVersion } from './folded-text.ts'
import { formsFound } from './synonyms.ts'

/**
 * Returns what every stored form of a search follows from, beside its own format, by what an operator calls it: a snapshot
 * of the index or tables of another basis are not read. The schema says what can be searched and who sees it; ICU orders
 * texts and Unicode folds them.
 */
export function searchBasis({ locale, placeTypeSchemas }: ModelOptions): Readonly<Record<string, string>> {
  const { icu = '', unicode = '' } = process.versions
  return {
    locale,
    'place types': JSON.stringify(placeTypeSchemas),
    schema: JSON.stringify(placeSchema({})),
    synonyms: JSON.stringify([...formsFound].map(([form, finds]) => [form, ...finds])),
    'Unicode version': JSON.stringify([icu, unicode]),
    comparison: String(foldVersion),
  }
}
