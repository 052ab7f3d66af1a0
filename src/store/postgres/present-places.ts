import type { PresentPlace } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { openSession } from './session.ts'

/** So many places are read at once: some megabytes. */
const batchSize = 5_000

/**
 * Every place of the record up to the end of the journal at this moment, for a thread of its own. Each batch is a
 * statement of its own, so that no long one keeps a standby from following; what changes meanwhile is left out, since
 * it comes again in the journal. `argument` is a DatabaseAddress as JSON.
 */
export async function* readPresentPlaces(argument: string): AsyncGenerator<readonly PresentPlace[]> {
  const session = await openSession(JSON.parse(argument) as DatabaseAddress, { purpose: 'read' })
  try {
    const { rows: ends } = await session.query<{ revision: number }>('select revision from journal_end')
    const last = ends[0]?.revision ?? 0
    const read = (after: number) =>
      session.query<PresentPlace>(
        `select journal.document, journal.revision from place join journal on journal.revision = place.revision
         where place.revision > $1 and place.revision <= $2 order by place.revision limit $3`,
        [after, last, batchSize],
        'present',
      )
    for (let next = read(0); ; ) {
      const { rows } = await next
      // Read while the former batch is being taken in.
      if (rows.length === batchSize) next = read(rows.at(-1)!.revision)
      yield rows
      if (rows.length < batchSize) return
    }
  } finally {
    await session.end()
  }
}
