import type { DatabaseSync } from 'node:sqlite'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import type { Problem } from '../problem.ts'
import { sqliteTraits } from './database-traits.ts'
import { migrate } from './migrate.ts'
import type { PlaceRules } from './place-commands.ts'
import { emptyLog, openWriter } from './sqlite-connection.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { problemOf, unavailableProblem } from './sqlite-fault.ts'
import { type FromWorker, packOutcome, type ToWorker, type ToWrite, type WorkerOptions } from './sqlite-wire.ts'
import type { Command, Outcome } from './store.ts'
import type { Tables } from './tables.ts'
import { createCommandWriter } from './write-commands.ts'

/** What a module of rules gives: the rules for these options, ready to judge. */
export interface RulesModule {
  createPlaceRules(options: Pick<WorkerOptions, 'model' | 'locator'>): Promise<PlaceRules>
}

/** The writing thread: opens the file, then carries out groups of commands one after the other. */
async function serve(port: MessagePort, options: WorkerOptions): Promise<void> {
  const say = (message: FromWorker) => port.postMessage(message)
  const fault = (error: unknown) => say({ kind: 'fault', text: textOf(error) })
  const database = openWriter(options)
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) })
  const historyId = await migrate(db, sqliteTraits)
  const { createPlaceRules } = (await import(options.rules)) as RulesModule
  const write = createCommandWriter({ db, rules: await createPlaceRules(options), onFault: fault })
  const scrub = createScrubber(database, fault)

  const fail = (ticket: number, error: unknown, problem: Problem) => {
    fault(error)
    say({ kind: 'failed', ticket, problem: problem.toValue() })
  }

  async function carryOut({ ticket, commands, answer }: ToWrite): Promise<void> {
    let outcomes: readonly Outcome[]
    try {
      outcomes = await write(commands)
    } catch (error) {
      return fail(ticket, error, problemOf(error))
    }
    try {
      say({ kind: 'written', ticket, outcomes: outcomes.map((outcome) => packOutcome(outcome, answer)) })
      scrub(commands, outcomes)
    } catch (error) {
      // It is in the record, so it must not look as if nothing was written.
      fail(ticket, error, unavailableProblem('the answer was lost; the change may have been made'))
    }
  }

  let last = Promise.resolve()
  port.on('message', (message: ToWorker) => {
    last = last.then(() => (message.kind === 'write' ? carryOut(message) : db.destroy()))
    if (message.kind === 'close') last = last.then(() => port.close())
  })
  say({ kind: 'open', historyId })
}

/**
 * After a purge the log still holds what was removed, and so may the one that a killed process left: it is emptied as
 * soon as no reader is in the way and the disk has room. Until then it is tried after each write.
 */
function createScrubber(database: DatabaseSync, fault: (error: unknown) => void) {
  let waiting = true
  const scrub = () => {
    try {
      waiting = !emptyLog(database)
    } catch (error) {
      fault(error)
    }
  }
  scrub()
  return (commands: readonly Command[], outcomes: readonly Outcome[]) => {
    waiting ||= commands.some((command, index) => command.kind === 'purge' && outcomes[index]?.done === true)
    if (waiting) scrub()
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

if (parentPort) {
  const port = parentPort
  serve(port, workerData as WorkerOptions).catch((error: unknown) => {
    port.postMessage({ kind: 'fault', text: textOf(error) } satisfies FromWorker)
    const reason = error instanceof Error ? error.message : String(error)
    port.postMessage({ kind: 'unopened', reason } satisfies FromWorker)
    port.close()
  })
}
