import { createReadStream, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { reason } from '../common/reason.ts'
import { importModes } from '../exchange/importing/import-options.ts'
import { count, type ImportCounts, type ImportResult, noCounts } from '../exchange/importing/import-result.ts'
import { readRecords } from '../exchange/importing/read-records.ts'
import type { ImportRecord } from '../exchange/reading/record.ts'
import { type Format, formats } from '../exchange/reading/source-file.ts'
import type { JsonObject } from '../place/json.ts'
import { mergeModes } from '../place/request.ts'
import { sourceFault, sourceName } from '../place/source.ts'
import { reasonOf } from '../store/unwritable.ts'
import {
  type Backend,
  type CommandContext,
  CommandError,
  type ExitStatus,
  type FileToPlan,
  type ImportCall,
} from './command.ts'
import { planToFile, readPlanFile } from './planned-import.ts'
import { createProgress, listCounts } from './progress.ts'

interface ImportOptions extends ImportCall {
  readonly format?: Format
  readonly sheet?: string
  readonly report?: string
  readonly plan?: string
}

/** `gazetteer import`. */
export function addImport(program: Command, context: CommandContext): void {
  program
    .command('import')
    .description('take in places and directory entries; what has been imported under the same key is updated')
    .argument(
      '<file...>',
      'NDJSON, CSV, GeoJSON (gzipped or not) or Excel (.xlsx), read in this order; - is standard input',
    )
    .addOption(new Option('--format <format>', 'instead of telling it by name and content').choices(formats))
    .option('--sheet <name>', 'the sheet of a workbook; otherwise the first that has names and positions')
    .option(
      '--plan <file>',
      'take a table or GeoJSON with any headings: write what is understood to this new JSON file, or import as it says',
    )
    .option('--dry-run', 'judge everything and write nothing', false)
    .option('--allow-overposting', 'pass over what no place has, instead of refusing the record', false)
    .option(
      '--report <file>',
      'write every record that was refused or not kept whole, with all reasons, to this file, as NDJSON',
    )
    .option('--updated-by <name>', 'who is named where a place has no updatedBy')
    .option('--source <name>', 'the source of keys whose records name none (import)')
    .addOption(
      new Option('--mode <mode>', 'change only what a record has (tables, GeoJSON), or replace all (NDJSON)').choices(
        importModes,
      ),
    )
    .addOption(
      new Option('--empty <effect>', 'in a merge: empty cells keep what is there (keep), or remove it').choices(
        mergeModes,
      ),
    )
    .addHelpText(
      'after',
      `
It can be run again at any time: what is unchanged is left alone. Ends with 0 when every record was taken in, with 1
when some were refused, with 2 when all were, when a file cannot be read or when nothing can be written. Formats and
columns: docs/import.md.

Examples:
  npx gazetteer import directory.ndjson places.ndjson.gz
  npx gazetteer import --dry-run --report faults.ndjson cemeteries.csv
  npx gazetteer import --plan plan.json --updated-by anna kyrkor.xlsx
  curl -s https://example.org/places.geojson | npx gazetteer import --format geojson --updated-by anna -`,
    )
    .action((files: string[], options: ImportOptions) => runImport(files, options, context))
}

/**
 * Bytes of a file read at once. Their records are judged at the same instant, and the index keeps every distinct
 * instant.
 */
const readBytes = 256 * 1024

async function runImport(files: string[], options: ImportOptions, context: CommandContext): Promise<void> {
  const inputs = files.map((name) => inputOf(name, context))
  if (files.filter((name) => name === '-').length > 1) throw new CommandError('standard input can be read only once')
  if (options.report !== undefined && files.some((name) => resolve(name) === resolve(options.report!))) {
    throw new CommandError(`--report ${options.report} is a file to be imported: name another`)
  }
  const edits = options.plan === undefined ? undefined : readPlanFile(options.plan)
  if (options.plan !== undefined && !edits) return plan(inputs, options, context)
  await using report = options.report === undefined ? shownReport(context.stderr) : await fileReport(options.report)
  const started = performance.now()
  const job = { inputs, options, report, stderr: context.stderr, ...(edits && { edits }) }
  const counts = await context.withBackend((backend) => carryOut(backend, job), 'any')
  const seconds = (performance.now() - started) / 1000
  context.stdout.write(`${options.dryRun ? 'would be: ' : ''}${listCounts(counts)} in ${seconds.toFixed(1)} s\n`)
  context.endWith(statusOf(counts))
}

/** Writes what is understood of a file to the file of a plan. */
async function plan(inputs: readonly Input[], options: ImportOptions, context: CommandContext): Promise<void> {
  const file = fileToPlan(inputs, options)
  const text = await context.withBackend((backend) => planToFile(backend, file, options.plan!), 'any')
  context.stdout.write(text)
}

function fileToPlan(inputs: readonly Input[], { sheet, updatedBy, plan, ...others }: ImportOptions): FileToPlan {
  const [input, ...more] = inputs
  if (!input || more.length > 0) throw new CommandError('--plan takes one file at a time')
  const given = (['dryRun', 'source', 'mode', 'empty', 'format'] as const).find((name) => others[name])
  if (given) throw new CommandError(`--plan ${plan} says ${given} itself: edit it there`)
  if (others.allowOverposting) {
    throw new CommandError('--plan imports only columns that have a field: call it without --allow-overposting')
  }
  return { bytes: counted(input), name: input.name, sheet, updatedBy }
}

/** A file or standard input, and its progress. */
interface Input {
  readonly name: string
  /** Undefined for standard input. */
  readonly size: number | undefined
  readonly open: () => AsyncIterable<Uint8Array>
  readBytes: number
  /** Number of records whose result is not known yet. */
  pending: number
}

function inputOf(name: string, { stdin }: CommandContext): Input {
  const none = { readBytes: 0, pending: 0 }
  if (name === '-') return { name: 'standard input', size: undefined, open: () => stdin, ...none }
  const stat = statSync(name, { throwIfNoEntry: false })
  if (stat === undefined) throw new CommandError(`there is no file ${name}`)
  if (stat.isDirectory()) throw new CommandError(`${name} is a folder: name the files in it`)
  const open = () => createReadStream(name, { highWaterMark: readBytes })
  return { name, size: stat.isFile() ? stat.size : undefined, open, ...none }
}

interface ImportJob {
  readonly inputs: readonly Input[]
  readonly options: ImportOptions
  readonly report: Report
  readonly stderr: NodeJS.WritableStream
  /** The edits of the only input's plan. */
  readonly edits?: JsonObject
}

async function carryOut(
  backend: Backend,
  { inputs, options, report, stderr, edits }: ImportJob,
): Promise<ImportCounts> {
  const { format: _format, report: _report, plan: _plan, source, ...given } = options
  const call = { ...given, ...(source !== undefined && { source: checkedSource(source) }) }
  using progress = createProgress(stderr, 'records')
  let counts = noCounts
  let records = 0
  try {
    const all = edits
      ? backend.importPlanned({ ...fileToPlan(inputs, options), edits })
      : backend.import(recordsOf(inputs, options, backend), call)
    for await (const results of all) {
      for (const result of results) {
        const input = inputs.find(({ pending }) => pending > 0) ?? inputs[0]!
        input.pending -= 1
        if (result.status === 'refused' || result.notes) await report.add(input.name, result)
      }
      counts = count(counts, results)
      records += results.length
      progress.update(records, shareRead(inputs))
    }
  } catch (error) {
    throw new CommandError(`stopped after ${listCounts(counts)}: ${reasonOf(error as Error)}; it can be run again`)
  }
  return counts
}

/** Returns the source in its stored form; throws a CommandError for a text that cannot be one. */
function checkedSource(text: string): string {
  const name = sourceName(text)
  const fault = name === '' ? reason('required') : sourceFault(name)
  if (fault) throw new CommandError(`--source ${fault.detail}`)
  return name
}

async function* recordsOf(
  inputs: readonly Input[],
  { format, sheet }: ImportOptions,
  { model }: Backend,
): AsyncGenerator<readonly ImportRecord[]> {
  for (const input of inputs) {
    const source = { bytes: counted(input), name: input.name, format, sheet }
    for await (const records of readRecords(source, model)) {
      input.pending += records.length
      yield records
    }
  }
}

async function* counted(input: Input): AsyncGenerator<Uint8Array> {
  for await (const chunk of input.open()) {
    input.readBytes += chunk.length
    yield chunk
  }
}

/** Returns the share of all inputs that has been read, 0 to 1; undefined if the size of one is not known. */
function shareRead(inputs: readonly Input[]): number | undefined {
  let [read, all] = [0, 0]
  for (const { size, readBytes } of inputs) {
    if (size === undefined) return undefined
    read += readBytes
    all += size
  }
  return Math.min(1, read / Math.max(1, all))
}

function statusOf({ created, changed, unchanged, refused }: ImportCounts): ExitStatus {
  if (refused === 0) return 0
  return created + changed + unchanged > 0 ? 1 : 2
}

/** A report of records that were refused or not kept whole; it is complete once it is disposed. */
interface Report extends AsyncDisposable {
  add(file: string, result: ImportResult): Promise<void>
}

/** Writes a file with one line of JSON for each reported record. */
async function fileReport(name: string): Promise<Report> {
  const file = await open(name, 'w').catch((error: Error) => {
    throw new CommandError(`--report ${name} cannot be written: ${error.message}`)
  })
  let failure: Error | undefined
  return {
    async add(input, { line, key, errors, notes }) {
      if (failure !== undefined) return
      await file.appendFile(`${JSON.stringify({ file: input, line, key, errors, notes })}\n`).catch((error: Error) => {
        failure = error
      })
    },
    async [Symbol.asyncDispose]() {
      await file.close()
      if (failure !== undefined) throw new CommandError(`--report ${name} is not complete: ${failure.message}`)
    },
  }
}

/** Maximum number of records shown if no report file was named. */
const shownMax = 20
const reasonCharactersMax = 300

/** Shows the first reported records at the end, where no progress bar overwrites them. */
function shownReport(stderr: NodeJS.WritableStream): Report {
  const shown: string[] = []
  let count = 0
  return {
    async add(file, { line, key, errors = [], notes = [] }) {
      count += 1
      if (count > shownMax) return
      const faults = errors.map(({ pointer, detail }) => (pointer === '' ? detail : `${pointer}: ${detail}`))
      const reasons = [...faults, ...notes.map(({ detail }) => detail)]
      const named = key === undefined ? '' : ` (${key})`
      const text = `${file}:${line}${named}: ${reasons.join('; ').slice(0, reasonCharactersMax)}`
      shown.push(text.replace(/\p{C}/gu, ' '))
    },
    async [Symbol.asyncDispose]() {
      for (const text of shown) stderr.write(`${text}\n`)
      if (count > shownMax) stderr.write(`and ${count - shownMax} more: --report FILE keeps them all\n`)
    },
  }
}
