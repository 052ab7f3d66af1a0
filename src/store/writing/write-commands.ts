import { randomInt, randomUUIDv7 } from 'node:crypto'
import { Problem } from '../../common/problem.ts'
import type { Reason } from '../../common/reason.ts'
import type { ActId } from '../../place/act.ts'
import type { JournalEntry, Position } from '../../place/journal.ts'
import type { Instant, PlaceId } from '../../place/place.ts'
import type { PlaceChange, PlaceRequest, Situation } from '../../place/request.ts'
import type { Database } from '../sql/database.ts'
import type { Command, Outcome } from '../store.ts'
import { applyChanges, purge, readAhead, situationOf, storableKey } from './place-commands.ts'
import type { PlaceRules } from './place-rules.ts'
import { addPrecomputed, requestOf } from './precomputed.ts'
import { recordDuePublications } from './publications.ts'
import { amendKey, revokeKey, writeDirectory, writeKey } from './record-commands.ts'
import { writeProgress, writeWebhook } from './webhook-commands.ts'
import { Workspace } from './workspace.ts'

/** The database to write, and the rules. */
interface CommandWriterOptions {
  readonly db: Database
  readonly rules: PlaceRules
  /** Called with an error of the rules that is not a Problem; the command is refused as `internal`. */
  readonly onFault: (error: unknown) => void
}

/** Carries out commands in order in one transaction with this id. Rejects with the database's error. */
export type WriteCommands = (commands: readonly Command[], transactionId?: number) => Promise<readonly Outcome[]>

/** Draws a transaction id of 48 bits that nobody else draws. */
export function drawTransactionId(): number {
  return randomInt(1, 2 ** 48 - 1)
}

/** The end of an empty journal. */
const start = { revision: 0, transactionId: 0 } as const

/** Thrown to roll back a transaction that was only a rehearsal. */
const rehearsalEnded = Symbol('rehearsal ended')

/** Creates the executor of commands on any database. */
export function createCommandWriter({ db, rules, onFault }: CommandWriterOptions): WriteCommands {
  /** Runs one transaction; without an id, it is only a rehearsal. */
  async function transaction(commands: readonly Command[], transactionId?: number): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = []
    if (commands.length === 0) return outcomes
    await db
      .transaction(async (transaction) => {
        const [before = start] = await transaction.query<Position>(transaction.traits.takeEnd)
        const workspace = new Workspace(transaction, { revision: before.revision, transactionId: transactionId ?? 0 })
        await readAhead(workspace, rules, commands)
        for (const command of commands) {
          const outcome = executeNow(workspace, command) ?? (await execute(workspace, command))
          outcomes.push(outcome.done && transactionId !== undefined ? { ...outcome, before } : outcome)
        }
        if (transactionId === undefined) throw rehearsalEnded
        await workspace.flush()
      })
      .catch((error: unknown) => {
        if (error !== rehearsalEnded) throw error
      })
    return outcomes
  }

  /** Carries out one command, or refuses it if it breaks a rule. */
  async function execute(workspace: Workspace, command: Command): Promise<Outcome> {
    try {
      if (command.kind === 'place') return await executeRequest(workspace, command.request)
      if (command.kind === 'precomputed') return await executeRequest(workspace, requestOf(command))
      return { done: true, entries: await entriesOf(workspace, command) }
    } catch (error) {
      if (error instanceof Problem) return { done: false, problem: error.toValue() }
      throw error
    }
  }

  async function executeRequest(workspace: Workspace, request: PlaceRequest): Promise<Outcome> {
    const notes: Reason[] = []
    const situation = { ...(await situationOf(workspace, rules, request)), notes }
    const changes = judge(request, situation)
    const { sourceKey } = request.action === 'import' ? request : {}
    const act = workspace.acts.check(request.act, request.now) ?? familyOf(workspace, changes, request.now)
    const context = { now: request.now, caller: request.caller, act, sourceKey: sourceKey && storableKey(sourceKey) }
    const entries = await applyChanges(workspace, changes, context)
    const id = situation.place?.place.id ?? ('newId' in request ? request.newId : request.id)
    return outcomeOf(workspace, id, { entries, notes })
  }

  /** Runs only the rules, so that an internal error concerns this one request. */
  function judge(request: PlaceRequest, situation: Situation): readonly PlaceChange[] {
    try {
      return rules.revise(request, situation)
    } catch (error) {
      if (error instanceof Problem) throw error
      onFault(error)
      throw new Problem('internal', 'the change could not be judged')
    }
  }

  return async (commands, transactionId = drawTransactionId()) => {
    // Rehearsals run first: if one failed after the writes, its rejection would hide them.
    const rehearsed = (await transaction(commands.filter(isRehearsal))).map(rehearsedOutcome).values()
    const done = (
      await transaction(
        commands.filter((command) => !isRehearsal(command)),
        transactionId,
      )
    ).values()
    return commands.map((command) => (isRehearsal(command) ? rehearsed : done).next().value!)
  }
}

/** Opens an act for a place that is changed with its children, which nobody can continue; undefined for one place. */
function familyOf(workspace: Workspace, changes: readonly PlaceChange[], now: Instant): ActId | undefined {
  return changes.length > 1 ? workspace.acts.check({ id: randomUUIDv7(), kind: 'family', holder: '' }, now) : undefined
}

async function outcomeOf(
  workspace: Workspace,
  id: PlaceId,
  { entries, notes }: { readonly entries: readonly JournalEntry[]; readonly notes: readonly Reason[] },
): Promise<Outcome> {
  const place = await workspace.place(id)
  const written = place && { place: { id, revision: place.revision } }
  return { done: true, entries, ...written, ...(notes.length > 0 && { notes }) }
}

/** Carries out a command that needs no waiting; returns undefined for all others. */
function executeNow(workspace: Workspace, command: Command): Outcome | undefined {
  if (command.kind !== 'precomputed') return undefined
  try {
    const entry = addPrecomputed(workspace, command)
    return entry && { done: true, entries: [entry] }
  } catch (error) {
    if (error instanceof Problem) return { done: false, problem: error.toValue() }
    throw error
  }
}

/** Returns true if the command is only judged: it is carried out in a transaction that is rolled back. */
function isRehearsal(command: Command): boolean {
  return command.kind === 'place' && 'dryRun' in command.request && command.request.dryRun === true
}

/** Returns the outcome of a rehearsal: its entries have the number 0, which no entry of the journal has. */
function rehearsedOutcome(outcome: Outcome): Outcome {
  if (!outcome.done) return outcome
  return { ...outcome, entries: outcome.entries.map((entry) => ({ ...entry, revision: 0 })) }
}

type OtherCommand = Exclude<Command, { kind: 'place' | 'precomputed' }>

async function entriesOf(workspace: Workspace, command: OtherCommand): Promise<readonly JournalEntry[]> {
  switch (command.kind) {
    case 'directory':
      return writeDirectory(workspace, command)
    case 'key':
      return writeKey(workspace, command)
    case 'amend':
      return amendKey(workspace, command)
    case 'revoke':
      return revokeKey(workspace, command)
    case 'purge':
      return purge(workspace, command)
    case 'publications':
      return recordDuePublications(workspace, command.now)
    case 'webhook':
      return writeWebhook(workspace, command)
    case 'webhook-progress':
      return writeProgress(workspace, command.reports)
  }
}
