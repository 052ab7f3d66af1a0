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
  try {
    for await (const batch of results) {
      add(plan, batch.map(plain))
      await Promise.all([...plan.receivers].map((receiver) => handOver(plan, receiver, batch.map(plain))))
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

function add(plan: Plan, results: readonly ImportResult[]): void {
  const { done, counts, remarks } = plan.execution
  const more = results.filter(({ status, notes }) => status === 'refused' || notes)
  plan.execution = {
    ...{ phase: 'running', done: done + results.length, counts: count(counts, results) },
    remarks: bounded([...remarks, ...more.slice(0, remarksMax - remarks.length)]),
  }
}

function bounded(remarks: readonly ImportResult[]): readonly ImportResult[] {
  let rest = remarksCharactersMax
  return remarks.filter((remark) => {
    rest -= JSON.stringify(remark).length
    return rest >= 0
  })
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
