import type { Command } from 'commander'
import { type Copied, copyRecord } from '../store/copying/copy-record.ts'
import { openSide } from '../store/copying/side.ts'
import type { CommandContext } from './command-context.ts'
import { createProgress, grouped } from './progress.ts'

/** `gazetteer copy`. */
export function addCopy(program: Command, { action, stdout, stderr }: CommandContext): void {
  program
    .command('copy')
    .description('copy the whole record from one database to another: every revision, key and directory entry')
    .requiredOption('--from <record>', 'sqlite:<data folder> or postgres://user@host/database')
    .requiredOption('--to <record>', 'the same; must be empty, or hold what an interrupted copy has left')
    .addHelpText(
      'after',
      `
Stop the services on both first. What is interrupted goes on where it was when the same is run again. The copy is
compared by a checksum of everything before a service can open it. Set PGPASSWORD to keep a password out of the
list of processes.

Examples:
  gazetteer copy --from sqlite:./data --to postgres://gazetteer@db.example/places
  gazetteer copy --from postgres://gazetteer@db.example/places --to sqlite:./data`,
    )
    .action(
      action(async ({ from, to }: { from: string; to: string }) => {
        const { revision, foundThere, checksum } = await copy(from, to, stderr)
        const before = foundThere > 0 ? `, ${grouped(foundThere)} of them before` : ''
        stdout.write(`copied ${grouped(revision)} revisions${before}; the same on both sides, SHA-256 ${checksum}\n`)
        return 0
      }),
    )
}

async function copy(from: string, to: string, stderr: NodeJS.WritableStream): Promise<Copied> {
  const source = await openSide(from, 'from')
  try {
    const target = await openSide(to, 'to')
    const progress = createProgress(stderr, 'revisions')
    try {
      const onProgress = (done: number, all: number) => progress.update(done, done / all)
      return await copyRecord({ from: source, to: target, onProgress })
    } finally {
      progress.stop()
      await target.close()
    }
  } finally {
    await source.close()
  }
}
