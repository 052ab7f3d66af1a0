import { randomUUIDv7 } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { type Caller, entryCaller, isNarrowed, may, ownersFor, type Permission, sightOf } from '../access/access.ts'
import type { KeyRing } from '../access/key-ring.ts'
import { invalidBody, Problem } from '../common/problem.ts'
import { reason } from '../common/reason.ts'
import type { Directory } from '../directory/directory.ts'
import type { ImporterRights } from '../exchange/importing/import-options.ts'
import type { ActRef, ActStep } from '../place/act.ts'
import type { DirectoryEntry } from '../place/directory-entry.ts'
import type { JournalEntry, Revision } from '../place/journal.ts'
import { isJsonObject, type JsonObject } from '../place/json.ts'
import type { Model } from '../place/model.ts'
import type { Instant, PlaceId } from '../place/place.ts'
import type { ChildAction, PlaceRequest, Preconditions } from '../place/request.ts'
import { checkWho, otherName } from '../place/rules/guards.ts'
import { canonicalText, undirectedText } from '../place/text.ts'
import { visibleTo } from '../place/visibility.ts'
import { type HoursWindow, type PlaceHours, placeHours } from '../query/results/place-hours.ts'
import type { ReferenceAddress } from '../read-model/reference.ts'
import type { CommitQueue } from '../store/commit-queue.ts'
import type { Command, Outcome, Store } from '../store/store.ts'
import { type FoundDocument, placeTag, type SearchEngine, unknownPlace } from './search-engine.ts'
import { WriterSight } from './writer-sight.ts'

/** A place that was written, as the caller sees it now; `revision` is that of the write. */
interface WrittenPlace extends FoundDocument {
  readonly etag: string
}

/** The options of every write of a place. */
interface WriteOptions {
  readonly caller: Caller
  /** The headers `If-Match` and `If-None-Match` as they came. */
  readonly ifMatch?: string
  readonly ifNoneMatch?: string
  /** The act that it opens or continues. */
  readonly act?: ActRef | undefined
  /** Bytes of the body, so that what waits to be written can be bounded. */
  readonly bodyBytes?: number
}

/** The options of a write with a body. */
export interface BodyOptions extends WriteOptions {
  readonly allowOverposting: boolean
  readonly childActions: readonly ChildAction[]
}

/** The options of a purge. */
interface PurgeOptions extends WriteOptions {
  /** The author of the children's change; absent: they keep their last author. */
  readonly updatedBy: string | undefined
  /** Also where the place is not deleted. */
  readonly confirmed: boolean
}

/** The parts of `Places`. */
interface Parts {
  readonly model: Model
  readonly store: Store
  readonly queue: CommitQueue
  /** Answers from what was written, as soon as a write is done. */
  readonly engine: SearchEngine
  readonly directory: Directory
  readonly keys: KeyRing
  readonly clock: () => Instant
}

/** Writes of places, which ask the rules and the record first and are answered from what searches see then; slugs and hours. */
export class Places {
  readonly #parts: Parts
  readonly #sight: WriterSight

  constructor(parts: Parts) {
    this.#parts = parts
    this.#sight = new WriterSight(parts)
  }

  /** The id of the place that has this slug, or had it last (D21); 404 when there is none. */
  async findBySlug(slug: string, caller: Caller): Promise<{ id: PlaceId; present: boolean; slug: string }> {
    const { engine, store } = this.#parts
    const present = await engine.idOfSlug(slug)
    if (present !== undefined && (await engine.storedPlace(present, caller)))
      return { id: present, present: true, slug }
    for (const id of await store.formerSlugs(slug)) {
      const moved = await engine.storedPlace(id, caller)
      if (moved) return { id, present: false, slug: moved.slug }
    }
    throw new Problem('not-found', `no place has the slug '${slug}', and none that is not deleted had it`)
  }

