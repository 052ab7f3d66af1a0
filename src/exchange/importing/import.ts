import { hash, randomUUID, randomUUIDv7 } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { Turn } from '../../common/pause.ts'
import { type Reason, reason } from '../../common/reason.ts'
import type { ActRef } from '../../place/act.ts'
import { shown } from '../../place/check/fault-list.ts'
import type { DirectoryEntry, Names } from '../../place/directory-entry.ts'
import { isJsonObject, type JsonObject } from '../../place/json.ts'
import type { Instant, Place } from '../../place/place.ts'
import { importedBody, type OwnerEntries, type PlaceRequest } from '../../place/request.ts'
import { otherName } from '../../place/rules/guards.ts'
import type { SourceKey } from '../../place/source.ts'
import { canonicalText } from '../../place/text.ts'
import type { Command, Outcome, Store } from '../../store/store.ts'
import type { ImportRecord, ReadRecord } from '../reading/record.ts'
import { withOsmHours } from '../understanding/osm-column.ts'
import { type ComparedPlace, comparedPlace } from '../understanding/plain-faults.ts'
import { EntryOverlay, readDirectoryLine } from './directory-line.ts'
import type { ImporterRights, ImportOptions } from './import-options.ts'
import {
  count,
  type ImportCounts,
  type ImportResult,
  type ImportStatus,
  noCounts,
  reasonsOf,
  refused,
  refusedUnread,
} from './import-result.ts'
import { KeySet } from './key-set.ts'
import { type Batches, type GroupLimit, groupsOf, inFlight } from './pipeline.ts'
import { readKeys } from './record-keys.ts'

/** The service's functions that an import needs. */
export interface ImportTarget {
  /** Carries out the commands in order, durably once it resolves; each may be refused individually. */
  write(commands: readonly Command[]): Promise<readonly Outcome[]>
  /** Prepares a command as soon as its record was read, so that the record need not be kept; absent: no preparation. */
  prepare?(command: Command): Command
  /** Returns the present places of these keys, in their order. */
  readonly present: Store['importedPlaces']
  /** The grouping of records; by default it fits between the writes of others. */
  readonly grouping?: Grouping
  readonly names: Names
  /** True if the directory is stored here; entries of a remote directory are refused. */
  readonly directoryWritable: boolean
}

/** Number of records per write, the time to gather them, and the number of groups in flight. */
interface Grouping extends Pick<GroupLimit<unknown>, 'items' | 'patienceMillis'> {
  readonly groupsInFlightMax: number
}

const usualGrouping: Grouping = { items: 1_000, groupsInFlightMax: 2 }

/**
 * The limit of a group. A group is one transaction, and is sent to the thread that writes, so neither may grow with the
 * input. `weight` bounds the characters kept of each group in flight.
 */
function groupLimit(grouping: Grouping): GroupLimit<Step> {
  return { ...grouping, weight: 16 * 1024 * 1024, weigh: (step) => ('command' in step ? step.characters : 0) }
}

/**
 * An import stops after this many refused records if these are also more than half. The data are then not what the
 * sender intended, and a few bytes of each would make a long answer.
 */
const refusedMax = 10_000

const noEntries: OwnerEntries = {}

type Done = Outcome & { readonly done: true }
type ImportRequest = PlaceRequest & { readonly action: 'import' }

/** A record in progress: its result, or the command that will decide it. */
type Step =
  | { readonly result: ImportResult }
  | {
      readonly line: number
      readonly command: Command
      /** Approximate length of the record. */
      readonly characters: number
      /** The key of a place. */
      readonly key?: string
      /** The request for a place in a dry run. */
      readonly request?: ImportRequest
      readonly lookUp?: LookUp
      readonly status?: ImportStatus
      readonly notes?: readonly Reason[]
    }
type CommandStep = Exclude<Step, { result: ImportResult }>

/** The parts of a record that are compared with the place that its key finds, before it is written. */
interface LookUp {
  readonly key: SourceKey
  readonly row: ComparedPlace
  readonly isOwnerless: boolean
}

/** The most places that are read in one turn of the event loop, since each is parsed. */
const readMax = 250

/** Returns the present places of keys, in their order; reads a few in a turn. */
export async function readPresent(
  target: Pick<ImportTarget, 'present'>,
  keys: readonly SourceKey[],
): Promise<readonly (Place | undefined)[]> {
  const places: (Place | undefined)[] = []
  for (let at = 0; at < keys.length; at += readMax) {
    if (at > 0) await setImmediate()
    const found = await target.present(keys.slice(at, at + readMax))
    places.push(...found.map((one) => one?.place))
  }
  return places
}

