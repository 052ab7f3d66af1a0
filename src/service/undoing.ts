import { type Caller, holderOf, isNarrowed, may, sightOf } from '../access/access.ts'
import { Turn } from '../common/pause.ts'
import { Problem } from '../common/problem.ts'
import { type Reason, reason } from '../common/reason.ts'
import { Semaphore } from '../common/semaphore.ts'
import type { ActId, ActPlace, ActRef, ActStep } from '../place/act.ts'
import type { JournalEntry } from '../place/journal.ts'
import type { JsonObject } from '../place/json.ts'
import type { Place, PlaceId } from '../place/place.ts'
import { wayBack } from '../place/rules/undo.ts'
import { visibleTo } from '../place/visibility.ts'
import type { Command, Outcome, Store, StoredAct } from '../store/store.ts'
import type { Acts } from './acts.ts'
import { type Places, signedAs } from './places.ts'
import type { SearchEngine } from './search-engine.ts'

/** The means of undoing. */
interface UndoParts {
  readonly acts: Pick<Acts, 'find'>
  readonly store: Pick<Store, 'act' | 'actPlaces' | 'actRuns' | 'entry'>
  readonly engine: Pick<SearchEngine, 'storedPlace'>
  readonly places: Pick<Places, 'undoing' | 'writeAll'>
}

/** A call to undo an act. */
export interface UndoCall {
  readonly caller: Caller
  readonly updatedBy: string | undefined
  /** The act that the undoing is. */
  readonly act: ActRef
  readonly before?: PlaceId | undefined
  readonly limit: number
  /** Throws once the caller may no longer write, or has left. */
  readonly check: () => void
}

/** Places in one group of writes, and characters of the documents that they need. */
const groupMax = { places: 100, characters: 2 * 1024 * 1024 } as const
/** Runs of revisions of one place, and characters of their documents; more are hardly an act, and refused. */
const placeMax = { runs: 100, characters: 4 * 1024 * 1024 } as const
/** Calls that undo at once. */
const callsMax = 2
const listedMax = 1_000

/** A place to be undone: its steps, and its command. */
interface Item {
  readonly place: ActPlace
  readonly steps: readonly ActStep[]
  readonly command: Command
  readonly characters: number
  /** The parent with which it was deleted, and the one before the act. */
  readonly parentIds: readonly PlaceId[]
  /** Absent: the caller does not see the place. */
  readonly name?: string
}

/** Undoes acts, a few places at a time, each as an ordinary write by the rules and with the rights that it needs. */
export class Undoing {
  readonly #parts: UndoParts
  readonly #turns = new Semaphore(callsMax)

  constructor(parts: UndoParts) {
    this.#parts = parts
  }

  /**
   * Undoes an act in at most `limit` of its places, the last first; `Next` continues. Repeating a call is harmless, since
   * what was undone has no value of the act any more.
   */
  undo(id: ActId, call: UndoCall) {
    return this.#turns.run(() => this.#undo(id, call), holderOf(call.caller))
  }

