import type { Config } from '../config.ts'
import type { Instant } from '../place/place.ts'
import type { Backend } from './backend.ts'

/** How a command ends: 0 all is done, 1 some records were refused, 2 nothing could be done. */
export type ExitStatus = 0 | 1 | 2

/** Why a command cannot be carried out; its message is the one line that is told. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'CommandError'
  }
}

/** What the command line needs of the world. */
export interface CommandLineDependencies {
  /** Reads the environment; throws a ConfigError for a wrong value. */
  readonly config: () => Config
  /** Serves until it is told to stop. */
  readonly serve: (config: Config, options: { readonly demo: boolean }) => Promise<void>
  readonly version: string
  readonly clock: () => Instant
  readonly stdin: AsyncIterable<Uint8Array>
  readonly stdout: NodeJS.WritableStream
  readonly stderr: NodeJS.WritableStream
}

/** What a command works with; its actions give the status that the program ends with. */
export interface CommandContext extends CommandLineDependencies {
  /** Does something with the data folder, or the server that has it, and closes it. */
  readonly withBackend: <Result>(
    use: (backend: Backend) => Promise<Result>,
    data?: 'present' | 'any',
  ) => Promise<Result>
  /** Makes a function an action whose result is the status of the program. */
  readonly action: <Args extends unknown[]>(
    run: (...args: Args) => Promise<ExitStatus>,
  ) => (...args: Args) => Promise<void>
}
