import { hash } from 'node:crypto'
import type { Model } from '../place/model.ts'
import { searchBasis } from '../query/text/search-basis.ts'
import { sampleRows } from '../read-model/sample-rows.ts'
import { createRowMaker, type SearchRow } from './search-row.ts'
import { definitionOf, namedTables, type SearchTables } from './tables.ts'

/**
 * Increase this by one when other places than the sample become other rows, such as those with too many lexemes, or when
 * the same tables are distributed or filled in another way.
 */
const rowVersion = 1

/**
 * Returns the tables for a model. Their names contain a hash of everything that they follow from: the basis of searches,
 * the statements that make them, and the rows of a sample that has every field. So each edition has its own tables, and
 * old and new replicas can run side by side.
 */
export function tablesOf(model: Model, rows: readonly SearchRow[] = sampleSearchRows(model)): SearchTables {
  const definition = definitionOf(namedTables('', model))
  const edition = hash('sha1', JSON.stringify([rowVersion, searchBasis(model), definition, rows]), 'hex')
  return namedTables(edition.slice(0, 12), model)
}

/** Returns the rows of the sample under a model. */
export function sampleSearchRows(model: Model): readonly SearchRow[] {
  return sampleRows().map(createRowMaker(model))
}
