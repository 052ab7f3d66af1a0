// Opens the index of a data folder in this process, as a service does, and asks it search after search. Writes for each
// question the milliseconds of each search in the index, and of writing its page. Its argument is a file of options:
// dataDir, and for each question the addresses of its searches.
import { readFileSync } from 'node:fs'
import { pino } from 'pino'
import { readConfig } from '../../src/config.ts'
import { IndexHolding } from '../../src/holding/index-holding.ts'
import { parseSearch } from '../../src/query/parse.ts'
import { openRecord } from '../../src/record.ts'
import type { InIndexOptions, InIndexTimes } from './in-index.ts'

const { dataDir, questions } = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as InIndexOptions
const config = readConfig({ DATA_DIR: dataDir })
const record = await openRecord(config, {
  fixedKeys: [],
  onFault: fail,
  onDirectoryFailure: (_kind, detail) => fail(detail),
  clock: Date.now,
  serves: true,
})
const logger = pino({ level: 'error' }, pino.destination(2))
const holding = new IndexHolding(record, { dataDir, logger, documents: 'memory' })
await holding.fill()

const form = { restricted: false, owner: false, categories: false, tags: false, distance: false }
const { index } = holding
const { model } = record
// A service has done this some seconds after its start, while nobody asked.
while (index.prepare());
const answer = Object.entries(questions).map(([question, paths]) => ({ question, ...timesOf(paths) }))
await holding.close()
await record.close()
process.stdout.write(JSON.stringify(answer))

function timesOf(paths: readonly string[]): Omit<InIndexTimes, 'question'> {
  const times = paths.map((path) => (path.includes('?') ? timeSearch(path) : timeRead(path)))
  return { search: times.map(({ search }) => search), page: times.map(({ page }) => page) }
}

interface Times {
  readonly search: number
  readonly page: number
}

function timeSearch(path: string): Times {
  const { query } = parseSearch(path.slice(path.indexOf('?') + 1), { model, seesRestricted: false })
  const begun = performance.now()
  const hits = index.search(query, Date.now())
  const found = performance.now()
  const page = index.page(hits, form)
  const written = performance.now()
  page.release()
  return { search: found - begun, page: written - found }
}

function timeRead(path: string): Times {
  const id = path.slice(path.lastIndexOf('/') + 1)
  const begun = performance.now()
  const ref = index.find(id)
  const found = performance.now()
  if (ref === undefined) throw new Error(`there is no place ${id}`)
  index.document(ref, form)
  return { search: found - begun, page: performance.now() - found }
}

function fail(text: string): never {
  throw new Error(text)
}
