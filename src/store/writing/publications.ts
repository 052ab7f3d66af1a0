import { formatInstant, parseInstant } from '../../place/dates.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { Instant, InstantText, Place, PlaceId } from '../../place/place.ts'
import { publicationInstants } from '../../place/place-state.ts'
import type { Present, Workspace } from './workspace.ts'

/** Most publications in one transaction; the rest come in the next. */
const placesMax = 500

/** Tells of the places whose publication began or ended by now, of the first ones of them. */
export async function tellPublications(workspace: Workspace, now: Instant): Promise<readonly JournalEntry[]> {
  // What the transaction has written before may be due.
  await workspace.flush()
  const rows = await workspace.db.query<{ id: PlaceId }>(
    `select id from place where due <= ? order by due, id limit ${placesMax}`,
    [formatInstant(now)],
  )
  const ids = rows.map(({ id }) => id)
  await workspace.readAhead({ ids, keys: [], parents: [] })
  const entries: JournalEntry[] = []
  for (const id of ids) entries.push(...(await tellPublication(workspace, id, now)))
  return entries
}

/** Tells what is due of one place by now: an entry for each instant, which changes nothing of the place (D57). */
export async function tellPublication(
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
 * The next instant of publication of a place that is written now. What was told of the place `before` is not told again,
 * although another process, whose clock was ahead, has told it before it is due here.
 */
export function nextDue(place: Place, now: Instant, before?: Present): InstantText | null {
  const instants = publicationInstants(place)
  if (instants.length === 0) return null
  const untold = before?.row.due ?? null
  const told = before ? publicationInstants(before.place).filter((instant) => untold === null || instant < untold) : []
  return instants.find((instant) => instant > formatInstant(now) && !told.includes(instant)) ?? null
}
