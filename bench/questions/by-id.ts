import { compareWithBare } from '../support/compare.ts'
import type { Context } from '../support/context.ts'
import type { Row } from '../support/figures.ts'

/** One place by its id, with the key checked, counted and logged. */
export function byId(context: Context): Promise<Row[]> {
  const paths = context.ids.slice(0, 2_000).map((id) => `/v4/place/${id}`)
  return compareWithBare(context, { what: 'GET /place/<id>', paths, wanted: 0.5 })
}