  /** The opening hours of a place; 404 when there is none with this id. */
  async hours(id: PlaceId, window: HoursWindow, caller: Caller): Promise<PlaceHours> {
    const place = await this.#parts.engine.storedPlace(id, caller)
    if (!place) throw unknownPlace(id)
    return placeHours(place, window, this.#parts.clock())
  }

  /** Creates a place (PUT /place). */
  async create(given: JsonObject, options: Omit<BodyOptions, 'childActions'>): Promise<WrittenPlace> {
    const newId = randomUUIDv7()
    const body = signedBody(given, options.caller)
    const common = await this.#common('create', options, [ownerIdOf(body)])
    const { allowOverposting } = options
    return this.#show(newId, { ...common, action: 'create', newId, body, allowOverposting }, options)
  }

  /** Changes what the body names (PATCH /place/<id>). */
  async patch(id: PlaceId, given: JsonObject, options: BodyOptions): Promise<WrittenPlace> {
    const body = signedBody(given, options.caller)
    await this.#checkSeen(id, options)
    const common = await this.#common('update', options, [ownerIdOf(body), await this.#parts.engine.ownerOf(id)])
    const revision = await this.#write({ ...common, ...bodyParts(body, options), action: 'patch', id }, options)
    return writtenAs(revision, await this.#sight.read(id, options.caller))
  }

  /**
   * Judges a patch without writing it, and returns its changes and the revision to apply it to. Throws 404 if the caller
   * does not see the place.
   */
  async propose(id: PlaceId, given: JsonObject, options: BodyOptions) {
    const { engine, store } = this.#parts
    const { caller } = options
    const { revision } = await engine.read(id, caller)
    const present = await store.entry(id, revision)
    const body = signedBody(given, caller)
    const common = await this.#common('update', { caller, ifMatch: placeTag(revision, 0) }, [
      ownerIdOf(body),
      await engine.ownerOf(id),
    ])
    const request = { ...common, ...bodyParts(body, options), action: 'patch', id, dryRun: true } as const
    const { entries } = await this.command({ kind: 'place', request }, options.bodyBytes)
    // A narrowed caller may not see the parent, nor the owner whose name is in the slug: shows it the parent of the body
    // only, and no slug.
    const narrowed = isNarrowed(caller)
    const before = seenDocument(present, caller, narrowed ? ['parent', 'slug'] : [])
    const hidden = Object.hasOwn(body, 'parent') ? ['slug'] : ['parent', 'slug']
    const after = seenDocument(entries[0], caller, narrowed ? hidden : [])
    // A narrowed caller does not learn how many children would change.
    return { id, revision, before, after, followers: narrowed ? 0 : entries.length - 1 }
  }

  /** Replaces the whole place (PUT /place/<id>). */
  async replace(id: PlaceId, given: JsonObject, options: BodyOptions): Promise<WrittenPlace> {
    const body = signedBody(given, options.caller)
    await this.#checkSeen(id, options)
    const common = await this.#common('update', options, [ownerIdOf(body), await this.#parts.engine.ownerOf(id)])
    return this.#show(id, { ...common, ...bodyParts(body, options), action: 'replace', id }, options)
  }

  /** Deletes the place (DELETE /place/<id>). */
  async remove(id: PlaceId, named: string | undefined, options: Omit<BodyOptions, 'allowOverposting'>): Promise<void> {
    const deletedBy = signedAs(named, 'deletedby', options.caller)
    await this.#checkSeen(id, options)
    const common = await this.#common('delete', options, [await this.#parts.engine.ownerOf(id)])
    const { childActions } = options
    await this.#write({ ...common, action: 'remove', id, deletedBy, childActions }, options)
  }

  /** Brings a deleted place back (POST /place/<id>/restore). */
  async restore(id: PlaceId, named: string | undefined, options: WriteOptions): Promise<WrittenPlace> {
    const updatedBy = signedAs(named, 'updatedby', options.caller)
    await this.#checkSeen(id, options)
    const common = await this.#common('delete', options, [await this.#parts.engine.ownerOf(id)])
    return this.#show(id, { ...common, action: 'restore', id, updatedBy }, options)
  }

  /** Returns the command that takes an act back in one place, within the rights that each kind of write needs. */
  async undoing(
    { id, owners }: { readonly id: PlaceId; readonly owners: readonly string[] },
    steps: readonly ActStep[],
    { updatedBy, ...options }: WriteOptions & { readonly updatedBy: string },
  ): Promise<Command> {
    const { owners: _, ...common } = await this.#common('update', options, owners)
    const of = (permission: Permission) =>
      may(options.caller, permission) ? ownersFor(options.caller, permission) : []
    const [update, remove] = [of('update'), of('delete')]
    const rights = { ...(update && { update }), ...(remove && { delete: remove }) }
    return { kind: 'place', request: { ...common, action: 'undo', id, updatedBy, steps, rights } }
  }

