import type { Problem, ProblemValue } from '../../common/problem.ts'
import type { Command, Outcome } from '../store.ts'
import type { PlaceRules, RulesOptions } from '../writing/place-rules.ts'

/** The options of a store of either database. */
export interface StoreOptions extends RulesOptions {
  /** Called with internal faults, for the log. */
  readonly onFault?: (text: string) => void
  /** Address of a module of rules that replaces the rules of places. */
  readonly rules?: string
}

/** The plain data that the writing thread is started with. */
export interface ThreadOptions extends RulesOptions {
  /** Address of the module that exports the rules (`createPlaceRules`). */
  readonly rules: string
  /** Address of the module that opens the database for writing (`openDatabaseWriter`), and its argument. */
  readonly database: string
  readonly argument: unknown
}

/** Messages to the writing thread, such as a group of commands for one transaction; it answers in the same order. */
export type ToWorker = { readonly kind: 'write'; readonly commands: readonly Command[] } | { readonly kind: 'close' }

/** Messages from the writing thread. */
export type FromWorker =
  | { readonly kind: 'open' }
  | { readonly kind: 'unopened'; readonly reason: string }
  | { readonly kind: 'written'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'failed'; readonly problem: ProblemValue }
  /** A text for the log. */
  | { readonly kind: 'fault'; readonly text: string }

/** A database that is open for writing, in the writing thread. */
export interface DatabaseWriter {
  /** Carries out the commands in one transaction, which is durable when the promise resolves. */
  write(commands: readonly Command[]): Promise<readonly Outcome[]>
  /** Maps an error of `write` to a problem for the caller. */
  problemOf(error: unknown): Problem
  /** Called once the answer is on its way, for work that nobody waits for. */
  answered?(commands: readonly Command[], outcomes: readonly Outcome[]): void
  close(): Promise<void>
}

/** The dependencies of a database writer beside its own options. */
export interface WriterContext {
  readonly rules: PlaceRules
  /** Called with internal faults, for the log. */
  readonly onFault: (error: unknown) => void
}
