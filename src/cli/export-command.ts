import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Command } from 'commander'
import type { CommandContext } from './command-context.ts'
import { CommandError } from './command-error.ts'

/** `gazetteer export`. */
export function addExport(program: Command, { action, withBackend, stdout, stderr }: CommandContext): void {
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
  gazetteer export places.ndjson.gz
  gazetteer export | grep '"cemetery"'`,
    )
    .action(
      action(async (name: string, { force }: { force: boolean }) => {
        if (name !== '-' && existsSync(name) && !force) {
          throw new CommandError(`${name} exists already: name another, or say --force`)
        }
        await withBackend(async (backend) => {
          if (name === '-') return toStandardOutput(backend.export(), stdout)
          await toFile(backend.export(), resolve(name))
          stderr.write(`wrote ${name}\n`)
        })
        return 0
      }),
    )
}

/** Complete or not at all: the file gets its name when everything is in it. */
async function toFile(lines: AsyncIterable<string>, file: string): Promise<void> {
  const part = `${file}.part`
  const out = createWriteStream(part)
  try {
    if (file.endsWith('.gz')) await pipeline(Readable.from(joined(lines)), createGzip(), out)
    else await pipeline(Readable.from(joined(lines)), out)
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

async function toStandardOutput(lines: AsyncIterable<string>, stdout: NodeJS.WritableStream): Promise<void> {
  try {
    await pipeline(Readable.from(joined(lines)), stdout, { end: false })
  } catch (error) {
    // Whoever reads has had enough, as `head` has.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}

const pieceCharacters = 64 * 1024

async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const line of lines) {
    piece += line
    if (piece.length < pieceCharacters) continue
    yield piece
    piece = ''
  }
  yield piece
}