  /** Removes the place and its history for good (POST /place/<id>/purge). */
  async purge(id: PlaceId, options: PurgeOptions): Promise<void> {
    const { caller, updatedBy, confirmed } = options
    const named = updatedBy === undefined && !caller.actsAs ? undefined : signedAs(updatedBy, 'updatedby', caller)
    await this.command({
      kind: 'purge',
      id,
      who: named ?? caller.name,
      caller: entryCaller(caller),
      now: this.#parts.clock(),
      confirmed,
      ...preconditions(options),
      ...(named !== undefined && { updatedBy: named }),
    })
  }

  /** Carries out commands in one group as far as that goes; each gets its own outcome. */
  async writeAll(commands: readonly Command[]): Promise<readonly Outcome[]> {
    const outcomes = await Promise.all(commands.map((command) => this.#parts.queue.write(command)))
    await this.#renamed(commands)
    return outcomes
  }

  /** Carries out one command; throws its problem when it is refused. */
  async command(command: Command, bytes = 0): Promise<Outcome & { done: true }> {
    const outcome = await this.#parts.queue.write(command, bytes)
    if (!outcome.done) throw Problem.from(outcome.problem)
    await this.#renamed([command])
    return outcome
  }

  /** Waits until places show the names that commands have changed (D44); the writes of others do not wait. */
  async #renamed(commands: readonly Command[]): Promise<void> {
    const addresses = commands.flatMap(nameChangedBy)
    if (addresses.length > 0) await this.#parts.engine.renamed(addresses)
  }

  async #show(id: PlaceId, request: PlaceRequest, options: WriteOptions): Promise<WrittenPlace> {
    const body = 'body' in request ? request.body : {}
    const known = await this.#sight.publicEntries(body, options.caller)
    const revision = await this.#write(request, options)
    return writtenAs(revision, await this.#sight.read(id, options.caller, known))
  }

  /** Throws 404 where the caller sees only what is public, and not this place (D40). */
  async #checkSeen(id: PlaceId, { caller }: WriteOptions): Promise<void> {
    if (isNarrowed(caller) && !(await this.#parts.engine.storedPlace(id, caller))) throw unknownPlace(id)
  }

  /** Returns the revision of the place after this write. */
  async #write(request: PlaceRequest, { bodyBytes }: WriteOptions): Promise<Revision | undefined> {
    const { place } = await this.command({ kind: 'place', request }, bodyBytes)
    return place?.revision
  }

  async #common(needs: Permission, options: WriteOptions, ownerIds: readonly (string | undefined)[]) {
    const ids = ownerIds.filter((id) => id !== undefined)
    await this.#parts.directory.refresh(ids)
    const owners = ownersFor(options.caller, needs)
    return {
      now: this.#parts.clock(),
      caller: entryCaller(options.caller),
      ownerEntries: this.#ownerEntries(ids),
      ...(owners && { owners }),
      ...(options.act && { act: options.act }),
      ...(!may(options.caller, 'read') && { discreet: true as const }),
      ...(isNarrowed(options.caller) && { narrowed: true as const }),
      ...preconditions(options),
    }
  }

