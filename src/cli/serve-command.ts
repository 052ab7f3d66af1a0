import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'

/** `gazetteer serve`. */
export function addServe(program: Command, { action, config, serve }: CommandContext): void {
  program
    .command('serve')
    .description('serve the places until SIGTERM or SIGINT')
    .option('--demo', 'load the demo when the data folder is empty', false)
    .addHelpText(
      'after',
      `
Examples:
  gazetteer serve
  PORT=9000 DATA_DIR=/srv/gazetteer gazetteer serve`,
    )
    .action(
      action(async ({ demo }: { demo: boolean }) => {
        await serve(config(), { demo })
        return 0
      }),
    )
}
