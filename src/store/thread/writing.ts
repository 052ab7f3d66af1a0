import type { Problem } from '../../common/problem.ts'
import type { Command, Outcome } from '../store.ts'
import type { PlaceRules } from '../writing/place-commands.ts'
import type { RulesOptions } from './wire.ts'

/** A database that is open for writing, in the thread that writes. */
export interface Writing {
  /** Carries out the commands in one transaction, durable when it resolves. */
  write(commands: readonly Command[]): Promise<readonly Outcome[]>
  /** What an error of `write` is for the caller. */
  problemOf(error: unknown): Problem
  /** Called when the answer is on its way, for work that nobody waits for. */
  answered?(commands: readonly Command[], outcomes: readonly Outcome[]): void
  close(): Promise<void>
}

/** What opening a database for writing needs beside its own options. */
export interface WritingParts {
  readonly rules: PlaceRules
  /** Told what goes wrong inside, for the log. */
  readonly onFault: (error: unknown) => void
}

/** What a module that writes to a database gives. */
export interface DatabaseModule {
  openWriting(argument: unknown, parts: WritingParts): Promise<Writing>
}

/** What a module of rules gives: the rules for these options, ready to judge. */
export interface RulesModule {
  createPlaceRules(options: RulesOptions): Promise<PlaceRules>
}
