import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Gazetteer } from '../../client/client.ts'
import { Failure, type KeptFailure, keptFailure } from '../api/answered.ts'
import { patchPlace, readPlace } from '../body/place-body.ts'
import { continued, type OpenAct, openAct, type Undone, undoAct } from '../body/sent-acts.ts'
import { useStore } from '../kit/hooks.ts'
import { createStore, keptJson } from '../kit/store.ts'
import { forgetPlaces } from '../place/place-queries.ts'
import { useSession } from '../session/session.tsx'
import { onForgetSession, setUnsaved } from '../session/tabs.ts'
import { ownPrefix } from '../settings.ts'
import { type BulkChange, childActionOf, patchFor } from './bulk-change.ts'

/** A place that is to be changed, in the revision that the person has seen. */
export interface JobItem {
  readonly id: string
  readonly name: string
  readonly updated: string
  /** Of the whole that it is a part of. */
  readonly parentId?: string | undefined
}

/** A place that was not changed, and why: of status 412 when someone else has changed it since it was seen. */
export interface Refusal {
  readonly item: JobItem
  readonly failure: KeptFailure
}

/** The progress of a change of many places. */
export interface Job {
  readonly bulk: BulkChange
  /** The act of its writes. */
  readonly sent: OpenAct
  readonly total: number
  readonly todo: readonly JobItem[]
  /** As they were changed, the last one last. */
  readonly changed: readonly JobItem[]
  readonly unchanged: number
  readonly refusals: readonly Refusal[]
  readonly isRunning: boolean
  /** The failure that stopped it, if the person did not. */
  readonly halted?: KeptFailure | undefined
  /** The result of its undoing. */
  readonly undone?: Undone
}

interface Caller {
  readonly api: Gazetteer
  readonly updatedBy: string
}

type Outcome = { readonly etag: string } | 'unchanged' | KeptFailure

/** The status of a change that is meant for another revision (If-Match). */
export const staleStatus = 412

/** Places that are written at the same time. */
export const parallelMax = 4

const storageName = `${ownPrefix}job`

const keepMillis = 400

/** Carries out one change of many places, a few at a time; what is left is kept over a reload of the page. */
class JobRunner {
  readonly #store = createStore<Job | undefined>(undefined)
  #keeping: ReturnType<typeof setTimeout> | undefined
  /** The current run; another one if the change was dropped or stopped meanwhile. */
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

  begin(bulk: BulkChange, items: readonly JobItem[], label: string): void {
    this.#set({
      bulk,
      sent: openAct(label),
      total: items.length,
      todo: items,
      changed: [],
      unchanged: 0,
      refusals: [],
      isRunning: false,
    })
  }

  /** Undoes what the job that is over has changed. */
  async undo({ api, updatedBy }: Caller): Promise<void> {
    const job = this.state()
    if (!job || job.isRunning) return
    this.#update({ isRunning: true, halted: undefined })
    try {
      const undone = await undoAct(api, job.sent.id, updatedBy)
      if (this.state()?.sent === job.sent) this.#update({ isRunning: false, undone })
    } catch (error) {
      if (this.state()?.sent === job.sent) this.#update({ isRunning: false, halted: keptFailure(error) })
    }
    this.#keep()
  }

  /** Goes on with what is left; resolves when nothing is, or when it is stopped. */
  async run(caller: Caller): Promise<void> {
    const job = this.state()
    if (!job || job.isRunning) return
    this.#update({ sent: continued(job.sent), isRunning: true, halted: undefined })
    const run = Symbol()
    this.#run = run
    const goesOn = () => this.#run === run && this.state()?.isRunning
    // A request that was sent before a stop counts as open until it is answered: it is sent once more.
    await this.#sent
    if (!goesOn()) return
    const each = async (waiting: JobItem[]) => {
      for (let item = waiting.shift(); item && goesOn(); item = waiting.shift()) await this.#try(item, caller)
    }
    const all = (items: readonly JobItem[]) => {
      const waiting = [...items]
      return Promise.all(Array.from({ length: parallelMax }, () => each(waiting)))
    }
    const [first, second] = inTurns(this.state()?.todo ?? [])
    this.#sent = all(first).then(() => all(second))
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
      this.#tell(item, await carryOut(item, this.state()!, caller))
    } catch (error) {
      // Nothing is known of the others either: they wait until the service answers again.
      this.#update({ isRunning: false, halted: keptFailure(error) })
    }
  }

  #tell(item: JobItem, outcome: Outcome): void {
    const job = this.state()
    if (!job) return
    const todo = job.todo.filter((other) => other !== item)
    if (outcome === 'unchanged') this.#update({ todo, unchanged: job.unchanged + 1 })
    else if ('etag' in outcome) {
      this.#update({ todo, changed: [...job.changed, item] })
    } else this.#update({ todo, refusals: [...job.refusals, { item, failure: outcome }] })
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
function inTurns(items: readonly JobItem[]): readonly [readonly JobItem[], readonly JobItem[]] {
  const ids = new Set(items.map(({ id }) => id))
  const isPart = ({ parentId }: JobItem) => parentId !== undefined && ids.has(parentId)
  return [items.filter(isPart), items.filter((item) => !isPart(item))]
}

/** Changes one place, unless it is as it should be or someone else has changed it. Throws when the service is not there. */
async function carryOut(item: JobItem, { bulk, sent }: Job, { api, updatedBy }: Caller): Promise<Outcome> {
  try {
    const { place, etag } = await readPlace(api, item.id)
    const change = patchFor(place, bulk)
    if (!change) return 'unchanged'
    if (place.updated !== item.updated) return { status: staleStatus, detail: '', faults: [] }
    const childAction = childActionOf(bulk)
    const body = { ...change, updatedBy }
    return {
      etag: await patchPlace(api, { id: item.id, etag, change: body, act: sent, ...(childAction && { childAction }) }),
    }
  } catch (error) {
    if (!(error instanceof Failure) || isPassing(error.status)) throw error
    return keptFailure(error)
  }
}

/** No answer, a key that has gone, or a service that can write nothing now: the next place would fare no better. */
export function isPassing(status: number): boolean {
  return status === 0 || status === 401 || status === 429 || status >= 500
}

/** One change of many places at a time, whatever view is shown. */
export const jobRunner = new JobRunner()

/** The change of many places that is under way or was left, and how to begin, stop and continue it. */
export function useJob() {
  const { api, name } = useSession()
  const queries = useQueryClient()
  const job = useStore(jobRunner)
  const run = useCallback(async () => {
    await jobRunner.run({ api, updatedBy: name })
    void forgetPlaces(queries)
  }, [api, name, queries])
  const undo = useCallback(async () => {
    await jobRunner.undo({ api, updatedBy: name })
    void forgetPlaces(queries)
  }, [api, name, queries])
  return { job, run, undo }
}