/**
 * One import of one or several sources; later records see the directory entries read so far. It carries out groups of
 * records, a few at a time, and yields one result per record, in order. It rejects when the target cannot write at all;
 * results yielded before are durable.
 */
export class ImportRun {
  readonly #target: ImportTarget
  readonly #options: ImportOptions
  readonly #entries: EntryOverlay
  /** The same object for all places of an owner, so that it is sent to the thread that writes once per group. */
  readonly #ownerEntriesOf = new WeakMap<DirectoryEntry, OwnerEntries>()
  /**
   * The instant at which the current batch was read: the same for the whole batch, since the index keeps each distinct
   * instant.
   */
  #now: Instant = 0
  #rights: ImporterRights = {}
  #counts = noCounts
  readonly #keys = new KeySet()
  readonly #act: ActRef | undefined
  /** In a dry run: the keys of accepted records by the text of the pair, and whether each has a parent, and a hash of its body. */
  readonly #judged = new Map<string, { readonly hasParent: boolean; readonly body: string }>()

  constructor(target: ImportTarget, options: ImportOptions) {
    this.#target = target
    this.#options = options
    this.#entries = new EntryOverlay(target.names)
    const { dryRun, act = { id: randomUUID(), kind: 'import', holder: '' } } = options
    this.#act = dryRun ? undefined : act
  }

