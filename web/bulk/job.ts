import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Gazetteer, Place } from '../../client/client.ts'
import { Failure, type KeptFailure, keptFailure } from '../api/answered.ts'
import {
  isObject,
  isSame,
  type Json,
  type JsonObject,
  type Pointer,
  valueAt,
  within,
  withValueAt,
} from '../body/json.ts'
import { type PlaceChange, patchPlace, readPlace } from '../body/place-body.ts'
import { useStore } from '../kit/hooks.ts'
import { createStore, keptJson } from '../kit/store.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { stateOf } from '../place/place-traits.ts'
import { draftChildAction, timesOfDraft, timesOfPublishing } from '../publish/use-publishing.tsx'
import { useSession } from '../session/session.tsx'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'

/** A place that is to be changed, in the revision that the person has seen. */
export interface JobItem {
  readonly id: string
  readonly name: string
  readonly updated: string
  /** Of the whole that it is a part of. */
  readonly parentId?: string | undefined
}

/** A place that was not changed, and why; of status 412 when someone else has changed it since the preview. */
export interface Refusal {
  readonly item: JobItem
  readonly failure: KeptFailure
}

/** How far a change of many places has come. */
export interface Job {
  readonly act: Act
  readonly total: number
  readonly todo: readonly JobItem[]
  readonly changed: number
  readonly unchanged: number
  readonly refusals: readonly Refusal[]
  readonly isRunning: boolean
  /** What stopped it, when that was not the person. */
  readonly halted?: KeptFailure | undefined
}

interface Caller {
  readonly api: Gazetteer
  readonly updatedBy: string
}

type Outcome = 'changed' | 'unchanged' | KeptFailure

/** What the service says of a change that is meant for another revision (If-Match). */
export const staleStatus = 412

const parallelMax = 4

const storageName = `${ownPrefix}job`

const keepMillis = 400

/** Carries out one change of many places, a few at a time; what is left is kept over a reload of the page. */
class JobRunner {
  readonly #store = createStore<Job | undefined>(undefined)
  #keeping: ReturnType<typeof setTimeout> | undefined
  /** Which run goes on; another one where the change was dropped or stopped meanwhile. */
  #run: symbol | undefined
  /** Settles when everything that the last run has sent is answered. */
  #sent: Promise<unknown> = Promise.resolve()

  constructor() {
    const job = keptJson<Job>(storageName)
    this.#set(job && { ...job, isRunning: false })
    addEventListener('pagehide', () => this.#keep())
    // Nobody goes on with what another person began, nor does it go on with the key of that person.
    onForgetSession(() => this.drop())
  }

  readonly state = this.#store.state
  readonly subscribe = this.#store.subscribe

  begin(act: Act, items: readonly JobItem[]): void {
    this.#set({ act, total: items.length, todo: items, changed: 0, unchanged: 0, refusals: [], isRunning: false })
  }

  /** Goes on with what is left; resolves when nothing is, or when it is stopped. */
  async run(caller: Caller): Promise<void> {
    const job = this.state()
    if (!job || job.isRunning) return
    this.#update({ isRunning: true, halted: undefined })
    const run = Symbol()
    this.#run = run
    const goesOn = () => this.#run === run && this.state()?.isRunning
    // What was sent before a stop is still to be done until it is answered: it would be sent once more.
    await this.#sent
    if (!goesOn()) return
    const each = async (waiting: JobItem[]) => {
      for (let item = waiting.shift(); item && goesOn(); item = waiting.shift()) await this.#try(item, caller)
    }
    const all = (items: readonly JobItem[]) => {
      const waiting = [...items]
      return Promise.all(Array.from({ length: parallelMax }, () => each(waiting)))
    }
    const { parts, others } = partsFirst(this.state()?.todo ?? [])
    this.#sent = all(parts).then(() => all(others))
    await this.#sent
    if (this.#run !== run) return
    this.#update({ isRunning: false })
    this.#keep()
  }

  stop(): void {
    this.#update({ isRunning: false })
    this.#keep()
  }

  /** Forgets a change that is over, or not wanted any more. */
  drop(): void {
    this.#run = undefined
    this.#set(undefined)
    this.#keep()
  }

  async #try(item: JobItem, caller: Caller): Promise<void> {
    try {
      this.#tell(item, await carryOut(item, this.state()!.act, caller))
    } catch (error) {
      // Nothing is known of the others either: they wait until the service answers again.
      this.#update({ isRunning: false, halted: keptFailure(error) })
    }
  }

  #tell(item: JobItem, outcome: Outcome): void {
    const job = this.state()
    if (!job) return
    const todo = job.todo.filter((other) => other !== item)
    if (outcome === 'changed') this.#update({ todo, changed: job.changed + 1 })
    else if (outcome === 'unchanged') this.#update({ todo, unchanged: job.unchanged + 1 })
    else this.#update({ todo, refusals: [...job.refusals, { item, failure: outcome }] })
  }

  #update(change: Partial<Job>): void {
    const job = this.state()
    if (job) this.#set({ ...job, ...change })
  }

  #set(job: Job | undefined): void {
    this.#store.set(job)
    setUnsaved(this, job !== undefined && job.todo.length > 0)
    this.#keeping ??= setTimeout(() => this.#keep(), keepMillis)
  }

  #keep(): void {
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    const job = this.state()
    if (job) sessionStorage.setItem(storageName, JSON.stringify(job))
    else sessionStorage.removeItem(storageName)
  }
}

/** A change of a whole may change its parts, which would then not be as they were seen: they come first. */
function partsFirst(items: readonly JobItem[]): Record<'parts' | 'others', readonly JobItem[]> {
  const ids = new Set(items.map(({ id }) => id))
  const isPart = ({ parentId }: JobItem) => parentId !== undefined && ids.has(parentId)
  return { parts: items.filter(isPart), others: items.filter((item) => !isPart(item)) }
}

