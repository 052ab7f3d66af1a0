import { once } from 'node:events'
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { finished } from 'node:stream/promises'
import { type Command, Option } from 'commander'
import { count, type ImportCounts, type ImportResult, importStatuses, noCounts } from '../exchange/import-result.ts'
import { type Format, formats, type ImportRecord } from '../exchange/record.ts'
import { readRecords } from '../exchange/source.ts'
import type { Model } from '../place/model.ts'
import { reasonOf } from '../store/fault.ts'
import type { Backend } from './backend.ts'
import { type CommandContext, CommandError, type ExitStatus } from './command.ts'
import { createProgress, grouped } from './progress.ts'

interface ImportOptions {
  readonly format?: Format
  readonly dryRun: boolean
  readonly allowOverposting: boolean
  readonly report?: string
  readonly updatedBy?: string
}

/** `gazetteer import`. */
export function addImport(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('take in places and directory entries; what has been imported under the same key is updated')
    .argument('<file...>', 'NDJSON, CSV or GeoJSON, gzipped or not, read in this order; - is standard input')
    .addOption(new Option('--format <format>', 'instead of telling it by name and content').choices(formats))
    .option('--dry-run', 'judge everything and write nothing', false)
    .option('--allow-overposting', 'pass over what no place has, instead of refusing the record', false)
    .option('--report <file>', 'write every refused record with all reasons to this file, as NDJSON')
    .option('--updated-by <name>', 'who is named where a place has no updatedBy')
    .addHelpText(
      'after',
      `
It can be run again at any time: what is unchanged is left alone. Ends with 0 when every record was taken in, with 1
when some were refused, with 2 when all were, when a file cannot be read or when nothing can be written. Formats and
columns: docs/import.md.

Examples:
  gazetteer import directory.ndjson places.ndjson.gz
  gazetteer import --dry-run --report faults.ndjson cemeteries.csv
  curl -s https://example.org/places.geojson | gazetteer import --format geojson --updated-by anna -`,
    )
    .action(context.action((files: string[], options: ImportOptions) => runImport(files, options, context)))
}

/** What is read of a file at once. Its records are judged at one time, and the index keeps each instant that there is. */
const readBytes = 256 * 1024

async function runImport(files: string[], options: ImportOptions, context: CommandContext): Promise<ExitStatus> {
  const inputs = files.map((name) => inputOf(name, context))
  if (files.filter((name) => name === '-').length > 1) throw new CommandError('standard input can be read only once')
  if (options.report !== undefined && files.some((name) => resolve(name) === resolve(options.report!))) {
    throw new CommandError(`--report ${options.report} is a file to be imported: name another`)
  }
  const report = await openReport(options.report, context.stderr)
  const started = performance.now()
  try {
    const counts = await context.withBackend(
      (backend) => carryOut(backend, inputs, { options, report, context }),
      'any',
    )
    const seconds = (performance.now() - started) / 1000
    context.stdout.write(`${options.dryRun ? 'would be: ' : ''}${summary(counts)} in ${seconds.toFixed(1)} s\n`)
    return statusOf(counts)
  } finally {
    await report.close()
  }
}

interface Input {
  readonly name: string
  /** Undefined for standard input. */
  readonly size: number | undefined
  open(): AsyncIterable<Uint8Array>
}

