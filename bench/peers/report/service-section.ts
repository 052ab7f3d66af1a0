import { medianOf, spreadOf } from '../../support/figures.ts'
import type { Comparison } from '../measure.ts'
import type {
  BesideWrites,
  Conditions,
  Footprint,
  GrowthFigures,
  IndexTimes,
  ReadsBeside,
  ServiceFigures,
  StoredDocuments,
  SystemResult,
} from '../result.ts'
import { cpuOf, rateOf, ratioOf } from './figures.ts'
import { fixed, table, whole } from './format.ts'
import { systemNames } from './systems.ts'

/** What it costs each system of one size to hold the places. */
export function footprintSection(results: readonly SystemResult[]): string[] {
  const row = (name: string, places: number, cost: Footprint) => [
    name,
    fixed(cost.loadSeconds),
    fixed(cost.loadCpuSeconds),
    fixed(cost.startSeconds),
    cost.memoryBytes === undefined ? '–' : whole(cost.memoryBytes / places),
  ]
  const rows = results.flatMap(({ system, places, peer }) => (peer ? [row(systemNames[system]!, places, peer)] : []))
  const growth = results.find(({ service }) => service?.growth)?.service?.growth
  const own = ownFootprint(
    results.flatMap((result) => result.own ?? []),
    growth,
  )
  const first = results[0]
  if (first && own) rows.unshift(row('Gazetteer', first.places, own))
  const heads = [
    '',
    'loaded in, s',
    'with CPU, s',
    'ready after a start, s',
    'memory after the questions, bytes a place',
  ]
  return [...table(heads, rows), ...footprintNotes(growth)]
}

/** The service as it ran beside its peers, on one core as they; its places are loaded when its index is built. */
function ownFootprint(beside: readonly Footprint[], growth: GrowthFigures | undefined): Footprint | undefined {
  if (beside.length === 0 && growth === undefined) return undefined
  const starts = beside.flatMap(({ startSeconds }) => startSeconds ?? [])
  return {
    ...(growth && { loadSeconds: growth.importSeconds + growth.firstStartSeconds }),
    ...(starts.length > 0 && { startSeconds: medianOf(starts) }),
    memoryBytes: Math.max(...beside.map(({ memoryBytes }) => memoryBytes ?? 0), growth?.memoryBytes ?? 0),
  }
}

/** What the rows of the table do not tell, since systems differ in it. */
function footprintNotes(growth: GrowthFigures | undefined): string[] {
  const own =
    growth &&
    `The service takes ${fixed(growth.importSeconds)} s (${fixed(growth.importCpuSeconds)} s CPU) for the import, which checks each place and notes it in the journal, and ${fixed(growth.firstStartSeconds)} s for the first start, which builds the index. `
  return [
    `Loaded on both cores, indexes included; ready on one. ${own ?? ''}PostgreSQL reads all its tables and indexes into memory before it is ready, SQLite and Orama their files.`,
    '',
  ]
}

/** What was measured of the service alone at one size. */
export function serviceSection(results: readonly SystemResult[]): string[] {
  const result = results.find(({ system }) => system === 'gazetteer')
  if (result === undefined) return []
  const { inIndex, besideWrites, growth, storedDocuments } = result.service ?? {}
  return [
    '### The service alone',
    '',
    ...memory(growth, result.places),
    ...indexTimes(inIndex),
    ...beside(besideWrites),
    ...encodings(result),
    ...stored(storedDocuments, result.places),
  ]
}

function memory(growth: ServiceFigures['growth'], places: number): string[] {
  if (growth === undefined) return []
  const { columnBytes, documentBytes, recordBytes, firstStartSeconds, firstStartPeakBytes, importSeconds } = growth
  return [
    `Import ${whole(places / importSeconds)} places/s (${fixed((growth.importCpuSeconds * 1e6) / places)} µs CPU a place). Columns ${fixed(columnBytes / places)} bytes a place, documents ${fixed(documentBytes / places)},`,
    `which is ${fixed(documentBytes / recordBytes)} of their bytes in the record. The first start, which builds the index, took ${fixed(firstStartSeconds)} s and at most ${fixed(firstStartPeakBytes / 1e6)} MB; restarts ${growth.restartSeconds.map(fixed).join(', ')} s.${told(growth)}`,
    '',
  ]
}

