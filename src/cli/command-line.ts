import { Command, CommanderError } from 'commander'
import { messageOf } from '../common/problem.ts'
import { FolderInUse } from '../service/open-record.ts'
import { runningServer } from '../store/data-folder.ts'
import { hasRecord } from '../store/sqlite/sqlite.ts'
import { isDamage } from '../store/sqlite/sqlite-faults.ts'
import {
  type Backend,
  type CommandContext,
  CommandError,
  type CommandLineDependencies,
  type DataWanted,
  type ExitStatus,
} from './command.ts'
import { addBackup, addCopy, addExport, addGeolocate, addPurge, addRestore, addServe } from './commands.ts'
import { addImport } from './import-command.ts'
import { addKeys } from './keys-command.ts'
import { openLocalBackend } from './local-backend.ts'
import { openRemoteBackend } from './remote-backend.ts'
import { addWebhooks } from './webhooks-command.ts'

/**
 * Runs the command that the arguments (without node and the program) name. Never throws; prints an error as one line.
 */
export async function runCommandLine(
  args: readonly string[],
  dependencies: CommandLineDependencies,
): Promise<ExitStatus> {
  const { stdout, stderr } = dependencies
  let status: ExitStatus = 0
  const program = buildCommandLine({
    ...dependencies,
    async withBackend(use, data = 'present') {
      await using backend = await openBackend(dependencies, data)
      return await use(backend)
    },
    endWith: (reached) => {
      status = reached
    },
  })
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error: /, 'gazetteer: ')),
    })
  }
  try {
    await program.parseAsync(args, { from: 'user' })
    return status
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    // If closing failed too, the first error counts.
    const first = error instanceof SuppressedError ? error.suppressed : error
    const text = isDamage(first) ? `the record is damaged (${messageOf(first)}): restore a backup` : messageOf(first)
    stderr.write(`gazetteer: ${text.replace(/\s*\n\s*/g, ' ')}\n`)
    return 2
  }
}

/** Builds all commands; nothing is run or read before one is parsed. */
export function buildCommandLine(context: CommandContext): Command {
  const program = new Command('gazetteer')
    .description(
      'A places service, and what its operator needs. The environment configures it: see docs/configuration.md.',
    )
    .version(context.version)
    .helpCommand(false)
    .showSuggestionAfterError()
  const data = [addImport, addExport, addGeolocate, addPurge, addBackup, addRestore, addCopy]
  for (const add of [addServe, ...data, addKeys, addWebhooks]) add(program, context)
  return program
}

/**
 * Opens the database or the data folder, or connects to the server that serves the folder. Throws a CommandError if
 * neither is possible, or if data must be `present` and is not: otherwise a mistyped DATA_DIR would lead to an empty
 * backup.
 */
async function openBackend(dependencies: CommandLineDependencies, data: DataWanted): Promise<Backend> {
  const { clock, stderr } = dependencies
  const config = dependencies.config()
  if (config.databaseUrl !== undefined) return openLocalBackend(config, clock, data)
  const server = runningServer(config.dataDir)
  if (server) return openRemoteBackend(config, server, (line) => void stderr.write(`gazetteer: ${line}\n`))
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
