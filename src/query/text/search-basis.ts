import type { ModelOptions } from '../../place/model.ts'
import { placeSchema } from '../../place/schema.ts'
import { foldVersion } from './folded-text.ts'
import { formsFound } from './synonyms.ts'

/**
 * Returns everything on which stored search data depends, beside its own format, by the operator's terms for it.
 * Snapshots of the index and tables with another basis are not read. The schema decides what can be searched and by
 * whom; ICU orders texts and Unicode folds them.
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
