import { Command, CommanderError } from 'commander'
import type { Config } from '../config.ts'
import type { Instant } from '../place/place.ts'
import { FolderInUse } from '../service/record.ts'
import { runningServer } from '../store/lock.ts'
import { hasRecord } from '../store/sqlite/sqlite.ts'
import type { Backend, DataWanted } from './backend.ts'
import { type CommandContext, CommandError, type CommandLineDependencies, type ExitStatus } from './command.ts'
import { addBackup, addCopy, addExport, addGeolocate, addPurge, addServe } from './commands.ts'
import { addImport } from './import-command.ts'
import { addKeys } from './keys-command.ts'
import { openLocalBackend } from './local-backend.ts'
import { openRemoteBackend } from './remote-backend.ts'

/** The command line; parsing throws what its actions throw. `ended` is told the status of the command that ran. */
function buildCommandLine(
  dependencies: CommandLineDependencies,
  ended: (status: ExitStatus) => void = () => {},
): Command {
  const context: CommandContext = {
    ...dependencies,
    async withBackend(use, data = 'present') {
      const tell = (line: string) => void dependencies.stderr.write(`gazetteer: ${line}\n`)
      const backend = await openBackend({ config: dependencies.config(), clock: dependencies.clock, tell }, data)
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
    .description(
      'A places service, and what its operator needs. The environment configures it: see Configuration in README.md.',
    )
    .version(dependencies.version)
    .helpCommand(false)
    .showSuggestionAfterError()
  for (const add of [addServe, addImport, addExport, addKeys, addGeolocate, addPurge, addBackup, addCopy])
    add(program, context)
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

interface BackendParts {
  readonly config: Config
  readonly clock: () => Instant
  /** Takes a line for the person who waits. */
  readonly tell: (line: string) => void
}

/**
 * Opens the database or the data folder, or goes to the server that serves the folder. Throws a CommandError when neither
 * can be, and where data must be `present` and is not: a mistyped DATA_DIR would give an empty backup otherwise.
 */
async function openBackend({ config, clock, tell }: BackendParts, data: DataWanted): Promise<Backend> {
  if (config.databaseUrl !== undefined) return openLocalBackend(config, clock, data)
  const server = runningServer(config.dataDir)
  if (server) return openRemoteBackend(config, server, tell)
  if (data === 'present' && !hasRecord(config.dataDir)) {
    throw new CommandError(`there is no data in DATA_DIR ${config.dataDir}`)
  }
  try {
    return await openLocalBackend(config, clock, data)
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error
    throw new CommandError(`${error.message}, which cannot be asked: wait until it has started or ended`)
  }
}