  async *import(records: Batches<ImportRecord>): AsyncGenerator<readonly ImportResult[]> {
    const grouping = this.#target.grouping ?? usualGrouping
    // In a dry run, a group needs the results of the one before.
    const flyingMax = this.#options.dryRun ? 1 : grouping.groupsInFlightMax
    const groups = groupsOf(this.#steps(records), groupLimit(grouping))
    for await (const results of inFlight(groups, flyingMax, (steps) => this.#carryOut(steps))) {
      this.#counts = count(this.#counts, results)
      yield results
    }
  }

  /** Parsed records are not needed beyond this, so most of them are short-lived. */
  async *#steps(batches: Batches<ImportRecord>): AsyncGenerator<readonly Step[]> {
    for await (const records of batches) {
      const [next] = records
      if (next && isHopeless(this.#counts)) {
        const many = reason('too-many-refused', { count: this.#counts.refused })
        yield [{ result: refused(next.line, [{ pointer: '', ...many }]) }]
        return
      }
      this.#now = this.#options.clock()
      this.#rights = this.#options.rights?.() ?? {}
      let steps: Step[] = []
      // Opening hours of OSM may take a millisecond each.
      const turn = new Turn()
      for (const record of records) {
        steps.push(this.#step(record))
        if (!turn.isOver) continue
        yield steps
        steps = []
        await turn.next()
      }
      yield steps
    }
  }

  async #carryOut(given: readonly Step[]): Promise<readonly ImportResult[]> {
    const steps = await this.#compared(given)
    const pending = steps.filter((step): step is CommandStep => !('result' in step))
    const commands = pending.map(({ command }) => command)
    const outcomes = commands.length === 0 ? [] : await this.#target.write(commands)
    const judged = this.#options.dryRun ? await this.#judgeChildren(pending, outcomes) : outcomes
    let next = 0
    return steps.map((step) => ('result' in step ? step.result : this.#resultOf(step, judged[next++]!)))
  }

  /**
   * Compares records with the places that their keys find. Refuses those that must not be applied to them. Records that
   * are merged and name no owner get the entries of the present one, since names of owners are in slugs and their
   * contact details are not stored (D21, D48).
   */
  async #compared(steps: readonly Step[]): Promise<readonly Step[]> {
    const lookUps = steps.map((step) => ('command' in step ? step.lookUp : undefined))
    const keys = lookUps.flatMap((lookUp) => lookUp?.key ?? [])
    if (keys.length === 0) return steps
    const { isBlind, rights } = this.#rights
    // A caller who may not change a place learns nothing of it.
    const mayChange = ({ owner }: Place) => !rights?.update || rights.update.some((owners) => owners.includes(owner.id))
    const present = (await readPresent(this.#target, keys)).values()
    return steps.map((step, index) => {
      const lookUp = lookUps[index]
      const place = lookUp && present.next().value
      if (!lookUp || !place || 'result' in step) return step
      const fault = !isBlind && mayChange(place) && this.#options.guard?.(step.line, lookUp.row, place)
      if (fault) return { result: refused(step.line, [{ pointer: '', ...fault }], step.key, step.notes) }
      return lookUp.isOwnerless ? { ...step, command: withOwner(step.command, this.#entriesOf(place.owner.id)) } : step
    })
  }

  /**
   * A parent that a dry run would have created is not in the store, so its children are refused. They are judged again
   * without it, and the rule of two levels is judged here.
   */
  async #judgeChildren(steps: readonly CommandStep[], outcomes: readonly Outcome[]): Promise<readonly Outcome[]> {
    const judged = [...outcomes]
    for (const [index, { request }] of steps.entries()) {
      if (request === undefined) continue
      const key = request.sourceKey && JSON.stringify(request.sourceKey)
      const body = hash('sha1', JSON.stringify(request.body))
      const twin = request.again && key !== undefined ? this.#judged.get(key) : undefined
      if (twin) {
        const twice = reason('key-twice', { key: shown(request.sourceKey!.key) })
        judged[index] = twin.body === body ? { done: true, entries: [] } : refusedFor('/key', twice)
        continue
      }
      const parentHasParent = request.parentKey && this.#judged.get(JSON.stringify(request.parentKey))?.hasParent
      if (!judged[index]!.done && parentHasParent !== undefined) {
        const { parentKey, ...alone } = request
        judged[index] = parentHasParent
          ? thirdLevel(parentKey!.key)
          : (await this.#target.write([{ kind: 'place', request: alone }]))[0]!
      }
      if (judged[index]!.done && key !== undefined) {
        this.#judged.set(key, { hasParent: request.parentKey !== undefined, body })
      }
    }
    return judged
  }

  #step(record: ImportRecord): Step {
    if ('faults' in record) return { result: refusedUnread(record) }
    return 'kind' in record.body ? this.#entryStep(record) : this.#placeStep(record)
  }

  #entryStep({ line, body, characters = 0 }: ReadRecord): Step {
    if (this.#rights.rights) return { result: refused(line, [{ pointer: '/kind', ...reason('entry-needs-admin') }]) }
    const read = readDirectoryLine(body, this.#entries)
    if ('faults' in read) return { result: refused(line, read.faults, read.key) }
    const { list, entry } = read
    if (!this.#target.directoryWritable) {
      return { result: refused(line, [{ pointer: '', ...reason('directory-elsewhere') }], entry.id) }
    }
    const status = this.#entries.put(list, entry)
    if (status === 'unchanged' || this.#options.dryRun) return { result: { line, key: entry.id, status } }
    const { who, caller } = this.#options
    const signed = { who, ...(caller && { caller }), ...(this.#act && { act: this.#act }) }
    const command: Command = { kind: 'directory', list, id: entry.id, entry, ...signed, now: this.#now }
    return { line, command, characters, status }
  }

  #placeStep({ line, body: given, characters = 0, notes: read = [], unread, whenNew }: ReadRecord): Step {
    const { body: record, notes: ofHours, faults: hoursFaults, keepsHours } = withOsmHours(given, this.#now)
    const notes = [...read, ...(unread ?? []).map(({ note }) => note), ...ofHours]
    const { since, idOf } = this.#options
    const newId = idOf?.(line) ?? randomUUIDv7()
    const keys = readKeys(idOf && !record.key ? { ...record, key: newId } : record, this.#options.source)
    const key = keys.sourceKey?.key
    const faults = [...keys.faults, ...hoursFaults]
    if (faults.length > 0) return { result: refused(line, faults, key, notes) }
    const again = keys.sourceKey !== undefined && !this.#keys.add(JSON.stringify(keys.sourceKey))
    const { updatedBy, actsAs, caller, dryRun = false, allowOverposting = false } = this.#options
    const { mode = unread ? 'merge' : 'replace', empty = 'keep' } = this.#options
    const isFree = empty === 'remove' && 'parentKey' in record && !keys.parentKey && record.parent === undefined
    const body = importedBody(isFree ? { ...record, parent: null } : record, actsAs ?? updatedBy)
    const { isBlind: _, ...rights } = this.#rights
    const kept = [...(unread ?? []).map(({ path }) => path), ...(keepsHours ? [['openHours']] : [])]
    if (actsAs !== undefined && body.updatedBy !== actsAs) {
      return { result: refused(line, [{ pointer: '/updatedBy', ...otherName(actsAs) }], key, notes) }
    }
    const request: ImportRequest = {
      action: 'import',
      // Concatenated from parts; `toLowerCase` flattens it, since a rope keeps `JSON.stringify` from its fast path.
      newId: newId.toLowerCase(),
      ...{ body, allowOverposting, dryRun, now: this.#now, ownerEntries: this.#ownerEntries({ ...body, ...whenNew }) },
      ...(whenNew && { whenNew }),
      ...(caller && { caller }),
      ...(this.#act && { act: this.#act }),
      ...rights,
      ...(again && { again }),
      ...(since !== undefined && { since }),
      ...(mode === 'merge' && { merge: empty }),
      ...(kept.length > 0 && { kept }),
      ...(unread && { lenient: true }),
      ...(keys.sourceKey && { sourceKey: keys.sourceKey }),
      ...(keys.parentKey && { parentKey: keys.parentKey }),
    }
    const placed: Command = { kind: 'place', request }
    const command = this.#target.prepare?.(placed) ?? placed
    return {
      ...{ line, command, characters, ...(key !== undefined && { key }), ...this.#lookUp(request) },
      ...(dryRun && { request }),
      ...(notes.length > 0 && { notes }),
    }
  }

  #lookUp({ sourceKey, merge, body }: ImportRequest): { readonly lookUp?: LookUp } {
    const isOwnerless = merge !== undefined && ownerIdOf(body) === ''
    if (!sourceKey || !(isOwnerless || this.#options.guard)) return {}
    return { lookUp: { key: sourceKey, row: comparedPlace(body), isOwnerless } }
  }

  #resultOf(step: CommandStep, outcome: Outcome): ImportResult {
    const { line, command, status } = step
    const isEntry = command.kind === 'directory'
    const key = isEntry ? command.id : step.key
    if (!outcome.done) return refused(line, reasonsOf(outcome.problem), key, step.notes)
    const isHidden = this.#rights.isBlind && this.#options.dryRun && !isEntry
    const present = status ?? placeStatus(outcome, isHidden)
    // The entry has the id without parsing the document; an unchanged place has no entry.
    const id = isEntry ? undefined : (outcome.entries[0]?.id ?? outcome.place?.id)
    // The id created by a dry run belongs to no place.
    const hasId = id !== undefined && !(this.#options.dryRun && present === 'created')
    const notes = [...(step.notes ?? []), ...(outcome.notes ?? [])]
    return {
      line,
      ...(key !== undefined && { key }),
      status: present,
      ...(hasId && { id }),
      ...this.#placeOf(outcome),
      ...(notes.length > 0 && { notes }),
    }
  }

  #placeOf({ entries }: Done): Pick<ImportResult, 'place'> {
    const document = this.#options.showsPlaces ? entries[0]?.document : undefined
    return document ? { place: JSON.parse(document) as JsonObject } : {}
  }

  #ownerEntries(body: JsonObject): OwnerEntries {
    return this.#entriesOf(ownerIdOf(body))
  }

  #entriesOf(id: string): OwnerEntries {
    const entry = this.#entries.entry('owners', id)
    return entry === undefined ? noEntries : this.#ownerEntriesOf.getOrInsertComputed(entry, () => ({ [id]: entry }))
  }
}

function ownerIdOf({ owner }: JsonObject): string {
  return isJsonObject(owner) && typeof owner.id === 'string' ? canonicalText(owner.id) : ''
}

/** Returns a command for a place with the directory entries of its present owner. */
function withOwner(command: Command, ownerEntries: OwnerEntries): Command {
  if (command.kind === 'precomputed') return { ...command, ownerEntries }
  return command.kind === 'place' ? { ...command, request: { ...command.request, ownerEntries } } : command
}

function isHopeless({ created, changed, unchanged, refused }: ImportCounts): boolean {
  return refused > refusedMax && refused > created + changed + unchanged
}

function placeStatus({ entries }: Done, isHidden = false): ImportStatus {
  const [entry] = entries
  if (entry === undefined) return isHidden ? 'changed' : 'unchanged'
  return entry.action === 'create' ? 'created' : 'changed'
}

function thirdLevel(parentKey: string): Outcome {
  return refusedFor('/parentKey', reason('parent-of-parent', { key: parentKey }))
}

function refusedFor(pointer: string, detail: Reason): Outcome {
  return { done: false, problem: { code: 'invalid-body', detail, faults: [{ pointer, ...detail }] } }
}
