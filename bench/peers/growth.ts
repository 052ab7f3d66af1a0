import type { Comparison } from './measure.ts'
import { medianOf } from './measure.ts'
import type { SystemResult } from './result.ts'

/** How a figure grows with the places: `figure = factor × places ^ exponent`. */
export interface Growth {
  readonly factor: number
  readonly exponent: number
}

/** Fits a line through the logarithms by least squares; undefined with fewer than two sizes. */
export function fitGrowth(points: readonly (readonly [places: number, figure: number])[]): Growth | undefined {
  if (points.length < 2) return undefined
  const logs = points.map(([places, figure]) => [Math.log(places), Math.log(figure)] as const)
  const mean = (at: 0 | 1) => logs.reduce((sum, point) => sum + point[at], 0) / logs.length
  const [meanX, meanY] = [mean(0), mean(1)]
  const across = logs.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0)
  const along = logs.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  const exponent = across / along
  return { exponent, factor: Math.exp(meanY - exponent * meanX) }
}

const beyond = [10_000_000, 100_000_000]

/** Tables of how time, memory, import and start of the service grew, and what the fits say of larger sizes. */
export function growthSection(results: readonly SystemResult[]): string[] {
  const main = results.filter(({ system, own }) => system === 'postgres' && own).toSorted((a, b) => a.places - b.places)
  if (main.length < 2) return main.length === 0 ? [] : ['## Growth, on paper', '', ...advice(main)]
  const sizes = main.map(({ places }) => places)
  const rows = [
    row('import, s', main, ({ own }) => own?.loadSeconds),
    row('start, s', main, ({ own }) => own?.startSeconds),
    row('memory, MB', main, ({ own }) => own?.memoryBytes && own.memoryBytes / 1e6),
    ...questionsOf(main).map((question) => row(`${question}, CPU µs`, main, (one) => cpuOf(one, question))),
  ]
  return [
    '## Growth',
    '',
    'Measured of the service, and a power of the number of places fitted to it (1 is in proportion, 0 not at all), which the estimates follow.',
    '',
    `| | ${sizes.map((size) => size.toLocaleString('en')).join(' | ')} | exponent | ${beyond.map((size) => `on paper at ${size.toLocaleString('en')}`).join(' | ')} |`,
    `|---|${'---|'.repeat(sizes.length + 1 + beyond.length)}`,
    ...rows,
    '',
    ...advice(main),
  ]
}

function row(what: string, main: readonly SystemResult[], of: (result: SystemResult) => number | undefined): string {
  const points = main.flatMap((result) => {
    const figure = of(result)
    return figure === undefined || !(figure > 0) ? [] : [[result.places, figure] as const]
  })
  const growth = fitGrowth(points)
  const measured = main.map((result) => short(of(result)))
  const estimated = beyond.map((places) => short(growth && estimate(growth, places)))
  return `| ${[what, ...measured, growth?.exponent.toFixed(2) ?? '–', ...estimated].join(' | ')} |`
}

function estimate({ factor, exponent }: Growth, places: number): number {
  return factor * places ** exponent
}

/** Where memory alone decides: what one process needs at most on a machine of a usual size. */
function advice(main: readonly SystemResult[]): string[] {
  const largest = main.at(-1)
  const memory = largest?.own?.memoryBytes
  if (largest === undefined || memory === undefined) return []
  const perPlace = memory / largest.places
  const gigabytes = (places: number) => Math.round((perPlace * places) / 1e9).toLocaleString('en')
  return [
    `One process holds index and documents in memory, ${Math.round(perPlace).toLocaleString('en')} bytes a place at the largest size: ${gigabytes(beyond[0]!)} GB at ten million, ${gigabytes(beyond[1]!)} GB at a hundred million. Ordinals and`,
    'columns allow more, but the first start, which reads the whole record, and the copies during sealing grow with it. Ten million on a machine with twice that memory is where one process should stop at the latest:',
    'beyond, searches that count over millions of hits take tens of milliseconds on the one thread that answers, and a restart takes minutes. From there on PostgreSQL should search (many processes beside one record), and a cluster',
    'of it (Citus, sharded by owner) once the record itself no longer fits one machine, at some hundred million. These are estimates: nothing beyond the sizes of the table was run.',
    '',
  ]
}

function questionsOf(main: readonly SystemResult[]): string[] {
  return [...new Set(main.flatMap(({ comparisons }) => comparisons.map(({ question }) => question)))]
}

function cpuOf({ comparisons }: SystemResult, question: string): number | undefined {
  const isAsked = (one: Comparison) => one.question === question && one.mode === 'distinct'
  const blocks = comparisons.find(isAsked)?.own
  return blocks && medianOf(blocks, ({ cpuMicroseconds }) => cpuMicroseconds)
}

function short(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return '–'
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}