/** Changes one place, unless it is as it should be or someone else has changed it. Throws when the service is not there. */
async function carryOut(item: JobItem, act: Act, { api, updatedBy }: Caller): Promise<Outcome> {
  try {
    const { place, etag } = await readPlace(api, item.id)
    const change = patchFor(place, act)
    if (!change) return 'unchanged'
    if (place.updated !== item.updated) return { status: staleStatus, detail: '', faults: [] }
    const childAction = childActionOf(act)
    await patchPlace(api, { id: item.id, etag, change: { ...change, updatedBy }, ...(childAction && { childAction }) })
    return 'changed'
  } catch (error) {
    if (!(error instanceof Failure) || isPassing(error.status)) throw error
    return keptFailure(error)
  }
}

/** No answer, a key that has gone, or a service that can write nothing now: the next place would fare no better. */
function isPassing(status: number): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}

/** One change of many places at a time, whatever view is shown. */
const runner = new JobRunner()

/** The change of many places that is under way or was left, and how to begin, stop and continue it. */
export function useJob() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const job = useStore(runner)
  const run = useCallback(async () => {
    await runner.run({ api, updatedBy: name })
    void forgetPlaces(queries)
  }, [api, name, queries])
  return { job, run, runner }
}

/** What is done with many places. Moments are fixed once, so that doing it twice is doing it once. */
export type Act =
  | {
      readonly kind: 'publish' | 'unpublish'
      readonly at: string
      /** When it was decided: what is public at this moment is not published anew, what is not is not unpublished. */
      readonly decided: string
    }
  | { readonly kind: 'draft' }
  | { readonly kind: 'set'; readonly pointer: Pointer; readonly value: Json }
  | { readonly kind: 'clear'; readonly pointer: Pointer }
  | { readonly kind: 'add' | 'remove'; readonly pointer: Pointer; readonly ids: readonly string[] }

/** The merge patch that an act makes of a place; undefined where the place is as it should be already. */
export function patchFor(place: Place, act: Act): JsonObject | undefined {
  switch (act.kind) {
    case 'publish':
    case 'unpublish':
    case 'draft':
      return timesFor(place, act)
    case 'set':
      if (!isOfItsType(place, act.pointer)) return undefined
      return isAlready(place, act.pointer, act.value) ? undefined : patchOf(act.pointer, act.value)
    case 'clear':
      return present(place, act.pointer) === undefined ? undefined : patchOf(act.pointer, null)
    default:
      return listFor(place, act)
  }
}

/** What is asked of the parts of a place besides; undefined where nothing is. */
function childActionOf({ kind }: Act): PlaceChange['childAction'] {
  return kind === 'draft' ? draftChildAction : undefined
}

/** The members that an act changes in a place by a merge patch, for showing them before and after. */
export function pointersOf(act: Act, patch: JsonObject): readonly Pointer[] {
  return 'pointer' in act ? [act.pointer] : Object.keys(patch).map((member) => within('', member))
}

function timesFor(
  place: Place,
  act: Extract<Act, { kind: 'publish' | 'unpublish' | 'draft' }>,
): JsonObject | undefined {
  if (act.kind === 'draft') return timesOfDraft(place) as JsonObject | undefined
  const [at, decided] = [Date.parse(act.at), Date.parse(act.decided)]
  if (act.kind === 'publish') {
    const isPublic = stateOf(place, decided) === 'published'
    const isPlanned = isAt(place.published, at) && stateOf(place, at) === 'published'
    return isPublic || isPlanned ? undefined : (timesOfPublishing(place, act.at) as JsonObject)
  }
  const begins = place.published === undefined ? Number.POSITIVE_INFINITY : Date.parse(place.published)
  const isOver = place.deleted !== undefined || stateOf(place, decided) === 'unpublished'
  return isOver || begins >= at || isAt(place.depublished, at) ? undefined : { depublished: act.at }
}

function isAt(instant: string | undefined, time: number): boolean {
  return instant !== undefined && Date.parse(instant) === time
}

function listFor(
  place: Place,
  { kind, pointer, ids }: Extract<Act, { kind: 'add' | 'remove' }>,
): JsonObject | undefined {
  const list = valueAt(place as unknown as JsonObject, pointer)
  const had = (Array.isArray(list) ? list : []).map(({ id }: { id: string }) => id)
  const has = kind === 'add' ? [...new Set([...had, ...ids])] : had.filter((id) => !ids.includes(id))
  if (has.length === had.length) return undefined
  return patchOf(pointer, has.length > 0 ? has.map((id) => ({ id })) : null)
}

/** An object of which a place may have more than what is set, such as the name of its owner. */
function isAlready(place: Place, pointer: Pointer, value: Json): boolean {
  const now = present(place, pointer)
  if (!isObject(value) || !isObject(now)) return isSame(now, value)
  return Object.entries(value).every(([member, inner]) =>
    isObject(inner) ? member in now : isSame(now[member] ?? null, inner ?? null),
  )
}

/** Whether a place can have the member: what is particular to a type is for places of that type alone. */
function isOfItsType({ placeTypes }: Place, pointer: Pointer): boolean {
  const [, key] = /^\/placeTypes\/(\w+)\//.exec(pointer) ?? []
  return key === undefined || key in placeTypes
}

/** What a place has of its own: a short description that equals the name only stands in for one. */
export function present(place: Place, pointer: Pointer): Json {
  const value = valueAt(place as unknown as JsonObject, pointer)
  return pointer === '/shortDescription' && value === place.name ? undefined : value
}

function patchOf(pointer: Pointer, value: Json): JsonObject {
  return withValueAt({}, pointer, value) as JsonObject
}
