import { parseInstant } from '../../place/dates.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { Instant, Place, PlaceId } from '../../place/place.ts'
import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import { storable } from '../sql/storable.ts'
import type { PlaceTable } from '../sql/tables.ts'
import type { Command } from '../store.ts'
import { slugFor } from './slugs.ts'
import { Present, type Workspace } from './workspace.ts'

/** The rules of places, as the record needs them; both are pure. */
export interface PlaceRules {
  /** The place that the new state would have as its parent, if it names one by its id. */
  parentIdOf(request: PlaceRequest, place: Place | undefined): PlaceId | undefined
  /** What the slug that the request leads to will most likely be made from, if it gets one: a guess for reading ahead. */
  likelySlugBase?(request: PlaceRequest, place: Place | undefined): string | undefined
  /** The new states that the request leads to; none when nothing changes. Throws a Problem when it breaks a rule. */
  revise(request: PlaceRequest, situation: Situation): readonly PlaceChange[]
}

/** What a change of one place leaves in the record beside the place. */
interface ChangeContext {
  readonly now: Instant
  /** The key under which a new place is imported. */
  readonly importKey?: string | undefined
}

/** Reads what the commands are about, in a few statements for all of them. */
export async function readAhead(workspace: Workspace, rules: PlaceRules, commands: readonly Command[]) {
  const requests: PlaceRequest[] = []
  const keys: string[] = []
  const slugBases: string[] = []
  for (const command of commands) {
    if (command.kind === 'place') requests.push(command.request)
    if (command.kind !== 'precomputed') continue
    slugBases.push(command.slugBase)
    if (command.importKey !== undefined) keys.push(command.importKey)
  }
  for (const request of requests) {
    if (request.action !== 'import') continue
    for (const key of [request.importKey, request.parentKey]) if (key !== undefined) keys.push(storable(key))
  }
  const own = requests.map((request) => ('id' in request ? request.id : request.newId))
  const ids = [...own, ...keys.filter(isPlaceId)]
  await workspace.readAhead({ ids, keys, parents: [] })
  const parentIds: PlaceId[] = []
  const presentIds: PlaceId[] = []
  for (const request of requests) {
    const present = await placeOf(workspace, request)
    if (present) presentIds.push(present.place.id)
    const parentId = rules.parentIdOf(request, present?.place)
    if (parentId !== undefined) parentIds.push(parentId)
    const slugBase = rules.likelySlugBase?.(request, present?.place)
    if (slugBase !== undefined) slugBases.push(slugBase)
  }
  await workspace.readAhead({ ids: parentIds, keys: [], parents: presentIds })
  await workspace.readAheadSlugs(slugBases)
}

/** The present state of the places that the request concerns. */
export async function situationOf(workspace: Workspace, rules: PlaceRules, request: PlaceRequest): Promise<Situation> {
  const place = await placeOf(workspace, request)
  const children = place ? await workspace.children(place.place.id) : []
  const parent = await parentOf(workspace, rules, request, place)
  return { children, ...(place && { place }), ...(parent && { parent }) }
}

/** Puts new states of places into the record, each with a unique slug and an entry of its own. */
export async function applyChanges(
  workspace: Workspace,
  changes: readonly PlaceChange[],
  context: ChangeContext,
): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (const change of changes) entries.push(await applyChange(workspace, change, context))
  return entries
}

async function applyChange(workspace: Workspace, change: PlaceChange, context: ChangeContext): Promise<JournalEntry> {
  const before = await workspace.place(change.place.id)
  const { id } = change.place
  const slugBase = change.slug ?? change.slugBase
  const slug = slugBase === undefined ? change.place.slug : await slugFor(workspace, { id, slugBase }, before?.row.slug)
  const place = slug === change.place.slug ? change.place : { ...change.place, slug }
  const importKey = before ? before.importKey : context.importKey
  const keyed = importKey === undefined ? {} : { importKey }
  const document = JSON.stringify(place)
  const entry = workspace.append({
    kind: 'place',
    id,
    action: change.action,
    time: Math.max(context.now, parseInstant(place.updated) ?? 0),
    who: storable(change.who),
    document,
    ...keyed,
  })
  const row: PlaceTable = {
    id,
    revision: entry.revision,
    slug,
    parent_id: place.parent?.id ?? null,
    import_key: importKey ?? null,
    deleted: place.deleted === undefined ? 0 : 1,
  }
  await workspace.put(new Present(row, document))
  return entry
}

async function placeOf(workspace: Workspace, request: PlaceRequest): Promise<Present | undefined> {
  if ('id' in request) return workspace.place(request.id)
  if (request.action !== 'import' || request.importKey === undefined) return undefined
  return placeOfKey(workspace, request.importKey)
}

/**
 * The place that was imported under the key. A place that never had one is exported under its id, so that stands for
 * it: an export that is imported again updates places instead of doubling them.
 */
async function placeOfKey(workspace: Workspace, key: string): Promise<Present | undefined> {
  const imported = await workspace.placeOfKey(storable(key))
  if (imported || !isPlaceId(key)) return imported
  const place = await workspace.place(key)
  return place?.importKey === undefined ? place : undefined
}

/** Whether the key has the form of the id of a place. */
export function isPlaceId(key: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key)
}

async function parentOf(
  workspace: Workspace,
  rules: PlaceRules,
  request: PlaceRequest,
  place: Present | undefined,
): Promise<Present | undefined> {
  if (request.action === 'import' && request.parentKey !== undefined) {
    return placeOfKey(workspace, request.parentKey)
  }
  const id = rules.parentIdOf(request, place?.place)
  return id === undefined ? undefined : workspace.place(id)
}
