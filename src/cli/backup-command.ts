import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { CommandError } from './command-error.ts'

/** `gazetteer backup`. */
export function addBackup(program: Command, { action, withBackend, stdout }: CommandContext): void {
  program
    .command('backup')
    .description('write a consistent copy of everything to a new file, also while the service runs')
    .argument('<file>', 'the file, which must not exist yet')
    .addHelpText(
      'after',
      `
To go back to a backup, stop the service, put the file into the data folder as gazetteer.db, and remove
gazetteer.db-wal and gazetteer.db-shm where they are.

Example:
  gazetteer backup /var/backups/gazetteer-$(date +%F).db`,
    )
    .action(
      action(async (name: string) => {
        const file = resolve(name)
        if (existsSync(file)) throw new CommandError(`${file} exists already: name a file that does not`)
        await withBackend((backend) => backend.backup(file))
        stdout.write(`wrote ${file}\n`)
        return 0
      }),
    )
}
