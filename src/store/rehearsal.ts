import type { Command, Outcome } from './store.ts'

/** Whether the command is only judged: it is carried out in a transaction that is taken back. */
export function isRehearsal(command: Command): boolean {
  return command.kind === 'place' && command.request.action === 'import' && command.request.dryRun
}

/** What would become of a command: its entries have the number 0, which no entry of the journal has. */
export function rehearsedOutcome(outcome: Outcome): Outcome {
  if (!outcome.done) return outcome
  return { ...outcome, entries: outcome.entries.map((entry) => ({ ...entry, revision: 0 })) }
}
