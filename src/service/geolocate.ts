import type { JournalEntry } from '../place/journal.ts'
import type { Instant } from '../place/place.ts'
import type { Command, Outcome, Store } from '../store/store.ts'

/** Commands in one group: large enough that a flush to disk is shared, small enough that others' writes get in between. */
const groupSize = 500

/** The store to read, and the writer of the changes. */
interface GeolocateParts {
  readonly store: Store
  /** Carries out a group; each command gets its own outcome. */
  readonly writeAll: (commands: readonly Command[]) => Promise<readonly Outcome[]>
  readonly clock: () => Instant
}

/** Progress: the places examined, and how many of them changed. */
export interface GeolocateProgress {
  readonly seen: number
  readonly changed: number
}

/** Derives geolocationInfo of every place anew, after boundaries have changed; yields after each group. */
export async function* geolocateAll({ store, writeAll, clock }: GeolocateParts): AsyncIterable<GeolocateProgress> {
  // Its own writes come again at the end of the present places.
  const last = await store.lastRevision()
  let seen = 0
  let changed = 0
  for await (const batch of store.present('place')) {
    for (let start = 0; start < batch.length; start += groupSize) {
      const group = batch.slice(start, start + groupSize).filter(({ revision }) => revision <= last)
      if (group.length === 0) return
      const outcomes = await writeAll(group.map((entry) => command(entry, clock())))
      seen += group.length
      changed += outcomes.filter((outcome) => outcome.done && outcome.entries.length > 0).length
      yield { seen, changed }
    }
  }
}

function command({ id }: JournalEntry, now: Instant): Command {
  return { kind: 'place', request: { action: 'geolocate', id, now, ownerEntries: {} } }
}