  async #undo(id: ActId, call: UndoCall) {
    call.check()
    const { store } = this.#parts
    const { caller, before, limit } = call
    const act = await this.#find(id, caller)
    const who = signedAs(call.updatedBy, 'updatedby', caller)
    const label = call.act.label ?? act.label
    const { isNamed, ...given } = call.act
    // The undoing of a large import may be as large: only acts of another kind are limited.
    const isOwn = isNamed && (await store.act(given.id))?.undoes === act.id
    const own = {
      ...given,
      undoes: act.id,
      ...(isNamed && !isOwn && { isNamed }),
      ...(label !== undefined && { label }),
    }
    const report = new Report(caller)
    const found = await store.actPlaces(act.id, { before, limit: limit + 1 })
    const waiting = new Map(found.slice(0, limit).map((place) => [place.id, place]))
    const read = (place: ActPlace) => this.#itemOf(place, { act, own, who, caller }, report)
    while (waiting.size > 0) {
      call.check()
      await this.#write(await this.#nextGroup(waiting, { act, report, read }), report)
    }
    return { ...report.answer(own.id), ...(found.length > limit && { Next: found[limit - 1]!.id }) }
  }

  /** Takes places from those that wait, as many as may be written at once. */
  async #nextGroup(
    waiting: Map<PlaceId, ActPlace>,
    { act, report, read }: { act: StoredAct; report: Report; read: (place: ActPlace) => Promise<Item | undefined> },
  ): Promise<readonly Item[]> {
    const group: Item[] = []
    const turn = new Turn()
    let characters = 0
    for (const place of waiting.values()) {
      if (turn.isOver) await turn.next()
      waiting.delete(place.id)
      const item = await read(place)
      const items: Item[] = []
      // A child can only come back to a parent that is there, so the act is undone in that first.
      for (const id of item?.parentIds ?? []) {
        const isDone = report.isProcessed(id) || group.some(({ place }) => place.id === id)
        const parent = isDone ? undefined : await this.#placeIn(act, id, waiting)
        const first = parent && (await read(parent))
        if (first) items.push(first)
        waiting.delete(id)
      }
      if (item) items.push(item)
      group.push(...items)
      characters += items.reduce((sum, one) => sum + one.characters, 0)
      if (group.length >= groupMax.places || characters >= groupMax.characters) break
    }
    return group
  }

  /** Returns what an act did to a place; undefined if that is nothing. */
  async #placeIn(act: StoredAct, id: PlaceId, waiting: ReadonlyMap<PlaceId, ActPlace>): Promise<ActPlace | undefined> {
    // The list is of ids before a text; this one is the first behind the id.
    const range = { before: `${id}!`, limit: 1 }
    const place = waiting.get(id) ?? (await this.#parts.store.actPlaces(act.id, range))[0]
    return place?.id === id ? place : undefined
  }

  /** Callers who may not read the history can undo only their own acts. */
  async #find(id: ActId, caller: Caller): Promise<StoredAct> {
    const act = await this.#parts.acts.find(id)
    if (may(caller, 'read') || (act.holder !== '' && act.holder === holderOf(caller))) return act
    throw noAct(id)
  }

  async #itemOf(
    place: ActPlace,
    { act, own, who, caller }: { act: StoredAct; own: ActRef; who: string; caller: Caller },
    report: Report,
  ): Promise<Item | undefined> {
    const { store, engine, places } = this.#parts
    const isSeen =
      may(caller, 'read') || (isNarrowed(caller) && (await engine.storedPlace(place.id, caller)) !== undefined)
    if (!isSeen) report.hidden += 1
    if (!isSeen && isNarrowed(caller)) return undefined
    const runs = await store.actRuns(act.id, place, placeMax.runs + 1)
    const steps: ActStep[] = []
    const [parsed, turn] = [[] as Place[], new Turn()]
    let characters = 0
    for (const { before, after } of runs) {
      const [was, became] = [
        before === undefined ? undefined : await store.entry(place.id, before),
        await store.entry(place.id, after),
      ]
      if (became?.document === undefined) return undefined
      steps.push({ ...(was?.document !== undefined && { before: was.document }), after: became.document })
      for (const document of [was?.document, became.document].filter((one) => one !== undefined)) {
        parsed.push(JSON.parse(document) as Place)
        characters += document.length
        if (turn.isOver) await turn.next()
      }
      if (characters > placeMax.characters || steps.length > placeMax.runs) {
        const name = isSeen ? parsed[0]!.name : undefined
        report.refused({ place, ...(name !== undefined && { name }) }, reason('undo-too-large'))
        report.processed(place.id)
        return undefined
      }
    }
    const owners = [...new Set(parsed.map(({ owner }) => owner.id))]
    const command = await places.undoing({ id: place.id, owners }, steps, { caller, updatedBy: who, act: own })
    const [former, latter] = [
      steps.at(-1)?.before === undefined ? undefined : parsed.at(-2),
      parsed[steps[0]?.before === undefined ? 0 : 1],
    ]
    const parents = [latter?.deleted === undefined ? undefined : latter.parent, former?.parent]
    return {
      ...{ place, steps, command, characters },
      parentIds: parents.flatMap((parent) => parent?.id ?? []),
      ...(isSeen && { name: parsed[0]!.name }),
    }
  }

  /** Writes a group; a place that was restored is then given its former members. */
  async #write(items: readonly Item[], report: Report): Promise<void> {
    if (items.length === 0) return
    const outcomes = await this.#parts.places.writeAll(items.map(({ command }) => command))
    const turn = new Turn()
    const again: Item[] = []
    for (const [at, outcome] of outcomes.entries()) {
      if (turn.isOver) await turn.next()
      const item = items[at]!
      const isRestored =
        outcome.done && outcome.entries.some(({ action, id }) => action === 'restore' && id === item.place.id)
      if (isRestored) again.push(item)
      else await this.#tell(item, outcome, report)
      if (outcome.done) report.changed(outcome.entries)
      report.processed(item.place.id)
    }
    await this.#write(again, report)
  }

  async #tell(item: Item, outcome: Outcome, report: Report): Promise<void> {
    if (!outcome.done) return report.refused(item, outcome.problem.detail)
    const { id } = item.place
    const last = outcome.entries.findLast((entry) => entry.id === id)
    const entry = last ?? (outcome.place && (await this.#parts.store.entry(id, outcome.place.revision)))
    if (entry?.document !== undefined) report.told(item, JSON.parse(entry.document) as Place)
  }
}