/** How the machine was, as a sentence behind others. */
function told({ others, pace }: Conditions): string {
  const speed = pace === undefined ? '' : `, pace ${whole(pace)} MB/s`
  return ` (Other work ${Math.round(others * 100)} %${speed}.)`
}

function indexTimes(times: IndexTimes | undefined): string[] {
  if (times === undefined) return []
  return [
    'Milliseconds, asked one after the other with ever other values: in the index and of writing the page in a process that does nothing else, of each search the median in five such processes; and both together in the service, asked',
    'over HTTP, as `Server-Timing` tells, while system and caller use the same caches and the same core in between.' +
      told(times),
    '',
    ...table(
      ['question', 'in the index: median', 'p99', 'page: median', 'p99', 'served: median', 'p99', 'asked'],
      times.questions.map(({ question, search, page, served }) => [
        question,
        ...[search, page].flatMap(({ p50, p99 }) => [p50.toFixed(3), p99.toFixed(3)]),
        ...(served ? [served.p50.toFixed(3), served.p99.toFixed(3)] : ['–', '–']),
        whole(search.count),
      ]),
    ),
  ]
}

function beside(figures: BesideWrites | undefined): string[] {
  if (figures === undefined) return []
  const { readsPerSecond, writers, rounds } = figures
  const writesPerSecond = medianOf(rounds.map((round) => round.writesPerSecond))
  const cpuMicroseconds = medianOf(rounds.map((round) => round.cpuMicroseconds))
  const row = (what: string, blocks: readonly ReadsBeside[]) => {
    const figure = (of: (block: ReadsBeside) => number | undefined) => {
      const { median, min, max } = spreadOf(blocks.map((block) => of(block) ?? Number.NaN))
      return `${fixed(median)} (${fixed(min)} to ${fixed(max)})`
    }
    return [
      what,
      figure(({ latency }) => latency.p50),
      figure(({ latency }) => latency.p99),
      figure(({ latency }) => latency.p999),
      figure(({ stallMillis }) => stallMillis),
      figure(({ latency }) => latency.late),
    ]
  }
  return [
    `${readsPerSecond} reads a second at fixed times, without and with ${writers} connections that change places (${whole(writesPerSecond)} a second, durable, ${whole(cpuMicroseconds)} µs CPU each with the reads); the server on every core, the median of ${rounds.length} rounds in turn and their spread.${told(figures)}`,
    '',
    ...table(
      ['', 'p50, ms', 'p99, ms', 'p99.9, ms', 'longest stall, ms', 'sent late, p99, ms'],
      [
        row(
          'reads alone',
          rounds.map(({ idle }) => idle),
        ),
        row(
          'reads beside writes',
          rounds.map(({ writing }) => writing),
        ),
      ],
    ),
  ]
}

function encodings({ comparisons }: SystemResult): string[] {
  if (comparisons.length === 0) return []
  return [
    'Pages of 100, compressed against as they are: cold, of more pages in turn than are kept; hot, of 200:',
    '',
    ...againstItself('coding', 'plain', comparisons),
  ]
}

function stored(figures: StoredDocuments | undefined, places: number): string[] {
  if (figures === undefined) return []
  const { firstStartPeakBytes, restartSeconds, memoryBytes, documentBytes, comparisons } = figures
  return [
    `With \`DOCUMENTS=store\` documents take ${fixed(documentBytes / places)} bytes a place in memory, the process ${whole(memoryBytes / places)} after a restart, which took ${restartSeconds.map(fixed).join(', ')} s, and at most ${fixed(firstStartPeakBytes / 1e6)} MB in its first start. Against itself with documents in memory, places and offsets at random:${told(figures)}`,
    '',
    ...againstItself('', 'in memory', comparisons),
  ]
}

/** Each with a setting or a header against the same without. */
function againstItself(what: string, without: string, comparisons: readonly Comparison[]): string[] {
  const rows = comparisons.map((one) => {
    const { median, min, max } = ratioOf(one)
    const rates = [one.own, one.peer].map((blocks) => whole(rateOf(blocks)))
    const cpu = [one.own, one.peer].map((blocks) => whole(cpuOf(blocks)))
    return [one.question, fixed(median), `${fixed(min)} to ${fixed(max)}`, ...rates, ...cpu]
  })
  return table([what, 'times the rate', 'spread', 'requests/s', without, 'CPU µs', without], rows)
}