function inputOf(name: string, { stdin }: CommandContext): Input {
  if (name === '-') return { name: 'standard input', size: undefined, open: () => stdin }
  try {
    const stat = statSync(name)
    if (stat.isDirectory()) throw new CommandError(`${name} is a folder: name the files in it`)
    return {
      name,
      size: stat.isFile() ? stat.size : undefined,
      open: () => createReadStream(name, { highWaterMark: readBytes }),
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw new CommandError(`there is no file ${name}`)
  }
}

/** What has been read: bytes of all inputs, and how many records of each are on their way. */
interface Reading {
  bytes: number
  readonly inputs: { readonly name: string; records: number }[]
}

interface ImportJob {
  readonly options: ImportOptions
  readonly report: Report
  readonly context: CommandContext
}

async function carryOut(
  backend: Backend,
  inputs: readonly Input[],
  { options, report, context }: ImportJob,
): Promise<ImportCounts> {
  const reading: Reading = { bytes: 0, inputs: [] }
  const total = totalSize(inputs)
  const progress = createProgress(context.stderr, 'records')
  let counts = noCounts
  let records = 0
  const { dryRun, allowOverposting, updatedBy, format } = options
  const call = { dryRun, allowOverposting, ...(updatedBy !== undefined && { updatedBy }) }
  try {
    for await (const results of backend.import(recordsOf(inputs, reading, { model: backend.model, format }), call)) {
      for (const result of results) {
        const file = nextName(reading)
        if (result.status === 'refused') report.add(file, result)
      }
      counts = count(counts, results)
      records += results.length
      progress.update(records, total === undefined ? undefined : Math.min(1, reading.bytes / Math.max(1, total)))
    }
  } catch (error) {
    throw new CommandError(`stopped after ${summary(counts)}: ${reasonOf(error as Error)}; it can be run again`)
  } finally {
    progress.stop()
  }
  return counts
}

async function* recordsOf(
  inputs: readonly Input[],
  reading: Reading,
  { model, format }: { readonly model: Model; readonly format: Format | undefined },
): AsyncGenerator<readonly ImportRecord[]> {
  for (const input of inputs) {
    const way = { name: input.name, records: 0 }
    reading.inputs.push(way)
    const source = { bytes: counted(input.open(), reading), name: input.name, ...(format !== undefined && { format }) }
    for await (const records of readRecords(source, model)) {
      way.records += records.length
      yield records
    }
  }
}

/** The input that the next result is of. */
function nextName({ inputs }: Reading): string {
  while (inputs[0]?.records === 0) inputs.shift()
  const [input] = inputs
  if (input === undefined) return ''
  input.records -= 1
  return input.name
}

async function* counted(bytes: AsyncIterable<Uint8Array>, reading: Reading): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    reading.bytes += chunk.length
    yield chunk
  }
}

function totalSize(inputs: readonly Input[]): number | undefined {
  return inputs.reduce<number | undefined>(
    (sum, { size }) => (sum === undefined || size === undefined ? undefined : sum + size),
    0,
  )
}

function summary(counts: ImportCounts): string {
  return importStatuses.map((status) => `${grouped(counts[status])} ${status}`).join(', ')
}

function statusOf({ created, changed, unchanged, refused }: ImportCounts): ExitStatus {
  if (refused === 0) return 0
  return created + changed + unchanged > 0 ? 1 : 2
}

/** Where refused records go. */
interface Report {
  add(file: string, result: ImportResult): void
  close(): Promise<void>
}

/** How many refused records are shown where no file was named. */
const shownMax = 20
const reasonCharactersMax = 300

/** A report in a file, one line of JSON for each refused record; without a name the first ones go to `stderr`. */
async function openReport(name: string | undefined, stderr: NodeJS.WritableStream): Promise<Report> {
  return name === undefined ? shownReport(stderr) : fileReport(name)
}

async function fileReport(name: string): Promise<Report> {
  const out = createWriteStream(name)
  try {
    await once(out, 'open')
  } catch (error) {
    throw new CommandError(`--report ${name} cannot be written: ${(error as Error).message}`)
  }
  let failure: Error | undefined
  out.on('error', (error) => {
    failure = error
  })
  return {
    add: (file, { line, key, errors }) => {
      if (failure === undefined) out.write(`${JSON.stringify({ file, line, key, errors })}\n`)
    },
    async close() {
      if (failure !== undefined) throw new CommandError(`--report ${name} is not complete: ${failure.message}`)
      out.end()
      await finished(out)
    },
  }
}

/** Shown at the end, where no progress runs over it. */
function shownReport(stderr: NodeJS.WritableStream): Report {
  const shown: string[] = []
  let refused = 0
  return {
    add(file, { line, key, errors }) {
      refused += 1
      if (refused > shownMax) return
      const reasons = (errors ?? []).map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer}: ${detail}`))
      const named = key === undefined ? '' : ` (${key})`
      const text = `${file}:${line}${named}: ${reasons.join('; ').slice(0, reasonCharactersMax)}`
      shown.push(text.replace(/\p{C}/gu, ' '))
    },
    async close() {
      for (const text of shown) stderr.write(`${text}\n`)
      if (refused > shownMax) stderr.write(`and ${refused - shownMax} more: --report FILE keeps them all\n`)
    },
  }
}
