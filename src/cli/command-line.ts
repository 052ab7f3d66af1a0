import { Command, CommanderError } from 'commander'
import type { Config } from '../config.ts'
import type { Instant } from '../place/place.ts'
import { type Backend, openBackend } from './backend.ts'
import { addBackup } from './backup-command.ts'
import type { ExitStatus } from './command-error.ts'
import { addExport } from './export-command.ts'
import { addGeolocate } from './geolocate-command.ts'
import { addImport } from './import-command.ts'
import { addKeys } from './keys-command.ts'
import { addPurge } from './purge-command.ts'
import { addServe } from './serve-command.ts'

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
  readonly withBackend: <Result>(use: (backend: Backend) => Promise<Result>) => Promise<Result>
  /** Makes a function an action whose result is the status of the program. */
  readonly action: <Args extends unknown[]>(
    run: (...args: Args) => Promise<ExitStatus>,
  ) => (...args: Args) => Promise<void>
}

/** The command line; parsing throws what its actions throw. `ended` is told the status of the command that ran. */
export function buildCommandLine(
  dependencies: CommandLineDependencies,
  ended: (status: ExitStatus) => void = () => {},
): Command {
  const context: CommandContext = {
    ...dependencies,
    async withBackend(use) {
      const backend = await openBackend(dependencies.config(), dependencies.clock)
      try {
        return await use(backend)
      } finally {
        await backend.close()
      }
    },
    action:
      (run) =>
      async (...args) =>
        ended(await run(...args)),
  }
  const program = new Command('gazetteer')
    .description('A places service, and what its operator needs. The environment configures it: see docs/operation.md.')
    .version(dependencies.version)
    .helpCommand(false)
    .showSuggestionAfterError()
  for (const add of [addServe, addImport, addExport, addKeys, addGeolocate, addPurge, addBackup]) add(program, context)
  for (const command of everyCommand(program)) {
    command.exitOverride().configureOutput({
      writeOut: (text) => dependencies.stdout.write(text),
      writeErr: (text) => dependencies.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'gazetteer: ')),
    })
  }
  return program
}

/** Runs the command that the arguments (without node and the program) name. Never throws; tells errors in one line. */
export async function runCommandLine(
  args: readonly string[],
  dependencies: CommandLineDependencies,
): Promise<ExitStatus> {
  let status: ExitStatus = 0
  const program = buildCommandLine(dependencies, (reached) => {
    status = reached
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const text = error instanceof Error ? error.message : String(error)
    dependencies.stderr.write(`gazetteer: ${text.replace(/\s*\n\s*/g, ' ')}\n`)
    return 2
  }
}

function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)]
}
