import type { Problem, ProblemValue } from '../../common/problem.ts'
import type { Command, Outcome } from '../store.ts'
import type { PlaceRules, RulesOptions } from '../writing/place-rules.ts'

/** What a store of either database is opened with. */
export interface StoreOptions extends RulesOptions {
  /** Told what goes wrong inside, for the log. */
  readonly onFault?: (text: string) => void
  /** Address of another module of rules, in place of those of places. */
  readonly rules?: string
}

/** What the writing thread is started with; plain data. */
export interface ThreadOptions extends RulesOptions {
  /** Address of the module that gives the rules (`createPlaceRules`). */
  readonly rules: string
  /** Address of the module that opens the database for writing (`openDatabaseWriter`), and what that is called with. */
  readonly database: string
  readonly argument: unknown
}

/** What the writing thread is asked, such as a group of commands for one transaction; it answers in the same order. */
export type ToWorker = { readonly kind: 'write'; readonly commands: readonly Command[] } | { readonly kind: 'close' }

/** What the writing thread says. */
export type FromWorker =
  | { readonly kind: 'open' }
  | { readonly kind: 'unopened'; readonly reason: string }
  | { readonly kind: 'written'; readonly outcomes: readonly Outcome[] }
  | { readonly kind: 'failed'; readonly problem: ProblemValue }
  /** Something for the log. */
  | { readonly kind: 'fault'; readonly text: string }

/** A database that is open for writing, in the thread that writes. */
export interface DatabaseWriter {
  /** Carries out the commands in one transaction, durable when it resolves. */
  write(commands: readonly Command[]): Promise<readonly Outcome[]>
  /** What an error of `write` is for the caller. */
  problemOf(error: unknown): Problem
  /** Called when the answer is on its way, for work that nobody waits for. */
  answered?(commands: readonly Command[], outcomes: readonly Outcome[]): void
  close(): Promise<void>
}

/** What opening a database for writing needs beside its own options. */
export interface WriterContext {
  readonly rules: PlaceRules
  /** Told what goes wrong inside, for the log. */
  readonly onFault: (error: unknown) => void
}
