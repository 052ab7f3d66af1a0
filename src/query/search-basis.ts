import type { ModelOptions } from '../place/model.ts'
import { placeSchema } from '../place/schema.ts'
import { foldVersion } from './folded-text.ts'
import { synonyms } from './synonyms.ts'

/**
 * What every stored form of a search follows from, beside its own format: a snapshot of the index or tables of another
 * basis are not read. The schema says what can be searched and who sees it; ICU orders texts and Unicode folds them.
 */
export function searchBasis({ locale, placeTypeSchemas }: ModelOptions): string {
  const { icu, unicode } = process.versions
  return JSON.stringify([locale, placeTypeSchemas, placeSchema(placeTypeSchemas), synonyms, icu, unicode, foldVersion])
}
