import { Problem } from '../../common/problem.ts'
import type { ActId } from '../../place/act.ts'
import { formatInstant, parseInstant } from '../../place/dates.ts'
import type { EntryCaller, JournalEntry } from '../../place/journal.ts'
import type { Instant, Place, PlaceId } from '../../place/place.ts'
import type { ImportRights, PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import { touched } from '../../place/rules/assemble.ts'
import { checkRevision } from '../../place/rules/guards.ts'
import { defaultSource, isPlaceId, type SourceKey } from '../../place/source.ts'
import { storable } from '../sql/database.ts'
import { type FormerSlugTable, ownerColumn, type PlaceTable } from '../sql/record-tables.ts'
import type { Command, PurgeCommand } from '../store.ts'
import { removeFromActs } from './open-acts.ts'
import type { PlaceRules } from './place-rules.ts'
import { nextDue, recordPublicationsOf } from './publications.ts'
import { Present, type Workspace } from './workspace.ts'

/** The data that a change of one place records beside the place. */
interface ChangeContext {
  readonly now: Instant
  /** The key under which a new place is imported. */
  readonly sourceKey?: SourceKey | undefined
  readonly caller?: EntryCaller | undefined
  readonly act?: ActId | undefined
}

/** Reads everything that the commands concern, in a few statements for all of them. */
export async function readAhead(workspace: Workspace, rules: PlaceRules, commands: readonly Command[]) {
  const requests = commands.flatMap((command) => (command.kind === 'place' ? [command.request] : []))
  const precomputed = commands.filter((command) => command.kind === 'precomputed')
  const slugBases = precomputed.map(({ slugBase }) => slugBase)
  const imports = requests.filter((request) => request.action === 'import')
  const named = [
    ...precomputed.map(({ sourceKey }) => sourceKey),
    ...imports.flatMap(({ sourceKey, parentKey }) => [sourceKey, parentKey]),
  ]
  const keys = named.filter((key) => key !== undefined).map(storableKey)
  const own = requests.map((request) => ('id' in request ? request.id : request.newId))
  const ids = [...own, ...keys.map(({ key }) => key).filter(isPlaceId)]
  await workspace.readAhead({ ids, keys, parents: [] })
  const acts = commands.map((command) => (command.kind === 'place' ? command.request : command))
  await workspace.acts.readAhead(acts.flatMap((one) => ('act' in one && one.act ? [one.act.id] : [])))
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

/** Returns the present state of the places that the request concerns. */
export async function situationOf(workspace: Workspace, rules: PlaceRules, request: PlaceRequest): Promise<Situation> {
  const place = await placeOf(workspace, request)
  const children = place ? await workspace.children(place.place.id) : []
  const parent = await parentOf(workspace, rules, request, place)
  const situation = { children, ...(place && { place }), ...(parent && { parent }) }
  if (request.action !== 'import' || !request.rights) return situation
  const formerParentId = place?.place.parent?.id
  const formerParent = formerParentId === undefined ? undefined : await workspace.place(formerParentId)
  const source = (request.sourceKey ?? request.parentKey)?.source
  const owners = ownersOf(request.rights)
  const isForeignSource = source !== undefined && owners !== undefined && (await workspace.hasOthers(source, owners))
  return { ...situation, isForeignSource, ...(formerParent && { formerParent }) }
}

/** Returns the owners for which a caller may write at all; undefined if these are all. */
function ownersOf({ create, update }: ImportRights): readonly string[] | undefined {
  return create && update ? [...create, ...update].flat() : undefined
}

/** Records new states of places, each with a unique slug and an entry of its own. */
export async function applyChanges(
  workspace: Workspace,
  changes: readonly PlaceChange[],
  context: ChangeContext,
): Promise<readonly JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (const change of changes) entries.push(...(await applyChange(workspace, change, context)))
  return entries
}

async function applyChange(
  workspace: Workspace,
  change: PlaceChange,
  context: ChangeContext,
): Promise<readonly JournalEntry[]> {
  const { id } = change.place
  const time = Math.max(context.now, parseInstant(change.place.updated) ?? 0)
  // Due publications are recorded first, since the change may move their instants.
  const publications = await recordPublicationsOf(workspace, id, time)
  const before = await workspace.place(id)
  const slugBase = change.slug ?? change.slugBase
  const slug = slugBase === undefined ? change.place.slug : await slugFor(workspace, { id, slugBase }, before?.row.slug)
  const place = slug === change.place.slug ? change.place : { ...change.place, slug }
  const sourceKey = before ? before.sourceKey : context.sourceKey
  const document = JSON.stringify(place)
  const entry = workspace.append({
    kind: 'place',
    id,
    action: change.action,
    time,
    who: storable(change.who),
    document,
    ...(sourceKey && { sourceKey }),
    ...(context.caller && { caller: context.caller }),
    ...(context.act !== undefined && { act: context.act }),
  })
  if (context.act !== undefined) workspace.acts.add(entry, ownersIn(place, before?.place))
  const row: PlaceTable = {
    id,
    revision: entry.revision,
    slug,
    parent_id: place.parent?.id ?? null,
    ...keyColumns(sourceKey, place.owner),
    deleted: place.deleted === undefined ? 0 : 1,
    due: nextDue(place, time, before),
  }
  await workspace.put(new Present(row, document))
  return [...publications, entry]
}

/** Returns the ids of the owners that a place has or had. */
function ownersIn(...places: readonly (Place | undefined)[]): readonly string[] {
  return places.map((place) => place?.owner?.id).filter((id) => id !== undefined)
}

/** Returns the columns of a place's key. */
export function keyColumns(sourceKey: SourceKey | undefined, owner: Pick<Place['owner'], 'id'> | undefined) {
  return {
    import_key: sourceKey?.key ?? null,
    source: sourceKey?.source ?? defaultSource,
    owner_id: sourceKey && owner ? ownerColumn(owner.id) : null,
  }
}

async function placeOf(workspace: Workspace, request: PlaceRequest): Promise<Present | undefined> {
  if ('id' in request) return workspace.place(request.id)
  if (request.action !== 'import' || request.sourceKey === undefined) return undefined
  return placeOfKey(workspace, request.sourceKey)
}

/**
 * Returns the place that was imported under the key, or that has it as its id. Exports name places without a key by
 * their ids, and tables name all places so. Importing an export again therefore updates places instead of doubling
 * them.
 */
async function placeOfKey(workspace: Workspace, pair: SourceKey): Promise<Present | undefined> {
  const imported = await workspace.placeOfKey(storableKey(pair))
  return imported || !isPlaceId(pair.key) ? imported : workspace.place(pair.key)
}

/** Returns the key as every database can store it. */
export function storableKey({ source, key }: SourceKey): SourceKey {
  return { source: storable(source), key: storable(key) }
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

/**
 * Returns the new slug of a changed place whose slug is `present` so far (D21): the base itself if it is free, else the
 * numbered slug of this base that the place had, else the base with the next number. Numbers are counted for each base,
 * not probed from the start.
 */
async function slugFor(
  workspace: Workspace,
  { id, slugBase }: { readonly id: PlaceId; readonly slugBase: string },
  present: string | undefined,
): Promise<string> {
  const base = slugBase || id
  const isFree = async (candidate: string) => {
    const holder = await workspace.slugHolder(candidate)
    return holder === undefined || holder === id
  }
  for (const candidate of candidates(base, present ?? '', id)) if (await isFree(candidate)) return candidate
  let number = await workspace.slugNumber(base)
  while (!(await isFree(`${base}-${number}`))) number++
  workspace.setSlugNumber(base, number + 1)
  return `${base}-${number}`
}

/** Returns a slug and its possible bases: without `-deleted-…`, and without a number. */
function slugBases(slug: string, id: PlaceId): readonly string[] {
  const whole = undeleted(slug, id)
  return [...new Set([slug, whole, whole.replace(/-\d+$/, '')])]
}

function candidates(base: string, present: string, id: PlaceId): readonly string[] {
  const whole = undeleted(present, id)
  const isOfBase = whole.startsWith(`${base}-`) && /^[1-9]\d*$/.test(whole.slice(base.length + 1))
  if (!isOfBase) return [base]
  // A restored place gets back exactly the slug it had; a renamed one prefers the plain base.
  return whole === present ? [base, whole] : [whole, base]
}

function undeleted(slug: string, id: PlaceId): string {
  const suffix = `-deleted-${id.slice(-8)}`
  return slug.endsWith(suffix) ? slug.slice(0, -suffix.length) : slug
}

/**
 * Removes a place permanently: its row, its slugs, and the contents of its entries. The entries keep their numbers, and
 * a `purge` entry records the removal. All children, including deleted ones, are disconnected first. Throws `not-found`
 * if there is no such place, `conflict` if it is not deleted and the purge is not confirmed, and
 * `precondition-failed` (D43).
 */
export async function purge(workspace: Workspace, command: PurgeCommand): Promise<readonly JournalEntry[]> {
  const { id, who, now, updatedBy, caller } = command
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
  const entries = await applyChanges(workspace, disconnected, { now, caller })
  await workspace.flush()
  await removeRows(workspace, present)
  const signed = { who: storable(who), ...(caller && { caller }) }
  return [...entries, workspace.append({ kind: 'place', id, action: 'purge', time: now, ...signed })]
}

async function removeRows(workspace: Workspace, present: Present): Promise<void> {
  const { db } = workspace
  const { id, slug } = present.row
  const former = await db.query<Pick<FormerSlugTable, 'slug'>>('select slug from former_slug where place_id = ?', [id])
  await db.query('delete from place where id = ?', [id])
  for (const table of ['former_slug', 'webhook_delivery', 'webhook_dead_letter']) {
    await db.query(`delete from ${table} where place_id = ?`, [id])
  }
  await removeFromActs(db, id)
  // Removes all data about the place or people; the entries keep their numbers.
  const blank = `update journal set who = '', caller = null, document = null, import_key = null, act = null, source = '${defaultSource}' where kind = 'place' and id = ?`
  await db.query(blank, [id])
  workspace.drop(present)
  await forgetCounters(workspace, id, [slug, ...former.map((row) => row.slug)])
}

/** Removes the counters of slugs that no place uses any more, since they contain the text of those slugs. */
async function forgetCounters({ db }: Workspace, id: PlaceId, slugs: readonly string[]): Promise<void> {
  const bases = new Set(slugs.flatMap((slug) => slugBases(slug, id)))
  for (const base of bases) {
    const range = [base, `${base}-\u{10FFFF}`]
    const [other] = await db.query('select slug from place where slug >= ? and slug <= ? limit 1', range)
    if (!other) await db.query('delete from slug_base where base = ?', [base])
  }
}
