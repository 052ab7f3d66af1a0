import { setTimeout } from 'node:timers/promises'
import type { Position, Revision } from '../../place/journal.ts'
import type { PresentDocument } from '../store.ts'
import type { DatabaseAddress } from './address.ts'
import { openSession, type Session, type SessionOptions } from './session.ts'

/** Number of places read at once: some megabytes. */
const batchSize = 5_000

/** The places to read: their state up to a position, which the server must have. */
export interface PresentPlacesArgument {
  readonly address: DatabaseAddress
  /** The servers from which the position was read. */
  readonly servers: Pick<SessionOptions, 'purpose' | 'timelineMin'>
  readonly position: Position
}

/** A standby may be a little behind the server that returned the position. */
const waitMillis = { each: 100, most: 30_000 } as const

/**
 * Yields every place of the record that last changed at or before the position, for a thread of its own. Each batch is
 * a statement of its own, so that no long statement keeps a standby from following. Places that change meanwhile are
 * left out, since the journal brings them again. `argument` is a PresentPlacesArgument as JSON.
 */
export async function* readPresentPlaces(argument: string): AsyncGenerator<readonly PresentDocument[]> {
  const { address, servers, position } = JSON.parse(argument) as PresentPlacesArgument
  const { revision: last } = position
  const session = await openSession(address, { ...servers, check: (session) => reach(session, position) })
  try {
    // The range limits the journal too, or the server may read it from its beginning to join the two.
    const read = (after: Revision) =>
      session.query<PresentDocument>(
        `select journal.document, journal.revision from place join journal on journal.revision = place.revision
         where place.revision > $1 and place.revision <= $2 and journal.revision > $1 and journal.revision <= $2
         order by place.revision limit $3`,
        [after, last, batchSize],
        'present',
      )
    for (let next = read(0); ; ) {
      const { rows } = await next
      // Read while the caller processes the previous batch.
      if (rows.length === batchSize) {
        next = read(rows.at(-1)!.revision)
        next.catch(() => {})
      }
      yield rows
      if (rows.length < batchSize) return
    }
  } finally {
    await session.end()
  }
}

/** Resolves when the server has the position. Rejects when that takes too long or the server has another history. */
async function reach(session: Session, { revision, transactionId }: Position): Promise<void> {
  const ask = `select journal_end.revision, journal.mark as "transactionId" from journal_end left join journal on journal.revision = $1`
  for (const until = performance.now() + waitMillis.most; ; await setTimeout(waitMillis.each)) {
    const { rows } = await session.query<Position>(ask, [revision])
    const [there] = rows
    if ((there?.revision ?? 0) >= revision) {
      if (revision === 0 || there?.transactionId === transactionId) return
      throw new Error(`has another revision ${revision} than the one that was seen`)
    }
    if (performance.now() > until) throw new Error(`has not reached the revision ${revision}`)
  }
}
