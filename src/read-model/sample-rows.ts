import type { JsonObject } from '../place/json.ts'
import { samplePlaces } from '../place/sample.ts'
import type { ParentFacts } from './public-span.ts'
import { type Row, rowFrom, rowOf } from './row.ts'

const parent: ParentFacts = { name: 'Sample building', published: '2026-02-01T00:00:00.00000Z' }

/**
 * Returns the rows from which each engine derives the format of its data: the sample place, which has every field, and
 * one that is not deleted, so that its parent shortens its publication.
 */
export function sampleRows(): readonly Row[] {
  const [first, second] = samplePlaces(2)
  const { deleted: _, deletedBy: __, ...shown } = second!
  return [first!, shown].map((view, at) => {
    const revision = at + 1
    const { place, names } = rowFrom(view as unknown as JsonObject, { revision, ownerName: undefined })
    return rowOf({ place, revision }, parent, names)
  })
}