  #ownerEntries(ids: readonly string[]): Record<string, DirectoryEntry> {
    const known = ids.map((id) => [id, this.#parts.directory.entry('owners', id)] as const)
    return Object.fromEntries(known.filter(([, entry]) => entry !== undefined)) as Record<string, DirectoryEntry>
  }
}

/** Returns the body with the caller's own name, if it has one; throws 400 for another name. */
function signedBody(body: JsonObject, { actsAs }: Caller): JsonObject {
  if (actsAs === undefined) return body
  const { updatedBy } = body
  const isOther =
    typeof updatedBy === 'string' ? undirectedText(updatedBy) !== undirectedText(actsAs) : (updatedBy ?? null) !== null
  if (isOther) throw invalidBody([{ pointer: '/updatedBy', ...otherName(actsAs) }])
  return { ...body, updatedBy: actsAs }
}

/** Returns the rights of an import by a caller: all for an admin, else those to create and to update places (D8). */
export function importerRights(caller: Caller): ImporterRights {
  if (may(caller, 'admin')) return {}
  const [create, update] = [ownersFor(caller, 'create'), ownersFor(caller, 'update')]
  return {
    rights: { ...(create && { create }), ...(update && { update }), seesMedia: may(caller, 'read-media') },
    ...(!may(caller, 'read') && { discreet: true, isBlind: true }),
    ...(isNarrowed(caller) && { narrowed: true }),
  }
}

/** Returns the author that a parameter names, or the caller's own name; throws 400 for another name, or none. */
export function signedAs(name: string | undefined, parameter: string, { actsAs }: Caller): string {
  const who = name === undefined && actsAs !== undefined ? actsAs : checkWho(name ?? '', parameter)
  if (actsAs === undefined || who === actsAs) return who
  throw new Problem('invalid-parameter', reason('named', { name: parameter, fault: otherName(actsAs) }))
}

/** Returns the address whose name a command may change: an entry of the directory, or a place that has children. */
function nameChangedBy(command: Command): ReferenceAddress[] {
  if (command.kind === 'directory') return [{ kind: command.list, id: command.id }]
  const isChange = command.kind === 'place' && 'id' in command.request
  return isChange ? [{ kind: 'parents', id: command.request.id }] : []
}

function bodyParts(body: JsonObject, { allowOverposting, childActions, caller }: BodyOptions) {
  return { body, allowOverposting, childActions, seesMedia: may(caller, 'read-media') }
}

/** Returns the place of an entry as the caller sees it, without the hidden members. */
function seenDocument(entry: JournalEntry | undefined, caller: Caller, hidden: readonly string[]): JsonObject {
  const seen = visibleTo(sightOf(caller), JSON.parse(entry?.document ?? '{}') as JsonObject)
  return Object.fromEntries(Object.entries(seen).filter(([member]) => !hidden.includes(member)))
}

/** The owner that a body names, when it can be read that far; the rules judge the rest. */
function ownerIdOf(body: JsonObject): string | undefined {
  return isJsonObject(body.owner) && typeof body.owner.id === 'string' ? canonicalText(body.owner.id) : undefined
}

/**
 * Returns a written place with the revision of that write: others may have changed it since, and a writer with their tag
 * would undo their change by an `If-Match` (D43).
 */
function writtenAs(revision: Revision | undefined, found: FoundDocument): WrittenPlace {
  const written = revision ?? found.revision
  return { ...found, revision: written, etag: placeTag(written, crc32(found.bytes)) }
}

function preconditions(headers: Pick<WriteOptions, 'ifMatch' | 'ifNoneMatch'>): Preconditions {
  const ifMatch = headers.ifMatch === undefined ? undefined : revisionsOf(headers.ifMatch)
  const ifNoneMatch = headers.ifNoneMatch === undefined ? undefined : (revisionsOf(headers.ifNoneMatch) ?? '*')
  return { ...(ifMatch && { ifMatch }), ...(ifNoneMatch && { ifNoneMatch }) }
}

/** A list of tags, whose empty elements do not count (RFC 9110, 5.6.1). */
const entityTags = /^(?:\s*(?:W\/)?"[^"]*"\s*(?:,|$)|\s*,)*\s*$/

/**
 * Returns the tags that an `If-Match` or `If-None-Match` names, each in its strong form; undefined for `*`, and none where the
 * header is no list of tags. What is written has strong tags only, so that a weak one is the work of a proxy that has
 * compressed the answer, and stands for the strong one (D43).
 */
export function tagsOf(header: string): readonly string[] | undefined {
  if (header.trim() === '*') return undefined
  return entityTags.test(header) ? (header.match(/"[^"]*"/g) ?? []) : []
}

/** The tag of a place, of any form and coding of the answer. */
const strongPlaceTag = /^"(\d{1,15})-[0-9a-z]{1,7}(?:-[a-z]{2,4})?"$/

function revisionsOf(header: string): number[] | undefined {
  return tagsOf(header)?.flatMap((tag) => (strongPlaceTag.exec(tag) ?? []).slice(1).map(Number))
}
