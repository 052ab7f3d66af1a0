import { randomInt } from 'node:crypto'
import { Problem, type ProblemValue } from '../../common/problem.ts'
import type { JournalEntry } from '../../place/journal.ts'
import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import { isRehearsal, rehearsedOutcome } from '../rehearsal.ts'
import type { Database } from '../sql/database.ts'
import { createStatements } from '../sql/statements.ts'
import { storable } from '../sql/storable.ts'
import type { Command, Outcome } from '../store.ts'
import { applyChanges, type PlaceRules, readAhead, situationOf } from './place-commands.ts'
import { addPrecomputed, requestOf } from './precomputed.ts'
import { purge } from './purge.ts'
import { revokeKey, rotateKey, writeDirectory, writeKey } from './record-commands.ts'
import { Workspace } from './workspace.ts'

/** The database that is written, and by which rules. */
export interface CommandWriterOptions {
  readonly db: Database
  readonly rules: PlaceRules
  /** Told of an error of the rules that is no Problem; the command is refused as `internal`. */
  readonly onFault: (error: unknown) => void
}

/** Carries out commands in their order in one transaction, which has this mark. Rejects with the database's error. */
export type WriteCommands = (commands: readonly Command[], mark?: number) => Promise<readonly Outcome[]>

/** A number for a transaction that nobody else draws, in 48 bits. */
export function drawMark(): number {
  return randomInt(1, 2 ** 48 - 1)
}

/** The end of an empty journal. */
const start = { revision: 0, mark: 0 } as const

/** Thrown to end a transaction that was only a rehearsal. */
const rehearsalEnded = Symbol('rehearsal ended')

/** The executor of commands on any database. */
export function createCommandWriter({ db, rules, onFault }: CommandWriterOptions): WriteCommands {
  const statements = createStatements(db.traits)

  /** Without a mark it is only a rehearsal. */
  async function transaction(commands: readonly Command[], mark?: number): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = []
    await db
      .transaction(async (transaction) => {
        const [{ revision, mark: endMark } = start] = await statements.takeEnd(transaction)
        const workspace = new Workspace(transaction, statements, { revision, mark: mark ?? 0 })
        await readAhead(workspace, rules, commands)
        const before = { revision, mark: endMark }
        for (const command of commands) {
          const outcome = carryOutAtOnce(workspace, command) ?? (await carryOut(workspace, command))
          outcomes.push(outcome.done && mark !== undefined ? { ...outcome, before } : outcome)
        }
        if (mark === undefined) throw rehearsalEnded
        await workspace.flush()
      })
      .catch((error: unknown) => {
        if (error !== rehearsalEnded) throw error
      })
    return outcomes
  }

  async function carryOut(workspace: Workspace, command: Command): Promise<Outcome> {
    if (command.kind === 'place') return carryOutRequest(workspace, command.request)
    if (command.kind === 'precomputed') return carryOutRequest(workspace, requestOf(command))
    return carryOutOther(workspace, command)
  }

  async function carryOutRequest(workspace: Workspace, request: PlaceRequest): Promise<Outcome> {
    const situation = await situationOf(workspace, rules, request)
    const judged = judge(request, situation)
    if ('problem' in judged) return { done: false, problem: judged.problem }
    const importKey =
      'importKey' in request && request.importKey !== undefined ? storable(request.importKey) : undefined
    const entries = await applyChanges(workspace, judged.changes, { now: request.now, importKey })
    const id = situation.place?.place.id ?? ('newId' in request ? request.newId : request.id)
    const place = await workspace.place(id)
    return { done: true, entries, ...(place && { place: { id, revision: place.revision } }) }
  }

  /** The rules alone run in here, so that whatever goes wrong inside concerns this one request. */
  function judge(request: PlaceRequest, situation: Situation): Judged {
    try {
      return { changes: rules.revise(request, situation) }
    } catch (error) {
      if (error instanceof Problem) return { problem: error.toValue() }
      onFault(error)
      return { problem: { code: 'internal', detail: 'the change could not be judged' } }
    }
  }

  return async (commands, mark = drawMark()) => {
    const rehearsals = commands.filter(isRehearsal)
    // First, so that a failure of the rehearsal leaves nothing written that its rejection would hide.
    const rehearsed = rehearsals.length === 0 ? [] : await transaction(rehearsals)
    const done = rehearsals.length === commands.length ? [] : await transaction(commands.filter(isReal), mark)
    const [nextRehearsed, nextDone] = [rehearsed.map(rehearsedOutcome).values(), done.values()]
    return commands.map((command) => (isRehearsal(command) ? nextRehearsed : nextDone).next().value!)
  }
}

/** What needs no waiting; undefined for all else. */
function carryOutAtOnce(workspace: Workspace, command: Command): Outcome | undefined {
  const entry = command.kind === 'precomputed' ? addPrecomputed(workspace, command) : undefined
  return entry && { done: true, entries: [entry] }
}

type Judged = { readonly changes: readonly PlaceChange[] } | { readonly problem: ProblemValue }

function isReal(command: Command): boolean {
  return !isRehearsal(command)
}

async function carryOutOther(workspace: Workspace, command: OtherCommand): Promise<Outcome> {
  try {
    return { done: true, entries: await entriesOf(workspace, command) }
  } catch (error) {
    if (error instanceof Problem) return { done: false, problem: error.toValue() }
    throw error
  }
}

type OtherCommand = Exclude<Command, { kind: 'place' | 'precomputed' }>

async function entriesOf(workspace: Workspace, command: OtherCommand): Promise<readonly JournalEntry[]> {
  if (command.kind === 'directory') return writeDirectory(workspace, command)
  if (command.kind === 'key') return writeKey(workspace, command)
  if (command.kind === 'rotate') return rotateKey(workspace, command)
  return command.kind === 'revoke' ? revokeKey(workspace, command) : purge(workspace, command)
}