function noAct(id: ActId): Problem {
  return new Problem('not-found', `there is no act '${id.slice(0, 100)}', or no longer`)
}

/** The result of undoing: counts, and the places whose members or states were kept. */
class Report {
  readonly #caller: Caller
  readonly #changed = new Set<string>()
  readonly #processed = new Set<PlaceId>()
  readonly #kept: object[] = []
  readonly #refused: object[] = []
  #more = 0
  /** Places that the caller does not see. */
  hidden = 0

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Remembers the changed places, among them children that came back with their parents. */
  changed(entries: readonly JournalEntry[]): void {
    for (const { id } of entries) this.#changed.add(id)
  }

  isProcessed(id: PlaceId): boolean {
    return this.#processed.has(id)
  }

  processed(id: PlaceId): void {
    this.#processed.add(id)
  }

  refused({ place: { id }, name }: Pick<Item, 'place' | 'name'>, detail: string | Reason): void {
    if (name === undefined) return
    this.#list(this.#refused, { id, name, ...(typeof detail === 'string' ? { detail } : detail) })
  }

  /** Lists the members of the act in which a place differs from its state before it, as far as the caller sees them. */
  told({ place: { id }, steps, name }: Item, now: Place): void {
    if (name === undefined) return
    const see = (place: JsonObject) => visibleTo(sightOf(this.#caller), place)
    const shown = (document: string) => JSON.stringify(see(JSON.parse(document) as JsonObject))
    const seen = steps.map(({ before, after }) => ({
      ...(before !== undefined && { before: shown(before) }),
      after: shown(after),
    }))
    const way = wayBack(seen, see(now as unknown as JsonObject) as unknown as Place)
    const members = way.kind === 'patch' ? way.kept : way.kind === 'none' && isElsewhere(steps, now) ? ['deleted'] : []
    if (members.length > 0) this.#list(this.#kept, { id, name, members })
  }

  answer(act: ActId) {
    const { hidden: Hidden } = this
    const Undone = this.#processed.intersection(this.#changed).size
    return { Act: act, Undone, Kept: this.#kept, Refused: this.#refused, More: this.#more, Hidden }
  }

  #list(list: object[], item: object): void {
    if (list.length < listedMax) list.push(item)
    else this.#more += 1
  }
}

/** Returns true if others have deleted a place since the act, which was there before it. */
function isElsewhere(steps: readonly ActStep[], now: Place): boolean {
  const first = steps.at(-1)?.before
  return first !== undefined && (JSON.parse(first) as Place).deleted === undefined && now.deleted !== undefined
}
