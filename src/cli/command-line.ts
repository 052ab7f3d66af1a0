import { Command, CommanderError } from 'commander'
import { addBackup } from './backup-command.ts'
import type { CommandContext, CommandLineDependencies } from './command-context.ts'
import type { ExitStatus } from './command-error.ts'
import { addCopy } from './copy-command.ts'
import { addExport } from './export-command.ts'
import { addGeolocate } from './geolocate-command.ts'
import { addImport } from './import-command.ts'
import { addKeys } from './keys-command.ts'
import { openBackend } from './open-backend.ts'
import { addPurge } from './purge-command.ts'
import { addServe } from './serve-command.ts'

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
