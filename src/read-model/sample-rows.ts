import type { Place, PlaceView } from '../place/place.ts'
import { samplePlaces } from '../place/sample.ts'
import type { ParentFacts } from './public-span.ts'

/** A place with its revision and parent, as both engines take it in. */
interface SampleRow {
  readonly place: Place
  readonly revision: number
  readonly parent: ParentFacts
}

const parent: ParentFacts = { name: 'Sample building', published: '2026-02-01T00:00:00.00000Z' }

/**
 * Returns the places from which each engine derives the format of its data: the sample place, which has every field, and
 * one that is not deleted, so that its parent shortens its publication.
 */
export function sampleRows(): readonly SampleRow[] {
  const [first, second] = samplePlaces(2).map(storedPlace)
  const { deleted: _, deletedBy: __, ...shown } = second!
  return [
    { place: first!, revision: 1, parent },
    { place: shown, revision: 2, parent },
  ]
}

/** Returns a place without the names that no record stores. */
function storedPlace({ parent, owner, categories, tags, ...others }: PlaceView): Place {
  const idsOf = (areas: PlaceView['tags']) => areas?.map(({ id }) => ({ id }))
  return {
    ...others,
    parent: { id: parent.id },
    owner: { id: owner.id, type: owner.type },
    categories: idsOf(categories),
    tags: idsOf(tags),
  } as Place
}
