import { Problem } from '../../common/problem.ts'
import { formatInstant } from '../../place/dates.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { PlaceId } from '../../place/place.ts'
import type { PlaceChange } from '../../place/request.ts'
import { touched } from '../../place/rules/assemble.ts'
import { checkRevision } from '../../place/rules/guards.ts'
import { storable } from '../sql/storable.ts'
import type { PurgeCommand } from '../store.ts'
import { applyChanges } from './place-commands.ts'
import { slugBases } from './slugs.ts'
import type { Present, Workspace } from './workspace.ts'

/**
 * Removes a place for good: its row, its slugs, and what its entries tell; the entries' numbers stay, and a `purge`
 * says that it is gone. Its children are set free first, deleted ones too. Throws `not-found` when there is no such
 * place, `conflict` when it is not deleted and that is not confirmed, and `precondition-failed` (D43).
 */
export async function purge(workspace: Workspace, command: PurgeCommand): Promise<readonly JournalEntry[]> {
  const { id, who, now, updatedBy } = command
  const present = await workspace.place(id)
  if (!present) throw new Problem('not-found', `there is no place '${id}' to purge`)
  if (present.place.deleted === undefined && !command.confirmed) {
    throw new Problem('conflict', `the place ${id} is not deleted; confirm=${id} purges it all the same`)
  }
  checkRevision(command, present)
  const children = await workspace.children(id)
  const disconnected = children.map(({ place }): PlaceChange => {
    const free = touched(place, updatedBy ?? place.updatedBy, formatInstant(now), { parent: undefined })
    return { action: 'disconnect', who: updatedBy ?? '', place: free }
  })
  const entries = await applyChanges(workspace, disconnected, { now })
  await workspace.flush()
  await removeRows(workspace, present)
  return [...entries, workspace.append({ kind: 'place', id, action: 'purge', time: now, who: storable(who) })]
}

async function removeRows(workspace: Workspace, present: Present): Promise<void> {
  const { db, statements } = workspace
  const { id, slug } = present.place
  const former = await statements.formerSlugsOf(db, id)
  await statements.deletePlace(db, id)
  await statements.deleteFormerSlugs(db, id)
  await statements.blankEntries(db, id)
  workspace.drop(present)
  await forgetCounters(workspace, id, [slug, ...former.map((row) => row.slug)])
}

/** Counters hold the text of slugs; one that no place uses any more would keep it. */
async function forgetCounters({ db, statements }: Workspace, id: PlaceId, slugs: readonly string[]): Promise<void> {
  const bases = new Set(slugs.flatMap((slug) => slugBases(slug, id)))
  for (const base of bases) {
    const others = await statements.firstSlugBetween(db, base, `${base}-\u{10FFFF}`)
    if (others[0]?.slug === null) await statements.deleteSlugBase(db, base)
  }
}
