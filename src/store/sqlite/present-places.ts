import type { PresentDocument } from '../store.ts'
import { openReader } from './sqlite-database.ts'

/** Places in a batch. */
const batchSize = 500

/**
 * Every place of the record in this file, as `Store.present` gives them, for a thread of its own, where nothing else has
 * to have its turn meanwhile.
 */
export function* readPresentPlaces(file: string): Generator<readonly PresentDocument[]> {
  using database = openReader(file)
  const rows = database
    .prepare(
      'select journal.document, journal.revision from place join journal on journal.revision = place.revision order by place.revision',
    )
    .iterate() as Iterable<PresentDocument>
  let batch: PresentDocument[] = []
  for (const { document, revision } of rows) {
    batch.push({ document, revision })
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  yield batch
}
