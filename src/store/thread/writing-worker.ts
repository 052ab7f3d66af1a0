import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { messageOf, type Problem, unavailable } from '../../common/problem.ts'
import { lowerThreadPriority } from '../../common/thread-priority.ts'
import type { Command, Outcome } from '../store.ts'
import type { FromWorker, ThreadOptions, ToWorker } from './messages.ts'

/** The writing thread: opens the database, then carries out groups of commands one after the other. */
async function serve(port: MessagePort, options: ThreadOptions): Promise<void> {
  const say = (message: FromWorker) => port.postMessage(message)
  const fault = (error: unknown) => say({ kind: 'fault', text: textOf(error) })
  const { createPlaceRules }: typeof import('../writing/place-rules.ts') = await import(options.rules)
  const { openDatabaseWriter }: typeof import('../sqlite/database-writer.ts') = await import(options.database)
  const rules = await createPlaceRules(options)
  const writer = await openDatabaseWriter(options.argument, { rules, onFault: fault })

  const fail = (error: unknown, problem: Problem) => {
    fault(error)
    say({ kind: 'failed', problem: problem.toValue() })
  }

  async function write(commands: readonly Command[]): Promise<void> {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await writer.write(commands)
    } catch (error) {
      return fail(error, writer.problemOf(error))
    }
    try {
      say({ kind: 'written', outcomes })
    } catch (error) {
      // The group is in the record, so the answer must not suggest that nothing was written.
      return fail(error, unavailable('the answer was lost; the change may have been made'))
    }
    writer.answered?.(commands, outcomes)
  }

  let last = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    last = last.then(() => (message.kind === 'write' ? write(message.commands) : writer.close()))
    if (message.kind === 'close') last = last.then(() => port.close())
  })
  say({ kind: 'open' })
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

if (parentPort) {
  lowerThreadPriority('writing')
  const port = parentPort
  serve(port, workerData as ThreadOptions).catch((error: unknown) => {
    port.postMessage({ kind: 'fault', text: textOf(error) } satisfies FromWorker)
    port.postMessage({ kind: 'unopened', reason: messageOf(error) } satisfies FromWorker)
    port.close()
  })
}
