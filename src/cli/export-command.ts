import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Command } from 'commander'
import { joinedTexts } from '../exchange/joined-texts.ts'
import type { CommandContext } from './command-context.ts'
import { CommandError } from './command-error.ts'
import { grouped } from './progress.ts'

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
          const records = await toFile(backend.export(), resolve(name))
          stderr.write(`wrote ${name}: ${grouped(records)} ${records === 1 ? 'record' : 'records'}\n`)
        })
        return 0
      }),
    )
}

/** Complete or not at all: the file gets its name when everything is in it. Gives the number of its lines. */
async function toFile(text: AsyncIterable<string>, file: string): Promise<number> {
  const part = `${file}.part`
  const out = createWriteStream(part)
  const count = { lines: 0 }
  const pieces = Readable.from(joinedTexts(counted(text, count)))
  try {
    if (file.endsWith('.gz')) await pipeline(pieces, createGzip(), out)
    else await pipeline(pieces, out)
    renameSync(part, file)
    return count.lines
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}

/** The same text, whose line ends are added to `count` as they pass. */
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
    // Whoever reads has had enough, as `head` has.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
  }
}
