import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import type { Gazetteer } from '../../client/client.ts'
import { Failure, type KeptFailure, keptFailure } from '../api/answered.ts'
import { patchPlace, readPlace } from '../body/write-place.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { onForgetSession, setUnsaved } from '../session/unsaved.ts'
import { ownPrefix } from '../settings.ts'
import { type Act, childActionOf, patchFor } from './act.ts'

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
  #job: Job | undefined
  readonly #listeners = new Set<() => void>()
  readonly #storage: Storage
  #keeping: ReturnType<typeof setTimeout> | undefined
  /** Which run goes on; another one where the change was dropped or stopped meanwhile. */
  #run: symbol | undefined
  /** Settles when everything that the last run has sent is answered. */
  #sent: Promise<unknown> = Promise.resolve()

  constructor(storage: Storage) {
    this.#storage = storage
    this.#set(kept(storage))
    addEventListener('pagehide', () => this.#keep())
    // Nobody goes on with what another person began, nor does it go on with the key of that person.
    onForgetSession(() => this.drop())
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly job = (): Job | undefined => this.#job

  begin(act: Act, items: readonly JobItem[]): void {
    this.#set({ act, total: items.length, todo: items, changed: 0, unchanged: 0, refusals: [], isRunning: false })
  }

  /** Goes on with what is left; resolves when nothing is, or when it is stopped. */
  async run(caller: Caller): Promise<void> {
    if (!this.#job || this.#job.isRunning) return
    this.#update({ isRunning: true, halted: undefined })
    const run = Symbol()
    this.#run = run
    const goesOn = () => this.#run === run && this.#job?.isRunning
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
    const { parts, others } = partsFirst(this.#job.todo)
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
      this.#tell(item, await carryOut(item, this.#job!.act, caller))
    } catch (error) {
      // Nothing is known of the others either: they wait until the service answers again.
      this.#update({ isRunning: false, halted: keptFailure(error) })
    }
  }

  #tell(item: JobItem, outcome: Outcome): void {
    const job = this.#job
    if (!job) return
    const todo = job.todo.filter((other) => other !== item)
    if (outcome === 'changed') this.#update({ todo, changed: job.changed + 1 })
    else if (outcome === 'unchanged') this.#update({ todo, unchanged: job.unchanged + 1 })
    else this.#update({ todo, refusals: [...job.refusals, { item, failure: outcome }] })
  }

  #update(change: Partial<Job>): void {
    if (this.#job) this.#set({ ...this.#job, ...change })
  }

  #set(job: Job | undefined): void {
    this.#job = job
    setUnsaved(this, job !== undefined && job.todo.length > 0)
    this.#keeping ??= setTimeout(() => this.#keep(), keepMillis)
    for (const listener of this.#listeners) listener()
  }

  #keep(): void {
    clearTimeout(this.#keeping)
    this.#keeping = undefined
    if (this.#job) this.#storage.setItem(storageName, JSON.stringify(this.#job))
    else this.#storage.removeItem(storageName)
  }
}

/** A change of a whole may change its parts, which would then not be as they were seen: they come first. */
function partsFirst(items: readonly JobItem[]): Record<'parts' | 'others', readonly JobItem[]> {
  const ids = new Set(items.map(({ id }) => id))
  const isPart = ({ parentId }: JobItem) => parentId !== undefined && ids.has(parentId)
  return { parts: items.filter(isPart), others: items.filter((item) => !isPart(item)) }
}

function kept(storage: Storage): Job | undefined {
  try {
    const job = JSON.parse(storage.getItem(storageName) ?? 'null') as Job | null
    return job ? { ...job, isRunning: false } : undefined
  } catch {
    return undefined
  }
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
let known: JobRunner | undefined

function runner(): JobRunner {
  known ??= new JobRunner(sessionStorage)
  return known
}

/** The change of many places that is under way or was left, and how to begin, stop and continue it. */
export function useJob() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const job = useSyncExternalStore(runner().subscribe, runner().job)
  const run = useCallback(async () => {
    await runner().run({ api, updatedBy: name })
    void forgetPlaces(queries)
  }, [api, name, queries])
  return { job, run, runner: runner() }
}
