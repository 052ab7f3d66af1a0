import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Command } from 'commander'
import { joinedTexts } from '../exchange/importing/pipeline.ts'
import { removeSnapshot } from '../index/compaction/snapshot-files.ts'
import { type Copied, copyRecord, openSide } from '../store/copy-record.ts'
import { restoreRecord } from '../store/sqlite/sqlite.ts'
import { type CommandContext, CommandError } from './command.ts'
import { createProgress, grouped } from './progress.ts'

/** `gazetteer serve`. */
export function addServe(program: Command, { config, serve }: CommandContext): void {
  program
    .command('serve')
    .description('serve the places until SIGTERM or SIGINT')
    .option('--demo', 'load the demo when the data folder is empty', false)
    .addHelpText(
      'after',
      `
Examples:
  npx gazetteer serve
  PORT=9000 DATA_DIR=/srv/gazetteer npx gazetteer serve`,
    )
    .action(({ demo }: { demo: boolean }) => serve(config(), { demo }))
}

/** `gazetteer export`. */
export function addExport(program: Command, { withBackend, stdout, stderr }: CommandContext): void {
  program
    .command('export')
    .description('write everything that an import reads, as NDJSON: the directory, then the places')
    .argument('[file]', 'the file, gzipped when it ends in .gz; - or nothing: standard output', '-')
    .option('--force', 'replace the file if it is there', false)
    .addHelpText(
      'after',
      `
Deleted places are left out. A place that was not imported gets its id as key.

Examples:
  npx gazetteer export places.ndjson.gz
  npx gazetteer export | grep '"cemetery"'`,
    )
    .action(async (name: string, { force }: { force: boolean }) => {
      if (name !== '-' && existsSync(name) && !force) {
        throw new CommandError(`${name} exists already: name another, or say --force`)
      }
      await withBackend(async (backend) => {
        if (name === '-') return toStandardOutput(backend.export(), stdout)
        const records = await toFile(backend.export(), resolve(name))
        stderr.write(`wrote ${name}: ${grouped(records)} ${records === 1 ? 'record' : 'records'}\n`)
      })
    })
}

/** Writes a complete file or none: the file gets its name once everything is in it. Returns the number of its lines. */
async function toFile(text: AsyncIterable<string>, file: string): Promise<number> {
  const part = `${file}.part`
  const out = createWriteStream(part)
  const count = { lines: 0 }
  const pieces = Readable.from(joinedTexts(counted(text, count)))
  try {
    await pipeline([pieces, ...(file.endsWith('.gz') ? [createGzip()] : []), out])
    renameSync(part, file)
    return count.lines
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** Yields the same text and adds its line ends to `count`. */
async function* counted(text: AsyncIterable<string>, count: { lines: number }): AsyncGenerator<string> {
  for await (const piece of text) {
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) count.lines++
    yield piece
  }
}

async function toStandardOutput(text: AsyncIterable<string>, stdout: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.from(joinedTexts(text)), stdout, { end: false })
  } catch (error) {
    // The reader has had enough, like `head`.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}

/** `gazetteer geolocate`. */
export function addGeolocate(program: Command, { withBackend, stdout, stderr }: CommandContext): void {
  program
    .command('geolocate')
    .description('derive geolocationInfo of every place anew, after the boundary files have changed')
    .addHelpText(
      'after',
      `
A service that runs has read its boundaries at its start: restart it with the changed ones first.

Example:
  BOUNDARIES=/srv/boundaries.json npx gazetteer geolocate`,
    )
    .action(async () => {
      const { seen, changed } = await withBackend(async (backend) => {
        using progress = createProgress(stderr, 'places')
        let last = { seen: 0, changed: 0 }
        for await (last of backend.geolocate()) progress.update(last.seen, undefined)
        return last
      })
      stdout.write(`looked at ${grouped(seen)} places, changed ${grouped(changed)}\n`)
    })
}

/** `gazetteer purge`. */
export function addPurge(program: Command, { withBackend, stdout }: CommandContext): void {
  program
    .command('purge')
    .description('remove a place and its whole history for good, where the law asks for it; only a tombstone stays')
    .argument('<id>', 'id of the place')
    .option('--yes', 'yes, for good: without it nothing is done', false)
    .addHelpText('after', '\nExample:\n  npx gazetteer purge 0197a2c4-8f7e-7c51-9d3b-5a3e2f1c0b9a --yes')
    .action(async (id: string, { yes }: { yes: boolean }) => {
      if (!yes) throw new CommandError('a purge cannot be undone: say --yes to purge the place and its history')
      await withBackend((backend) => backend.purge(id))
      stdout.write(`purged ${id}\n`)
    })
}

/** `gazetteer backup`. */
export function addBackup(program: Command, { withBackend, stdout }: CommandContext): void {
  program
    .command('backup')
    .description('write a consistent copy of everything to a new file, also while the service runs')
    .argument('<file>', 'the file, which must not exist yet')
    .addHelpText(
      'after',
      `
To go back to a backup, see gazetteer restore.

Example:
  npx gazetteer backup /var/backups/gazetteer-$(date +%F).db`,
    )
    .action(async (name: string) => {
      const file = resolve(name)
      if (existsSync(file)) throw new CommandError(`${file} exists already: name a file that does not`)
      await withBackend((backend) => backend.backup(file))
      stdout.write(`wrote ${file}\n`)
    })
}

/** `gazetteer restore`. */
export function addRestore(program: Command, { config, stdout }: CommandContext): void {
  program
    .command('restore')
    .description('put a backup into a data folder without a record')
    .argument('<file>', 'a file that backup has written, or that Litestream has restored; it stays as it is')
    .addHelpText(
      'after',
      `
Stop the service first, and move its data folder away: nothing is overwritten. The restored record has a History of its
own, so that whoever follows its changes reads everything anew.

Example:
  mv data data.before && npx gazetteer restore /var/backups/gazetteer-2026-01-31.db`,
    )
    .action(async (name: string) => {
      const { databaseUrl, dataDir } = config()
      if (databaseUrl !== undefined) {
        throw new CommandError('DATABASE_URL names the record, and restore is for a data folder: use pg_restore')
      }
      const file = resolve(name)
      if (!existsSync(file)) throw new CommandError(`there is no file ${file}`)
      await restoreRecord(file, dataDir)
      // It is of another history.
      removeSnapshot(dataDir)
      stdout.write(`restored ${file} to ${dataDir}\n`)
    })
}

/** `gazetteer copy`. */
export function addCopy(program: Command, { stdout, stderr }: CommandContext): void {
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
  npx gazetteer copy --from sqlite:./data --to postgres://gazetteer@db.example/places
  npx gazetteer copy --from postgres://gazetteer@db.example/places --to sqlite:./data`,
    )
    .action(async ({ from, to }: { from: string; to: string }) => {
      const { revision, foundThere, checksum } = await copy(from, to, stderr)
      const before = foundThere > 0 ? `, ${grouped(foundThere)} of them before` : ''
      stdout.write(`copied ${grouped(revision)} revisions${before}; the same on both sides, SHA-256 ${checksum}\n`)
    })
}

async function copy(from: string, to: string, stderr: NodeJS.WritableStream): Promise<Copied> {
  await using open = new AsyncDisposableStack()
  const source = open.adopt(await openSide(from, 'from'), (side) => side.close())
  const target = open.adopt(await openSide(to, 'to'), (side) => side.close())
  using progress = createProgress(stderr, 'revisions')
  const onProgress = (done: number, all: number) => progress.update(done, done / all)
  return await copyRecord({ from: source, to: target, onProgress })
}
