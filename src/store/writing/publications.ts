import { formatInstant, parseInstant } from '../../place/dates.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { Instant, InstantText, Place, PlaceId } from '../../place/place.ts'
import { publicationInstants } from '../../place/place-state.ts'
import type { Present, Workspace } from './workspace.ts'

/** Maximum number of places in one transaction; the rest follow in the next. */
const placesMax = 500

/** Records the publications that began or ended by now, of the first due places. */
export async function recordDuePublications(workspace: Workspace, now: Instant): Promise<readonly JournalEntry[]> {
  // Earlier writes of the transaction may be due.
  await workspace.flush()
  const rows = await workspace.db.query<{ id: PlaceId }>(
    `select id from place where due <= ? order by due, id limit ${placesMax}`,
    [formatInstant(now)],
  )
  const ids = rows.map(({ id }) => id)
  await workspace.readAhead({ ids, keys: [], parents: [] })
  const entries: JournalEntry[] = []
  for (const id of ids) entries.push(...(await recordPublicationsOf(workspace, id, now)))
  return entries
}

/** Records the due publications of one place: an entry for each instant, which does not change the place (D57). */
export async function recordPublicationsOf(
  workspace: Workspace,
  id: PlaceId,
  now: Instant,
): Promise<readonly JournalEntry[]> {
  const present = await workspace.place(id)
  const due = present?.row.due ?? null
  const last = formatInstant(now)
  if (!present || due === null || due > last) return []
  const { place } = present
  const entries: JournalEntry[] = []
  for (const [index, instant] of publicationInstants(place).entries()) {
    if (instant < due || instant > last || place.deleted !== undefined) continue
    const action = index === 0 ? 'publish' : 'unpublish'
    entries.push(workspace.append({ kind: 'publication', id, action, time: parseInstant(instant)!, who: '' }))
  }
  await workspace.put(present.dueAt(nextDue(place, now)))
  return entries
}

/**
 * Returns the next instant of publication of a place that is written now. Instants recorded for `before` are not
 * recorded again, even if another process, whose clock was ahead, recorded them before they are due here.
 */
export function nextDue(place: Place, now: Instant, before?: Present): InstantText | null {
  const instants = publicationInstants(place)
  if (instants.length === 0) return null
  const untold = before?.row.due ?? null
  const recorded = before
    ? publicationInstants(before.place).filter((instant) => untold === null || instant < untold)
    : []
  return instants.find((instant) => instant > formatInstant(now) && !recorded.includes(instant)) ?? null
}
