import { once } from 'node:events'
import type { PassThrough } from 'node:stream'
import { messageOf, Problem } from '../../common/problem.ts'
import type { Model } from '../../place/model.ts'
import { plainFaults } from '../understanding/plain-faults.ts'
import { count, type ImportResult } from './import-result.ts'
import type { Batches } from './pipeline.ts'
import type { Plan } from './plan.ts'

const remarksMax = 1_000
/** Characters beyond which no more remarks are kept. */
const remarksCharactersMax = 1_000_000

/** The surroundings of an execution. */
interface Surroundings {
  /** Throws once the caller may no longer import, or the service stops. */
  readonly check: () => void
  readonly model: Model
}

/**
 * Counts the results of a plan's execution and hands them to the receivers that are there. Faults of rows become
 * sentences by the headings of the file. Never rejects: the plan says why its execution stopped.
 */
export async function carryOut(
  plan: Plan,
  results: Batches<ImportResult>,
  { check, model }: Surroundings,
): Promise<void> {
  const plain = ({ errors, ...rest }: ImportResult): ImportResult => {
    if (!errors) return rest
    const faults = plainFaults(errors, plan.understanding, model)
    return { ...rest, errors: faults.map((fault) => ({ pointer: '', ...fault })) }
  }
  const remarks = new Remarks()
  try {
    for await (const found of results) {
      const batch = found.map(plain)
      const { done, counts } = plan.execution
      remarks.add(batch)
      plan.execution = {
        ...{ phase: 'running', done: done + batch.length, counts: count(counts, batch) },
        remarks: remarks.kept,
      }
      await Promise.all([...plan.receivers].map((receiver) => handOver(plan, receiver, batch)))
      check()
    }
    plan.execution = { ...plan.execution, phase: 'done' }
  } catch (error) {
    plan.execution = { ...plan.execution, phase: 'stopped', stoppedBy: messageOf(error) }
  } finally {
    plan.file.uses -= 1
    const { stoppedBy } = plan.execution
    for (const receiver of plan.receivers) {
      if (stoppedBy === undefined) receiver.end()
      else receiver.destroy(new Problem('unavailable', stoppedBy))
    }
    plan.receivers.clear()
  }
}

/** The first results that a person should look at, as many as may be kept. */
class Remarks {
  readonly kept: ImportResult[] = []
  #characters = 0

  add(results: readonly ImportResult[]): void {
    for (const result of results) {
      if (this.kept.length >= remarksMax) return
      if (result.status !== 'refused' && !result.notes) continue
      const { length } = JSON.stringify(result)
      if (this.#characters + length > remarksCharactersMax) continue
      this.#characters += length
      this.kept.push(result)
    }
  }
}

/** Hands results to a receiver, and waits until it can take more or has left. */
async function handOver({ receivers }: Plan, receiver: PassThrough, results: readonly ImportResult[]): Promise<void> {
  if (receiver.destroyed) {
    receivers.delete(receiver)
    return
  }
  if (receiver.write(results)) return
  const over = new AbortController()
  const events = [once(receiver, 'drain', over), once(receiver, 'close', over)]
  for (const event of events) event.catch(() => {})
  await Promise.race(events)
  over.abort()
}
