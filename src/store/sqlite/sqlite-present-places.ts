import type { PresentDocument } from '../store.ts'
import { openReader } from './sqlite-database.ts'

/** Number of places in a batch. */
const batchSize = 500

/**
 * Yields every place of the record in this file, like `Store.present`, for a thread of its own, where no other work
 * needs a turn in between.
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
