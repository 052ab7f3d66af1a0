// Opens the index of a data folder in this process, as the service does, and writes the milliseconds of each search in
// it. Its argument is a file: {dataDir, searches: the addresses of each question}.
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from '../src/config.ts'
import { runToCompletion } from '../src/index/in-turns.ts'
import { parseSearch } from '../src/query/parse/parse.ts'
import { IndexEngine } from '../src/service/index-engine.ts'
import { openRecord } from '../src/service/open-record.ts'

interface Options {
  readonly dataDir: string
  readonly searches: readonly (readonly string[])[]
}

const { dataDir, searches } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Options
const config = readConfig({ DATA_DIR: dataDir })
const record = await openRecord(config, {
  fixedKeys: [],
  onFault: fail,
  onDirectoryFailure: (_kind, detail) => fail(detail),
  clock: Date.now,
  serves: true,
})
const logger = pino({ level: 'error' }, pino.destination(2))
const engine = new IndexEngine(record, { dataDir, logger, clock: Date.now, edition: '' })
await engine.backfill()
const { index } = engine
const times = searches.map((paths) => paths.map(timeOf))
await engine.close()
await record.close()
process.stdout.write(JSON.stringify(times))

function timeOf(path: string): number {
  const [address = '', search] = path.split('?')
  const query = search === undefined ? undefined : parseSearch(search, { model: record.model, sees: 'public' }).query
  const begun = performance.now()
  if (query) runToCompletion(index.searching(query, Date.now()))
  else index.find(address.slice(address.lastIndexOf('/') + 1))
  return performance.now() - begun
}

function fail(detail: string): never {
  throw new Error(detail)
}
