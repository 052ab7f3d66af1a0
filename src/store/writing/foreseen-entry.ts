import type { JournalEntry } from '../../place/journal.ts'
import type { ForeseenPlace } from '../store.ts'

/** The entry of a place that is taken as it was foreseen, but for its number and document. */
export function foreseenEntry({ id, who, now, importKey }: ForeseenPlace): Omit<JournalEntry, 'revision' | 'document'> {
  const keyed = importKey === undefined ? {} : { importKey }
  return { kind: 'place', id, action: 'create', time: now, who, ...keyed }
}
