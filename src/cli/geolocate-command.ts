import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { createProgress, grouped } from './progress.ts'

/** `gazetteer geolocate`. */
export function addGeolocate(program: Command, { action, withBackend, stdout, stderr }: CommandContext): void {
  program
    .command('geolocate')
    .description('derive geolocationInfo of every place anew, after the boundary files have changed')
    .addHelpText(
      'after',
      `
A service that runs has read its boundaries at its start: restart it with the changed ones first.

Example:
  BOUNDARIES=/srv/boundaries.json gazetteer geolocate`,
    )
    .action(
      action(async () => {
        const { seen, changed } = await withBackend(async (backend) => {
          const progress = createProgress(stderr, 'places')
          let last = { seen: 0, changed: 0 }
          try {
            for await (last of backend.geolocate()) progress.update(last.seen, undefined)
          } finally {
            progress.stop()
          }
          return last
        })
        stdout.write(`looked at ${grouped(seen)} places, changed ${grouped(changed)}\n`)
        return 0
      }),
    )
}
