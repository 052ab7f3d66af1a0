import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { CommandError } from './command-error.ts'

/** `gazetteer purge`. */
export function addPurge(program: Command, { action, withBackend, stdout }: CommandContext): void {
  program
    .command('purge')
    .description('remove a place and its whole history for good, where the law asks for it; only a tombstone stays')
    .argument('<id>', 'id of the place')
    .option('--yes', 'yes, for good: without it nothing is done', false)
    .addHelpText('after', '\nExample:\n  gazetteer purge 0197a2c4-8f7e-7c51-9d3b-5a3e2f1c0b9a --yes')
    .action(
      action(async (id: string, { yes }: { yes: boolean }) => {
        if (!yes) throw new CommandError('a purge cannot be undone: say --yes to purge the place and its history')
        await withBackend((backend) => backend.purge(id))
        stdout.write(`purged ${id}\n`)
        return 0
      }),
    )
}
